import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

/** Lines in a box of 24 × 24, by their path data. */
export const lineIcon = (path: string): TemplateResult =>
  html`<span class="icon"><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg></span>`;

/** Beside a notice: an exclamation mark in a ring. */
export const alertIcon = lineIcon('M12 3a9 9 0 1 0 .1 0zm0 5v5m0 3v.1');

/** A drawing in the size of a card, 38 × 24. */
export const mark = (drawing: SVGTemplateResult): TemplateResult =>
  html`<span class="mark"><svg viewBox="0 0 38 24" aria-hidden="true">${drawing}</svg></span>`;

const outlined = svg`<rect class="ink" x=".5" y=".5" width="37" height="23" rx="4"></rect>`;

/** Stands in the number's field while the network is not known. */
export const plainMark = mark(svg`${outlined}<path class="ink" d="M6 9h26M6 16h7"></path>`);

/** Where most cards have their security code: on the back, below the stripe. */
export const codeMark = mark(
  svg`${outlined}<path class="ink" d="M1 6h36M1 7.5h36"></path><path class="digits" d="M20 17.5h.1m4.9 0h.1m4.9 0h.1"></path>`,
);
