import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { settingsFor, type FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { pendingRecord } from './method-world.ts';

describe('following a payment', () => {
  const pending = async (world: FlowWorld, changes = {}, environment = {}): Promise<FlowPage> => {
    const page = await world.page(changes, environment);
    page.accept();
    await page.checkout.submit(page.card());
    return page;
  };
  const challenge = { current_step: 'CHALLENGE', current_step_status: 'PENDING', three_ds_method_data: '&lt;b&gt;' };
  const recordOf = (id: string, extra: Record<string, unknown>) =>
    pendingRecord(extra, { id, reference: 'ORDER-1', amount_in_cents: 11_900_000, payment_method_type: 'CARD' });

  it('asks one at a time, every two to three seconds', async () => {
    const world = new FlowWorld({ settleMs: { min: 30_000, max: 30_000 } });
    const page = await pending(world);
    const since = world.time;
    await page.until('settled');
    const id = (await world.transactions())[0]?.id;
    const polls = await world.requests('GET', `/v1/transactions/${id}`);
    const seconds = (world.time - since) / 1000;
    assert.ok(
      polls.length >= seconds / 3 - 1 && polls.length <= seconds / 2 + 1,
      `${polls.length} polls in ${seconds} s`,
    );
  });

  it('goes on through failures, and says so meanwhile', async () => {
    const world = new FlowWorld();
    const page = await pending(world);
    const id = (await world.transactions())[0]?.id;
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 500 }, 2);
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'garbage' }, 1);
    await world.until(() => page.state.status === 'processing' && page.state.error !== undefined);
    await page.until('settled');
    assert.equal(page.of('settled').length, 1);
  });

  for (const qr_image of [
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==',
    `data:image/svg+xml;base64,${btoa(`<svg><g transform="scale(${'1 '.repeat(140_000)})"/></svg>`)}`,
  ])
    it(`S7: goes on through a picture that cannot be judged: ${qr_image.slice(0, 40)}…`, async () => {
      const world = new FlowWorld();
      const { fetch } = world;
      const withPicture = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        const response = await fetch(input, init);
        if (!String(input instanceof Request ? input.url : input).includes('/transactions/')) return response;
        const { data } = (await response.json()) as { data: { payment_method: { extra?: object | null } } };
        const method = { ...data.payment_method, extra: { ...data.payment_method.extra, qr_image } };
        return Response.json({ data: { ...data, payment_method: method } });
      };
      Object.assign(world, { fetch: withPicture });
      const page = await pending(world);
      // To this one it comes with the first record.
      const other = await world.page();
      assert.equal(other.state.status, 'processing');
      for (const each of [page, other]) await each.until('settled');
    });

  describe('a record that goes wrong where it is read', () => {
    /** The pending records of a world send to a bank, and nobody can say whose address that is while that is to fail. */
    const failing = (world: FlowWorld) => {
      const service = { isFailing: true };
      const isOfShop = (): boolean => {
        if (service.isFailing) throw new RangeError('too much');
        return true;
      };
      const fetchTransaction = async (id: string) => {
        const record = (await world.transactions()).find((one) => one.id === id);
        if (record?.status !== 'PENDING') return record;
        const extra = { async_payment_url: 'https://bank.example/pay' };
        return { ...record, payment_method: { type: 'CARD', extra } };
      };
      return { service, profile: { fetchTransaction }, environment: { isOfShop } };
    };

    it('S7: is a look in vain, and is followed by the next', async () => {
      const world = new FlowWorld();
      const { service, profile, environment } = failing(world);
      const page = await pending(world, { profile }, environment);
      await world.until(() => page.state.status === 'processing' && page.state.error !== undefined);
      await page.until('settled');
      assert.equal(page.of('settled').length, 1);
      assert.equal(service.isFailing, true);
    });

    it('S7: is a payment all the same, also where it is the first that is read of it', async () => {
      const world = new FlowWorld();
      const { service, profile, environment } = failing(world);
      await pending(world);
      const page = await world.page({ profile }, environment);
      assert(page.state.status === 'processing' && page.state.error?.code === 'network', page.state.status);
      service.isFailing = false;
      await world.until(() => page.state.status === 'processing' && page.state.error === undefined);
      await page.until('settled');
      assert.equal(page.of('settled').length, 1);
    });
  });

  it('S7: goes on where whoever listens throws, which is no fault of the service', async (test) => {
    const reported = test.mock.method(console, 'error', () => undefined);
    const world = new FlowWorld();
    const page = await pending(world);
    let told = 0;
    page.said.push = () => {
      told += 1;
      throw new Error('a mistake of the page');
    };
    const errors = new Set<unknown>();
    await world.until(() => {
      errors.add('error' in page.state ? page.state.error : undefined);
      return page.state.status === 'settled';
    });
    assert.deepEqual([...errors], [undefined]);
    assert(told > 0);
    assert.equal(reported.mock.callCount(), told);
  });

  it('is resumed after a reload', async () => {
    const world = new FlowWorld();
    const first = await pending(world);
    first.checkout.disconnect();
    const second = await world.page();
    assert.equal(second.state.status, 'processing');
    await second.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('goes on after the element was away', async () => {
    const world = new FlowWorld();
    const page = await pending(world);
    page.checkout.disconnect();
    await world.advance(60_000);
    assert.equal(page.state.status, 'processing');
    page.checkout.connect();
    await page.until('settled');
  });

  it('is none other when the page names the one that is shown', async () => {
    const world = new FlowWorld();
    const page = await pending(world);
    const id = String((await world.transactions())[0]?.id);
    page.checkout.configure({ ...page.configuration, transactionId: id });
    assert.equal(page.state.status, 'processing');
    await page.until('settled');
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 503 }, 9);
    page.checkout.configure({ ...page.configuration, transactionId: undefined });
    page.checkout.configure({ ...page.configuration, transactionId: id });
    assert.equal(page.state.status, 'settled', 'a receipt stays');
    assert.equal(page.statuses.filter((status) => status === 'loading').length, 0);
    assert.equal(page.of('settled').length, 1);
  });

  it('is one that had been paid before, where the page shows it after its backend has refused an order for it', async () => {
    for (const [code, wasPaid] of [
      ['cart_paid', true],
      ['order_unavailable', undefined],
    ] as const) {
      const world = new FlowWorld();
      const paying = await pending(world);
      await paying.until('settled');
      world.stored.clear(); // as in another browser
      const create = (): Promise<never> => Promise.reject(new CheckoutError(code, 'no order'));
      const other = await pending(world, { orders: { kind: 'created', create } });
      assert.equal(other.state.status === 'ready' && other.state.error?.code, code);
      other.checkout.configure({ ...other.configuration, transactionId: (await world.transactions())[0]?.id });
      await other.until('settled');
      assert.equal(other.state.status === 'settled' && other.state.wasPaid, wasPaid);
      assert.equal((await world.transactions()).length, 1);
    }
  });

  it('is looked for after growing pauses, also where the service asks to come back at once', async () => {
    const world = new FlowWorld();
    const { fetch } = world;
    const asked: number[] = [];
    const busy = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      if (!String(input instanceof Request ? input.url : input).includes('/transactions/')) return fetch(input, init);
      asked.push(world.time);
      return new Response('{}', { status: 503, headers: { 'retry-after': '0' } });
    };
    Object.assign(world, { fetch: busy });
    await world.page({ transactionId: '1-2-3' });
    await world.until(() => asked.length === 5);
    assert.deepEqual(
      asked.slice(1).map((time, place) => time - (asked[place] ?? 0)),
      [1000, 2000, 4000, 8000],
    );
  });

  it('stops looking often after a quarter of an hour, and looks at once when the payer comes back', async () => {
    const world = new FlowWorld({ settleMs: { min: 3_600_000, max: 3_600_000 } });
    const page = await pending(world);
    await world.until(() => page.state.status === 'processing' && page.state.stalled === true, 20 * 60_000);
    world.time += 3_600_000;
    await world.wake();
    assert.equal(page.state.status, 'settled');
  });

  it('gives a challenge its five minutes from when it came, however late that was', async () => {
    const world = new FlowWorld();
    const startedAt = world.time;
    const minutes = () => (world.time - startedAt) / 60_000;
    const fetchTransaction = async (id: string) => recordOf(id, minutes() > 6 ? { three_ds_auth: challenge } : {});
    const page = await pending(world, { profile: { fetchTransaction } });
    const isStalled = () => page.state.status === 'action' && page.state.stalled === true;
    await page.until('action');
    assert.ok(!isStalled());
    const cameAt = minutes();
    await world.until(isStalled);
    assert.ok(Math.abs(minutes() - cameAt - 5.2) < 0.3, `after ${minutes() - cameAt} minutes`);
  });

  it('keeps in mind over a reload that the payer has left the challenge, until it is opened again', async () => {
    const world = new FlowWorld();
    const profile = { fetchTransaction: async (id: string) => recordOf(id, { three_ds_auth: challenge }) };
    const page = await pending(world, { profile });
    await page.until('action');
    assert.ok(!page.checkout.hasLeft());
    for (const left of [true, false]) {
      page.checkout.hasLeft(left);
      const again = await world.page({ profile });
      await again.until('action');
      assert.equal(again.checkout.hasLeft(), left);
    }
  });

  it('keeps an open challenge when a record has lost it, and lets it go when the record says what came of it', async () => {
    const world = new FlowWorld();
    const { three_ds_method_data: _, ...lost } = challenge;
    const over = { current_step: 'AUTHENTICATION', current_step_status: 'COMPLETED' };
    let auth: object | undefined = challenge;
    let looks = 0;
    const fetchTransaction = async (id: string) => {
      looks += 1;
      return recordOf(id, auth ? { three_ds_auth: auth } : {});
    };
    const page = await pending(world, { profile: { fetchTransaction } });
    await page.until('action');
    for (auth of [lost, undefined, challenge]) {
      const before = looks;
      await world.until(() => looks > before + 1);
      assert.deepEqual(page.state.status === 'action' && page.state.action, {
        kind: 'challenge',
        methodData: '&lt;b&gt;',
      });
    }
    assert.deepEqual(page.of('action'), ['challenge']);
    auth = over;
    await page.until('processing');
  });

  it('takes a challenge for done that one record after another knows nothing of', async () => {
    const world = new FlowWorld();
    let auth: object | undefined = challenge;
    const fetchTransaction = async (id: string) => recordOf(id, auth ? { three_ds_auth: auth } : {});
    const page = await pending(world, { profile: { fetchTransaction } });
    await page.until('action');
    auth = undefined;
    const since = world.time;
    await page.until('processing');
    const seconds = (world.time - since) / 1000;
    assert.ok(seconds > 8 && seconds < 30, `after ${seconds} s`);
  });

  for (const [what, foreign] of Object.entries({
    reference: { reference: 'OTHER' },
    amount: { amount_in_cents: 1 },
    currency: { currency: 'USD' },
  }))
    it(`takes no record of another ${what} for it`, async () => {
      const world = new FlowWorld();
      const page = await pending(world);
      const id = (await world.transactions())[0]?.id ?? '';
      const data = { ...recordOf(id, {}), status: 'APPROVED', ...foreign };
      await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 200, body: { data } });
      await world.advance(3000);
      assert.equal(page.state.status === 'processing' && page.state.error?.code, 'invalid_response');
      await page.until('settled');
      assert.equal(page.state.status === 'settled' && page.state.transaction.reference, 'ORDER-1');
    });

  it('is shown to the second tab, which cannot pay it again', async () => {
    const world = new FlowWorld();
    const second = await world.page();
    second.accept();
    const first = await pending(world);
    await second.checkout.submit(second.card());
    await second.until('settled');
    await first.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is known to a waiting tab from the moment that it exists, however soon it ends', async () => {
    const world = new FlowWorld();
    const second = await world.page();
    second.accept();
    const first = await world.page();
    first.accept();
    const creation = world.hold('/transactions');
    void first.checkout.submit(first.card());
    await world.settle();
    assert.ok(creation.isAsked());
    void second.checkout.submit(second.card());
    await world.settle();
    assert.ok(second.state.status === 'submitting' && second.state.elsewhere);
    creation.release();
    // No clock moves: a tab in the background may be let look once a minute.
    await world.settle();
    assert.equal(second.state.status, 'processing');
    await first.until('settled');
    await second.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is shown in the waiting tabs too when its answer was lost and the backend knows how it ended', async () => {
    const world = new FlowWorld();
    const resolveReference = async (reference: string) =>
      (await world.transactions()).find((one) => one.reference === reference && one.status !== 'PENDING') ?? null;
    const tabs: FlowPage[] = [];
    for (const _ of ['paying', 'second', 'third']) tabs.push(await world.page({ resolveReference }));
    await world.fault('POST', '/transactions', { kind: 'drop-after' });
    for (const tab of tabs) {
      tab.accept();
      void tab.checkout.submit(tab.card());
      await world.settle();
    }
    for (const tab of tabs) await tab.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is found on the return page by the id in its address, which is cleaned', async () => {
    const world = new FlowWorld();
    const first = await pending(world);
    first.checkout.disconnect();
    const id = (await world.transactions())[0]?.id ?? '';
    world.returned = { id, isMarked: true };
    const page = await world.page();
    await page.until('settled');
    assert.equal(world.returned, undefined);
  });

  it('does not take a foreign transaction in the address for its own', async () => {
    const world = new FlowWorld();
    const first = await pending(world);
    await first.until('settled');
    world.returned = { id: (await world.transactions())[0]?.id ?? '', isMarked: true };
    const order = await world.order('ORDER-2');
    const page = await world.page({ orders: { kind: 'fixed', order } });
    assert.equal(page.state.status, 'ready');
    assert.deepEqual(page.of('warning'), ['foreign_transaction']);
  });
});

