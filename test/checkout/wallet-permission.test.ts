import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Attempt, PaymentSourceRequest } from '../../src/checkout/configuration.ts';
import { PaymentsBackend } from '../../src/server/index.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';

const path = '/v1/tokens/wallet_a';
const approving = '3991111111';
const declining = '3992222222';
const failing = '3000000000';

const open = async (changes: Parameters<FlowWorld['page']>[0] = {}) => {
  const page = await new FlowWorld().page({ mode: 'source', amount: undefined, orders: undefined, ...changes });
  page.accept();
  return page;
};
const wallet = (page: FlowPage, phone: string): Attempt => ({
  method: 'WALLET_A',
  collect: () => Promise.resolve({ paymentMethod: { phone_number: phone } }),
  spent: () => void page.spent++,
});
const keep = async (page: FlowPage, phone: string) => {
  const submitted = page.checkout.submit(wallet(page, phone));
  await page.world.settle();
  await page.until('ready');
  await submitted;
};
const errorOf = ({ state }: FlowPage) => (state.status === 'ready' ? state.error : undefined);
const asked = (page: FlowPage) => page.world.requests('POST', path);
/** The looks at the one token that was asked for, which an address with its id in it tells. */
const looks = async ({ world }: FlowPage) =>
  ((await world.control('requests')) as { method: string; path: string; status: number }[]).filter(
    (request) => request.method === 'GET' && request.path.startsWith(`${path}/`),
  );
