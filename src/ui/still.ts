import { html, type TemplateResult } from 'lit';

/**
 * Markup of ours without a gap in it, as one template: it is cloned whole, and lit looks at nothing inside of its first
 * node. For the first look that a script takes at a drawing, Chromium keeps 33 KB of heap. Make each once, not at each
 * rendering: lit knows a template by its texts.
 */
export const still = (markup: string): TemplateResult => html(Object.assign([markup], { raw: [markup] }));
