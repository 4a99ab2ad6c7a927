import { css } from 'lit';

/** What the fields of the other methods add to the look of the form. */
export const fieldStyles = css`
  .asked {
    grid-template-columns: repeat(6, minmax(0, 1fr));
  }
  .field legend {
    line-height: inherit;
  }
  .asked > .fine {
    padding-block: 4px;
    font-size: 0.875em;
    color: var(--_muted);
  }
  .note .link {
    min-block-size: 44px;
    margin-block: -13px;
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(7.5em, 1fr));
    gap: 8px;
  }
  .field .choice {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: var(--_control);
    padding: 6px 12px;
    border: 1px solid var(--_outline);
    border-radius: var(--_corner);
    font-size: 1em;
    font-weight: inherit;
    cursor: pointer;
  }
  .list {
    position: absolute;
    z-index: 1;
    inset: calc(100% + 4px) 0 auto;
    max-block-size: min(18em, 50vh);
    overflow-y: auto;
    overscroll-behavior: contain;
    padding: 4px;
    border: 1px solid var(--_outline);
    border-radius: var(--_corner);
    background: var(--_field);
    box-shadow: 0 8px 24px rgb(0 0 0 / 0.18);
    list-style: none;
  }
  .list li,
  .list.none {
    padding: 10px;
    min-block-size: 44px;
    border-radius: var(--_corner);
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .list.none {
    padding: 14px;
    color: var(--_muted);
    cursor: default;
  }
  .list li:hover {
    text-decoration: underline;
  }
  .list .active {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  @container (min-width: 18em) {
    .asked > :is(.user_legal_id_type, .phone_code) {
      grid-column: span 2;
    }
    /* There is room for the initials alone, with which each kind of document begins. */
    .user_legal_id_type select {
      padding-inline-end: max(36px, 100% - 12px - 3em);
      text-overflow: clip;
    }
    .asked > :is(.user_legal_id, .phone_code ~ .phone_number) {
      grid-column: span 4;
    }
  }
  @container (min-width: 28em) {
    .user_legal_id_type select {
      padding-inline-end: 36px;
      text-overflow: ellipsis;
    }
    .asked > :is(.name, .last_name, .full_name:not(:last-of-type), .full_name ~ .phone_number) {
      grid-column: span 3;
    }
  }
`;
