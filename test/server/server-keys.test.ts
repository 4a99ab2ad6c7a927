import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isValidKey, keyTypes, keyTypesOf, type KeyType } from '../../src/server/index.ts';

const letters = (count: number) => 'a'.repeat(count);

const edges: Record<KeyType, { good: string[]; bad: string[] }> = {
  ALPHANUMERIC: {
    good: ['@abcde', '@ABCDE', '@12345', `@${letters(20)}`],
    bad: ['@abcd', `@${letters(21)}`, 'abcde', '@@abcde', '@abc-de', '@abc de', '@abcdé', ' @abcde', '@abcde\n', '@'],
  },
  MAIL: {
    good: [
      'persona@example.com',
      'PERSONA@EXAMPLE.COM',
      'a@b.co',
      "o'brien+nomina@sub.example.com.co",
      '"ana rojas"@example.com',
      '"a\\"b"@example.com',
      `${letters(64)}@example.com`,
      `a@${'b'.repeat(63)}.com`,
      'a@xn--d1acufc.xn--p1ai',
      '#!$%&*+-/=?^_`{|}~@example.com',
    ],
    bad: [
      '',
      '@',
      'persona',
      'persona@',
      '@example.com',
      'persona@example',
      'persona@.com',
      'persona@example.',
      'persona@example..com',
      '.persona@example.com',
      'persona.@example.com',
      'per..sona@example.com',
      'per sona@example.com',
      'persona@exam ple.com',
      'persona@-example.com',
      'persona@example-.com',
      'persona@exa_mple.com',
      'persona@example.c',
      'persona@example.123',
      'persona@[10.0.0.1]',
      'a@b@example.com',
      'persona@example.com ',
      'persona@example.com\n',
      'persona,otra@example.com',
      '<persona@example.com>',
      '"a"b"@example.com',
      'peña@example.com',
      `${letters(65)}@example.com`,
      `a@${'b'.repeat(64)}.com`,
      `a@${'b.'.repeat(125)}com`,
    ],
  },
  PHONE: {
    good: ['3000000000', '3999999999'],
    bad: [
      '300000000',
      '30000000000',
      '2000000000',
      '+573001234567',
      '300 123 4567',
      '３００１２３４５６７',
      '3001234567\n',
    ],
  },
  IDENTIFICATION: {
    good: ['1', 'a', 'AB123', '123456789012345678'],
    bad: ['', '1234567890123456789', '12-34', '12.34', '12 34', 'ñ', '1\n'],
  },
  ESTABLISHMENT_CODE: {
    good: ['00000000', '99999999'],
    bad: ['0000000', '000000000', '0000000a', '0000 000', '00000000\n'],
  },
};

describe('BRE-B key formats', () => {
  for (const keyType of keyTypes) {
    const { good, bad } = edges[keyType];
    it(`takes every ${keyType} at the edges`, () => {
      for (const value of good) assert(isValidKey(value, keyType), value);
    });
    it(`refuses what is just beyond a ${keyType}`, () => {
      for (const value of bad) assert(!isValidKey(value, keyType), value);
    });
  }

  it('names every type that a value can be, in the order of the specification', () => {
    assert.deepEqual(keyTypes, ['ALPHANUMERIC', 'MAIL', 'PHONE', 'IDENTIFICATION', 'ESTABLISHMENT_CODE']);
    assert.deepEqual(keyTypesOf('@tienda01'), ['ALPHANUMERIC']);
    assert.deepEqual(keyTypesOf('persona@example.com'), ['MAIL']);
    assert.deepEqual(keyTypesOf('3001234567'), ['PHONE', 'IDENTIFICATION']);
    assert.deepEqual(keyTypesOf('00012345'), ['IDENTIFICATION', 'ESTABLISHMENT_CODE']);
    assert.deepEqual(keyTypesOf('12-34'), []);
  });

  it('finds no type for what is not text, and trims nothing', () => {
    for (const value of [
      undefined,
      null,
      3_001_234_567,
      ['3001234567'],
      {},
      true,
      Symbol('3001234567'),
      '',
      ' ',
      ' 3001234567',
    ])
      assert.deepEqual(keyTypesOf(value), []);
  });

  it('knows no other types', () => {
    for (const keyType of ['phone', 'constructor', '__proto__', '', undefined])
      assert(!isValidKey('3001234567', keyType as KeyType));
  });

  it('answers at once, however hostile the text', () => {
    const started = performance.now();
    for (const text of [
      `${'a.'.repeat(50_000)}@`,
      `"${'\\a'.repeat(50_000)}`,
      '@'.repeat(100_000),
      `a@${'a-'.repeat(50_000)}`,
    ])
      assert.deepEqual(keyTypesOf(text), []);
    assert.deepEqual(keyTypesOf(`"${'\\'.repeat(61)}"@example.com`), []);
    assert(performance.now() - started < 5000, 'what takes a square of the length takes longer');
  });
});
