import { css } from 'lit';
import { cardStyles } from './card-styles.ts';

/**
 * The look of the first form. A payment is shown as a ticket: the amount on its stub, a tear line, and the form below.
 * Sizes follow the room that the element is given, never the window. All of it is one sheet in one literal: each sheet
 * costs time, and whatever is put together is kept twice.
 *
 * Everything is drawn from the values at the beginning: `--pay-*` properties that a page may set on the element, each with
 * a default for light and for dark. Dark follows the page's `color-scheme`; engines without `light-dark()` keep the light
 * ones. What the styles read are the `--_*` names: a page may well have a `--surface` of its own and give it to us.
 *
 * Colours: `accent` and `on-accent` (text on it), `surface`, `field` (inside controls), `text`, `muted`, `line` (between
 * things), `outline` (around controls), `danger`; `success` comes with the status screens, one for both. Shape: `radius`,
 * `gap` (between groups), `padding` (at the edges), `control-size` (height of controls), `max-size` (width of the whole),
 * `font`, `font-size`. Sizes are in `em`: a page's `rem` may be anything, and `medium` is what the payer has set the
 * browser to.
 */
const form = css`
  :host {
    --_accent: var(--pay-accent, #0d5768);
    --_on-accent: var(--pay-on-accent, #fff);
    --_surface: var(--pay-surface, #fff);
    --_field: var(--pay-field, #fff);
    --_text: var(--pay-text, #16222c);
    --_muted: var(--pay-muted, #52606c);
    --_line: var(--pay-line, #d5dce2);
    --_outline: var(--pay-outline, #84919d);
    --_danger: var(--pay-danger, #b3261e);
    --_tint: var(--_surface);
    --_radius: var(--pay-radius, 14px);
    --_corner: calc(var(--_radius) * .7);
    --_gap: var(--pay-gap, 16px);
    --_control: var(--pay-control-size, 48px);
    display: block;
    container-type: inline-size;
    contain-intrinsic-inline-size: min(75vw, 18em);
    inline-size: -moz-available;
    inline-size: -webkit-fill-available;
    min-inline-size: min(100%, 16em);
    max-inline-size: var(--pay-max-size, 46em);
    color: var(--_text) !important;
    font: var(--pay-font-size, medium) / 1.45 var(--pay-font, system-ui, sans-serif) !important;
    direction: ltr !important;
    text-align: start !important;
    text-indent: 0 !important;
    text-transform: none !important;
    letter-spacing: 0 !important;
    word-spacing: 0 !important;
    white-space: normal !important;
  }
  @supports (color: light-dark(#000, #fff)) {
    :host {
      --_accent: var(--pay-accent, light-dark(#0d5768, #85cfde));
      --_on-accent: var(--pay-on-accent, light-dark(#fff, #06222a));
      --_surface: var(--pay-surface, light-dark(#fff, #151b20));
      --_field: var(--pay-field, light-dark(#fff, #1b2329));
      --_text: var(--pay-text, light-dark(#16222c, #e9eef2));
      --_muted: var(--pay-muted, light-dark(#52606c, #a5b2bd));
      --_line: var(--pay-line, light-dark(#d5dce2, #35404a));
      --_outline: var(--pay-outline, light-dark(#84919d, #75838f));
      --_danger: var(--pay-danger, light-dark(#b3261e, #ff9d92));
      --_tint: color-mix(in srgb, var(--_accent) 7%, var(--_surface));
    }
  }

  :host([hidden]), [hidden] { display: none !important; }
  *, ::before, ::after { box-sizing: border-box; margin: 0; }
  .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  .header, .form, .status { padding: var(--pay-padding, clamp(14px, 5cqi, 28px)); border: 1px solid var(--_line); background: var(--_surface); }
  .header { border-radius: var(--_radius) var(--_radius) 9px 9px; border-block-end: 0; background: var(--_tint); }
  .form, .status { border-radius: 9px 9px var(--_radius) var(--_radius); border-block-start: 2px dashed var(--_line); }
  h2 { font-size: 1.375em; line-height: 1.25; overflow-wrap: anywhere; }
  .status > :is(h2, p:not(.keep)) { text-align: center; }
  .form, .status, .fields { display: grid; grid-template-columns: minmax(0, 30em); justify-content: center; gap: var(--_gap); }

  .payee, .total { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; }
  .payee { color: var(--_muted); }
  .avatar { position: relative; flex: none; inline-size: 36px; block-size: 36px; border-radius: 9px; outline: 1px solid #0000; outline-offset: -1px; overflow: hidden; background: var(--_accent); color: var(--_on-accent); font-weight: 600; line-height: 36px; text-align: center; }
  .avatar img { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: contain; background: #fff; }
  .merchant { display: grid; flex: 1 1 7em; align-content: center; min-block-size: 36px; font-size: .875em; line-height: 1.28; overflow-wrap: anywhere; }
  .badge { margin-inline-start: auto; padding: 2px 10px; border: 1px solid; border-radius: 99px; font-size: .875em; white-space: nowrap; }
  .total { align-items: baseline; justify-content: space-between; margin-block-start: 8px; }
  .amount { font-size: clamp(1.25em, 8cqi, 2.125em); font-weight: 600; line-height: 1.2; letter-spacing: -.02em; }
  .base[inert] > :not(slot) > * { visibility: hidden; }
  .ghost { border-color: #0000; background: var(--_line); opacity: .5; pointer-events: none; }
  .ghost > * { visibility: hidden; }
  .skeleton::before { content: '\\a0'; display: block; inline-size: 7em; border-radius: 6px; outline: 1px solid #0000; background: var(--_line); }

  .method-form { container-type: inline-size; }
  .asked > * { grid-column: 1 / -1; min-inline-size: 0; }
  .field :is(label, legend) { display: block; padding-block-end: 4px; font-size: .875em; font-weight: 600; }
  .control { position: relative; }
  a, input, select, button { font: inherit; color: inherit; scroll-margin-block: 4em 10em; }
  .control > input { contain: strict; }
  .control > input, select { display: block; inline-size: 100%; block-size: var(--_control); padding-inline: 12px; border: 1px solid var(--_outline); border-radius: var(--_corner); background: var(--_field); font-size: max(16px, 1em); }
  select, .control > .searchable { padding-inline-end: 36px; appearance: none; text-overflow: ellipsis; }
  .control:has(select, .searchable)::after { content: ''; position: absolute; inset: calc(var(--_control) / 2 - 7px) 16px auto auto; inline-size: 9px; block-size: 9px; border: solid var(--_muted); border-width: 0 2px 2px 0; rotate: 45deg; pointer-events: none; }
  .field [aria-invalid] { border-color: var(--_danger); box-shadow: inset 0 0 0 1px var(--_danger); }
  :where([type='checkbox'][aria-invalid]) { outline: 2px solid var(--_danger); outline-offset: -1px; }
  :focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
  .note { min-block-size: 1.65em; padding-block-start: 4px; font-size: .875em; line-height: 1.35; color: var(--_muted); }
  [part='error'] { color: var(--_danger); }
  .mark { inline-size: 34px; }
  svg { display: block; inline-size: 100%; overflow: visible; }
  .plate { fill: #fff; stroke: #d5dce2; }
  .icon, .ink { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
  .ink { stroke: var(--_outline); }
  .icon { flex: none; inline-size: 24px; block-size: 24px; }

  fieldset { min-inline-size: 0; padding: 0; border: 0; }
  legend, .other { scroll-margin-block: 4em; padding: 0 0 4px; font-weight: 600; line-height: 1.27; }
  .method, .box label { display: flex; align-items: center; gap: 12px; min-block-size: 44px; cursor: pointer; }
  .method { padding: 10px 14px; border: 1px solid var(--_line); border-radius: var(--_corner); line-height: 1.3; overflow-wrap: anywhere; scroll-margin-block: 4em; }
  :is(.method, .choice):has(:checked) { border-color: var(--_accent); outline: 1px solid var(--_accent); outline-offset: -2px; background: var(--_tint); }
  small { display: block; font-size: .875em; color: var(--_muted); }
  [type='checkbox'], [type='radio'] { flex: none; inline-size: 22px; block-size: 22px; border-radius: 3px; accent-color: var(--_accent); }
  [type='radio'] { border-radius: 50%; }
  label > input:not(:checked) { appearance: none; border: 1px solid var(--_outline); }
  .consent { margin-block-start: -8px; }
  .box label { padding-block: 6px; font-size: .875em; line-height: 1.35; }
  .box .note { padding: 0 0 6px 34px; }
  .box a { padding-block: 0 8px; outline-offset: 0; }
  a, .link { color: var(--_accent); text-decoration: underline; text-underline-offset: 3px; }
  a:not([href]) { color: inherit; text-decoration: none; }

  .pay { display: flex; align-items: center; justify-content: center; gap: 10px; inline-size: 100%; min-block-size: max(52px, 3em, var(--_control)); padding: 5px 16px; border: 1px solid #0000; border-radius: var(--_corner); background: var(--_accent); color: var(--_on-accent); font-weight: 600; line-height: 1.15; text-align: center; cursor: pointer; }
  .notice { position: sticky; inset-block-end: 12px; display: flex; gap: 10px; padding: 10px 12px; border: 1px solid; border-inline-start-width: 4px; border-radius: var(--_corner); background: var(--_surface); color: var(--_accent); }
  .notice:is(.alert, .faults) { color: var(--_danger); }
  .notice > div { color: var(--_text); }
  .spinner { flex: none; inline-size: 1.125em; block-size: 1.125em; border: 2px solid; border-block-start-color: #0000; border-radius: 50%; }
  .link { padding: 11px; margin-inline-start: -11px; outline-offset: -9px; border: 0; background: none; text-align: start; cursor: pointer; }
  .notice ul { margin-inline-start: -32px; padding: 0; list-style: none; }
  .notice div > .link { margin-block: -11px; }
  :is(.form:focus-within, .status) > .notice, .faults { position: static; }
  .early { z-index: 1; box-shadow: 0 4px 24px #0006; }

  @media (forced-colors: active) {
    .pay { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  }
  .form:has(.methods) :is(.fields, .picker) { display: contents; }
  .methods ~ .skeleton { margin-block-end: 80vh; }
  @container (max-width: 43em) {
    .form:has(.methods) { display: flex; flex-direction: column; }
    .methods { display: contents; }
    .other { margin-block-start: 12px; padding-block-start: 24px; border-block-start: 2px dashed var(--_line); }
    .methods .method { margin-block-start: calc(8px - var(--_gap)); }
    .later { order: 2; }
    .early { order: 1; align-items: end; block-size: 0; margin: 8em 0 calc(-8em - var(--_gap)); padding: 0; border: 0; pointer-events: none; }
    .early > div { flex: 1; padding: 10px 12px; border: 1px solid var(--_accent); border-inline-start-width: 4px; border-radius: inherit; background: inherit; box-shadow: inherit; }
    .early > .icon { display: none; }
  }
  @container (min-width: 43em) {
    .form:has(.methods) { grid-template: repeat(4, auto) 1fr / 18.5em minmax(0, 1fr); gap: 0 28px; min-block-size: 39em; }
    .methods, .early { grid-area: 1 / 1 / span 5; }
    .early { align-self: end; }
    .form:has(.methods) :is(.consent, .notice) { margin-block: 0 var(--_gap); }
    .methods .method { padding-block: 4px; margin-block-start: 6px; }
    .other { display: none; }
  }
`;

/**
 * The look of the first form, for the checkout and for the card fields inside of it: a page whose policy allows the styles
 * of a server's rendering by their hash names one hash for both trees.
 */
export const styles = [form, cardStyles];
