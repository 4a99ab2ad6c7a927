import { css } from 'lit';

/** What the card fields add to the look of every form. */
export const cardStyles = css`
  /* Inside of a checkout the text is as it is there: paler while it is sent, and sizes in em would grow twice. */
  :host(.card-fields) {
    color: inherit !important;
    font: inherit !important;
    max-inline-size: none;
  }
  .card {
    display: grid;
    grid-template-columns: 2fr 3fr;
    gap: 14px 12px;
  }
  .number input {
    padding-inline-end: 48px;
  }
  .network {
    position: absolute;
    inset: 0 10px 0 auto;
    display: grid;
    align-content: center;
    pointer-events: none;
  }
  @container (max-width: 17.5em) {
    .network {
      translate: 10px -40px;
    }
    .number input {
      padding-inline-end: 12px;
      font-size: clamp(16px, 1em, 7.5cqi);
      letter-spacing: -0.06em;
    }
  }
  @container (min-width: 12em) {
    .card > .expiry,
    .card > .cvc {
      grid-column: auto;
    }
  }
`;
