import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '../../../src/checkout/environment.ts';
import { Ledger } from '../../../src/checkout/ledger/ledger.ts';
import type { Order } from '../../../src/domain/order.ts';

const orderOf = (reference: string): Order => ({
  reference,
  amountInCents: 100_000,
  currency: 'COP',
  signature: 'a'.repeat(64),
});

/** A page for one cart, on a device whose storage can be read and changed. */
function openPage() {
  const stored = new Map<string, string>();
  const storage = {
    keys: () => [...stored.keys()],
    read: (key: string) => stored.get(key) ?? null,
    write: (key: string, value: string) => Boolean(stored.set(key, value)),
    remove: (key: string) => void stored.delete(key),
  };
  const environment = { now: () => 1_000_000, random: () => 0.5, storage } as unknown as Environment;
  const page = { publicKey: 'pub_test_a', baseUrl: 'https://api.example', cartId: 'CART-1' };
  return { stored, ledger: new Ledger(environment, page as unknown as ConstructorParameters<typeof Ledger>[1]) };
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
