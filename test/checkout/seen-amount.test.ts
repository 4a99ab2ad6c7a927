import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '../../src/domain/order.ts';
import { FlowWorld } from './flow-world.ts';

const seen = { amountInCents: 11_900_000, currency: 'COP' };
const huge = 99_999_900;

/** Gives one amount when it is first asked for, and another one from then on. */
function changing(order: Order): unknown {
  let asked = 0;
  return new Proxy(order, {
    get: (target, name) => (name === 'amountInCents' && asked++ > 0 ? huge : (Reflect.get(target, name) as unknown)),
  });
}

/** What a page's order may be, and for how much it asks the payer where that is another amount than the payer has seen. */
const orders: readonly (readonly [string, (order: Order) => unknown, { amountInCents: number; currency: string }?])[] =
  [
    ['a text', (order) => ({ ...order, amountInCents: `${huge}` })],
    ['full-width digits', (order) => ({ ...order, amountInCents: '１１９００' })],
    ['a list', (order) => ({ ...order, amountInCents: [11_900_000] })],
    ['something with a value', (order) => ({ ...order, amountInCents: { valueOf: () => huge } })],
    ['beyond what JSON carries', (order) => ({ ...order, amountInCents: 2 ** 53 })],
    ['a currency that looks like another', (order) => ({ ...order, currency: 'СОР' })],
    ['another currency', (order) => ({ ...order, currency: 'USD' }), { amountInCents: 11_900_000, currency: 'USD' }],
    [
      'a cent more',
      (order) => ({ ...order, amountInCents: 11_900_001 }),
      { amountInCents: 11_900_001, currency: 'COP' },
    ],
    [
      'what it inherits',
      ({ reference, currency, signature }) =>
        Object.assign(Object.create({ amountInCents: huge }), { reference, currency, signature }) as unknown,
      { amountInCents: huge, currency: 'COP' },
    ],
    ['two spellings', (order) => ({ ...order, amount_in_cents: huge }), seen],
    ['another one each time', changing, seen],
  ];

describe('S2: an order sends no amount that the payer has not seen', () => {
  for (const [what, change, asked] of orders)
    for (const amount of [seen, undefined])
      it(`${what}, where ${amount ? 'an amount' : 'none'} is shown`, async () => {
        const world = new FlowWorld();
        const create = async (): Promise<unknown> => change(await world.order('ORDER-1'));
        const page = await world.page({ amount, orders: { kind: 'created', create } });
        page.accept();
        void page.checkout.submit(page.card());
        await world.settle();
        await world.advance(5000);
        const sent = (await world.requests('POST', '/transactions')).map(({ body }) => body?.['amount_in_cents']);
        const { state } = page;
        if (asked === seen && amount) return assert.deepEqual(sent, [seen.amountInCents]);
        assert.deepEqual(sent, []);
        assert(state.status === 'ready');
        assert.deepEqual({ ...state.changedAmount }, { ...asked });
        assert.equal(state.error?.code, asked ? undefined : 'invalid_order');
      });
});
