import { css } from 'lit';

/** The list of methods: tiles in two columns, in one where there is too little room or enough beside the form. */
export const methodStyles = css`
  .methods {
    --_places: 3;
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    align-content: start;
    font-weight: 600;
  }
  .methods > legend {
    padding-block-end: 8px;
    font-weight: inherit;
  }
  .method {
    position: relative;
    display: flex;
    align-items: center;
    gap: 6px;
    min-block-size: 50px;
    padding: 5px 8px;
    border: 1px solid var(--_outline);
    border-radius: var(--_corner);
    overflow-wrap: anywhere;
    scroll-margin-block: 4em;
    cursor: pointer;
  }
  :is(.method, .choice):has(:checked) {
    border-color: var(--_accent);
    outline: 1px solid var(--_accent);
    outline-offset: -2px;
    background: var(--_tint);
  }
  .method:has(:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .method > input {
    position: absolute;
    z-index: 1;
    inset: -1px;
    inline-size: calc(100% + 2px);
    block-size: calc(100% + 2px);
    opacity: 0;
    cursor: pointer;
  }
  .more {
    background: none;
    text-align: start;
  }
  /* The arrow stands behind the names, and leaves the line above to the title. */
  .more > .logo {
    position: absolute;
    inset: auto 6px 6px auto;
  }
  /* One line of names; those that do not fit into it are on lines which are not seen. */
  .names {
    display: flex;
    flex-wrap: wrap;
    column-gap: 0.3em;
    block-size: 1.25em;
    padding-inline-end: 22px;
    overflow: hidden;
    overflow: clip;
  }
  .more .icon {
    color: var(--_muted);
  }
  .more[aria-expanded='true'] .icon {
    rotate: 180deg;
  }
  .logo {
    flex: none;
  }
  .logo :is(.icon, .mark) {
    display: block;
  }
  .logo .icon {
    inline-size: 22px;
    block-size: 22px;
  }
  .logo ::slotted(*) {
    display: block !important;
    box-sizing: border-box !important;
    inline-size: 34px !important;
    max-inline-size: none !important;
    block-size: 22px !important;
    object-fit: contain !important;
    overflow: hidden !important;
    border-radius: min(4px, var(--_corner));
    background: #fff;
  }

  /* As long as nothing is chosen there is nothing else to fill in. */
  .unchosen > :not(.fields, .notice),
  .unchosen .fields > :not(.picker) {
    display: none;
  }

  /* A hint that does not fit below the title wraps into a second column, at the left of the box, which is not seen. */
  .name {
    display: flex;
    flex: 1;
    flex-flow: column wrap-reverse;
    justify-content: center;
    min-inline-size: 0;
    font-size: 0.9375em;
    line-height: 1.25;
    overflow-x: clip;
  }
  .name:has(small) {
    block-size: 2.5em;
  }
  .name > * {
    inline-size: 100%;
  }
  .name > span {
    text-wrap: balance;
  }
  .name > small {
    font-weight: 400;
    font-size: 0.83em;
  }

  /* A saved card has a row of its own, in which its date has room whatever the card is called. */
  .saved,
  .saved + .method:last-child {
    grid-column: 1 / -1;
  }
  .saved .name {
    block-size: auto;
  }
  .method:has(:disabled) {
    color: var(--_muted);
    border-style: dashed;
  }
  .method > :disabled {
    cursor: not-allowed;
  }
  .saved:has(:disabled) .mark {
    filter: grayscale(1);
    opacity: 0.6;
  }

  /* Folded away, and still there for keys and scripts. */
  .method.unseen {
    position: absolute;
    inset: auto auto 0 0;
    min-block-size: 0;
    padding: 0;
    border: 0;
  }
  @container (min-width: 20em) {
    .methods:not(.few) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (min-width: 43em) {
    .methods.methods {
      --_places: 6;
      grid-template-columns: minmax(0, 1fr);
    }
    .method {
      gap: 12px;
      padding-inline: 14px;
    }
    .more > .logo {
      position: static;
      order: -1;
    }
    .names {
      padding-inline-end: 0;
    }
  }
  @media (forced-colors: active) {
    .method:has(:checked) {
      outline: 3px solid Highlight;
      outline-offset: -4px;
    }
    .method:has(:focus-visible) {
      outline-offset: 2px;
    }
  }
`;
