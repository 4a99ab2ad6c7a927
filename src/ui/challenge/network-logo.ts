import { css, html, svg, type TemplateResult } from 'lit';
import type { Messages } from '../../messages/es.ts';

/** The card networks whose authentication has artwork here. */
export type NetworkBrand = 'visa' | 'mastercard' | 'amex';

/** The network by the name that the service gives a card (`payment_method.extra.brand`, SPEC.md section 2.4). */
export function networkBrandOf(name: unknown): NetworkBrand | undefined {
  const known = typeof name === 'string' ? /visa|master|amex|american/i.exec(name)?.[0].toLowerCase() : undefined;
  if (known === 'master') return 'mastercard';
  return known === 'american' ? 'amex' : (known as 'visa' | 'amex' | undefined);
}

const names: Record<NetworkBrand, string> = {
  visa: 'Visa Secure',
  mastercard: 'Mastercard ID Check',
  amex: 'American Express SafeKey',
};

const letters = (lines: string): TemplateResult =>
  svg`<path fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" d=${lines}/>`;

/** Own, simplified drawings: enough to recognise the network, not its trademark artwork. */
const drawings: Record<NetworkBrand, TemplateResult> = {
  visa: svg`<path fill="#1a3a94" d="M1 1h46v26H1z"/><path fill="#f2b23a" d="M1 27h46v4H1z"/>${letters('m6 9 3 11 5-11m4.5 0-2 11m11-9.7c-3-1.8-6-.8-6 1.7 0 3 4.5 2.4 4.5 5 0 2.8-4 3.5-7 1.7M27 20l6-11 2.2 11M29.5 16.5h5')}`,
  mastercard: svg`<path fill="#fff" d="M1 1h46v30H1z"/><circle cx="18" cy="16" r="10" fill="#d4213d"/><circle cx="30" cy="16" r="10" fill="#f2a33a" fill-opacity=".9"/>`,
  amex: svg`<path fill="#1f6fb5" d="M1 1h46v30H1z"/>${letters('m3 21 4-10 4 10m-6.5-3.5h5M14 21V11l4 5.5 4-5.5v10m9.5-10h-6v10h6M25.5 16h5m4-5 7 10m0-10-7 10')}`,
};

const plain = svg`<path fill="#52606c" d="M1 1h46v30H1z"/>${letters('M5 12h38M8 22h10')}`;

/**
 * The logo of the card network's authentication, which SPEC.md section 10 wants visible, with its name. A page replaces
 * the drawing through the slot `network-logo`; the name stays.
 */
export const renderNetworkLogo = ({
  brand,
  words,
}: {
  brand: NetworkBrand | undefined;
  words: Messages;
}): TemplateResult =>
  html`<div part="network-logo" class="network-logo"><slot name="network-logo"><svg viewBox="0 0 60 38" width="60" height="38" aria-hidden="true">${brand ? drawings[brand] : plain}<path fill="none" stroke="#84919d" d="M1 1h46v30H1z"/><path fill="#17683c" stroke="#fff" d="m50 14 9 3v8c0 5-4 9-9 11.5-5-2.5-9-6.5-9-11.5v-8z"/>${letters('m45.5 25 3.5 3.5 6-7')}</svg></slot><span><small>${words.authentication}</small><strong>${brand ? names[brand] : '3D Secure'}</strong></span></div>`;

/** The look of the logo and its name. */
export const networkLogoStyles = css`
  .network-logo { display: flex; align-items: center; gap: 10px; line-height: 1.25; text-align: start; }
  .network-logo svg { flex: none; }
  .status > .network-logo { justify-self: center; }
  .network-logo small, .network-logo strong { display: block; }
`;
