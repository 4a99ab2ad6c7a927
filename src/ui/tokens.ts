import { css } from 'lit';

/**
 * The values that everything is drawn from: `--pay-*` properties that a page may set on the element, each with a default
 * for light and for dark. Dark follows the page's `color-scheme`; engines without `light-dark()` keep the light ones.
 *
 * Colours: `accent` and `on-accent` (text on it), `surface`, `field` (inside controls), `text`, `muted`, `line` (between
 * things), `outline` (around controls), `danger`, `success`. Shape: `radius`, `gap` (between groups), `control-size`
 * (height of controls), `max-size` (width of the whole), `font`, `font-size`.
 */
export const tokens = css`
  :host {
    --accent: var(--pay-accent, #0d5768);
    --on-accent: var(--pay-on-accent, #fff);
    --surface: var(--pay-surface, #fff);
    --field: var(--pay-field, #fff);
    --text: var(--pay-text, #16222c);
    --muted: var(--pay-muted, #52606c);
    --line: var(--pay-line, #d5dce2);
    --outline: var(--pay-outline, #84919d);
    --danger: var(--pay-danger, #b3261e);
    --success: var(--pay-success, #17683c);
    --radius: var(--pay-radius, 14px);
    --gap: var(--pay-gap, 16px);
    --control: var(--pay-control-size, 48px);
    display: block;
    container-type: inline-size;
    min-inline-size: min(100%, 16rem);
    max-inline-size: var(--pay-max-size, 46rem);
    color: var(--text);
    font: var(--pay-font-size, 16px) / 1.45 var(--pay-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    text-align: start;
  }
  @supports (color: light-dark(#000, #fff)) {
    :host {
      --accent: var(--pay-accent, light-dark(#0d5768, #85cfde));
      --on-accent: var(--pay-on-accent, light-dark(#fff, #06222a));
      --surface: var(--pay-surface, light-dark(#fff, #151b20));
      --field: var(--pay-field, light-dark(#fff, #1b2329));
      --text: var(--pay-text, light-dark(#16222c, #e9eef2));
      --muted: var(--pay-muted, light-dark(#52606c, #a5b2bd));
      --line: var(--pay-line, light-dark(#d5dce2, #35404a));
      --outline: var(--pay-outline, light-dark(#84919d, #75838f));
      --danger: var(--pay-danger, light-dark(#b3261e, #ff9d92));
      --success: var(--pay-success, light-dark(#17683c, #83d6a5));
    }
  }
`;
