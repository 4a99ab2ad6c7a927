import { html, svg, type TemplateResult } from 'lit';

/** How a status screen feels: under way, done, refused, or open. */
export type Tone = 'busy' | 'good' | 'bad' | 'open';

const seal = (drawing: unknown): TemplateResult => html`
  <svg class="seal" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    ${drawing}
  </svg>
`;

/** The seal on each screen; the words beside it say the same. */
export const toneIcons: Record<Tone, TemplateResult> = {
  busy: seal(svg`<path class="hand" d="M24 12v12l8 5"/>`),
  good: seal(svg`<path class="stroke" d="m14 25 7 7 13-15"/>`),
  bad: seal(svg`<path class="stroke" d="m17 17 14 14m0-14L17 31"/>`),
  open: seal(svg`<path class="stroke" d="M24 14v12m0 7v.2"/>`),
};
