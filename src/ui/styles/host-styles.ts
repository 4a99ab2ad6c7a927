import { css } from 'lit';

/**
 * The room that the element takes, and the values that everything is drawn from: `--pay-*` properties that a page may set
 * on the element, each with a default for light and for dark. Dark follows the page's `color-scheme`; engines without
 * `light-dark()` keep the light ones. What the styles read are the `--_*` names: a page may well have a `--surface` of its
 * own and give it to us.
 *
 * Colours: `accent` and `on-accent` (text on it), `surface`, `field` (inside controls), `text`, `muted`, `line` (between
 * things), `outline` (around controls), `danger`; `success` comes with the status screens, one for both. Shape: `radius`,
 * `gap` (between groups), `padding` (at the edges), `control-size` (height of controls), `max-size` (width of the whole),
 * `font`, `font-size`. Sizes are in `em`: a page's `rem` may be anything, and `medium` is what the payer has set the
 * browser to.
 */
export const hostStyles = css`
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
    --_corner: calc(var(--_radius) * 0.7);
    --_gap: var(--pay-gap, 16px);
    --_rows: calc(var(--_gap) * 0.75);
    --_padding: var(--pay-padding, clamp(14px, 5cqi, 28px));
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
    writing-mode: horizontal-tb !important;
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

  /*
   * Nothing is inherited from the page but whether it shows the element and lets it be used, its color-scheme, and what
   * the font and the colour above say. A page may have taken display and containment from the element itself.
   */
  [part~='base'] {
    all: initial;
    display: block;
    box-sizing: border-box;
    container-type: inline-size;
    color: inherit;
    color-scheme: inherit;
    direction: ltr;
    font: inherit;
    pointer-events: inherit;
    -webkit-text-size-adjust: inherit;
    text-size-adjust: inherit;
    text-indent: 0;
    -webkit-user-select: text;
    user-select: text;
    visibility: inherit;
  }

  /* What holds for everything inside the element. */
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
    margin: 0;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
