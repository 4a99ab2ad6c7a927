import { svg, type TemplateResult } from 'lit';
import { plate } from './icons.ts';

/**
 * Own, simplified drawings by the network's name: enough to recognise it, not its trademark artwork. They are fetched
 * when a number shows its network; the name itself is given as text in any case.
 */
export const networkMarks: Partial<Record<string, TemplateResult>> = {
  Visa: plate(
    svg`<path fill="#1a3a94" d="M8.200 8h2.100l1 5 2.300-5h2.100l-3.800 8h-2zM16.200 8h2l-1.500 8h-2zM24.600 8.300l-.5 1.700c-1.300-.6-2.700-.5-2.700.2 0 .9 2.900 1 2.900 3.100 0 2.400-3 3.300-5.500 2.300l.4-1.800c1.300.7 3 .7 3-.1 0-1-2.900-.9-2.900-3.100 0-2.200 2.800-3.200 5.300-2.300M29.300 8h2l1.600 8h-2l-.3-1.400h-2.400l-.6 1.400h-2.100zm-.4 5h1.400l-.4-2.400z"/>`,
  ),
  Mastercard: plate(
    svg`<circle cx="15.200" cy="12" r="6.700" fill="#d4213d"/><circle cx="22.800" cy="12" r="6.700" fill="#f2a33a" fill-opacity=".9"/>`,
  ),
  'American Express': plate(
    svg`<rect x="4" y="4" width="30" height="16" rx="2.500" fill="#1f6fb5"/><path fill="none" stroke="#fff" stroke-width="1.800" d="m9 16 3.700-8 3.700 8M10.600 13.400h4.200M20 8l8 8m0-8-8 8"/>`,
  ),
  'Diners Club': plate(
    svg`<circle cx="19" cy="12" r="8" fill="#17548c"/><path fill="#fff" d="M17.600 6.700v10.600a5.600 5.600 0 0 1 0-10.600m2.800 0a5.600 5.600 0 0 1 0 10.600z"/>`,
  ),
  Discover: plate(
    svg`<path fill="#ef7d21" d="M37 12.500V20a3 3 0 0 1-3 3H15c9-1.800 17-5.500 22-10.500"/><circle cx="19" cy="11" r="4.500" fill="#ef7d21"/>`,
  ),
  Maestro: plate(
    svg`<circle cx="15.200" cy="12" r="6.700" fill="#d4213d"/><circle cx="22.800" cy="12" r="6.700" fill="#2c7fd0" fill-opacity=".9"/>`,
  ),
};
