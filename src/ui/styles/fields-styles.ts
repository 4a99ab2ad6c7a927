import { css, unsafeCSS } from 'lit';
import { typedFont } from './device-font.ts';

/** Labelled controls of every form. */
export const fieldsStyles = css`
  .method-form {
    container-type: inline-size;
  }
  /* Fields that share a row leave what is said of each to a line of its own, below the row: dense. */
  .asked,
  .card {
    display: grid;
    grid-auto-flow: row dense;
    gap: var(--_rows) 10px;
  }
  :is(.asked, .card) > * {
    grid-column: 1 / -1;
    min-inline-size: 0;
  }
  .field {
    align-self: end;
  }
  .head {
    display: flex;
    column-gap: 5px;
    line-height: 1.35;
  }
  .field :is(label, legend) {
    display: block;
    padding-block-end: 4px;
    font-size: 0.875em;
    font-weight: 600;
  }
  /* What does not fit beside the label goes to a second line, which nobody sees. */
  .hint {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    block-size: 1.35em;
    margin-block-start: 0.08em;
    contain: inline-size;
    overflow: hidden;
    font-size: 0.8125em;
    color: var(--_muted);
    white-space: nowrap;
  }
  .hint::before {
    content: '';
    block-size: 1.35em;
  }
  .control {
    position: relative;
  }
  a,
  input,
  select,
  button {
    font: inherit;
    color: inherit;
    scroll-margin-block: 4em 10em;
  }
  .at-end {
    position: absolute;
    inset: 0 10px 0 auto;
    display: grid;
    align-content: center;
    pointer-events: none;
  }
  .control > input {
    contain: strict;
  }
  .control > input,
  select {
    display: block;
    inline-size: 100%;
    block-size: var(--_control);
    padding-inline: 12px;
    border: 1px solid var(--_outline);
    border-radius: var(--_corner);
    background: var(--_field);
    font-size: max(16px, 1em);
  }
  select,
  .control > .searchable {
    padding-inline-end: 36px;
    appearance: none;
    text-overflow: ellipsis;
  }
  .control:has(select, .searchable)::after {
    content: '';
    position: absolute;
    inset: calc(var(--_control) / 2 - 7px) 16px auto auto;
    inline-size: 9px;
    block-size: 9px;
    border: solid var(--_muted);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    pointer-events: none;
  }
  /*
   * A style sheet that others add to the page could name a font for each digit, or have steps by the width of the text,
   * and the requests would tell which digits are typed, and in which order. So the inputs of a card and of a one-time code
   * have a font of the device, digits of one width, and a size that their text has no say in. The first line is named as
   * well: what a page says of it goes before what is said of the input.
   */
  :is(.card, .code) input {
    display: block !important;
    contain: strict !important;
  }
  .card select,
  :is(.card, .code) input,
  :is(.card, .code) input::first-line {
    font-family: ${unsafeCSS(typedFont)} !important;
    font-variant: tabular-nums !important;
    font-feature-settings: normal !important;
    font-kerning: none !important;
  }
  .field [aria-invalid] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  :where([type='checkbox'][aria-invalid]) {
    outline: 2px solid var(--_danger);
    outline-offset: -1px;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .note {
    font-size: 0.8125em;
    line-height: 1.35;
    color: var(--_muted);
  }
  :is(.asked, .card) > .note {
    margin-block-start: calc(4px - var(--_rows));
  }
  fieldset > .note {
    padding-block-start: 4px;
  }
  [part='error'] {
    color: var(--_danger);
  }
  .mark {
    inline-size: 34px;
  }
  svg {
    display: block;
    inline-size: 100%;
    overflow: visible;
  }
  .plate {
    fill: #fff;
    stroke: #d5dce2;
  }
  .icon,
  .ink {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .ink {
    stroke: var(--_outline);
  }
  .icon {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
  }

  /* The consents and links. */
  fieldset {
    min-inline-size: 0;
    padding: 0;
    border: 0;
  }
  legend {
    scroll-margin-block: 4em;
    padding: 0 0 4px;
    font-weight: 600;
    line-height: 1.27;
  }
  .box label {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: 44px;
    cursor: pointer;
  }
  .box {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: 6px;
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
    border-radius: min(3px, var(--_corner));
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
  .box :is(label, a) {
    padding-block: 4px;
    font-size: 0.875em;
    line-height: 1.35;
  }
  .box .note {
    grid-column: 1 / -1;
    padding: 0 0 6px 34px;
  }
  .box a {
    display: grid;
    place-content: center;
    min-inline-size: 44px;
    outline-offset: -2px;
  }
  a,
  .link {
    color: var(--_accent);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  a:not([href]) {
    visibility: hidden;
  }
`;
