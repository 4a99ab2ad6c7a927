import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '../../../src/checkout/environment.ts';
import { Ledger } from '../../../src/checkout/ledger/ledger.ts';
import type { Order } from '../../../src/domain/order.ts';

const orderOf = (reference: string, amountInCents = 100_000): Order => ({
  reference,
  amountInCents,
  currency: 'COP',
  signature: 'a'.repeat(64),
});

type Page = ConstructorParameters<typeof Ledger>[1];

/** On a device whose storage can be read and changed: a page for one cart, unless it says otherwise. */
function openPage(changes: Partial<Page> = { cartId: 'CART-1' }) {
  const stored = new Map<string, string>();
  const storage = {
    keys: () => [...stored.keys()],
    read: (key: string) => stored.get(key) ?? null,
    write: (key: string, value: string) => Boolean(stored.set(key, value)),
    remove: (key: string) => void stored.delete(key),
  };
  const environment = { now: () => 1_000_000, random: () => 0.5, storage } as unknown as Environment;
  const page = { publicKey: 'pub_test_a', baseUrl: 'https://api.example', ...changes } as Page;
  return { stored, page, ledger: new Ledger(environment, page) };
}

describe('a page whose entry another tab has overwritten before it was sent', () => {
  it('forgets that order alone: what it has sent before stays known, also where storage was cleared', () => {
    const { stored, ledger } = openPage();
    ledger.recordSending(orderOf('ORDER-1'), 'CARD');
    ledger.record({ type: 'unclear', reference: 'ORDER-1' });
    ledger.recordSending(orderOf('ORDER-2'), 'CARD');
    stored.clear();
    assert.equal(ledger.isWritten('ORDER-2'), false);
    assert.equal(ledger.attempt('ORDER-1')?.fate, 'sent');
    assert.equal(ledger.attempt('ORDER-2'), undefined);
  });

  it('keeps an order that was sent before, and may have been taken then', () => {
    const { stored, ledger } = openPage();
    ledger.recordSending(orderOf('ORDER-1'), 'CARD');
    ledger.record({ type: 'unclear', reference: 'ORDER-1' });
    ledger.recordSending(orderOf('ORDER-1'), 'CARD');
    stored.clear();
    assert.equal(ledger.isWritten('ORDER-1'), false);
    assert.equal(ledger.attempt('ORDER-1')?.fate, 'sent');
  });
});

describe('a page that gives its orders itself', () => {
  const given = (order: Order): Partial<Page> => ({ orders: { kind: 'fixed', order } });
  const [first, second] = [orderOf('ORDER-1'), orderOf('ORDER-2', 200_000)];
  const payFirst = (ledger: Ledger) => {
    ledger.recordSending(first, 'CARD');
    const { reference } = first;
    const id = '1-2-3';
    const paid = { amountInCents: first.amountInCents, currency: 'COP', method: 'CARD', id, fate: 'paid' } as const;
    ledger.record({
      type: 'observed',
      reference,
      epoch: '',
      at: 1_000_000,
      remaining: undefined,
      unseen: false,
      ...paid,
    });
  };

  it('has given another one for the same purchase before that was paid: so it is one of it afterwards', () => {
    const { ledger, page } = openPage(given(first));
    assert.equal(ledger.move({ ...page, ...given(second) }), false);
    ledger.move({ ...page, ...given(first) });
    payFirst(ledger);
    assert.equal(ledger.move({ ...page, ...given(second) }), false, 'no other purchase');
    assert.equal(ledger.claim.is, 'paid');
  });

  it('gives one of another amount for the first time after that was paid: it is of another purchase', () => {
    const { ledger, page } = openPage(given(first));
    payFirst(ledger);
    assert.equal(ledger.move({ ...page, ...given(second) }), true);
    assert.notEqual(ledger.claim.is, 'paid');
  });
});
