import { html, svg, type TemplateResult } from 'lit';

const line = (drawing: TemplateResult): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`;

/** Beside a notice. */
export const alertIcon = line(svg`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5m0 3.2v.1"/>`);

/** The plate on which a network's mark is drawn. */
export const plate = (drawing: TemplateResult): TemplateResult =>
  html`<svg class="mark" viewBox="0 0 38 24" aria-hidden="true"><rect class="plate" x=".5" y=".5" width="37" height="23" rx="4"/>${drawing}</svg>`;

/** Stands in the number's field while the network is not known. */
export const plainMark = plate(svg`<path class="ink" d="M6 9h26M6 16h7"/>`);