describe('the permission of a wallet, mode source', () => {
  // It comes lazily, and the clock of these tests waits for no file.
  before(() => import('../../src/checkout/wallet-permission.ts'));

  it('is asked for once, awaited, and handed over with both consents', async () => {
    const page = await open();
    const submitted = page.checkout.submit(wallet(page, approving));
    await page.world.settle();
    assert.deepEqual(page.state, { status: 'submitting', step: 'accept' });
    assert.deepEqual(page.of('source'), []);
    await page.until('ready');
    await submitted;
    assert.deepEqual(page.state, { status: 'ready', handedOver: true });
    const [request] = page.of('source') as PaymentSourceRequest[];
    assert(request);
    const { acceptance_token, accept_personal_auth, token, ...rest } = request;
    assert.notEqual(acceptance_token, accept_personal_auth);
    assert.match(token, /^walleta_test_/);
    assert.deepEqual(rest, {
      type: 'WALLET_A',
      customer_email: 'ana@example.com',
      session_id: 'session-1',
      customer_data: { device_id: 'device-1', full_name: 'Ana' },
    });
    assert.deepEqual(
      (await asked(page)).map(({ body }) => body),
      [{ phone_number: approving }],
    );
    assert.equal((await looks(page)).length, 1);
    assert.deepEqual(await page.world.transactions(), []);
    assert.deepEqual(page.of('submitting'), [{ method: 'WALLET_A', reference: undefined }]);
  });

  it('makes a body that the backend sends as it is', async () => {
    const page = await open();
    await keep(page, approving);
    const { fetch } = page.world;
    const payments = new PaymentsBackend({ baseUrl: 'http://127.0.0.1:5174', privateKey: 'prv_test_flow', fetch });
    const source = await payments.createPaymentSource(page.of('source')[0] as PaymentSourceRequest);
    assert.deepEqual([source.type, source.status], ['WALLET_A', 'AVAILABLE']);
    assert.deepEqual(
      (await page.world.requests('POST', '/payment_sources')).map(({ status }) => status),
      [201],
    );
  });

  for (const [phone, code] of [
    [declining, 'token_rejected'],
    [failing, 'source_rejected'],
  ] as const)
    it(`leads back to the form when it is refused, with ${code}, and to a new token at the next press`, async () => {
      const page = await open();
      await keep(page, phone);
      assert.deepEqual([errorOf(page)?.code, errorOf(page)?.retryable], [code, true]);
      assert.deepEqual(page.of('error'), [errorOf(page)]);
      assert.deepEqual(page.of('source'), []);
      await keep(page, approving);
      assert.deepEqual(page.state, { status: 'ready', handedOver: true });
      assert.equal((await asked(page)).length, 2);
    });

  it('is given up by the payer: nothing is handed over, whatever the phone says later, and the next press asks anew', async () => {
    const page = await open();
    const submitted = page.checkout.submit(wallet(page, approving));
    await page.world.settle();
    assert.deepEqual(page.state, { status: 'submitting', step: 'accept' });
    page.checkout.giveUp();
    await submitted;
    assert.deepEqual(page.state, { status: 'ready' });
    assert.deepEqual([page.of('source'), page.of('error'), page.spent], [[], [], 0]);
    page.checkout.giveUp();
    await keep(page, approving);
    assert.deepEqual(page.state, { status: 'ready', handedOver: true });
    assert.equal((await asked(page)).length, 2);
    assert.equal(page.of('source').length, 1);
  });

  it('names the field when the number is refused', async () => {
    const page = await open();
    await keep(page, '12');
    assert.equal(errorOf(page)?.code, 'token_rejected');
    assert.deepEqual(Object.keys(errorOf(page)?.fields ?? {}), ['phone_number']);
  });

  it('cannot be kept by a service that knows no tokens of wallets', async () => {
    const page = await open({ profile: { paths: { walletTokens: '/v1/nothing' } } });
    await keep(page, approving);
    assert.equal(errorOf(page)?.code, 'source_rejected');
  });

  it('is not asked for again by itself when the answer was lost', async () => {
    const page = await open();
    await page.world.fault('POST', path, { kind: 'drop-after' });
    await keep(page, approving);
    assert.equal(errorOf(page)?.code, 'network');
    assert.equal((await asked(page)).length, 1);
    await keep(page, approving);
    assert.deepEqual(page.state, { status: 'ready', handedOver: true });
    assert.equal((await asked(page)).length, 2);
  });

  it('is one token for three presses', async () => {
    const page = await open();
    const submitted = [1, 2, 3].map(() => page.checkout.submit(wallet(page, approving)));
    await page.world.settle();
    await page.until('ready');
    await Promise.all(submitted);
    assert.equal((await asked(page)).length, 1);
    assert.equal(page.of('source').length, 1);
  });

  describe('while nobody answers', () => {
    /** A service whose looks are answered by the test. */
    const openAnswered = async (answer: () => Response | Promise<Response>) => {
      const world = new FlowWorld();
      const times: number[] = [];
      let inFlight = 0;
      let most = 0;
      const real = world.fetch;
      Object.assign(world, {
        fetch: async (input: string | URL | Request, init?: RequestInit) => {
          if (!new Request(input).url.includes(`${path}/`)) return real(input, init);
          times.push(world.time);
          most = Math.max(most, ++inFlight);
          try {
            return await answer();
          } finally {
            inFlight--;
          }
        },
      });
      const page = await world.page({ mode: 'source', amount: undefined, orders: undefined });
      page.accept();
      return { page, times, most: () => most };
    };
    const pending = () => Response.json({ data: { id: 'walleta_test_1', status: 'PENDING' } });

    it('ends after three minutes by the clock, one request at a time, with a last look', async () => {
      const { page, times, most } = await openAnswered(pending);
      const start = page.world.time;
      await keep(page, approving);
      assert.equal(errorOf(page)?.code, 'token_rejected');
      assert.equal(page.world.time - start, 180_000);
      assert.equal(times.at(-1), page.world.time);
      assert.equal(most(), 1);
      assert.ok(times.length > 30 && times.length < 90, `${times.length} looks`);
      assert.deepEqual(page.of('source'), []);
    });

    it('counts what a sleeping device missed', async () => {
      const { page } = await openAnswered(pending);
      const submitted = page.checkout.submit(wallet(page, approving));
      await page.world.settle();
      await page.world.advance(60 * 60_000);
      await submitted;
      assert.equal(errorOf(page)?.code, 'token_rejected');
    });

    it('waits as long as the service asks, and goes on', async () => {
      let count = 0;
      const { page, times } = await openAnswered(() => {
        count += 1;
        if (count === 1) return new Response('{}', { status: 429, headers: { 'retry-after': '30' } });
        return Response.json({ data: { id: 'walleta_test_1', status: 'APPROVED' } });
      });
      await keep(page, approving);
      assert.deepEqual(page.state, { status: 'ready', handedOver: true });
      assert.equal((times[1] ?? 0) - (times[0] ?? 0), 30_000);
    });

    it('does not look when the service asks for more time than is left', async () => {
      const { page, times } = await openAnswered(
        () => new Response('{}', { status: 503, headers: { 'retry-after': '3600' } }),
      );
      await keep(page, approving);
      assert.equal(errorOf(page)?.code, 'service_unavailable');
      assert.equal(times.length, 1);
    });

    it('says what kept it from knowing when no look came through', async () => {
      const { page, times } = await openAnswered(() => Promise.reject(new TypeError('offline')));
      await keep(page, approving);
      assert.equal(errorOf(page)?.code, 'network');
      assert.ok(times.length > 30);
    });

    it('takes a refusal at its word at once', async () => {
      const { page, times } = await openAnswered(() => new Response('{}', { status: 401 }));
      await keep(page, approving);
      assert.equal(errorOf(page)?.code, 'unauthorized');
      assert.equal(times.length, 1);
    });

    it('S8: quotes a status that is refused where it is one word, and none of what else may stand there', async () => {
      for (const [status, quoted] of [
        ['DECLINED', "The service gave the wallet's token the status DECLINED."],
        [
          `DECLINED: 3001234567 Ana Neblina${'x'.repeat(1_000_000)}`,
          "The service gave the wallet's token a status that is none.",
        ],
        ['declined by Ana', "The service gave the wallet's token a status that is none."],
      ]) {
        const { page } = await openAnswered(() => Response.json({ data: { id: 'walleta_test_1', status } }));
        await keep(page, approving);
        assert.deepEqual([errorOf(page)?.code, errorOf(page)?.message], ['token_rejected', quoted]);
      }
    });

    it('ends with the element, which finds its form again without an error', async () => {
      const { page, times } = await openAnswered(pending);
      const submitted = page.checkout.submit(wallet(page, approving));
      await page.world.settle();
      page.checkout.disconnect();
      await submitted;
      assert.deepEqual(page.state, { status: 'ready' });
      assert.deepEqual(page.of('error'), []);
      await page.world.advance(60_000);
      assert.deepEqual(times, []);
      page.checkout.connect();
      await page.world.settle();
      assert.deepEqual(page.state, { status: 'ready' });
    });
  });
});
