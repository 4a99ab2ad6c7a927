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
  .early {
    align-self: end;
  }
  .methods ~ .skeleton {
    margin-block-end: 80vh;
  }
  @container (max-width: 43em) {
    .form:has(.early) .methods,
    .early {
      grid-area: 1 / 1;
    }
    .early {
      padding-block: 5px;
      font-size: 0.875em;
      line-height: 1.35;
      pointer-events: none;
    }
    .early > .icon {
      display: none;
    }
  }
  /* The list beside the form, over all of its rows: gaps between rows would be there for empty ones, too. */
  @container (min-width: 43em) {
    .form:has(.methods) {
      grid-template: repeat(8, auto) 1fr / 18.5em minmax(0, 1fr);
      gap: 0 28px;
    }
    .form:has(.methods) :where(.form > *, .fields > *) {
      margin-block-start: var(--_gap);
    }
    .methods,
    .early {
      grid-area: 1 / 1 / span 9;
    }
    /* Its first field stands at the height of the first tile. */
    .methods ~ .method-form {
      padding-block-start: calc(4px + 0.09em);
    }
    .form:has(.methods) .consent {
      margin-block-start: calc(var(--_gap) - 8px);
    }
    .form:has(.methods) .safe {
      margin-block-start: 8px;
    }
    .form:has(.methods) > .safe {
      margin-block-start: 8px;
    }
  }
`;
