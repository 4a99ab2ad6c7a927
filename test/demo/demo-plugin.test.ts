import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createServer, preview, type ViteDevServer } from 'vite';
import { demoShop } from '../../demo/vite-plugin.ts';
import { packageBin } from '../../scripts/node-tools.mjs';
import { until } from '../e2e/until.ts';
import { freePort } from '../free-port.mjs';

const addressOf = ({ httpServer }: ViteDevServer) => {
  assert.ok(httpServer);
  return httpServer.address() as AddressInfo;
};

const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

describe('the demo shop in the dev server', () => {
  let server: ViteDevServer;
  let shop = '';
  let sandbox = '';

  before(async () => {
    const sandboxPort = await freePort();
    sandbox = `http://127.0.0.1:${sandboxPort}`;
    server = await createServer({
      configFile: false,
      logLevel: 'silent',
      server: { port: await freePort(), strictPort: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
      plugins: [demoShop({ sandboxPort })],
    });
    await server.listen();
    shop = `http://localhost:${addressOf(server).port}`;
    await until(() => isUp(`${sandbox}/_sandbox/config`), 'the sandbox to be up');
  });
  after(() => server.close());

  const json = async (url: string, init?: { body?: object; headers?: Record<string, string> }) => {
    const response = await fetch(url, {
      method: init?.body ? 'POST' : 'GET',
      headers: { ...(init?.body && { 'content-type': 'application/json' }), ...init?.headers },
      body: init?.body ? JSON.stringify(init.body) : null,
    });
    return response.json();
  };

  it('serves the shop and its return page, pointed at its own sandbox', async () => {
    for (const path of ['/', '/gracias?id=1&env=test']) {
      const html = await (await fetch(shop + path)).text();
      assert.match(html, /<pay-checkout/);
      assert.ok(html.includes(`base-url="${sandbox}"`), path);
    }
  });

  it('turns an order paid by the event alone, with no page open', async () => {
    const cookie = (await fetch(`${shop}/api/cart`)).headers.get('set-cookie') ?? '';
    const order = await json(`${shop}/api/order`, { body: { method: 'CARD' }, headers: { cookie } });
    const key = { authorization: 'Bearer pub_test_demo' };
    const { data: merchant } = await json(`${sandbox}/merchants/info`, {
      headers: { 'x-merchant-public-key': 'pub_test_demo' },
    });
    const card = { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: '40', card_holder: 'Laura' };
    const { data: token } = await json(`${sandbox}/v1/tokens/cards`, { headers: key, body: card });
    const { data: transaction } = await json(`${sandbox}/transactions`, {
      headers: key,
      body: {
        ...order,
        acceptance_token: merchant.presigned_acceptance.acceptance_token,
        accept_personal_auth: merchant.presigned_personal_data_auth.acceptance_token,
        customer_email: 'laura@example.com',
        payment_method_type: 'CARD',
        payment_method: { type: 'CARD', token: token.id, installments: 1 },
      },
    });
    assert.equal(transaction.status, 'PENDING');
    const settled = await until(async () => {
      const { status } = await json(`${shop}/api/orders/${order.reference}`);
      return status !== 'awaiting_payment' && status;
    }, 'the order to be decided');
    assert.equal(settled, 'paid');
    const resolved = await json(`${shop}/api/resolve?reference=${order.reference}`);
    assert.equal(resolved.id, transaction.id);
  });

  it('lets no page of another origin read its answers', async () => {
    const response = await fetch(`${shop}/api/cart`, { headers: { origin: 'http://localhost:9' } });
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });

  it('S10: answers nothing to a page whose host name was made to lead here', async () => {
    for (const url of [`${shop}/api/cart`, `${shop}/api/sandbox/requests`, `${sandbox}/payment_sources/3891`]) {
      const [answer] = (await once(get(url, { headers: { host: 'evil.example' } }), 'response')) as [IncomingMessage];
      answer.resume();
      assert.equal(answer.statusCode, 403, url);
    }
  });

  it('listens on the loopback interface alone', () => {
    const { address } = addressOf(server);
    assert.ok(['127.0.0.1', '::1'].includes(address), address);
  });

  it('keeps its ports over a restart and gives them back at the end', async () => {
    await server.restart();
    await until(() => isUp(`${sandbox}/_sandbox/config`), 'the sandbox to be up');
    assert.ok(await isUp(`${shop}/api/cart`));
    await server.close();
    assert.equal(await isUp(`${sandbox}/_sandbox/config`), false);
    assert.equal(await isUp(`${shop}/api/cart`), false);
  });
});

describe('the demo shop as it is built', () => {
  it('has given the port of its sandbox back once it is closed', async () => {
    const sandboxPort = await freePort();
    const server = await preview({
      configFile: false,
      logLevel: 'silent',
      preview: { port: await freePort(), strictPort: true },
      plugins: [demoShop({ sandboxPort })],
    });
    const sandbox = `http://127.0.0.1:${sandboxPort}/_sandbox/config`;
    await until(() => isUp(sandbox), 'the sandbox to be up');
    await server.close();
    assert.equal(await isUp(sandbox), false);
  });
});

describe('npm start', () => {
  const start = (port: number, env: Record<string, string> = {}) =>
    spawn(process.execPath, [packageBin('vite'), '--port', String(port)], { env: { ...process.env, ...env } });

  /** What it says on its way out. */
  async function lastWords(demo: ReturnType<typeof start>): Promise<{ said: string; code: unknown }> {
    let said = '';
    demo.stderr.on('data', (text: Buffer) => (said += text.toString()));
    demo.stdout.resume();
    const [code] = (await once(demo, 'close')) as unknown[];
    // On a slow machine vite's bundler says ahead of all else how long reading the configuration took.
    return { said: said.replace(/^[^]*PLUGIN_TIMINGS[^]*?\n\n/, ''), code };
  }

  it('says in one line that the port of the shop is taken, and ends', async () => {
    const taken = createTcpServer().listen(0, 'localhost');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const words = await lastWords(start(port));
    taken.close();
    assert.deepEqual(words, {
      said: `shop: port ${port} is already in use; \`npm start -- --port 5273\` takes another one.\n`,
      code: 1,
    });
  });

  it('runs beside another one, with a sandbox on a port of its own', async () => {
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const demo = start(port, { SHOP_SANDBOX_PORT: String(sandboxPort) });
    try {
      demo.stdout.resume();
      const sandbox = `http://127.0.0.1:${sandboxPort}`;
      await until(() => isUp(`${sandbox}/_sandbox/config`), 'the sandbox to be up');
      const pages = await Promise.all(
        ['', 'gracias', 'tarjetas', 'taller'].map(async (page) =>
          (await fetch(`http://localhost:${port}/${page}`)).text(),
        ),
      );
      for (const html of pages) {
        assert.ok(html.includes(`base-url="${sandbox}"`));
        assert.doesNotMatch(html, /127\.0\.0\.1:5174/);
      }
    } finally {
      demo.kill();
      await once(demo, 'close');
    }
  });

  it('says in one line how the port of the sandbox can be another one', async () => {
    const taken = createTcpServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { said, code } = await lastWords(start(await freePort(), { SHOP_SANDBOX_PORT: String(port) }));
    assert.equal(said, `sandbox: port ${port} is already in use; SHOP_SANDBOX_PORT names another one.\n`);
    assert.equal(code, 1);
    taken.close();
    const odd = await lastWords(start(await freePort(), { SHOP_SANDBOX_PORT: '70000' }));
    assert.equal(odd.said, 'sandbox: SHOP_SANDBOX_PORT must be a number from 1 to 65535, not "70000".\n');
    assert.equal(odd.code, 1);
  });
});
