/** JSON may be nested deeper than any stack goes that copies it, or hold more than a page can read: such an answer is none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTransaction } from '../../src/domain/wire/transaction.ts';
import { FlowWorld } from './flow-world.ts';

/** Ten kilobytes of brackets, of objects a few more; more values than there may be, and more than is read. */
const deep = [
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(5000)}0${'}'.repeat(5000)}`,
  `{"b":[],"a":[1,${'[{"a":'.repeat(60)}0${'}]'.repeat(60)}]}`,
  `[0${',0'.repeat(5000)}]`,
  `{"":"${'x'.repeat(2 ** 20)}","a":[${'[],'.repeat(10_000)}[]]}`,
];

/** A device whose service puts something deep into a part of the record of each answer, for as long as it is told to. */
function deepWorld(part: string, nested: string): { world: FlowWorld; service: { isDeep: boolean } } {
  const world = new FlowWorld();
  const service = { isDeep: true };
  const { fetch } = world;
  const deepFetch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!service.isDeep || !new URL(input instanceof Request ? input.url : input).pathname.includes('/transactions'))
      return answer;
    const text = await answer.text();
    return new Response(text.replace(`"${part}":{`, `"${part}":{"unheard_of":${nested},`), answer);
  };
  return { world: Object.assign(world, { fetch: deepFetch }), service };
}

describe('S8: an answer that is nested without end, or has too much in it', () => {
  for (const nested of deep)
    for (const part of ['data', 'payment_method', 'merchant']) {
      it(`to a creation leaves it unknown: ${nested.slice(0, 9)}… in ${part}`, async () => {
        const { world, service } = deepWorld(part, nested);
        const page = await world.page();
        page.accept();
        void page.checkout.submit(page.card());
        await world.settle();
        assert.deepEqual({ ...page.state }, { status: 'unknown', reference: 'ORDER-1', resendable: true });
        service.isDeep = false;
        await page.checkout.resend();
        assert.equal((await world.transactions()).length, 1);
      });

      it(`to a look at a payment is followed by the next: ${nested.slice(0, 9)}… in ${part}`, async () => {
        const { world, service } = deepWorld(part, nested);
        service.isDeep = false;
        const page = await world.page();
        page.accept();
        await page.checkout.submit(page.card());
        service.isDeep = true;
        await world.advance(60_000);
        const { state } = page;
        assert(state.status === 'processing' && state.error?.code === 'invalid_response', JSON.stringify(state));
        service.isDeep = false;
        await page.until('settled');
      });
    }

  it('is no record, where the merchant’s own function gives it, or one that holds itself or too much', () => {
    const record = { id: '1-2-3', status: 'PENDING', reference: 'R', amount_in_cents: 1, currency: 'COP' };
    const round: Record<string, unknown> = { ...record };
    round['merchant'] = { round };
    const others = deep.map((nested) => ({ ...record, merchant: { a: JSON.parse(nested) as unknown } }));
    // Each level holds the one before it twice: as a tree it doubles with each.
    let doubled: object = { a: 1 };
    for (let level = 0; level < 14; level++) doubled = { a: doubled, b: doubled };
    const wide = [{ doubled }, { list: Array.from({ length: 5001 }) }].map((merchant) => ({
      ...record,
      merchant,
    }));
    const foreign: Record<string, unknown> = Object.create({ round: 1 });
    foreign['self'] = foreign;
    for (const given of [round, { ...record, foreign }, ...others, ...wide])
      assert.throws(() => parseTransaction(given), { name: 'CheckoutError', code: 'invalid_response' });
  });
});
