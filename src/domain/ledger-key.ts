import { parseAddress } from './safe-address.ts';

const ofLedgers = 'pay-checkout:1:';

/**
 * Whether a change of the browser's storage, by the key of its event, may be one of a purchase. `null` stands for all keys,
 * and a page may put something of its own before each.
 */
export const isOfLedger = (key: string | null): boolean => key?.includes(ofLedgers) ?? true;

/** Before all that the browser keeps of a merchant's purchases (`checkout/ledger`): the service, then the merchant. */
export const ledgerPrefix = (baseUrl: string | null | undefined, publicKey: string | null | undefined): string =>
  `${ofLedgers}${parseAddress(baseUrl)?.origin ?? ''}:${publicKey}:`;

/**
 * Whether the text of an entry tells of a payment that a page has to look at before it asks for one.
 *
 * @param reference the page's own order, where it has one.
 */
export const tellsOfPayment = (entry: string, reference?: string | null): boolean =>
  reference
    ? entry.includes(JSON.stringify(reference)) && /"fate":"(?!unpaid)/.test(entry)
    : /"fate":"(?:sent|refused|pending)"/.test(entry);
