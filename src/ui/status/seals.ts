import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

/** What a status screen is about: a payment under way, done, refused, or open. */
export type Tone = 'busy' | 'good' | 'bad' | 'open';

const seal = (drawing: SVGTemplateResult): TemplateResult =>
  html`<svg class="seal" viewBox="0 0 48 48" aria-hidden="true"><circle class="rim" cx="24" cy="24" r="22"></circle>${drawing}</svg>`;

/** The drawing on each screen. The words beside it say the same. */
export const seals: Record<Tone, TemplateResult> = {
  busy: seal(svg`<path class="stroke dots" d="M15 24v.1m9-.1v.1m9-.1v.1"></path>`),
  good: seal(svg`<path class="stroke" d="m15 24 6 7 12-14"></path>`),
  bad: seal(svg`<path class="stroke" d="m18 18 12 12m0-12-12 12"></path>`),
  open: seal(svg`<path class="stroke" d="M24 15v11m0 7v.1"></path>`),
};
