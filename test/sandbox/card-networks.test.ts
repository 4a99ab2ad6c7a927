import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import creditCardType from 'credit-card-type';
import { passesLuhn } from '../../src/domain/passes-luhn.ts';
import { groupDigits, networkOf } from '../../src/ui/card-number.ts';

/** Networks that the card form knows by name; it takes the cards of the others too, under their neighbour's rules. */
const known = ['visa', 'mastercard', 'american-express', 'diners-club', 'discover', 'jcb', 'maestro', 'hipercard'];
/** UnionPay's many ranges are taken as one, so its borders are not the package's. */
const loose = ['unionpay'];

const rules = Object.values(creditCardType.types).map((type) => creditCardType.getTypeInfo(type));

/** First digits of a network: each range of the package at its lower and upper end, padded to eight digits. */
const prefixesOf = (patterns: (number | number[])[]): string[] =>
  patterns.flatMap((pattern) => {
    const [from, to] = Array.isArray(pattern) ? [pattern[0], pattern[1]] : [pattern, pattern];
    return [`${from}`.padEnd(8, '0'), `${to}`.padEnd(8, '9')];
  });

/** The package's own answer for a number that is long enough to be decided. */
const decided = (prefix: string) => {
  const found = creditCardType(prefix);
  return found.length === 1 ? found[0] : undefined;
};

describe('the card networks, beside the credit-card-type package', () => {
  for (const { type, niceType, patterns, gaps, code } of rules.filter((rule) => known.includes(rule.type)))
    it(`${niceType} has the same ranges, blanks and security code`, () => {
      const decidable = prefixesOf(patterns).filter((prefix) => decided(prefix)?.type === type);
      assert.ok(decidable.length > 0);
      for (const prefix of decidable) {
        const network = networkOf(prefix);
        assert.equal(network.name, niceType, prefix);
        assert.deepEqual(network.codeLengths, [code.size]);
        const number = prefix.padEnd(16, '0');
        const grouped = groupDigits(number, network).split(' ').slice(0, -1).join('').length;
        assert.equal(grouped, gaps.filter((gap) => gap < Math.min(16, Math.max(...network.lengths))).at(-1), prefix);
      }
    });

  it('refuses no card, of whichever network, for its length or its security code', () => {
    for (const { type, patterns, lengths, code } of rules)
      for (const prefix of prefixesOf(patterns)) {
        if (!loose.includes(type) && decided(prefix)?.type !== type) continue;
        const network = networkOf(prefix);
        assert.ok(network.codeLengths.includes(code.size), `${type} ${prefix}: code`);
        // SPEC.md section 8.1: a number has 13 to 19 digits.
        const missing = lengths.filter((length) => length >= 13 && !network.lengths.includes(length));
        assert.deepEqual(missing, [], `${type} ${prefix}: lengths`);
      }
  });
});

describe('the check digit', () => {
  it('fits the numbers that cards have, and no other last digit', () => {
    for (const number of [
      '4242424242424242',
      '378282246310005',
      '30569309025904',
      '5555555555554444',
      '6011111111111117',
    ]) {
      assert.ok(passesLuhn(number), number);
      for (let digit = 0; digit < 10; digit++) {
        const other = number.slice(0, -1) + String(digit);
        assert.equal(passesLuhn(other), other === number, other);
      }
    }
  });
});
