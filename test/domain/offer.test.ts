import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offerOf } from '../../src/methods/offer.ts';

describe('the methods on offer', () => {
  const offered = (wanted: string[], accepted?: string[], amountInCents?: number) => {
    const amount = amountInCents === undefined ? undefined : { amountInCents, currency: 'COP' };
    const { methods, unknown } = offerOf({ wanted, accepted, amount, wireTypes: {} });
    return [methods.map(({ type }) => type).join(' '), unknown.join(' ')];
  };
  const all = 'CARD BANKDEBIT WALLET_A BANKA_TRANSFER BANKA_QR WALLET_B BANKA_COLLECT BNPL PCOL WALLET_PAY';

  it("are the page's, in its order, as far as the merchant accepts them", () => {
    assert.deepEqual(offered(['WALLET_A', 'CARD', 'WALLET_A'], ['CARD', 'WALLET_A', 'PCOL']), ['WALLET_A CARD', '']);
    assert.deepEqual(offered(['PCOL', 'CARD'], ['CARD']), ['CARD', '']);
    assert.deepEqual(offered(['GOLD', 'CARD'], ['CARD', 'SILVER']), ['CARD', 'GOLD']);
  });

  it('are otherwise what the merchant accepts, else all, in the order in which payers look for them', () => {
    assert.deepEqual(offered([], ['WALLET_A', 'CARD', 'SILVER']), ['CARD WALLET_A', 'SILVER']);
    assert.deepEqual(offered([]), [all, '']);
    assert.deepEqual(offered([], []), ['', '']);
  });

  it('S8: leave out a hundred thousand unknown ones without telling of each', () => {
    const strange = Array.from({ length: 100_000 }, (_, place) => `STRANGE_${place}`);
    for (const lists of [[[], [...strange, 'CARD']], [[...strange, 'CARD']]] as [string[], string[]?][]) {
      const [methods, unknown = ''] = offered(...lists);
      assert.equal(methods, 'CARD');
      assert.equal(unknown.split(' ').length, 20);
    }
  });

  it('keep to their bounds, in pesos', () => {
    const limited = (pesos: number) => offered(['BNPL', 'WALLET_PAY'], undefined, pesos * 100)[0];
    assert.equal(limited(34_999), '');
    assert.equal(limited(35_000), 'WALLET_PAY');
    assert.equal(limited(99_999), 'WALLET_PAY');
    assert.equal(limited(100_000), 'BNPL WALLET_PAY');
    assert.equal(limited(5_000_000), 'BNPL WALLET_PAY');
    assert.equal(limited(5_000_001), 'BNPL');
    const dollars = { amountInCents: 100, currency: 'USD' };
    assert.equal(offerOf({ wanted: ['BNPL'], accepted: undefined, amount: dollars, wireTypes: {} }).methods.length, 1);
  });
});
