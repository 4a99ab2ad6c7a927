import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { networkNamed } from './card-number.ts';
import { mark } from './icons.ts';

/** A network's mark, on its plate. */
const plate = (drawing: SVGTemplateResult): TemplateResult =>
  mark(svg`<rect class="plate" x=".5" y=".5" width="37" height="23" rx="4"></rect>${drawing}`);

/** A name in plain letters, as wide as it is told. */
const lettered = (name: string, colour: string, width: number, size: number): SVGTemplateResult =>
  svg`<text x="19" y=${12 + size * 0.36} textLength=${width} lengthAdjust="spacingAndGlyphs" text-anchor="middle" font-family="Arial, Helvetica, sans-serif" font-size=${size} font-weight="700" fill=${colour}>${name}</text>`;

/** Two discs that lie over each other. */
const discs = (left: string, right: string, middle: string): SVGTemplateResult =>
  svg`<circle cx="15" cy="12" r="7" fill=${left}></circle><circle cx="23" cy="12" r="7" fill=${right}></circle><path d="M19 6.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48z" fill=${middle}></path>`;

/**
 * Own drawings by the network's name, of plain shapes and plain letters: enough to recognise it, not its trademark
 * artwork. The name is given as text in any case.
 */
export const networkMarks: ReadonlyMap<string, TemplateResult> = new Map(
  Object.entries({
    Visa: plate(lettered('VISA', '#1434cb', 26, 11)),
    Mastercard: plate(discs('#eb001b', '#f79e1b', '#ff5f00')),
    'American Express': plate(
      svg`<rect width="38" height="24" rx="4" fill="#006fcf"></rect>${lettered('AMEX', '#fff', 28, 10)}`,
    ),
    'Diners Club': plate(
      svg`<circle cx="19" cy="12" r="8" fill="#0079be"></circle><circle cx="19" cy="12" r="6.5" fill="#fff"></circle><path d="M17.5 7.3a5 5 0 0 0 0 9.4zm3 0a5 5 0 0 1 0 9.4z" fill="#0079be"></path>`,
    ),
    Discover: plate(lettered('DISCOVER', '#16222c', 30, 7)),
    JCB: plate(lettered('JCB', '#0e4c96', 20, 11)),
    UnionPay: plate(lettered('UnionPay', '#00447c', 30, 8)),
    Hipercard: plate(lettered('Hipercard', '#b3131b', 30, 7.5)),
    Maestro: plate(discs('#eb001b', '#00a2e5', '#7375cf')),
  }),
);

/** The marks of these networks in a row, in the page's order; a name that is not known is left out. */
export function renderAccepted(networks: string): TemplateResult | typeof nothing {
  const names = [...new Set(networks.split(/\s+/).map(networkNamed))].filter((name) => networkMarks.has(name));
  if (names.length === 0) return nothing;
  return html`<span class="accepted" role="img" aria-label=${names.join(', ')}>${names.map((name) => networkMarks.get(name))}</span>`;
}
