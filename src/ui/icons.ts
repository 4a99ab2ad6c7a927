import { html, type TemplateResult } from 'lit';

/**
 * Markup of ours without a gap in it, as one template: it is cloned whole. lit and whatever else goes through the tree
 * never looks at a node inside of its first one; for the first look at a drawing, Chromium keeps 33 KB of heap.
 */
export const still = (markup: string): TemplateResult => html(Object.assign([markup], { raw: [markup] }));

const lines: Record<string, TemplateResult> = {};

/** Lines in a box of 24 × 24, by their path data: the same template each time. */
export const lineIcon = (path: string): TemplateResult =>
  (lines[path] ??= still(
    `<span class="icon"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg></span>`,
  ));

/** Beside a notice: an exclamation mark in a ring. */
export const alertIcon = 'M12 3a9 9 0 0 0 0 18 9 9 0 0 0 0-18zM12 7.5V13m0 3.2v.1';

/** A network's mark: a drawing on its plate of 38 × 24. */
export const plate = (drawing: string): TemplateResult =>
  still(
    `<span class="mark"><svg viewBox="0 0 38 24" aria-hidden="true"><rect class="plate" x=".5" y=".5" width="37" height="23" rx="4"/>${drawing}</svg></span>`,
  );

/** Stands in the number's field while the network is not known. */
export const plainMark = plate('<path class="ink" d="M6 9h26M6 16h7"/>');
