import { svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { mark } from './icons.ts';

/** A network's mark, on its plate. */
const plate = (drawing: SVGTemplateResult): TemplateResult =>
  mark(svg`<rect class="plate" x=".5" y=".5" width="37" height="23" rx="4"></rect>${drawing}`);

/**
 * Own, simplified drawings by the network's name: enough to recognise it, not its trademark artwork. The name is given as
 * text in any case, and is all that networks have of which hardly any card is in Colombia.
 */
export const networkMarks: Partial<Record<string, TemplateResult>> = {
  Visa: plate(
    svg`<path fill="none" stroke="#1a3a94" stroke-width="2" d="M8 8l2 7h1l3-7m4 0-2 8m8-7c-2-1-4 0-4 1 0 2 3 1 3 3s-3 2-4 1m7 1 4-7h1l1 7m-4-2h4"></path>`,
  ),
  Mastercard: plate(
    svg`<circle cx="15" cy="12" r="7" fill="#d4213d"></circle><circle cx="23" cy="12" r="7" fill="#f2a33a" fill-opacity=".9"></circle>`,
  ),
  'American Express': plate(
    svg`<rect x="4" y="4" width="30" height="16" rx="3" fill="#1f6fb5"></rect><path fill="none" stroke="#fff" stroke-width="2" d="m9 16 4-8 4 8m-6-3h4m5-5 8 8m0-8-8 8"></path>`,
  ),
  'Diners Club': plate(
    svg`<circle cx="19" cy="12" r="7" fill="#17548c"></circle><circle cx="19" cy="12" r="4" fill="#fff"></circle><path fill="none" stroke="#17548c" stroke-width="2" d="M19 7v10"></path>`,
  ),
  Maestro: plate(
    svg`<circle cx="15" cy="12" r="7" fill="#d4213d"></circle><circle cx="23" cy="12" r="7" fill="#2c7fd0" fill-opacity=".9"></circle>`,
  ),
};
