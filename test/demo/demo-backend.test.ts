import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShopSecrets } from '../../demo/backend/shop-secrets.ts';
import { openShop, secrets, sha256, type Order } from './open-shop.ts';

describe("the demo shop's backend: orders", () => {
  it('signs reference, amount and currency with the integrity secret', async () => {
    const { reference, amount_in_cents, currency, signature } = await openShop().order();
    assert.equal(amount_in_cents, 11_900_000);
    assert.equal(currency, 'COP');
    assert.equal(signature, sha256(`${reference}11900000COP${secrets.integritySecret}`));
  });

  it('gives all attempts the same order as long as it is open', async () => {
    const shop = openShop();
    const { reference } = await shop.order();
    const references = await Promise.all(Array.from({ length: 50 }, async () => (await shop.order()).reference));
    assert.deepEqual([...new Set(references)], [reference]);
  });

  it('keeps the price of what was ordered, and takes other things for another cart', async () => {
    const shop = openShop();
    const { reference } = await shop.order();
    await shop.ask('PUT', '/api/cart', { items: [{ sku: 'bono-1500', quantity: 1 }] });
    const other = await shop.order();
    assert.notEqual(other.reference, reference);
    assert.equal(other.amount_in_cents, 150_000);
    const first = await (await shop.ask('GET', `/api/orders/${reference}`)).json();
    assert.deepEqual([first.amount_in_cents, first.total_in_cents], [11_900_000, 11_900_000]);
  });

  it('tells the page what the purchase is called, and keeps what opens the cart in its cookie', async () => {
    const shop = openShop();
    const answer = await shop.ask('GET', '/api/cart');
    const { cart_id: id } = await answer.json();
    assert.match(id, /^[\w-]{36}$/);
    assert.equal((answer.headers.get('set-cookie') ?? '').includes(id), false);
    const order: object = await shop.order();
    assert.equal('cart_id' in order && order.cart_id, id);
    const changed = await shop.ask('PUT', '/api/cart', { items: [{ sku: 'bono-1500', quantity: 1 }] });
    assert.notEqual((await changed.json()).cart_id, id, 'what was ordered stays another purchase');
  });

  it('decides the amount by the cart, whatever the browser claims', async () => {
    const shop = openShop();
    const order = await shop.order({ amount_in_cents: 100, currency: 'USD', reference: 'MINE' });
    assert.equal(order.amount_in_cents, 11_900_000);
    assert.equal(order.currency, 'COP');
    assert.notEqual(order.reference, 'MINE');
  });

  it('prices a changed cart, with shipping up to 200.000 and the tax inside', async () => {
    const shop = openShop();
    await shop.ask('GET', '/api/cart');
    const put = (items: object[]) => shop.ask('PUT', '/api/cart', { items }).then((answer) => answer.json());
    const shipped = await put([{ sku: 'gotero-ceramica', quantity: 1 }]);
    assert.equal(shipped.total_in_cents, 8_800_000);
    assert.equal(shipped.tax_in_cents, 1_405_042);
    const free = await put([{ sku: 'gotero-ceramica', quantity: 3 }]);
    assert.deepEqual([free.shipping_in_cents, free.total_in_cents], [0, 22_800_000]);
    const giftCard = await put([{ sku: 'bono-5000100', quantity: 1 }]);
    assert.deepEqual([giftCard.tax_in_cents, giftCard.total_in_cents], [0, 500_010_000]);
    assert.equal((await shop.order()).amount_in_cents, 500_010_000);
  });

  it('keeps the carts of two visitors apart', async () => {
    const shop = openShop();
    await shop.ask('GET', '/api/cart');
    await shop.ask('PUT', '/api/cart', { items: [{ sku: 'bono-1500', quantity: 2 }] });
    assert.equal((await shop.order()).amount_in_cents, 300_000);
    shop.setCookie('');
    assert.equal((await shop.order()).amount_in_cents, 11_900_000);
  });

  it('refuses a cart that it does not know, and gives its owner a new one at the next load', async () => {
    const shop = openShop();
    shop.setCookie('neblina_cart=00000000-0000-4000-8000-000000000000');
    const refused = await shop.ask('POST', '/api/order', { method: 'CARD' });
    assert.equal(refused.status, 404);
    assert.equal((await refused.json()).error.type, 'UNKNOWN_CART');
    assert.equal((await shop.ask('GET', '/api/cart')).status, 200);
    assert.equal((await shop.order()).amount_in_cents, 11_900_000);
  });

  it('refuses what it cannot use, naming the field', async () => {
    const shop = openShop();
    const status = async (...parameters: Parameters<typeof shop.ask>) => (await shop.ask(...parameters)).status;
    await shop.ask('GET', '/api/cart');
    assert.equal(await status('POST', '/api/order', {}), 400);
    assert.equal(await status('POST', '/api/order', '{"method":'), 400);
    assert.equal(await status('POST', '/api/order', 'method=CARD', { 'content-type': 'text/plain' }), 415);
    for (const items of [
      [],
      [{ sku: 'oro-1kg', quantity: 1 }],
      [{ sku: 'pijao-340', quantity: 0 }],
      [{ sku: 'pijao-340', quantity: -1 }],
      [{ sku: 'pijao-340', quantity: 1.5 }],
      [{ sku: 'pijao-340', quantity: 1e9 }],
    ]) {
      const refused = await shop.ask('PUT', '/api/cart', { items });
      assert.equal(refused.status, 422);
      assert.match(JSON.stringify(await refused.json()), /"items/);
    }
    assert.equal((await shop.order()).amount_in_cents, 11_900_000);
  });

  it('signs an order before a method is chosen, for pages with a fixed reference', async () => {
    const shop = openShop();
    const order = (await (await shop.ask('GET', '/api/signed-order')).json()) as Order;
    assert.equal(order.signature, sha256(`${order.reference}11900000COP${secrets.integritySecret}`));
    assert.equal(await shop.status(order.reference), 'awaiting_payment');
  });

  it('lets no secret out', async () => {
    const shop = openShop();
    shop.sandboxAnswers(() =>
      Response.json({
        integrity_secret: 'a',
        events_secret: 'b',
        api_key: 'c',
        user_principal_id: 'd',
        keys: { PHONE: '3' },
      }),
    );
    const { reference } = await shop.order();
    const answers = ['/api/cart', '/api/products', '/api/signed-order', `/api/orders/${reference}`, '/api/nothing'];
    for (const path of answers) {
      const text = await (await shop.ask('GET', path)).text();
      for (const secret of Object.values(secrets)) assert.ok(!text.includes(secret), path);
    }
    assert.deepEqual(await (await shop.ask('GET', '/api/sandbox/test-values')).json(), { keys: { PHONE: '3' } });
  });

  it('reads its secrets from the environment, the documented ones of the sandbox else', () => {
    assert.equal(readShopSecrets({}).integritySecret, 'test_integrity_pay_checkout');
    assert.equal(readShopSecrets({ SHOP_EVENTS_SECRET: '' }).eventsSecret, 'test_events_pay_checkout');
    assert.equal(readShopSecrets({ SHOP_EVENTS_SECRET: 'mine' }).eventsSecret, 'mine');
  });
});

describe("the demo shop's backend: the test panel's way to the sandbox", () => {
  const fault = { method: 'POST', path: '/transactions', times: 1, fault: { kind: 'status', status: 500 } };

  it('hands faults on as they are', async () => {
    const shop = openShop();
    assert.equal((await shop.ask('POST', '/api/sandbox/faults', fault)).status, 200);
    assert.deepEqual(shop.asked, [{ method: 'POST', path: '/_sandbox/faults', body: JSON.stringify(fault) }]);
  });

  it('refuses faults on the control API itself and unusable ones', async () => {
    const shop = openShop();
    for (const change of [{ path: '/_sandbox/reset' }, { path: 'transactions' }, { times: 0 }, { method: 'BREW' }]) {
      assert.equal((await shop.ask('POST', '/api/sandbox/faults', { ...fault, ...change })).status, 422);
    }
    assert.deepEqual(shop.asked, []);
    shop.sandboxAnswers(() => Response.json({ error: 'unusable' }, { status: 422 }));
    assert.equal((await shop.ask('POST', '/api/sandbox/faults', fault)).status, 422);
  });

  it('names each method and path once', async () => {
    const shop = openShop();
    const poll = { method: 'GET', path: '/v1/transactions/1', time: '2026-01-02T10:00:00.000Z' };
    shop.sandboxAnswers(() => Response.json([poll, poll, { ...poll, path: '/_sandbox/config' }]));
    const answer = await shop.ask('GET', '/api/sandbox/requests');
    assert.deepEqual(await answer.json(), [{ method: 'GET', path: '/v1/transactions/1' }]);
  });

  it('says so when the sandbox is down or talks nonsense, and the shop goes on', async () => {
    const shop = openShop();
    shop.sandboxAnswers(() => Promise.reject(new TypeError('refused')));
    const down = await shop.ask('GET', '/api/sandbox/test-values');
    assert.equal(down.status, 503);
    assert.match((await down.json()).error.reason, /does not answer/);
    shop.sandboxAnswers(() => new Response('<html>'));
    assert.equal((await shop.ask('GET', '/api/sandbox/test-values')).status, 502);
    assert.equal((await shop.ask('GET', '/api/cart')).status, 200);
  });
});

describe("S10: the demo shop's backend", () => {
  const asked = [
    ['GET', '/api/cart'],
    ['PUT', '/api/cart'],
    ['GET', '/api/signed-order'],
    ['POST', '/api/order'],
    ['GET', '/api/resolve?reference=X'],
    ['GET', '/api/orders/latest'],
    ['GET', '/api/sources'],
    ['POST', '/api/source'],
    ['POST', '/api/charge'],
    ['GET', '/api/payouts/accounts'],
    ['POST', '/api/payouts'],
    ['POST', '/api/payouts/recharge'],
    ['POST', '/api/sandbox/reset'],
    ['POST', '/api/sandbox/faults'],
    ['GET', '/api/sandbox/requests'],
    ['GET', '/api/playground/order?amount_in_cents=100&currency=COP'],
    ['POST', '/api/playground/order?amount_in_cents=100&currency=COP'],
    ['POST', '/api/playground/resolve'],
    ['GET', '/api/%6frder'],
  ] as const;
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  it('does nothing for a page of another origin, whatever it asks', async () => {
    const shop = openShop();
    for (const [method, path] of asked)
      for (const headers of foreign)
        for (const type of ['application/json', 'text/plain']) {
          const body = method === 'GET' ? undefined : '{}';
          const answer = await shop.ask(method, path, body, { ...headers, 'content-type': type });
          assert.equal(answer.status, 403, `${method} ${path}`);
          assert.equal(answer.headers.get('set-cookie'), null);
          assert.equal(answer.headers.get('access-control-allow-origin'), null);
        }
    assert.deepEqual(shop.asked, []);
  });

  it('answers its own pages, and takes events from wherever they come', async () => {
    const shop = openShop();
    const own: Record<string, string>[] = [
      {},
      { origin: 'http://localhost' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of own) assert.equal((await shop.ask('GET', '/api/cart', undefined, headers)).status, 200);
    const event = await shop.ask('POST', '/api/webhook', '{}', { origin: 'https://service.example' });
    assert.equal(event.status, 401);
  });
});
