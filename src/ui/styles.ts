import { css } from 'lit';

/**
 * The look of the first form. A payment is shown as a ticket: the amount on its stub, a tear line, and the form below.
 *
 * Everything is drawn from `--pay-*` properties, which a page may set on the element: `--pay-accent` and
 * `--pay-on-accent`, `--pay-surface`, `--pay-field`, `--pay-text`, `--pay-muted`, `--pay-line` (between things),
 * `--pay-outline` (around controls), `--pay-danger`, `--pay-success`, `--pay-radius`, `--pay-font`, `--pay-font-size`,
 * `--pay-gap` (spacing), `--pay-control-size` (height of controls). Dark follows the page's `color-scheme`.
 */
export const styles = css`
  :host {
    --accent: var(--pay-accent, #0d5768);
    --on-accent: var(--pay-on-accent, #fff);
    --surface: var(--pay-surface, #fff);
    --field: var(--pay-field, #fff);
    --text: var(--pay-text, #16222c);
    --muted: var(--pay-muted, #52606c);
    --line: var(--pay-line, #d9dfe4);
    --outline: var(--pay-outline, #84919d);
    --danger: var(--pay-danger, #b3261e);
    --success: var(--pay-success, #17683c);
    --radius: var(--pay-radius, 12px);
    --gap: var(--pay-gap, 16px);
    --control: var(--pay-control-size, 48px);
    display: block;
    container-type: inline-size;
    min-inline-size: min(100%, 16rem);
    color: var(--text);
    font: var(--pay-font-size, 16px) / 1.45
      var(--pay-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    text-align: start;
    -webkit-text-size-adjust: 100%;
  }
  @supports (color: light-dark(#000, #fff)) {
    :host {
      --accent: var(--pay-accent, light-dark(#0d5768, #85cfde));
      --on-accent: var(--pay-on-accent, light-dark(#fff, #06222a));
      --surface: var(--pay-surface, light-dark(#fff, #151b20));
      --field: var(--pay-field, light-dark(#fff, #1b2329));
      --text: var(--pay-text, light-dark(#16222c, #e9eef2));
      --muted: var(--pay-muted, light-dark(#52606c, #a5b2bd));
      --line: var(--pay-line, light-dark(#d9dfe4, #303a43));
      --outline: var(--pay-outline, light-dark(#84919d, #75838f));
      --danger: var(--pay-danger, light-dark(#b3261e, #ff9d92));
      --success: var(--pay-success, light-dark(#17683c, #83d6a5));
    }
  }
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
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .header,
  .form,
  .status {
    padding: clamp(14px, 5cqi, 28px);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  .header {
    padding-block: clamp(12px, 4cqi, 20px);
    border-block-end: 0;
    border-end-start-radius: 8px;
    border-end-end-radius: 8px;
    corner-end-start-shape: scoop;
    corner-end-end-shape: scoop;
  }
  .form,
  .status {
    display: grid;
    gap: var(--gap);
    border-block-start: 2px dashed var(--line);
    border-start-start-radius: 8px;
    border-start-end-radius: 8px;
    corner-start-start-shape: scoop;
    corner-start-end-shape: scoop;
  }
  .payee {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: 32px;
    color: var(--muted);
  }
  .avatar {
    position: relative;
    flex: none;
    inline-size: 32px;
    line-height: 32px;
    min-block-size: 32px;
    border-radius: 8px;
    overflow: hidden;
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
    text-align: center;
  }
  .avatar img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    background: #fff;
  }
  .merchant {
    flex: 1;
    overflow-wrap: anywhere;
  }
  .badge {
    padding: 2px 10px;
    border: 1px solid;
    border-radius: 99px;
    font-size: 0.8125em;
    white-space: nowrap;
  }
  .total {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 var(--gap);
    margin-block-start: 10px;
  }
  .amount {
    font-size: clamp(1.625em, 8cqi, 2.125em);
    font-weight: 650;
    line-height: 1.2;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
  }
  .skeleton {
    max-inline-size: 7em;
    border-radius: 6px;
    background: var(--line);
  }
  .skeleton::before {
    content: '\\a0';
  }
  .amount.skeleton {
    inline-size: 5em;
  }
  .fields {
    display: grid;
    grid-template-columns: 2fr 3fr;
    gap: 4px 12px;
  }
  .field {
    grid-column: 1 / -1;
    min-inline-size: 0;
  }
  .field.expiry,
  .field.cvc {
    grid-column: auto;
  }
  .field label {
    display: block;
    padding-block-end: 4px;
    font-size: 0.875em;
    font-weight: 550;
  }
  .control {
    position: relative;
  }
  input,
  select,
  button {
    font: inherit;
    color: inherit;
  }
  .control > input,
  select {
    display: block;
    inline-size: 100%;
    block-size: var(--control);
    padding-inline: 14px;
    border: 1px solid var(--outline);
    border-radius: calc(var(--radius) * 0.75);
    background: var(--field);
    font-size: max(16px, 1em);
    font-variant-numeric: tabular-nums;
    scroll-margin-block: 40vh 30vh;
  }
  .number input {
    padding-inline-end: 62px;
  }
  input:autofill {
    -webkit-text-fill-color: var(--text);
    box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--accent) 12%, var(--field));
  }
  [aria-invalid] {
    border-color: var(--danger);
    box-shadow: 0 0 0 1px var(--danger);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .control > :focus-visible {
    outline-offset: 0;
    border-color: var(--accent);
  }
  .note {
    min-block-size: 1.4em;
    padding-block-start: 2px;
    font-size: 0.8125em;
    line-height: 1.35;
    color: var(--muted);
  }
  [part='error'] {
    color: var(--danger);
  }
  .network {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 12px;
    display: grid;
    align-content: center;
    pointer-events: none;
  }
  .mark {
    inline-size: 38px;
  }
  .plate {
    fill: #fff;
    stroke: var(--line);
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
    stroke: #84919d;
  }
  .icon {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
  }
  .methods {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr));
    gap: 8px;
    min-inline-size: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0 0 8px;
    font-weight: 600;
  }
  .method,
  .agreement label {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: 44px;
    cursor: pointer;
  }
  .method {
    padding: 10px 14px;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 0.75);
  }
  .method:has(:checked) {
    border-color: var(--accent);
    box-shadow: 0 0 0 1px var(--accent);
  }
  small {
    display: block;
    font-size: 0.8125em;
    color: var(--muted);
  }
  [type='checkbox'],
  [type='radio'] {
    flex: none;
    inline-size: 22px;
    block-size: 22px;
    margin: 0;
    accent-color: var(--accent);
  }
  .agreement {
    font-size: 0.9375em;
  }
  .agreement a {
    padding-block: 10px;
  }
  a,
  .link {
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  a:not([href]) {
    color: inherit;
    text-decoration: none;
  }
  .link {
    padding: 10px 0;
    border: 0;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .pay {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    inline-size: 100%;
    min-block-size: max(52px, var(--control));
    padding: 8px 16px;
    border: 1px solid transparent;
    border-radius: calc(var(--radius) * 0.75);
    background: var(--accent);
    color: var(--on-accent);
    font-size: 1.0625em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }
  .pay:hover {
    background: color-mix(in srgb, var(--accent) 88%, var(--text));
  }
  .pay[aria-disabled] {
    cursor: progress;
  }
  .spinner {
    flex: none;
    inline-size: 1.125em;
    block-size: 1.125em;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
  }
  .notice {
    display: flex;
    gap: 10px;
    padding: 10px 12px;
    border: 1px solid;
    border-inline-start-width: 4px;
    border-radius: calc(var(--radius) * 0.5);
    color: var(--accent);
  }
  .notice.alert {
    color: var(--danger);
  }
  .notice > div {
    color: var(--text);
  }
  .notice ul {
    padding-inline-start: 1.1em;
  }
  @media (prefers-reduced-motion: no-preference) {
    .spinner {
      animation: turn 0.8s linear infinite;
    }
    .skeleton {
      animation: breathe 1.2s ease-in-out infinite alternate;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }
  @container (min-width: 30rem) {
    .fields {
      grid-template-columns: 1fr 1fr;
      column-gap: var(--gap);
    }
    .field.card_holder,
    .field.installments {
      grid-column: auto;
    }
  }
`;
