import { css } from 'lit';

/** The pay button and the notices. */
export const payStyles = css`
  .pay {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    inline-size: 100%;
    min-block-size: max(52px, 3em, var(--_control));
    padding: 5px 16px;
    border: 1px solid #0000;
    border-radius: var(--_corner);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    line-height: 1.15;
    text-align: center;
    cursor: pointer;
  }
  .notice {
    position: sticky;
    inset-block-end: 12px;
    display: flex;
    gap: 10px;
    padding: 10px 12px;
    border: 1px solid;
    border-inline-start-width: 4px;
    border-radius: var(--_corner);
    background: var(--_surface);
    color: var(--_accent);
  }
  .notice:is(.alert, .faults) {
    color: var(--_danger);
  }
  .notice > div {
    color: var(--_text);
  }
  .spinner {
    flex: none;
    inline-size: 1.125em;
    block-size: 1.125em;
    border: 2px solid;
    border-block-start-color: #0000;
    border-radius: 50%;
  }
  .link {
    padding: 11px;
    margin-inline-start: -11px;
    outline-offset: -9px;
    border: 0;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .faults {
    font-size: 0.875em;
    line-height: 24px;
  }
  .safe {
    display: flex;
    grid-column: -2 / -1;
    gap: 8px;
    margin-block-start: calc(8px - var(--_gap));
    font-size: 0.8125em;
    line-height: 1.35;
    color: var(--_muted);
  }
  .safe .icon {
    inline-size: 1.35em;
    block-size: 1.35em;
  }
  .notice div > .link {
    margin-block: -11px;
  }
  :is(.form:focus-within, .status) > .notice,
  .faults {
    position: static;
  }
  .early {
    z-index: 1;
    box-shadow: 0 4px 24px #0006;
  }
`;
