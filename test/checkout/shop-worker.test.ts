import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import { askAhead } from '../../src/api/service-request.ts';
import { fetchResolved } from '../../src/browser/order-endpoint.ts';

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
