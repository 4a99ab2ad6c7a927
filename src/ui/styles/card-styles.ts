import { css } from 'lit';

/** What the card fields add to the look of every form. */
export const cardStyles = css`
  /* Inside of a checkout the text is as it is there: paler while it is sent, and sizes in em would grow twice. */
  :host(.card-fields) {
    color: inherit !important;
    font: inherit !important;
    max-inline-size: none;
  }
  .accepted {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    inline-size: 100%;
    gap: 3px;
  }
  .accepted .mark {
    inline-size: 26px;
  }
  /* The closed list shows the number alone: the word after it is cut off. */
  .count {
    padding-inline-end: calc(100% - 15px - 1ch);
    text-overflow: clip;
  }
  .tens {
    padding-inline-end: calc(100% - 15px - 2ch);
  }
  .number input {
    padding-inline-end: 48px;
  }
  .cvc .at-end {
    inset-inline-end: 8px;
  }
  .cvc .mark {
    inline-size: 26px;
  }
  .digits {
    stroke: var(--_accent);
    stroke-width: 3;
    stroke-linecap: round;
  }
  @container (max-width: 17.5em) {
    .number .at-end {
      translate: 10px -37px;
    }
    .accepted {
      display: none;
    }
    .number input {
      padding-inline-end: 12px;
      font-size: clamp(16px, 1em, 7.5cqi);
      letter-spacing: -0.06em;
    }
  }
  @container (min-width: 17.8em) {
    .card {
      grid-template-columns: 5fr 4fr 4fr;
    }
    .card > :is(.expiry, .cvc, .installments) {
      grid-column: auto;
      min-inline-size: auto;
    }
    /* A card that is kept for later has no installments. */
    .card:not(:has(.installments)) {
      grid-template-columns: 1fr 1fr;
    }
  }
`;
