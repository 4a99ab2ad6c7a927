import { css } from 'lit';

/** The list of methods, the consents and links. */
export const methodsStyles = css`
  fieldset {
    min-inline-size: 0;
    padding: 0;
    border: 0;
  }
  legend,
  .other {
    scroll-margin-block: 4em;
    padding: 0 0 4px;
    font-weight: 600;
    line-height: 1.27;
  }
  .method,
  .box label {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: 44px;
    cursor: pointer;
  }
  .method {
    padding: 10px 14px;
    border: 1px solid var(--_line);
    border-radius: var(--_corner);
    line-height: 1.3;
    overflow-wrap: anywhere;
    scroll-margin-block: 4em;
  }
  :is(.method, .choice):has(:checked) {
    border-color: var(--_accent);
    outline: 1px solid var(--_accent);
    outline-offset: -2px;
    background: var(--_tint);
  }
  small {
    display: block;
    font-size: 0.875em;
    color: var(--_muted);
  }
  [type='checkbox'],
  [type='radio'] {
    flex: none;
    inline-size: 22px;
    block-size: 22px;
    border-radius: 3px;
    accent-color: var(--_accent);
  }
  [type='radio'] {
    border-radius: 50%;
  }
  label > input:not(:checked) {
    appearance: none;
    border: 1px solid var(--_outline);
  }
  .consent {
    margin-block-start: -8px;
  }
  .box label {
    padding-block: 6px;
    font-size: 0.875em;
    line-height: 1.35;
  }
  .box .note {
    padding: 0 0 6px 34px;
  }
  .box a {
    padding-block: 0 8px;
    outline-offset: 0;
  }
  a,
  .link {
    color: var(--_accent);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  a:not([href]) {
    color: inherit;
    text-decoration: none;
  }
`;
