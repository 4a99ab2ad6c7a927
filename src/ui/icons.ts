import type { TemplateResult } from 'lit';
import { still } from './still.ts';

const lines: Record<string, TemplateResult> = {};

/** Lines in a box of 24 × 24, by their path data: the same template each time. */
export const lineIcon = (path: string): TemplateResult =>
  (lines[path] ??= still(
    `<span class="icon"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg></span>`,
  ));

/** Beside a notice: an exclamation mark in a ring. */
export const alertIcon = lineIcon('M12 3a9 9 0 1 0 .1 0zm0 5v5m0 3v.1');

/** A drawing in the size of a card, 38 × 24. */
const mark = (drawing: string): TemplateResult =>
  still(`<span class="mark"><svg viewBox="0 0 38 24" aria-hidden="true">${drawing}</svg></span>`);

/** A network's mark, on its plate. */
export const plate = (drawing: string): TemplateResult =>
  mark(`<rect class="plate" x=".5" y=".5" width="37" height="23" rx="4"/>${drawing}`);

/** Stands in the number's field while the network is not known. */
export const plainMark = mark(
  '<rect class="ink" x=".5" y=".5" width="37" height="23" rx="4"/><path class="ink" d="M6 9h26M6 16h7"/>',
);
