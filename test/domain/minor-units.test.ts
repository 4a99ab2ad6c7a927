import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { minorUnits } from '../../src/server/index.ts';

describe('minorUnits', () => {
  for (const [text, cents] of [
    ['1250.50', 125_050],
    ['1250.5', 125_050],
    ['119000', 11_900_000],
    ['0.01', 1],
    ['0', 0],
    ['007.10', 710],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ] as const)
    it(`reads ${text} as ${cents}`, () => assert.equal(minorUnits(text), cents));

  it('reads every amount to the cent, where a float would miss some', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 13 }), fc.nat({ max: 99 }), (whole, cents) =>
        assert.equal(minorUnits(`${whole}.${String(cents).padStart(2, '0')}`), whole * 100 + cents),
      ),
    );
    assert.equal(minorUnits('1.15'), 115);
    assert.notEqual(1.15 * 100, 115);
  });

  for (const text of [
    '',
    ' ',
    '-1',
    '+1',
    '1,50',
    '1.250.000',
    '1,250.00',
    '1.505',
    '1.',
    '.5',
    '1e3',
    '0x10',
    ' 1',
    '1\n',
    '$ 100',
    '١٢',
    'NaN',
    'Infinity',
    '90071992547409.92',
    '9'.repeat(400),
  ])
    it(`refuses ${JSON.stringify(text.slice(0, 30))}`, () => assert.throws(() => minorUnits(text), TypeError));

  it('refuses what is no text, a number above all', () => {
    for (const value of [0.1 + 0.2, 1250, 1250n, null, undefined, ['1'], { toString: () => '1' }])
      assert.throws(() => minorUnits(value as unknown as string), TypeError);
  });
});
