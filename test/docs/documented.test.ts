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
import { createSandbox, serve } from '../../src/sandbox/index.ts';
import { integritySignature, PaymentsBackend } from '../../src/server/index.ts';
import { takeEvent, type WebhookDesk } from '../documented/webhook.ts';
import { until } from '../e2e/until.ts';
import { freePort } from '../free-port.mjs';
import { snippetsOf } from './doc-files.ts';

const folder = 'test/documented';

interface OrderBody {
  reference: string;
  amount_in_cents: number;
  currency: string;
  signature: string;
}
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

/** Pays an order by a card that is approved, as the payer's page does. */
async function payByCard(payments: PaymentsBackend, service: string, ask: typeof fetch, order: OrderBody) {
  const tokenized = await ask(`${service}/v1/tokens/cards`, {
    method: 'POST',
    headers: { authorization: 'Bearer pub_test_shop', 'content-type': 'application/json' },
    body: JSON.stringify({
      number: '4242424242424242',
      cvc: '123',
      exp_month: '12',
      exp_year: '39',
      card_holder: 'Ana Pinzón',
    }),
  });
  const { data } = (await tokenized.json()) as { data: { id: string } };
  const { presigned_acceptance: terms, presigned_personal_data_auth: personal } = await payments.getMerchant();
  return payments.createTransaction({
    ...order,
    acceptance_token: terms.acceptance_token,
    accept_personal_auth: personal.acceptance_token,
    customer_email: 'ana@example.com',
    payment_method: { type: 'CARD', token: data.id, installments: 1 },
  });
}

describe('the webhook of the recipes', () => {
  it('B9: takes a payment that was voided off its order', async () => {
    const service = 'http://sandbox.example';
    const marks: string[] = [];
    const order = { amountInCents: 11_900_000, currency: 'COP', isPaid: false };
    const sandbox = createSandbox({
      settleMs: { min: 0, max: 0 },
      fetch: (address, init) => takeEvent(new Request(address, init), desk),
    });
    const keys = { publicKey: 'pub_test_shop', privateKey: 'prv_test_shop' };
    const payments = new PaymentsBackend({ baseUrl: service, ...keys, fetch: sandbox.fetch });
    const mark = (what: string, isPaid: boolean) => async (reference: string) => {
      order.isPaid = isPaid;
      marks.push(`${reference} ${what}`);
    };
    const desk: WebhookDesk = {
      eventsSecret: 'test_events_pay_checkout',
      payments,
      findOrder: async (reference) => (reference === 'ORDER-A' ? order : undefined),
      markPaid: mark('paid', true),
      markVoided: mark('voided', false),
      markPartlyPaid: async () => assert.fail('Nothing is paid in part.'),
    };
    const url = 'http://shop.example/webhook';
    await sandbox.fetch(`${service}/_sandbox/webhooks`, { method: 'POST', body: JSON.stringify({ url }) });
    const signed = { reference: 'ORDER-A', amountInCents: order.amountInCents, currency: order.currency };
    const { id } = await payByCard(payments, service, sandbox.fetch, {
      reference: signed.reference,
      amount_in_cents: signed.amountInCents,
      currency: signed.currency,
      signature: await integritySignature({ ...signed, secret: 'test_integrity_pay_checkout' }),
    });
    await until(async () => marks.length === 1, 'the order to be paid');
    await payments.voidTransaction(id);
    await until(async () => marks.length === 2, 'the order to be taken back');
    assert.deepEqual(marks, ['ORDER-A paid', 'ORDER-A voided']);
    assert.equal(order.isPaid, false);
  });
});

describe('the server of the quick start', () => {
  it(
    'B9: shows the page, signs orders, and knows by its webhook what was paid and what was voided since',
    { timeout: 60_000 },
    async (t) => {
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
      const order = (await (await askOrder()).json()) as OrderBody & { cart_id: string };
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
      const paid = await payByCard(payer, sandbox.url, fetch, order);
      assert.equal((await said.next()).value, `${order.reference} is paid`);
      assert.equal((await askOrder()).status, 409);
      const resolved = await fetch(`${shop}/api/resolve?reference=${order.reference}`, { headers: { cookie } });
      assert.equal(((await resolved.json()) as { status: string }).status, 'APPROVED');
      const again = await fetch(shop, { headers: { cookie } });
      assert.match(await again.text(), new RegExp(`cart-id="${order.cart_id}"`), 'a reload begins no other purchase');
      assert.equal(again.headers.get('set-cookie'), null);
      const next = await fetch(`${shop}/another`, { headers: { cookie }, redirect: 'manual' });
      assert.match(next.headers.get('set-cookie') ?? '', /^cart=/);

      // B9: what the shop has taken back is not paid any more.
      await payer.voidTransaction(paid.id);
      assert.equal((await said.next()).value, `${order.reference} is voided`);
      const after = (await (await askOrder()).json()) as { reference: string; cart_id: string };
      assert.equal(after.cart_id, order.cart_id);
      assert.notEqual(after.reference, order.reference);
      server.kill();
      await once(server, 'exit');
    },
  );
});
