import { css } from 'lit';

/** What depends on the room that the element is given, never on the window, and on the system's colours. */
export const layoutStyles = css`
  @media (forced-colors: active) {
    .pay {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
  .form:has(.methods) :is(.fields, .picker) {
    display: contents;
  }
  .methods ~ .skeleton {
    margin-block-end: 80vh;
  }
  @container (max-width: 43em) {
    .early {
      align-items: end;
      block-size: 0;
      margin-block-end: calc(-1 * var(--_gap));
      padding: 0;
      border: 0;
      pointer-events: none;
    }
    .early > div {
      flex: 1;
      padding: 10px 12px;
      border: 1px solid var(--_accent);
      border-inline-start-width: 4px;
      border-radius: inherit;
      background: inherit;
      box-shadow: inherit;
    }
    .early > .icon {
      display: none;
    }
  }
  @container (min-width: 43em) {
    .form:has(.methods) {
      grid-template: repeat(4, auto) 1fr / 18.5em minmax(0, 1fr);
      gap: 0 28px;
      min-block-size: 28em;
    }
    .methods,
    .early {
      grid-area: 1 / 1 / span 5;
    }
    .early {
      align-self: end;
    }
    .form:has(.methods) :is(.consent, .notice) {
      margin-block: 0 var(--_gap);
    }
  }
`;
