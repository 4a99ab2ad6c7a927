import { cleanText } from '../domain/clean-text.ts';

/** What the card's network rules say about its number and its security code. */
export interface CardNetwork {
  /** As the payer knows it. Empty while the first digits fit no known network. */
  name: string;
  /** After how many digits a blank is shown. */
  gaps: readonly number[];
  /** How many digits a number may have. */
  lengths: readonly number[];
  /** How many digits the security code may have. */
  codeLengths: readonly number[];
}

const groupsOfFour = [4, 8, 12, 16];
const upTo19 = [13, 14, 15, 16, 17, 18, 19];

const network = (name: string, lengths: readonly number[], gaps = groupsOfFour, codeLengths = [3]): CardNetwork => ({
  name,
  gaps,
  lengths,
  codeLengths,
});

/**
 * Own table instead of the credit-card-type package: that one weighs 2.4 kB and a request of its own, most of it for
 * networks whose cards nobody here carries, and until it had come the form would need rules of its own anyway. A test
 * holds this table against the package: the same ranges and rules for the networks named here, and no card of any other
 * network refused. The first range that fits counts.
 */
const networks: readonly (readonly [RegExp, CardNetwork])[] = [
  [/^4(?!93698)/, network('Visa', [16, 18, 19])],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, network('Mastercard', [16])],
  [/^3[47]/, network('American Express', [15], [4, 10], [4])],
  [/^3(0[0-5]|[689])/, network('Diners Club', [14, 16, 19], [4, 10])],
  [/^6(011|4[4-9]|5)/, network('Discover', [16, 19])],
  [/^(2131|1800|35(2[89]|[3-8]))/, network('JCB', [16, 17, 18, 19])],
  [/^(62|81)/, network('UnionPay', upTo19)],
  [/^606282/, network('Hipercard', [16])],
  [/^(493698|5[06-9]|6)/, network('Maestro', upTo19)],
];

/** The rules for a card whose network is not known (yet): SPEC.md section 8.1. */
export const anyNetwork = network('', upTo19, groupsOfFour, [3, 4]);

/** The network of a number by its first digits. */
export const networkOf = (digits: string): CardNetwork =>
  networks.find(([range]) => range.test(digits))?.[1] ?? anyNetwork;

/** What can be told of a name, however it is written. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** A network as payers know it, by what a page or a backend calls it; one that nobody here knows keeps that name. */
export function networkNamed(text: string): string {
  const word = letters(text).replace(/^amex$/, 'american');
  const known = networks.find(([, { name }]) => word.length > 2 && letters(name).startsWith(word));
  return known?.[1].name ?? cleanText(text);
}

/** A number with its network's blanks, cut where the network's longest number ends. */
export const groupDigits = (digits: string, { gaps, lengths }: CardNetwork): string =>
  digits.slice(0, lengths.at(-1)).replace(/./g, (digit, place: number) => (gaps.includes(place) ? ` ${digit}` : digit));
