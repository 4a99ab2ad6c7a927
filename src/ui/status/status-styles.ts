import { css } from 'lit';

/** What the status screens, and the form while it is sent, add to the look of the form. */
export const statusStyles = css`
  .pay:active {
    box-shadow: inset 0 0 0 9em color-mix(in srgb, var(--_text) 16%, #0000);
    translate: 0 1px;
  }
  .pay[aria-disabled] {
    cursor: progress;
  }
  [inert] {
    color: var(--_muted);
  }
  .headline {
    display: grid;
    justify-items: center;
    gap: 6px;
    text-align: center;
    text-wrap: balance;
  }
  .headline p {
    color: var(--_muted);
  }
  .headline strong {
    color: var(--_text);
    overflow-wrap: anywhere;
  }
  .paid {
    display: block;
    font-size: 1.125em;
  }
  h2:focus {
    outline: none;
  }
  .seal {
    inline-size: 60px;
    color: var(--_accent);
    fill: currentColor;
  }
  .rim {
    fill-opacity: 0.12;
    stroke: currentColor;
    stroke-width: 1.5;
  }
  .stroke {
    fill: none;
    stroke: currentColor;
    stroke-width: 4;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .thin {
    stroke-width: 2.5;
  }
  .good .seal {
    color: var(--pay-success, #2a9458);
  }
  .bad .seal {
    color: var(--_danger);
  }
  .summary > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--_gap);
    padding-block: 8px;
    border-block-start: 1px dashed var(--_line);
  }
  .summary dt,
  .keep span,
  .fine {
    color: var(--_muted);
  }
  .summary dd {
    margin-inline-start: auto;
    text-align: end;
    overflow-wrap: anywhere;
  }
  .summary .logo {
    display: inline-block;
    vertical-align: middle;
  }
  .summary ::slotted(*) {
    margin-inline-end: 8px !important;
  }
  .status {
    scroll-margin-block: 12px;
  }
  .question > div {
    display: grid;
    flex: 1;
    gap: 6px;
    overflow-wrap: anywhere;
  }
  .question .pay {
    margin-block-start: 4px;
  }
  .form > .question {
    position: static;
  }
  @container (min-width: 43em) {
    .form > .question:first-child {
      grid-column: 1 / -1;
      margin-block: 0 var(--_gap);
    }
    .question + .fields .methods {
      grid-row-start: 2;
    }
  }
  .ways {
    display: grid;
    gap: 8px;
    text-align: center;
  }
  .ways > .notice {
    text-align: start;
  }
  .ways:empty {
    display: none;
  }
  .ways .pay {
    padding-block: 10px;
    line-height: 1.25;
  }
  .ways .fine {
    padding-block-start: 8px;
  }
  a.pay {
    text-decoration: none;
  }
  .pay.plain {
    border-color: var(--_outline);
    background: none;
    color: var(--_accent);
  }
  .shop {
    justify-self: center;
    padding: 11px 8px;
    margin-block-end: -10px;
  }
  .wait {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-block-size: 52px;
  }
  .keep {
    position: relative;
    display: grid;
    justify-items: start;
    gap: 6px;
    padding: 11px 12px;
    border: 1px dashed var(--_outline);
    border-radius: var(--_corner);
  }
  .keep .link {
    margin: -11px 5em -11px -11px;
  }
  .keep [role='status'] {
    position: absolute;
    inset: auto 12px 11px auto;
  }
  .keep strong {
    overflow-wrap: anywhere;
    -webkit-user-select: all;
  }
  .summary,
  .receipt .keep {
    font-size: 0.875em;
  }
  .receipt .keep {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    min-block-size: 44px;
    padding: 0;
    border-width: 1px 0 0;
    border-color: var(--_line);
    border-radius: 0;
  }
  .receipt .keep strong {
    margin-inline-start: auto;
    font-weight: 400;
    text-align: end;
  }
  .receipt .keep .link {
    min-block-size: 44px;
    min-inline-size: 44px;
    padding-inline-end: 0;
    margin: 0;
    outline-offset: -4px;
  }
  .receipt .keep [role='status'] {
    inset: auto 0 0 auto;
    padding-block: 11px;
    background: var(--_surface);
  }
  .kept {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    margin-block: -8px 0;
  }
  .kept .link {
    margin: 0;
  }
  .fine {
    font-size: 0.875em;
    text-wrap: balance;
  }
  input:autofill {
    -webkit-text-fill-color: var(--_text);
    box-shadow: inset 0 0 0 99px var(--_tint);
  }
  @media (hover: hover) {
    .pay:hover {
      box-shadow: inset 0 0 0 9em color-mix(in srgb, var(--_text) 16%, #0000);
    }
    .method:where(:has(input):hover) {
      border-color: var(--_text);
    }
  }
  @media (forced-colors: active) {
    .pay.plain {
      forced-color-adjust: auto;
    }
    [inert][inert] * {
      color: GrayText;
      border-color: GrayText;
    }
    .pay:not(.plain) {
      background: Highlight !important;
      color: HighlightText !important;
      box-shadow: none !important;
      outline-color: CanvasText !important;
    }
    .choice:has(:checked) {
      border-color: Highlight;
      outline: 1px solid Highlight;
      outline-offset: -2px;
    }
    .control > [aria-invalid] {
      border-width: 3px;
    }
    .spinner {
      forced-color-adjust: none;
    }
  }
  @media print {
    :host {
      color-scheme: light;
    }
    .ways,
    figcaption,
    .keep .link {
      display: none !important;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .spinner {
      animation: turn 0.8s linear infinite;
    }
    .dots {
      animation: wink 1.2s ease-in-out infinite;
    }
    .status.busy > * {
      animation: busy 0.2s ease-out;
    }
    .status.open > * {
      animation: open 0.2s ease-out;
    }
    .status.slip > * {
      animation: slip 0.2s ease-out;
    }
    .status.good > * {
      animation: good 0.2s ease-out;
    }
    .good .stroke {
      animation: draw 0.26s ease-out;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @keyframes wink {
    40% {
      opacity: 0.25;
    }
  }
  /* One for each tone: what has another name begins anew, on the same paper. Bad news is just there. */
  @keyframes busy {
    from {
      opacity: 0;
    }
  }
  @keyframes open {
    from {
      opacity: 0;
    }
  }
  @keyframes slip {
    from {
      opacity: 0;
    }
  }
  @keyframes good {
    from {
      opacity: 0;
    }
  }
  @keyframes draw {
    from {
      stroke-dasharray: 28;
      stroke-dashoffset: 28;
    }
    to {
      stroke-dasharray: 28;
      stroke-dashoffset: 0;
    }
  }
`;
