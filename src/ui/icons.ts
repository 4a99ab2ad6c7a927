import { svg, html, type TemplateResult } from 'lit';

const mark = (drawing: unknown): TemplateResult => html`
  <svg class="mark" viewBox="0 0 38 24" aria-hidden="true">
    <rect class="plate" x=".5" y=".5" width="37" height="23" rx="4" />
    ${drawing}
  </svg>
`;

/** Own, simplified drawings: enough to recognise the network, not its trademark artwork. */
const marks: Record<string, unknown> = {
  Visa: svg`<path fill="#1b3a93" d="m8 8 3 8h2l3.5-8h-2.2L12 13.600 10.500 8zM18 8l-1.500 8h2L20 8zm8 .3c-3-1-5 .4-5 2.200 0 2.300 3 2.200 3 3.200 0 .9-1.800.8-3.200.1l-.4 1.800c2.800 1 5.600.1 5.600-2.200 0-2.200-3-2.200-3-3.100 0-.8 1.500-.7 2.700-.200zM28 16l3.200-8H33l1.500 8h-2l-.2-1.400h-2.200L29.600 16z"/>`,
  Mastercard: svg`<circle cx="15.500" cy="12" r="6.500" fill="#d4213d"/><circle cx="22.500" cy="12" r="6.500" fill="#f2a33a" fill-opacity=".88"/>`,
  'American Express': svg`<rect x="5" y="5" width="28" height="14" rx="2" fill="#1f6fb5"/><path stroke="#fff" stroke-width="1.600" fill="none" d="m9 15.500 2.500-7 2.500 7m-4-2.200h3m3 2.200v-7l2.500 4 2.500-4v7m3-7h4.500m-4.500 3.500h4m-4 3.500h4.500"/>`,
  'Diners Club': svg`<circle cx="19" cy="12" r="7.500" fill="#17548c"/><path fill="#fff" d="M17.500 7v10a5.300 5.300 0 0 1 0-10m3 0a5.300 5.300 0 0 1 0 10z"/>`,
};

const plainCard = svg`<path class="ink" d="M6 9h26M6 16h7"/>`;

/** The mark of a card network; a plain card while it is not known. The name is given as text beside it. */
export const cardMark = (network: string): TemplateResult => mark(marks[network] ?? plainCard);

const line = (drawing: unknown): TemplateResult => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>
`;

/** For the method list. */
export const cardIcon = line(svg`<rect x="2.500" y="5" width="19" height="14" rx="3"/><path d="M2.500 10h19M6 15h4"/>`);
/** Beside a warning or an error. */
export const alertIcon = line(svg`<circle cx="12" cy="12" r="9"/><path d="M12 7.500v5.500m0 3.200v.1"/>`);
