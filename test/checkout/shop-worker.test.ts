import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import { askAhead } from '../../src/api/service-request.ts';
import { fetchResolved } from '../../src/browser/order-endpoint.ts';
import { CodeEntry, type CodeState } from '../../src/checkout/code-entry.ts';
import { FlowWorld } from './flow-world.ts';
import { paid } from './method-world.ts';

const service = 'https://api.example';

/** The addresses that are asked for twice each, on a page that a service worker of the shop answers, or none does. */
async function asked(t: TestContext, serviceWorker: PropertyDescriptor): Promise<URL[]> {
  const urls: URL[] = [];
  t.mock.method(globalThis, 'fetch', async (address: string | URL) => {
    urls.push(new URL(address));
    return Response.json({ data: [] });
  });
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const value = Object.defineProperty({}, 'serviceWorker', serviceWorker);
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value });
  try {
    const api = new HttpPaymentsApi({ baseUrl: service, publicKey: 'pub_test_worker' });
    for (const _ of [1, 2]) {
      askAhead(service, 'pub_test_worker');
      await api.fetchMerchant().catch(() => undefined);
      await api.fetchTransaction('1-2-3').catch(() => undefined);
      await api.fetchInstitutions().catch(() => undefined);
      await fetchResolved('https://shop.example/resolve', 'ORDER-1');
    }
  } finally {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  }
  return urls;
}

it("B10: nothing that is read has an address that a worker of the shop's can know from before", async (t) => {
  const urls = await asked(t, { value: { controller: {} } });
  assert.equal(urls.length, 10);
  assert.equal(new Set(urls.map(String)).size, 10);
  for (const url of urls) url.searchParams.delete('_');
  assert.deepEqual([...new Set(urls.map(String))].toSorted(), [
    `${service}/merchants/info`,
    `${service}/v1/pse/financial_institutions`,
    `${service}/v1/transactions/1-2-3`,
    'https://shop.example/resolve?reference=ORDER-1',
  ]);
});

it('B10: without such a worker each address is as the service and the shop know it', async (t) => {
  for (const url of await asked(t, { value: { controller: null } }))
    assert.equal(url.searchParams.has('_'), false, url.href);
});

it('B10: a sandboxed frame, which may not ask for workers, asks the service as ever', async (t) => {
  const get = (): never => {
    throw new DOMException('Service worker is disabled because the context is sandboxed.', 'SecurityError');
  };
  const urls = await asked(t, { get });
  assert.equal(urls.length, 10);
  for (const url of urls) assert.equal(url.searchParams.has('_'), false, url.href);
});

/** As examples of service workers have it: `catch(() => new Response('…', {status: 408}))`; proxies answer so, too. */
const nobody = { kind: 'status', status: 408, body: 'Network error happened' };
const errorOf = (state: object): unknown => ('error' in state ? Object(state.error).code : undefined);

describe("what a worker of the shop's answers where the network fails", () => {
  it('B10: is no word of the service on its contracts: they can be asked for again', async () => {
    const world = new FlowWorld();
    await world.fault('GET', '/merchants/info', nobody);
    const page = await world.page();
    await page.until('failed');
    assert.equal(errorOf(page.state), 'contracts_unreachable');
    page.checkout.checkAgain();
    await page.until('ready');
  });

  it('B10: is none on a card, which is not called refused', async () => {
    const world = new FlowWorld();
    await world.fault('POST', '/v1/tokens/cards', nobody);
    const page = await world.page();
    page.accept();
    await page.checkout.submit(page.card());
    assert.deepEqual([page.state.status, errorOf(page.state)], ['ready', 'timeout']);
  });

  it('B10: is none on a payment that the payer comes back with: it is looked for again', async () => {
    const world = new FlowWorld();
    const before = await paid(world, 'BANKA_TRANSFER');
    await before.until('action');
    const [{ id } = { id: '' }] = await world.transactions();
    world.returned = { id, isMarked: true };
    await world.fault('GET', `/v1/transactions/${id}`, nobody, 2);
    const page = await world.page();
    await page.until('processing');
    assert.deepEqual(page.of('unknown'), []);
  });

  it('B10: is none on a one-time code: it may be right, and another one can be sent', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'WALLET_B', { user_legal_id: '1012345678', phone_number: '3001234567' });
    await page.until('action');
    const [{ id } = { id: '' }] = await world.transactions();
    await world.fault('POST', `/wallet-b/${id}/send`, nobody);
    await world.fault('POST', `/wallet-b/${id}/validate`, nobody);
    const told: CodeState[] = [];
    const entry = page.checkout.codeEntry(CodeEntry, (state) => void told.push(state));
    await world.until(() => told.at(-1)?.phase === 'unsent');
    assert.deepEqual([errorOf(told.at(-1) ?? {}), told.at(-1)?.sendsLeft], ['timeout', undefined]);
    entry?.resend();
    await world.until(() => told.at(-1)?.phase === 'entry');
    const { triesLeft } = entry?.state ?? {};
    await entry?.submit('000001');
    assert.deepEqual([errorOf(told.at(-1) ?? {}), told.at(-1)?.triesLeft], ['timeout', triesLeft]);
  });
});
