import { passesLuhn } from '../domain/passes-luhn.ts';
import { isJsonObject } from './request-body.ts';

/** What stands where card data was. */
export const REMOVED = '[card data removed]';

/** Compared without case and signs, so that `securityCode`, `security_code` and `Security-Code` are one name. */
const FIELD =
  /^(?:credit|debit)?(?:card)?(?:number|pan|cvc2?|cvv2?|cvn2?|csc|(?:security|verification)(?:code|number|value)|exp(?:iry|iration)?(?:month|year|date)?)$|^(?:card|cc)(?:num|no|code)$|^ccexp$/;

/** How people and programs group digits: by spaces of any kind, dashes, dots, and the plus that is a space in a query. */
const GROUPED_DIGITS = /\d+(?:[\s\p{Cf}\p{Pd}.+_]{1,3}\d+)*/gu;
/** The first digits of all known networks: spares a search from every digit of a long text. */
const CARD_BEGIN = /^[2-6]/;
const SHORTEST = 13;
const LONGEST = 19;

/** Whether a field of this name, or the last part of a path such as `card[number]`, is there for card data. */
export function isCardField(name: string): boolean {
  const last = name.split(/[.[\]]+/).findLast((part) => part !== '') ?? '';
  return FIELD.test(last.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/**
 * A JSON text's value without card data, found by the names of fields and by what reads as a card number.
 * @throws {SyntaxError} when the text is no JSON
 */
export function parseWithoutCardData(json: string): unknown {
  return JSON.parse(json, (name, value: unknown) => {
    if (isCardField(name)) return REMOVED;
    if (typeof value === 'string') return withoutCardNumber(value);
    if (typeof value === 'number') return withoutCardNumber(String(value)) === REMOVED ? REMOVED : value;
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([field, held]) => [withoutCardNumber(field), held]));
  });
}

/**
 * A text without the digits that read as a card of a known network, however they are grouped. Other long numbers, such as
 * a reference made from the time, are left alone.
 */
export function withoutCardNumber(text: string): string {
  return text.replace(GROUPED_DIGITS, (run) => {
    // Groups and what stands between them, in turn.
    const parts = run.split(/(\D+)/);
    const kept: string[] = [];
    for (let from = 0; from < parts.length;) {
      const last = endOfCardNumber(parts, from);
      kept.push(last === undefined ? (parts[from] ?? '') : REMOVED, parts[(last ?? from) + 1] ?? '');
      from = (last ?? from) + 2;
    }
    return kept.join('');
  });
}

/** Where a card number ends that begins there, if one does. It takes up whole groups: a date beside it is grouped alike. */
function endOfCardNumber(parts: readonly string[], from: number): number | undefined {
  let number = '';
  for (let last = from; last < parts.length; last += 2) {
    number += parts[last];
    if (number.length > LONGEST || !CARD_BEGIN.test(number)) return;
    if (number.length < SHORTEST) continue;
    if (networkOf(number).brand === 'UNKNOWN') return;
    if (passesLuhn(number)) return last;
  }
}

const NETWORKS = [
  { brand: 'VISA', numbers: /^4/, cvcLength: 3 },
  { brand: 'MASTERCARD', numbers: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, cvcLength: 3 },
  { brand: 'AMEX', numbers: /^3[47]/, cvcLength: 4 },
  { brand: 'DINERS', numbers: /^3(0[0-5]|095|[68-9])/, cvcLength: 3 },
  { brand: 'DISCOVER', numbers: /^6(011|4[4-9]|5)/, cvcLength: 3 },
  { brand: 'JCB', numbers: /^35(2[89]|[3-8])/, cvcLength: 3 },
  { brand: 'MAESTRO', numbers: /^(5018|5020|5038|5893|6304|6759|676[1-3])/, cvcLength: 3 },
];

/** The network of a card number by its first digits. */
export function networkOf(number: string): { readonly brand: string; readonly cvcLength: number } {
  return NETWORKS.find(({ numbers }) => numbers.test(number)) ?? { brand: 'UNKNOWN', cvcLength: 3 };
}
