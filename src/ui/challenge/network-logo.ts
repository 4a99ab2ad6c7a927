import { html, type TemplateResult } from 'lit';
import type { Messages } from '../../messages/es.ts';
import { plainMark } from '../icons.ts';
import { networkMarks } from '../network-marks.ts';

/** What the networks call their authentication, by the names of their marks. */
const names = {
  Visa: 'Visa Secure',
  Mastercard: 'Mastercard ID Check',
  'American Express': 'American Express SafeKey',
} as const;

/** The card networks whose authentication is known by name. */
export type NetworkBrand = keyof typeof names;

/** The network by the name that the service gives a card (`payment_method.extra.brand`, SPEC.md section 2.4). */
export function networkBrandOf(name: unknown): NetworkBrand | undefined {
  const [, visa, master, amex] = (typeof name === 'string' && /(visa)|(master)|(amex|american)/i.exec(name)) || [];
  if (visa) return 'Visa';
  if (master) return 'Mastercard';
  return amex ? 'American Express' : undefined;
}

/**
 * The logo of the card network's authentication, which SPEC.md section 10 wants visible, with its name: the network's
 * mark beside a shield. A page replaces the drawing through the slot `network-logo`; the name stays.
 */
export const renderNetworkLogo = ({
  brand,
  words,
  card = words.authentication,
}: {
  brand: NetworkBrand | undefined;
  words: Messages;
  /** The card, where nothing else tells which one it is. */
  card?: string | undefined;
}): TemplateResult =>
  html`<div part="network-logo" class="network-logo"><slot name="network-logo">${brand ? networkMarks[brand] : plainMark}<svg class="shield" viewBox="0 0 20 25" aria-hidden="true"><path d="m10 1 9 3v8c0 5-4 9-9 11.5C5 21 1 17 1 12V4zM5.5 12 9 15.5l6-7"/></svg></slot><span><small>${card}</small><strong>${brand ? names[brand] : '3D Secure'}</strong></span></div>`;
