import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { runNode } from '../../scripts/node-tools.mjs';
import { serve } from '../../src/sandbox/index.ts';
import { PaymentsBackend } from '../../src/server/index.ts';
import { freePort } from '../free-port.mjs';
import { snippetsOf } from './doc-files.ts';

const folder = 'test/documented';
const quickStart = snippetsOf('docs/quick-start.md');

describe('the code that the documents tell to copy', () => {
  const shown = [...quickStart, ...['docs/testing.md', 'docs/recipes.md'].flatMap(snippetsOf)].map(({ code }) => code);

  for (const name of readdirSync(folder)) {
    it(`is what the tests run: ${name}`, () => {
      assert(shown.includes(readFileSync(join(folder, name), 'utf8')));
    });
  }

  it('passes its own tests of a backend', async () => {
    const { code, output } = await runNode(['--test', join(folder, 'shop.test.mjs')]);
    assert.equal(code, 0, output);
    assert.match(output, /^# pass 4$/m);
  });
});

/** The folder of a shop as the quick start has it made, without the server. */
function shopFolder(t: TestContext): string {
  const shop = realpathSync(mkdtempSync(join(tmpdir(), 'pay-checkout-shop-')));
  t.after(() => rmSync(shop, { recursive: true, force: true }));
  mkdirSync(join(shop, 'public'));
  mkdirSync(join(shop, 'node_modules'));
  symlinkSync(resolve('.'), join(shop, 'node_modules/pay-checkout'), 'junction');
  const [page] = quickStart.filter(({ language }) => language === 'html');
  assert(page);
  writeFileSync(join(shop, 'public/index.html'), page.code);
  return shop;
}

describe('the server of the quick start', () => {
  it('shows the page, signs orders, and knows by its webhook what was paid', { timeout: 60_000 }, async (t) => {
    const sandbox = await serve({ port: 0, settleMs: { min: 50, max: 60 } });
    t.after(() => sandbox.close());
    const port = await freePort();
    const server = spawn(process.execPath, [resolve(folder, 'server.mjs')], {
      cwd: shopFolder(t),
      env: { ...process.env, PORT: String(port), BASE_URL: sandbox.url },
      stdio: ['ignore', 'pipe', 'ignore'], // it complains of the event that nobody signed, as it should,
    });
    t.after(() => server.kill());
    const said = createInterface(server.stdout)[Symbol.asyncIterator]();
    const shop = `http://localhost:${port}`;
    assert.equal((await said.next()).value, shop);

    assert.match(await (await fetch(shop)).text(), /<pay-checkout/);
    const script = await fetch(`${shop}/pay-checkout/pay-checkout.js`);
    assert.deepEqual([script.status, script.headers.get('content-type')], [200, 'text/javascript']);
    assert.equal((await fetch(`${shop}/nothing.js`)).status, 404);
    assert.equal((await fetch(`${shop}//`)).status, 404);
    assert.equal((await fetch(`${shop}/api/webhook`, { method: 'POST', body: '{}' })).status, 401);

    await fetch(`${sandbox.url}/_sandbox/webhooks`, {
      method: 'POST',
      body: JSON.stringify({ url: `${shop}/api/webhook` }),
    });
    const visit = await fetch(shop);
    const cookie = visit.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const askOrder = (headers: Record<string, string> = { cookie }) =>
      fetch(`${shop}/api/order`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"method":"WALLET_A"}',
      });
    const order = (await (await askOrder()).json()) as {
      reference: string;
      amount_in_cents: number;
      currency: string;
      signature: string;
      cart_id: string;
    };
    assert.match(await visit.text(), new RegExp(`cart-id="${order.cart_id}"`));
    const named = await fetch(`${shop}/api/cart`, { headers: { cookie } });
    assert.deepEqual(await named.json(), { id: order.cart_id });
    assert.equal(cookie.includes(order.cart_id), false, 'what opens the cart is not in the page');
    assert.deepEqual(await (await askOrder()).json(), order);
    const first = await askOrder({});
    assert.match(first.headers.get('set-cookie') ?? '', /^cart=/, 'a page of another server has no cookie yet');
    assert.notEqual(((await first.json()) as { reference: string }).reference, order.reference);
    const payer = new PaymentsBackend({
      baseUrl: sandbox.url,
      publicKey: 'pub_test_shop',
      privateKey: 'prv_test_shop',
    });
    const { presigned_acceptance: terms, presigned_personal_data_auth: personal } = await payer.getMerchant();
    await payer.createTransaction({
      ...order,
      acceptance_token: terms.acceptance_token,
      accept_personal_auth: personal.acceptance_token,
      customer_email: 'ana@example.com',
      payment_method: { type: 'WALLET_A', phone_number: '3991111111' },
    });
    assert.equal((await said.next()).value, `${order.reference} is paid`);
    assert.equal((await askOrder()).status, 409);
    const resolved = await fetch(`${shop}/api/resolve?reference=${order.reference}`, { headers: { cookie } });
    assert.equal(((await resolved.json()) as { status: string }).status, 'APPROVED');
    const again = await fetch(shop, { headers: { cookie } });
    assert.match(await again.text(), new RegExp(`cart-id="${order.cart_id}"`), 'a reload begins no other purchase');
    assert.equal(again.headers.get('set-cookie'), null);
    const next = await fetch(`${shop}/another`, { headers: { cookie }, redirect: 'manual' });
    assert.match(next.headers.get('set-cookie') ?? '', /^cart=/);
    server.kill();
    await once(server, 'exit');
  });
});
