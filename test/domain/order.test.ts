import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMistake } from '../../src/checkout/check-attributes.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { parseOrder } from '../../src/domain/order.ts';

describe('an order that the backend gives', () => {
  const order = { reference: 'R'.repeat(255), amount_in_cents: 100, currency: 'COP', signature: 'signed' };
  const refusalOf = (changes: object): string => {
    try {
      parseOrder({ ...order, ...changes });
    } catch (thrown) {
      if (thrown instanceof CheckoutError && thrown.code === 'invalid_order') return thrown.message;
      throw thrown;
    }
    return '';
  };

  it('may have a reference and a cart of up to 255 characters, spaces and all', () => {
    assert.equal(parseOrder(order).reference.length, 255);
    assert.equal(parseOrder({ ...order, cart_id: ' '.padEnd(255, 'c') }).cartId?.length, 255);
  });

  for (const [field, changes] of Object.entries({
    reference: { reference: 'R'.repeat(100_000) },
    'reference that is empty': { reference: ' ' },
    cart_id: { cart_id: 'c'.repeat(256) },
  }))
    it(`is refused for its ${field}, and the message says who has to give what`, () => {
      const [name] = field.split(' ');
      assert.equal(
        refusalOf(changes),
        `The order's ${name}, which createOrder or order-url gives, must be a text of 1 to 255 characters.`,
      );
    });

  it('is a mistake of the page where that gives such a reference or cart itself', () => {
    const given = { currency: 'COP', hasOrderFunction: false, mode: 'payment' };
    assert.equal(findMistake({ ...given, reference: 'R'.repeat(255), cartId: 'c'.repeat(255) }), undefined);
    for (const changes of [{ reference: 'R'.repeat(256) }, { cartId: 'c'.repeat(256) }])
      assert.equal(findMistake({ ...given, ...changes })?.code, 'invalid_order');
  });
});

it('B4: an address of the service with signs in it that nobody can see is a mistake of the page', () => {
  const given = { currency: 'COP', hasOrderFunction: false, mode: 'payment' };
  assert.equal(findMistake({ ...given, baseUrl: 'https://api.example/v1' }), undefined);
  for (const baseUrl of ['https://api.example/v1\u200B', '\u202Ahttps://api.example', 'https://api.ex\u00ADample'])
    assert.equal(findMistake({ ...given, baseUrl })?.code, 'invalid_base_url', JSON.stringify(baseUrl));
});
