import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlowPage } from './flow-page.ts';
import { settingsFor } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { attemptBy } from './method-world.ts';

describe('a payment that a page with another reference began', () => {
  const earlierOf = ({ state }: FlowPage) =>
    state.status === 'ready' && state.earlier && `${state.earlier.reference} ${state.earlier.status}`;
  /** Somebody opens the page, which signs another order. */
  const visit = async (world: FlowWorld, reference: string, { amountInCents = 11_900_000 } = {}) =>
    world.page(settingsFor(await world.order(reference, amountInCents)));
  const begun = async (world: FlowWorld, reference: string, number?: string): Promise<FlowPage> => {
    const page = await visit(world, reference);
    page.accept();
    await page.checkout.submit(page.card(number));
    page.checkout.disconnect();
    return page;
  };
  const slow = { settleMs: { min: 60_000, max: 60_000 } };

  it('is told of while it is pending, where the amount is the same', async () => {
    const world = new FlowWorld({ settleMs: { min: 10_000_000, max: 10_000_000 } });
    await begun(world, 'A');
    assert.equal(earlierOf(await visit(world, 'B')), 'A PENDING');
    assert.equal(earlierOf(await visit(world, 'C', { amountInCents: 5_000_000 })), undefined);
    await world.advance(3_600_000);
    assert.equal(earlierOf(await visit(world, 'D')), 'A PENDING');
  });

  it('is told of once it went through, and no more once it did not, which leaves the one before', async () => {
    const world = new FlowWorld();
    await begun(world, 'A');
    await world.advance(1000);
    await begun(world, 'B', '4111111111111111');
    await world.advance(10_000);
    assert.equal(earlierOf(await visit(world, 'C')), 'A APPROVED');
    const other = new FlowWorld();
    await begun(other, 'A', '4111111111111111');
    await other.advance(10_000);
    assert.equal(earlierOf(await visit(other, 'B')), undefined);
    assert.equal(earlierOf(await visit(other, 'C')), undefined);
  });

  it('is not called paid while a half of it is left to pay', async () => {
    const world = new FlowWorld();
    const page = await visit(world, 'A');
    page.accept();
    await page.checkout.submit(await attemptBy('PCOL', { sandbox_status: 'APPROVED_HALF_POINTS' }));
    page.checkout.disconnect();
    await world.advance(10_000);
    assert.equal(earlierOf(await visit(world, 'B')), undefined);
  });

  it('is told of still when a press came to nothing, also one that was made before it was known', async () => {
    const world = new FlowWorld(slow);
    const { id } = await begun(world, 'A').then(async () => (await world.transactions())[0] ?? { id: '' });
    const held = world.hold(`/v1/transactions/${id}`);
    const page = await visit(world, 'B');
    assert.ok(held.isAsked());
    assert.equal(earlierOf(page), undefined);
    page.answers.submitting = false;
    page.accept();
    const press = page.checkout.submit(page.card());
    held.release();
    await press;
    await world.settle();
    assert.equal(earlierOf(page), 'A PENDING');
    await page.checkout.submit(page.card());
    assert.equal(earlierOf(page), 'A PENDING');
    page.answers.submitting = true;
    await page.checkout.submit(page.card());
    assert.equal((await world.transactions()).length, 1);
    assert.ok(page.state.status === 'ready' && page.state.unconfirmed?.reference === 'A');
    page.checkout.waive();
    await page.checkout.submit(page.card());
    assert.equal((await world.transactions()).length, 2);
  });

  it('is not told of to whoever begins anew, nor by a page that is gone', async () => {
    const world = new FlowWorld(slow);
    const { id } = await begun(world, 'A').then(async () => (await world.transactions())[0] ?? { id: '' });
    const page = await visit(world, 'B');
    assert.equal(earlierOf(page), 'A PENDING');
    page.checkout.reset();
    await page.until('ready');
    assert.equal(earlierOf(page), undefined);
    const held = world.hold(`/v1/transactions/${id}`);
    const gone = await visit(world, 'C');
    gone.checkout.disconnect();
    const told = gone.statuses.length;
    held.release();
    await world.settle();
    assert.equal(gone.statuses.length, told);
  });

  describe('whose backend is still being asked', () => {
    const lookingBack = async () => {
      const world = new FlowWorld(slow);
      const lost = await visit(world, 'A');
      lost.accept();
      await world.fault('POST', '/transactions', { kind: 'drop-after' });
      await lost.checkout.submit(lost.card());
      lost.checkout.disconnect();
      let answer = (): void => {};
      const asked = new Promise<null>((resolve) => (answer = () => resolve(null)));
      const page = await world.page({ ...settingsFor(await world.order('B')), resolveReference: () => asked });
      assert.equal(page.state.status, 'ready');
      return { world, page, answer };
    };

    it('does not take the form back from a press that is on its way', async () => {
      const { world, page, answer } = await lookingBack();
      page.accept();
      const press = page.checkout.submit(page.card());
      await world.settle();
      assert.equal(page.statuses.at(-1), 'submitting');
      const before = page.statuses.length;
      answer();
      await press;
      assert.deepEqual(page.statuses.slice(before), ['ready'], 'once the press itself has found it');
      assert.ok(page.state.status === 'ready' && page.state.unconfirmed?.reference === 'A');
    });

    it('is not asked about in the form of a cart that the page has named meanwhile', async () => {
      const { world, page, answer } = await lookingBack();
      page.checkout.configure({ ...settingsFor(await world.order('C')), cartId: 'c-1' });
      answer();
      await world.settle();
      assert.ok(page.state.status === 'ready' && !page.state.unconfirmed);
    });

    it('is not asked about once the page has begun anew', async () => {
      const { world, page, answer } = await lookingBack();
      page.checkout.reset();
      await page.until('ready');
      answer();
      await world.settle();
      assert.ok(page.state.status === 'ready' && !page.state.unconfirmed);
    });
  });

  it('is asked about where it was made and paid while the press of this page was on its way', async () => {
    const world = new FlowWorld();
    const [paying, page] = [await visit(world, 'A'), await visit(world, 'B')];
    const tokenizing = world.hold('/v1/tokens/cards');
    page.accept();
    const press = page.checkout.submit(page.card());
    await world.settle();
    assert.ok(tokenizing.isAsked());
    paying.accept();
    await paying.checkout.submit(paying.card());
    await paying.until('settled');
    tokenizing.release();
    await press;
    assert.ok(page.state.status === 'ready');
    assert.deepEqual([page.state.unconfirmed?.reference, page.state.unconfirmed?.isPaid], ['A', true]);
    assert.equal((await world.transactions()).length, 1);
  });

  it('is asked about where a tab that has begun anew has paid it since this page was opened', async () => {
    const world = new FlowWorld();
    let count = 0;
    const orders = { kind: 'created' as const, create: async () => world.order(`O-${++count}`) };
    const [page, anew] = [await world.page({ orders }), await world.page({ orders })];
    anew.checkout.reset();
    await anew.until('ready');
    anew.accept();
    await anew.checkout.submit(anew.card());
    await anew.until('settled');
    page.accept();
    await page.checkout.submit(page.card());
    assert.ok(page.state.status === 'ready');
    assert.deepEqual([page.state.unconfirmed?.reference, page.state.unconfirmed?.isPaid], ['O-1', true]);
    assert.equal((await world.transactions()).length, 1);
  });

  it('is told of where the form cannot load, also once it went through and was shown by nobody', async () => {
    const world = new FlowWorld();
    await begun(world, 'A');
    const unloaded = async (reference: string) => {
      await world.fault('GET', '/merchants/info', { kind: 'drop-before' });
      const { state } = await visit(world, reference);
      assert.ok(state.status === 'failed');
      return [state.unconfirmed?.reference, state.unconfirmed?.isPaid ?? false];
    };
    assert.deepEqual(await unloaded('B'), ['A', false]);
    const page = await visit(world, 'C');
    await world.advance(10_000);
    page.accept();
    await page.checkout.submit(page.card());
    assert.ok(page.state.status === 'ready' && page.state.unconfirmed?.isPaid);
    assert.deepEqual(await unloaded('D'), ['A', true]);
    page.checkout.waive();
    assert.deepEqual(await unloaded('E'), [undefined, false]);
  });

  it('is asked about by the press that is on its way, not by the form behind it', async () => {
    const world = new FlowWorld();
    await world.fault('POST', '/transactions', { kind: 'drop-after' });
    await begun(world, 'A');
    const answers: (() => void)[] = [];
    const resolveReference = () => new Promise<null>((resolve) => answers.push(() => resolve(null)));
    const page = await world.page({ ...settingsFor(await world.order('B')), resolveReference });
    page.accept();
    const press = page.checkout.submit(page.card());
    await world.settle();
    const [form, pressed] = answers;
    form?.();
    await world.settle();
    assert.deepEqual(page.statuses.slice(-1), ['submitting']);
    pressed?.();
    await press;
    assert.ok(page.state.status === 'ready' && page.state.unconfirmed?.reference === 'A');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is asked about each time where another tab has paid several', async () => {
    const world = new FlowWorld();
    let count = 0;
    const orders = { kind: 'created' as const, create: async () => world.order(`O-${++count}`) };
    const [page, other] = [await world.page({ orders }), await world.page({ orders })];
    page.accept();
    await world.fault('POST', '/transactions', {
      kind: 'status',
      status: 422,
      body: { error: { type: 'INPUT_VALIDATION_ERROR', messages: { signature: ['no'] } } },
    });
    await page.checkout.submit(page.card());
    assert.equal(page.state.status, 'ready');
    other.accept();
    await other.checkout.submit(other.card());
    other.checkout.setAside();
    await other.checkout.submit(other.card());
    await other.until('settled');
    const asked = [];
    for (let press = 0; press < 2; press++) {
      await page.checkout.submit(page.card());
      asked.push(page.state.status === 'ready' && page.state.unconfirmed?.reference);
      page.checkout.waive();
    }
    assert.deepEqual(new Set(asked), new Set(['O-2', 'O-3']));
    assert.equal((await world.transactions()).length, 2);
    await page.checkout.submit(page.card());
    assert.equal((await world.transactions()).length, 3);
  });

  it('can be looked at and turned from, where the page has an order of the same amount; no other is its own', async () => {
    const world = new FlowWorld(slow);
    const { id } = await begun(world, 'A').then(async () => (await world.transactions())[0] ?? { id: '' });
    const page = await visit(world, 'B');
    page.checkout.resume(id);
    await page.until('processing');
    assert.equal(page.checkout.canRenew, true);
    page.checkout.setAside();
    assert.equal(page.state.status, 'ready');
    assert.equal(earlierOf(page), undefined, 'the payer knows');
    assert.deepEqual(page.of('renewal'), []);

    const other = new FlowWorld(slow);
    await begun(other, 'A');
    const [transaction] = await other.transactions();
    const dearer = await visit(other, 'B', { amountInCents: 20_000_000 });
    dearer.checkout.resume(transaction?.id ?? '');
    await dearer.until('processing');
    assert.equal(dearer.checkout.canRenew, false);
    dearer.checkout.setAside();
    assert.deepEqual(dearer.of('renewal'), ['A']);
    assert.equal(dearer.state.status, 'processing');
  });
});
