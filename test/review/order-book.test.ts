import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cart, eventOf, openBook } from '../server/open-book.ts';

it('does not call a cart paid that was made dearer before anything was sent', async () => {
  const { book, service } = openBook();
  await book.order({ ...cart, amountInCents: 100_000 });
  const order = await book.order(cart);
  const news = await book.record(eventOf(service.pay(order, 'APPROVED')));
  assert.notEqual(`${news?.status} for ${order.amountInCents} of ${cart.amountInCents}`, 'paid for 100000 of 11900000');
});
