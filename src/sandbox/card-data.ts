import { isJsonObject, MOST_LEVELS } from './request-body.ts';

/** What stands where card data was. */
export const REMOVED = '[card data removed]';

/** Compared without case and signs, so that `securityCode`, `security_code` and `Security-Code` are one name. */
const FIELD =
  /^(?:credit|debit)?(?:card)?(?:number|pan|cvc2?|cvv2?|cvn2?|csc|(?:security|verification)(?:code|number|value)|exp(?:iry|iration)?(?:month|year|date)?)$|^(?:card|cc)(?:num|no|code)$|^ccexp$/;

/** How people and programs group digits: by spaces of any kind, dashes, dots, and the plus that is a space in a query. */
const GROUPED_DIGITS = /\d+(?:[\s\p{Cf}\p{Pd}.+_]{1,3}\d+)*/gu;
const SHORTEST = 13;
const LONGEST = 19;

/** Whether a field of this name, or the last part of a path such as `card[number]`, is there for card data. */
export function isCardField(name: string): boolean {
  const last = name.split(/[.[\]]+/).findLast((part) => part !== '') ?? '';
  return FIELD.test(last.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/**
 * A JSON value without card data, found by the names of fields and by what reads as a card number.
 * @param found called for each thing that was removed
 */
export function withoutCardData(value: unknown, found: () => void, level = 0): unknown {
  if (level > MOST_LEVELS) return '…';
  if (typeof value === 'string') return withoutCardNumber(value, found);
  if (typeof value === 'number' && withoutCardNumber(String(value), found) === REMOVED) return REMOVED;
  if (Array.isArray(value)) return value.map((item) => withoutCardData(item, found, level + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (!isCardField(name)) return [withoutCardNumber(name, found), withoutCardData(field, found, level + 1)];
      found();
      return [name, REMOVED];
    }),
  );
}

/**
 * A text without the digits that read as a card of a known network, however they are grouped. Other long numbers, such as
 * a reference made from the time, are left alone.
 */
export function withoutCardNumber(text: string, found: () => void): string {
  return text.replace(GROUPED_DIGITS, (run) => {
    let kept = '';
    let from = 0;
    const groups = Array.from(run.matchAll(/\d+/g), ({ 0: digits, index }) => ({ digits, index }));
    for (const [place, { index }] of groups.entries()) {
      if (index < from) continue;
      const end = endOfCard(groups, place);
      if (end === undefined) continue;
      found();
      kept += run.slice(from, index) + REMOVED;
      from = end;
    }
    return kept + run.slice(from);
  });
}

/** Where the card number ends that begins with a group. It takes up whole groups: a date beside it is grouped alike. */
function endOfCard(
  groups: readonly { readonly digits: string; readonly index: number }[],
  first: number,
): number | undefined {
  let number = '';
  for (const { digits, index } of groups.slice(first, first + LONGEST)) {
    number += digits;
    if (number.length > LONGEST) return undefined;
    const isCard = number.length >= SHORTEST && passesLuhn(number) && networkOf(number).brand !== 'UNKNOWN';
    if (isCard) return index + digits.length;
  }
  return undefined;
}

interface Network {
  readonly brand: string;
  readonly numbers: RegExp;
  readonly cvcLength: 3 | 4;
}

const NETWORKS: readonly Network[] = [
  { brand: 'VISA', numbers: /^4/, cvcLength: 3 },
  { brand: 'MASTERCARD', numbers: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, cvcLength: 3 },
  { brand: 'AMEX', numbers: /^3[47]/, cvcLength: 4 },
  { brand: 'DINERS', numbers: /^3(0[0-5]|095|[68-9])/, cvcLength: 3 },
  { brand: 'DISCOVER', numbers: /^6(011|4[4-9]|5)/, cvcLength: 3 },
  { brand: 'JCB', numbers: /^35(2[89]|[3-8])/, cvcLength: 3 },
  { brand: 'MAESTRO', numbers: /^(5018|5020|5038|5893|6304|6759|676[1-3])/, cvcLength: 3 },
];

const UNKNOWN: Network = { brand: 'UNKNOWN', numbers: /^/, cvcLength: 3 };

/** The network of a card number by its first digits. */
export function networkOf(number: string): { readonly brand: string; readonly cvcLength: 3 | 4 } {
  return NETWORKS.find(({ numbers }) => numbers.test(number)) ?? UNKNOWN;
}

/** Whether the last digit of a number fits the others (Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
