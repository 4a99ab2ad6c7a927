import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { integritySignature, type IntegritySignatureInput } from '../../src/server/index.ts';

const input = (change: Partial<Record<keyof IntegritySignatureInput, unknown>> = {}) =>
  ({
    reference: 'ORDER-1001',
    amountInCents: 11_900_000,
    currency: 'COP',
    secret: 'test_integrity_pay_checkout',
    ...change,
  }) as IntegritySignatureInput;

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

describe('integritySignature', () => {
  it('hashes reference, amount, currency and secret without separators', async () => {
    assert.equal(await integritySignature(input()), sha256('ORDER-100111900000COPtest_integrity_pay_checkout'));
  });

  it('agrees with a vector that sha256sum has computed', async () => {
    assert.equal(await integritySignature(input()), 'c23ea02ebc3a34c1e6b5288920a3ddc75efea4fcc1f5764f59030d88bdb84e87');
  });

  it('hashes the expiration time after the currency', async () => {
    const expirationTime = '2026-12-31T23:59:59.000Z';
    assert.equal(
      await integritySignature(input({ expirationTime })),
      sha256(`ORDER-100111900000COP${expirationTime}test_integrity_pay_checkout`),
    );
  });

  it('hashes texts as UTF-8', async () => {
    const signature = await integritySignature(input({ reference: 'PEDIDO Ñ 🛍', secret: 'señal' }));
    assert.equal(signature, sha256('PEDIDO Ñ 🛍11900000COPseñal'));
  });

  it('never writes an amount with an exponent', async () => {
    assert.equal(
      await integritySignature(input({ amountInCents: Number.MAX_SAFE_INTEGER })),
      sha256('ORDER-10019007199254740991COPtest_integrity_pay_checkout'),
    );
  });

  it('S3: fits a longer reference with a smaller amount, so that a reference ends in a letter', async () => {
    const signed = await integritySignature(input({ reference: 'ORDER-X1', amountInCents: 11_900_000 }));
    assert.equal(await integritySignature(input({ reference: 'ORDER-X11', amountInCents: 1_900_000 })), signed);
    // Of two references of one length that end in a letter, no signature of one fits the other, whatever the amounts.
    const amounts = [1, 11, 111, 1_111_111, 11_900_000];
    const references = ['ORDER-1A', 'ORDER-11A', 'ORDER-1AA', 'ORDER-A1A'].map((one) => one.padStart(12, 'X'));
    const texts = references.flatMap((reference) => amounts.map((amount) => `${reference}${amount}`));
    assert.equal(new Set(texts).size, texts.length);
  });

  it('S3: warns once in a process of a reference that ends in a digit, without saying it', () => {
    const program = `
      import { integritySignature } from './src/server/integrity-signature.ts';
      const sign = (reference) => integritySignature({ reference, amountInCents: 1, currency: 'COP', secret: 'hidden' });
      await sign('ORDER-1001A');
      console.warn('now');
      for (const reference of ['ORDER-1001', 'ORDER-1002']) await sign(reference);`;
    const args = ['--import=./scripts/typescript.mjs', '--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(stdout, '');
    assert.match(stderr, /^now\npay-checkout: a reference that is signed ends in a digit\..+\n$/);
    assert.doesNotMatch(stderr, /ORDER|hidden/);
  });

  it('S3: takes no expiration time that ends like a currency', async () => {
    for (const expirationTime of [
      '2026-12-31 10:00 EST',
      '2026-12-31T10:15:00 UTC',
      '2026-12-31T10:15:00ZCOP',
      '2026-12-31 10:15',
    ])
      await assert.rejects(integritySignature(input({ expirationTime })), TypeError, expirationTime);
    for (const expirationTime of ['2026-12-31', '2026-12-31T10:15:00-05:00', '2026-12-31T10:15Z'])
      await integritySignature(input({ expirationTime }));
  });

  it('S3: signs no two references alike', async () => {
    for (const reference of ['A\uD800B', 'A\uDFFFB', '\uDE00\uD83DA'])
      await assert.rejects(integritySignature(input({ reference })), TypeError, JSON.stringify(reference));
    const others = ['A\uFFFDB', 'A😀B', 'X1\u200BA', 'X１A', 'X١A', 'e\u0301A', '\u00E9A', ' XA', 'X A', 'xA', 'X\0A'];
    const signatures = await Promise.all(others.map((reference) => integritySignature(input({ reference }))));
    assert.equal(new Set(signatures).size, others.length);
  });

  it('B4: signs with no secret that has signs in it which nobody can see', async () => {
    for (const secret of [
      'hidden\u200B',
      '\u202Ahidden\u202C',
      'hid\u00ADden',
      'hid\u00A0den',
      'hidden\u2060',
      'hid\0den',
      'hidden\u3164',
    ])
      await assert.rejects(integritySignature(input({ secret })), /^TypeError: The integrity secret has [^\u200B]+$/);
    for (const secret of ['señal', 'две пары', '👩‍🍳 ключ']) await integritySignature(input({ secret }));
  });

  const unusable: [Partial<Record<keyof IntegritySignatureInput, unknown>>, RegExp][] = [
    [{ reference: '' }, /reference/],
    [{ reference: '   ' }, /reference/],
    [{ reference: undefined }, /reference/],
    [{ reference: 1001 }, /reference/],
    [{ amountInCents: 0 }, /amountInCents/],
    [{ amountInCents: -1 }, /amountInCents/],
    [{ amountInCents: 119_000.5 }, /amountInCents/],
    [{ amountInCents: Number.NaN }, /amountInCents/],
    [{ amountInCents: Infinity }, /amountInCents/],
    [{ amountInCents: 2 ** 53 }, /amountInCents/],
    [{ amountInCents: '11900000' }, /amountInCents/],
    [{ amountInCents: 11_900_000n }, /amountInCents/],
    [{ currency: 'cop' }, /currency/],
    [{ currency: '' }, /currency/],
    [{ currency: 'COPS' }, /currency/],
    [{ currency: undefined }, /currency/],
    [{ secret: '' }, /secret/],
    [{ secret: ' ' }, /secret/],
    [{ secret: 'secret\n' }, /line break/],
    [{ secret: 'sec\nret' }, /line break/],
    [{ secret: undefined }, /secret/],
    [{ secret: 'pub_test_abc' }, /public key/],
    [{ secret: 'prv_test_abc' }, /private key/],
    [{ expirationTime: '' }, /expirationTime/],
    [{ expirationTime: 'tomorrow' }, /expirationTime/],
    [{ expirationTime: '2027-02-30T12:00:00Z' }, /expirationTime/],
    [{ expirationTime: 'Thu, 31 Dec 2026 23:59:59 GMT' }, /expirationTime/],
    [{ expirationTime: 1_798_761_599_000 }, /expirationTime/],
  ];

  for (const [change, words] of unusable)
    it(`refuses ${Object.entries(change)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join()}`, async () => {
      await assert.rejects(integritySignature(input(change)), (error: unknown) => {
        assert(error instanceof TypeError);
        assert.match(error.message, words);
        assert.doesNotMatch(error.message, /_test_abc/);
        return true;
      });
    });
});
