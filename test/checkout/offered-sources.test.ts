import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkNamed } from '../../src/ui/card-number.ts';
import { savedSourcesIn } from '../../src/domain/saved-source.ts';
import type { CheckoutHost } from '../../src/element/host.ts';
import { Session } from '../../src/element/session.ts';

const card = { id: 'card-1', network: 'VISA', lastFour: '4242', expMonth: '12', expYear: '39' };

describe('the saved cards of a page', () => {
  it('are those that can be shown, each id once', () => {
    const other = { ...card, id: 'card-2' };
    const misfits = [
      null,
      undefined,
      'card-1',
      7,
      {},
      { ...card, id: '' },
      { ...card, id: 7 },
      { ...card, id: 'x'.repeat(201) },
      { ...card, network: undefined },
      { ...card, lastFour: '4242424242424242' },
      { ...card, lastFour: '424' },
      { ...card, expMonth: '13' },
      { ...card, expMonth: 0 },
      { ...card, expYear: '1939' },
    ];
    assert.deepEqual(savedSourcesIn([card, ...misfits, other, { ...card, network: 'MASTERCARD' }]), [card, other]);
    for (const list of [undefined, null, 'cards', {}, 7]) assert.deepEqual(savedSourcesIn(list), []);
  });

  it('may have their month and year as numbers and in full, and are shown alike', () => {
    for (const dates of [
      { expMonth: 9, expYear: 2039 },
      { expMonth: '9', expYear: '2039' },
      { expMonth: '09', expYear: 39 },
    ])
      assert.deepEqual(savedSourcesIn([{ ...card, ...dates }]), [{ ...card, expMonth: '09', expYear: '39' }]);
  });

  it('may say in how many installments they pay at most', () => {
    for (const maxInstallments of [1, 2, 36])
      assert.deepEqual(savedSourcesIn([{ ...card, maxInstallments }]), [{ ...card, maxInstallments }]);
    for (const maxInstallments of [undefined, null, 0, 37, -1, 1.5, NaN, '12', '', true, [12]])
      assert.deepEqual(savedSourcesIn([{ ...card, maxInstallments }]), [card], 'as none at all');
  });

  it('S8: are no more than somebody can choose from, however many the backend gives', () => {
    const many = Array.from({ length: 100_000 }, (_, place) => ({ ...card, id: `card-${place}` }));
    assert.deepEqual(savedSourcesIn(many), many.slice(0, 100));
  });

  const host = {
    mode: 'payment',
    methods: null,
    currency: 'COP',
    savedSources: [card],
    orderUrl: '/api/order',
    chargeUrl: '/api/charge',
  };
  const offered = (change: object): readonly unknown[] =>
    new Session({ ...host, ...change } as unknown as CheckoutHost, () => undefined).savedSources;
  const make = async () => ({});

  it('are offered where the page says who orders and who charges them', () => {
    for (const change of [{}, { orderUrl: null, createOrder: make }, { chargeUrl: null, chargeSource: make }])
      assert.deepEqual(offered(change), [card]);
  });

  it('are not offered where it does not, where nothing is paid, and where no card is', () => {
    for (const change of [
      { orderUrl: null },
      { chargeUrl: undefined },
      { mode: 'source' },
      { methods: 'BANKDEBIT WALLET_A' },
      { savedSources: null },
    ])
      assert.deepEqual(offered(change), []);
  });
});

it('S12: a network that nobody here knows turns no text around, and is no card where it shows nothing', () => {
  assert.equal(networkNamed('El\u202eo\u2066'), 'Elo');
  assert.equal(networkNamed('VI\u202eSA'), 'Visa');
  assert.deepEqual(savedSourcesIn([{ ...card, network: '\u202e\u200b' }]), []);
});
