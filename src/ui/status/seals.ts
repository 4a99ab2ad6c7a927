import type { TemplateResult } from 'lit';
import { still } from '../still.ts';

/** How a status screen feels: under way, done, refused, or open. */
export type Tone = 'busy' | 'good' | 'bad' | 'open';

const seal = (drawing: string): TemplateResult =>
  still(
    `<svg class="seal" viewBox="0 0 48 48" aria-hidden="true"><path class="rim" d="M24 2l6 4h7l2 7 6 4-2 7 2 7-6 4-2 7h-7l-6 4-6-4h-7l-2-7-6-4 2-7-2-7 6-4 2-7h7z"/>${drawing}</svg>`,
  );

/** The stamp on each screen; the words beside it say the same. */
export const seals: Record<Tone, TemplateResult> = {
  busy: seal('<path class="stroke dots" d="M15 24v.1m9-.1v.1m9-.1v.1"/>'),
  good: seal('<path class="stroke" d="m15 25 6.5 6.5L33.5 18"/>'),
  bad: seal('<path class="stroke" d="m17.5 17.5 13 13m0-13-13 13"/>'),
  open: seal('<path class="stroke" d="M24 14.5V26m0 7v.2"/>'),
};