describe('a form that is shown beside a payment of its order', () => {
  const created = (world: FlowWorld) => {
    let count = 0;
    const asked: string[] = [];
    const create = () => {
      asked.push(`ORDER-${++count}`);
      return world.order(`ORDER-${count}`);
    };
    return { asked, changes: { orders: { kind: 'created' as const, create } } };
  };
  const pay = async (page: FlowPage, number?: string): Promise<void> => {
    page.accept();
    void page.checkout.submit(page.card(number));
    await page.until('settled');
  };
  const resultOf = (page: FlowPage) => (page.state.status === 'settled' ? page.state.transaction : undefined);

  for (const kind of ['fixed', 'created'] as const)
    it(`gives way to it once that is approved, and not before: ${kind} orders`, async () => {
      const world = new FlowWorld();
      const changes = kind === 'created' ? created(world).changes : {};
      const [paying, open] = [await world.page(changes), await world.page(changes)];
      paying.accept();
      await paying.checkout.submit(paying.card());
      open.checkout.heed();
      await world.settle();
      assert.equal(open.state.status, 'ready');
      await paying.until('settled');
      open.checkout.heed();
      await world.settle();
      const guessed = kind === 'created' ? { guessed: true } : {};
      assert.deepEqual(open.state, { ...paying.state, wasPaid: true, ...guessed });
      assert.equal(open.of('settled').length, 1);
      assert.equal((await world.transactions()).length, 1);
    });

  it('gives way to it, not to what this page came back with and has shown before', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const resolveReference = async (reference: string) =>
      (await world.transactions()).find((one) => one.reference === reference) ?? null;
    const first = await world.page(changes);
    await pay(first, '4111111111111111');
    first.checkout.disconnect();
    world.returned = { id: (await world.transactions())[0]?.id ?? '', isMarked: true };
    const page = await world.page({ ...changes, resolveReference });
    await page.until('settled');
    page.checkout.retry();
    await world.settle();
    await world.fault('POST', '/transactions', { kind: 'garbage' });
    await pay(page, '4111111111111111');
    page.checkout.retry();
    await world.settle();
    assert.equal(page.state.status, 'ready');
    const paying = await world.page(changes);
    await pay(paying);
    page.checkout.heed();
    await page.until('settled');
    assert.deepEqual(resultOf(page), resultOf(paying));
  });

  it('gives way to it also where its record is late, and keeps what it knows of it', async () => {
    const world = new FlowWorld();
    const { asked, changes } = created(world);
    const [paying, open] = [await world.page(changes), await world.page(changes)];
    await pay(paying);
    const id = String((await world.transactions())[0]?.id);
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 404 }, 3);
    open.checkout.heed();
    await open.until('settled');
    assert.deepEqual(open.state, { ...paying.state, wasPaid: true, guessed: true });
    assert.deepEqual(asked, ['ORDER-1']);
  });

  it('is unknown, and no form, where the service has other trouble as well as no record', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const [paying, open] = [await world.page(changes), await world.page(changes)];
    await pay(paying);
    const path = `/v1/transactions/${(await world.transactions())[0]?.id}`;
    await world.fault('GET', path, { kind: 'status', status: 503 }, 3);
    await world.fault('GET', path, { kind: 'status', status: 404 });
    open.checkout.heed();
    await open.until('unknown');
    await open.until('settled');
    assert.deepEqual(resultOf(open), resultOf(paying));
  });

  for (const [when, what] of [
    ['comes back', (page: FlowPage) => page.checkout.revisit()],
    ['presses pay', (page: FlowPage) => page.checkout.submit(page.card())],
  ] as const)
    it(`shows the approved payment to who ${when}, where the page heard of nothing, and asks for no order`, async () => {
      const world = new FlowWorld();
      const { asked, changes } = created(world);
      const [paying, deaf] = [await world.page(changes), await world.page(changes)];
      await pay(paying);
      world.time -= 3_600_000; // a clock that is put back
      deaf.accept();
      await what(deaf);
      await world.settle();
      assert.deepEqual(deaf.state, { ...paying.state, wasPaid: true, guessed: true });
      assert.deepEqual(asked, ['ORDER-1']);
    });

  it('sends nothing in place of what another tab has paid, though the service has no record of it just now', async () => {
    const world = new FlowWorld();
    const { asked, changes } = created(world);
    const [paying, deaf] = [await world.page(changes), await world.page(changes)];
    await pay(paying);
    const id = String((await world.transactions())[0]?.id);
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 404 }, 9);
    deaf.accept();
    void deaf.checkout.submit(deaf.card());
    await deaf.until('unknown');
    assert.deepEqual(asked, ['ORDER-1']);
    await deaf.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('stays for whoever pays something else, after a decline, and on a page that asks anew', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const other = { ...changes, amount: { amountInCents: 12_500_000, currency: 'COP' } };
    const [paying, beside, elsewhere] = [await world.page(changes), await world.page(changes), await world.page(other)];
    await pay(paying, '4111111111111111');
    beside.checkout.heed();
    assert.equal(beside.state.status, 'ready');
    await pay(beside);
    for (const page of [paying, elsewhere]) page.checkout.heed();
    assert.equal(elsewhere.state.status, 'ready');
    assert.equal(resultOf(paying)?.status, 'DECLINED');
    for (const page of [beside, await world.page(changes)]) {
      page.checkout.reset();
      await world.settle();
      page.checkout.heed();
      await world.settle();
      assert.equal(page.state.status, 'ready');
      await pay(page);
    }
    assert.equal((await world.transactions()).length, 4);
  });

  it('pays again when the approved payment was voided since', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const fetchTransaction = async (id: string) => {
      const record = (await world.transactions()).find((one) => one.id === id);
      return { ...record, status: record?.reference === 'ORDER-1' ? 'VOIDED' : record?.status };
    };
    const [paying, open] = [await world.page(changes), await world.page({ ...changes, profile: { fetchTransaction } })];
    await pay(paying);
    open.checkout.heed();
    await open.until('settled');
    assert.equal(resultOf(open)?.status, 'VOIDED');
    open.checkout.retry();
    await pay(open);
    assert.equal(resultOf(open)?.reference, 'ORDER-2');
    assert.equal(resultOf(open)?.status, 'APPROVED');
  });

  it('is not thrown out of by what is none of its business', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const { orders: _, ...without } = settingsFor(await world.order('ORDER-9'));
    const keeping = await world.page({ ...changes, mode: 'source' });
    const renewing = await world.page(changes);
    keeping.accept();
    await keeping.checkout.submit(keeping.card());
    const kept = keeping.state;
    renewing.checkout.configure(without);
    await pay(await world.page(changes));
    for (const page of [keeping, renewing]) page.checkout.heed();
    await world.settle();
    assert.deepEqual(keeping.state, kept);
    assert.equal(renewing.state.status, 'ready');
    assert.equal(renewing.of('settled').length, 0);
  });

  it('is about the purchase that follows a payment shown by its id', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const first = await world.page(changes);
    await pay(first, '4111111111111111');
    const transactionId = (await world.transactions())[0]?.id;
    const page = await world.page({ ...changes, transactionId });
    await page.until('settled');
    page.checkout.retry();
    await pay(await world.page(changes));
    page.checkout.heed();
    await page.until('settled');
    assert.equal(resultOf(page)?.status, 'APPROVED');
  });

  it('remembers each of several that were paid meanwhile, for a month', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const other = { ...changes, amount: { amountInCents: 12_500_000, currency: 'COP' } };
    other.orders = { kind: 'created', create: () => world.order(`OTHER-${world.time}`, 12_500_000) };
    const asleep = await world.page(changes);
    await pay(await world.page(changes));
    await pay(await world.page(other));
    await pay(asleep);
    assert.equal(resultOf(asleep)?.reference, 'ORDER-1');
    assert.equal(world.stored.size, 1);
    await world.advance(31 * 24 * 3_600_000);
    await world.page(changes);
    assert.equal(world.stored.size, 0);
  });

  it('waits for another tab that sends also where the browser keeps nothing, and only the lock tells of it', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const [first, second] = [
      await world.page(changes, { storage: undefined }),
      await world.page(changes, { storage: undefined }),
    ];
    const creation = world.hold('/transactions');
    for (const tab of [first, second]) {
      tab.accept();
      void tab.checkout.submit(tab.card());
      await world.settle();
    }
    assert.ok(creation.isAsked());
    await world.advance(8000);
    assert.equal(second.state.status === 'submitting' && second.state.elsewhere, true);
    creation.release();
    await first.until('settled');
    await world.settle();
    // The payer sees the form again: what the other tab has done cannot be told to this one.
    assert.equal(second.state.status, 'ready');
    assert.equal((await world.transactions()).length, 1);
  });

  it('gives way to what another tab has begun by the time that it would send, where there are no locks', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const lock = async () => () => {};
    const tabs = [await world.page(changes, { lock }), await world.page(changes, { lock })];
    let go = (): void => {};
    const filledIn = new Promise<void>((resolve) => (go = resolve));
    for (const tab of tabs) {
      tab.accept();
      const attempt = tab.card();
      void tab.checkout.submit({ ...attempt, collect: () => filledIn.then(() => attempt.collect()) });
      await world.settle();
      assert.equal(tab.state.status === 'submitting' && tab.state.step, 'details');
    }
    go();
    const [first, second] = tabs;
    await first?.until('settled');
    assert.ok(second?.state.status === 'ready' && second.state.unconfirmed, 'the payer is asked, and nothing is sent');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is sent by one of two tabs that have written at the same moment, where there are no locks', async () => {
    const world = new FlowWorld();
    const { changes } = created(world);
    const lock = async () => () => {};
    const before = new Map(world.stored);
    let share = (): void => {};
    const shared = new Promise<void>((resolve) => (share = resolve));
    const untilShared = () => shared;
    const [first, second] = [
      await world.page(changes, { lock, untilShared }),
      await world.page(changes, { lock, untilShared }),
    ];
    for (const tab of [first, second]) {
      // What the first one has written is not to be read in the second one yet.
      world.stored.clear();
      for (const [key, text] of before) world.stored.set(key, text);
      tab.accept();
      void tab.checkout.submit(tab.card());
      await world.settle();
      assert.equal(tab.state.status === 'submitting' && tab.state.step, 'create');
    }
    assert.equal((await world.transactions()).length, 0);
    share();
    await second.until('settled');
    assert.ok(first.state.status === 'ready' && first.state.unconfirmed, 'the payer is asked, and nothing is sent');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is not paid by an element that leaves while it waits for what other tabs have written', async () => {
    const world = new FlowWorld();
    const { asked, changes } = created(world);
    let share = (): void => {};
    const untilShared = () => new Promise<void>((resolve) => (share = resolve));
    const page = await world.page(changes, { lock: async () => () => {}, untilShared });
    page.accept();
    const submitted = page.checkout.submit(page.card());
    await world.settle();
    page.checkout.disconnect();
    share();
    await submitted;
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'aborted');
    assert.equal((await world.transactions()).length, 0);
    page.checkout.connect();
    const paid = page.checkout.submit(page.card());
    await world.settle();
    share();
    await page.until('settled');
    await paid;
    assert.deepEqual(asked, ['ORDER-1']);
    assert.equal((await world.transactions()).length, 1);
  });

  it('is not paid by who turns from a payment that another tab has seen approved', async () => {
    const world = new FlowWorld();
    const { asked, changes } = created(world);
    const page = await world.page(changes);
    page.accept();
    await page.checkout.submit(page.card());
    const other = await world.page(changes);
    page.checkout.disconnect();
    await other.until('settled');
    page.checkout.setAside();
    page.checkout.connect();
    const id = (await world.transactions())[0]?.id;
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 500 });
    await pay(page);
    assert.deepEqual(resultOf(page), resultOf(other));
    assert.deepEqual(asked, ['ORDER-1']);
  });

  it('is not paid by who tries again after a decline', async () => {
    const world = new FlowWorld();
    const { asked, changes } = created(world);
    const [page, other] = [await world.page(changes), await world.page(changes)];
    await pay(page, '4111111111111111');
    await pay(other);
    page.checkout.retry();
    await pay(page);
    assert.deepEqual(resultOf(page), resultOf(other));
    assert.deepEqual(asked, ['ORDER-1', 'ORDER-2']);
  });

  it('pays nothing again after a decline whose page never had its contracts', async () => {
    const world = new FlowWorld();
    const { asked, changes } = created(world);
    const first = await world.page(changes);
    first.accept();
    await first.checkout.submit(first.card('4111111111111111'));
    first.checkout.disconnect();
    await world.fault('GET', '/merchants/info', { kind: 'status', status: 500 });
    const page = await world.page(changes);
    await page.until('settled');
    assert.equal(page.checkout.merchant, undefined);
    const other = await world.page(changes);
    await pay(other);
    page.checkout.retry();
    await page.until('ready');
    await pay(page);
    assert.deepEqual(resultOf(page), resultOf(other));
    assert.equal(asked.length, 2);
  });

  it('tells those that do not know what became of it, too', async () => {
    const world = new FlowWorld();
    const lost = await world.page();
    lost.accept();
    await world.fault('POST', '/transactions', { kind: 'drop-after' });
    await lost.checkout.submit(lost.card());
    assert.equal(lost.state.status, 'unknown');
    await world.advance(60_000);
    assert.equal(lost.state.status, 'unknown');
    const resolveReference = async () => (await world.transactions())[0];
    const informed = await world.page({ resolveReference });
    await informed.until('settled');
    await lost.until('settled');
    assert.deepEqual(lost.state, informed.state);
  });
});
