import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReturn } from '../../src/browser/is-return.ts';
import { returnedFrom, withoutReturn } from '../../src/browser/return-address.ts';
import { timesAsLong } from '../times-as-long.ts';

describe('the address of a return', () => {
  for (const [href, id, without] of [
    ['https://shop/a?id=1&env=test', '1', 'https://shop/a'],
    ['https://shop/a?x=1&id=2&env=test#/h', '2', 'https://shop/a?x=1#/h'],
    ['https://shop/#/a?x=1&id=3&env=test', '3', 'https://shop/#/a?x=1'],
    ['https://shop/?id=mug&id=4&env=test&y=1', '4', 'https://shop/?id=mug&y=1'],
    ['https://shop/?id=mug?id=5&env=test', '5', 'https://shop/?id=mug'],
    ['https://shop/?q=a?b&id=6', '6', 'https://shop/?q=a?b'],
    ['https://shop/#/a&id=7', undefined, 'https://shop/#/a&id=7'],
    ['https://shop/?id=&valid=8', undefined, 'https://shop/?id=&valid=8'],
  ] as const)
    it(`is ${id ? `that of ${id}` : 'of none'}: ${href}`, () => {
      assert.equal(returnedFrom(href)?.id, id);
      assert.equal(withoutReturn(href), without);
    });

  for (const [query, is] of [
    ['?id=15113-1-1', true],
    ['#/h?x=1&id=15113-1-1', true],
    ['?id=7', false],
    ['?id=7&env=test', true],
    ['?id=7&x=1&env=test', true],
    ['?id=&env=test', false],
    ['?env=test&id=7', false],
    ['?id=7?id=15113-1-1', true],
    ['?paid=1-1-1&env=test', false],
  ] as const)
    it(`is ${is ? '' : 'not '}expected of ${query}`, () => assert.equal(isReturn(`https://shop/a${query}`), is));

  it('S8: is looked for in no longer than in any other of its length', async () => {
    const looking = (sign: string) => () => isReturn(`https://shop/checkout#${sign.repeat(100_000 / sign.length)}`);
    for (const sign of ['?', '?id=', '&id=', '?id=1-1', '?id=1', '&env='])
      assert((await timesAsLong(looking(sign), looking('?x&y'), 50)) < 50, sign);
  });

  it('S8: is read in no longer than any other of its length', async () => {
    const reading = (sign: string) => () => {
      const href = `https://shop/checkout#${sign.repeat(100_000 / sign.length)}`;
      returnedFrom(href);
      withoutReturn(`${href}?id=1`);
    };
    for (const sign of ['?', '&', '#', '?&', '?i', '?id=', '&id=', '?id=1-1', '?id=1', '&env='])
      assert((await timesAsLong(reading(sign), reading('?x&y'), 50)) < 50, sign);
  });
});
