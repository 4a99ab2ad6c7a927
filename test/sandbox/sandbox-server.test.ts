import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage } from 'node:http';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { serve, type SandboxServer, type ServeOptions } from '../../src/sandbox/index.ts';
import { PUBLIC_KEY } from './open-sandbox.ts';

describe('a served sandbox', () => {
  let server: SandboxServer;
  before(async () => {
    server = await serve({ port: 0 });
  });
  after(() => server.close());

  const arm = async (kind: object) => {
    const body = JSON.stringify({ method: 'GET', path: '/merchants/info', times: 1, fault: kind });
    assert.equal((await fetch(`${server.url}/_sandbox/faults`, { method: 'POST', body })).status, 201);
  };
  const readInfo = () => fetch(`${server.url}/merchants/info`, { headers: { 'x-merchant-public-key': PUBLIC_KEY } });

  it('listens on loopback, its bank on another free port', async () => {
    assert.equal(server.url, `http://127.0.0.1:${server.port}`);
    assert.match(server.bankUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.notEqual(server.bankUrl, server.url);
    const config = (await (await fetch(`${server.url}/_sandbox/config`)).json()) as { bank_origin: string };
    assert.equal(config.bank_origin, server.bankUrl);
    assert.equal((await fetch(`${server.bankUrl}/bank/pay/unknown`)).status, 404);
    assert.equal((await fetch(`${server.bankUrl}/_sandbox/config`)).status, 404);
  });

  it('closes the connection for a drop, and goes on serving', async () => {
    for (const kind of ['drop-before', 'drop-after']) {
      await arm({ kind });
      await assert.rejects(readInfo(), (error: Error) => {
        assert.match(String(error.cause), /closed|ECONNRESET/);
        return true;
      });
      assert.equal((await readInfo()).status, 200);
    }
  });

  it('sends a body that cannot be read', async () => {
    await arm({ kind: 'garbage' });
    const answer = await readInfo();
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /json/);
    await assert.rejects(answer.json(), SyntaxError);
  });

  it('ends while answers are held back', async () => {
    const other = await serve({ port: 0 });
    const body = JSON.stringify({ method: 'GET', path: '/x', times: 1, fault: { kind: 'delay', ms: 600_000 } });
    await fetch(`${other.url}/_sandbox/faults`, { method: 'POST', body });
    const held = fetch(`${other.url}/x`).catch(() => undefined);
    for (;;) {
      const seen = (await (await fetch(`${other.url}/_sandbox/requests`)).json()) as unknown[];
      if (seen.length === 1) break;
    }
    await other.close();
    await held;
    await assert.rejects(fetch(`${other.url}/x`));
  });

  it('says that a port is taken', async () => {
    await assert.rejects(serve({ port: server.port }), { code: 'EADDRINUSE' });
  });
});

/** Asks as a browser does: `fetch` of Node sets some of these headers itself. */
const ask = async ({ port }: { port: number }, method: string, path: string, headers: Record<string, string>) => {
  const request = sendRequest({ host: '127.0.0.1', port, method, path, headers });
  request.end(method === 'POST' ? JSON.stringify({ url: 'https://evil.example/' }) : undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const chunks = (await answer.toArray()) as Buffer[];
  return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() };
};

describe("S10: a served sandbox's control", () => {
  const paths = [
    '/_sandbox/config',
    '/_sandbox/transactions',
    '/_sandbox',
    '/%5Fsandbox/requests',
    '//_sandbox/config',
  ];
  const changes = [
    '/_sandbox/webhooks',
    '/_sandbox/reset',
    '/_sandbox/faults',
    '/_sandbox/contracts',
    '/%5fsandbox/webhooks',
    '/bank/../_sandbox/webhooks',
  ];

  let server: SandboxServer;
  before(async () => {
    server = await serve({ port: 0, allowHosts: ['sandbox.internal', 'CI-box'] });
  });
  after(() => server.close());

  const webhookAddress = async () => {
    const { text } = await ask(server, 'GET', '/_sandbox/webhooks', {});
    return (JSON.parse(text) as { url: unknown }).url;
  };

  for (const [who, headers] of [
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page whose name begins like a loopback one', { origin: 'http://localhost.evil.example' }],
    ['a page whose name ends like a loopback one', { origin: 'http://evil-localhost' }],
    ['a page whose host name leads here', { host: 'evil.example:5174', origin: 'http://evil.example:5174' }],
    ['a link whose host name leads here', { host: 'evil.example' }],
    ['a name with a loopback address in it', { host: '127.0.0.1.evil.example' }],
    ['a host name behind a user name', { host: 'localhost@evil.example' }],
    ['a host name of another root', { host: 'localhost.' }],
    ['a name that leads to any address it holds', { host: '127.0.0.1.nip.example:5174' }],
    ['a name with a look-alike', { host: 'xn--lcalhost-n1a' }],
    ['an address that is every one', { host: '0.0.0.0:5174' }],
    ['two origins', { origin: 'http://localhost:1, https://evil.example' }],
    ['an empty origin', { origin: '' }],
    ['a file', { origin: 'file://localhost' }],
    ['a part of an app', { origin: 'capacitor://localhost' }],
    ['a part of an extension', { origin: 'moz-extension://localhost' }],
    ['a page behind a user name', { origin: 'http://localhost@evil.example' }],
    ['a WebSocket', { origin: 'https://evil.example', upgrade: 'websocket', connection: 'upgrade' }],
    [
      'a page that says it is private',
      { origin: 'https://e.example', 'access-control-request-private-network': 'true' },
    ],
    ['a page that says it was forwarded', { host: 'evil.example', 'x-forwarded-host': 'localhost' }],
  ] as const) {
    it(`answers nothing to ${who}, whatever it asks and however`, async () => {
      for (const path of paths) {
        const answer = await ask(server, 'GET', path, headers);
        // Of a host that is none, nothing is answered at all.
        assert.ok([400, 403, 404].includes(answer.status ?? 0), `${path}: ${answer.status}`);
        assert.doesNotMatch(answer.text, /secret/);
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
      for (const path of changes) {
        const asForm = { ...headers, 'content-type': 'text/plain' };
        for (const sent of [asForm, { ...headers, 'content-type': 'application/json' }])
          assert.ok([400, 403, 404].includes((await ask(server, 'POST', path, sent)).status ?? 0), path);
        const preflight = { ...headers, 'access-control-request-method': 'POST' };
        const allowed = await ask(server, 'OPTIONS', path, preflight);
        assert.equal(allowed.headers['access-control-allow-origin'], undefined);
        assert.equal(allowed.headers['access-control-allow-private-network'], undefined);
      }
      assert.equal(await webhookAddress(), null);
    });
  }

  for (const [who, headers] of [
    ['a program', {}],
    ['a page of this machine', { origin: 'http://localhost:3000' }],
    ['a page of this machine over TLS', { origin: 'https://shop.localhost:3000' }],
    ['a page of this machine by its address', { origin: 'http://[::1]:8080', host: '[::1]:5174' }],
    ['a host that is allowed', { host: 'sandbox.internal:5174', origin: 'http://sandbox.internal:5174' }],
    ['a host that is allowed in other letters', { host: 'ci-BOX:5174' }],
  ] as const) {
    it(`answers ${who}`, async () => {
      const answer = await ask(server, 'GET', '/_sandbox/config', headers);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['access-control-allow-origin'], 'origin' in headers ? headers.origin : undefined);
      // What is kept by a browser could be read by a page that may not ask.
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(String(answer.headers.vary), /origin/i);
    });
  }

  it('leaves the service itself open to the pages of every shop', async () => {
    const answer = await ask(server, 'GET', '/merchants/info', {
      origin: 'https://shop.example',
      'x-merchant-public-key': PUBLIC_KEY,
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });

  it('takes no allowed host that is none', async () => {
    for (const name of ['', 'http://sandbox', 'sandbox:5174', 'a/b', 'user@host', '*', 'a b'])
      await assert.rejects(serve({ port: 0, allowHosts: [name] }), TypeError, name);
  });
});

describe('S10: a sandbox of this machine alone', () => {
  const open = async (t: TestContext, options: ServeOptions) => {
    const server = await serve({ port: 0, ...options });
    t.after(() => server.close());
    return server;
  };
  const anyKey = { authorization: 'Bearer prv_test_any', 'x-merchant-public-key': PUBLIC_KEY };
  const service = [
    ['GET', '/payment_sources/3891'],
    ['GET', '/merchants/info'],
    ['OPTIONS', '/merchants/info'],
    ['POST', '/transactions'],
    ['POST', '/accounts/recharge'],
    ['GET', '/libs/js/v1.js'],
    ['GET', '/nothing'],
    ['GET', '/_sandbox/config'],
  ] as const;

  it('answers nothing to a page whose host name was made to lead here, also by way of its bank', async (t) => {
    const server = await open(t, {});
    const bank = { port: Number(new URL(server.bankUrl).port) };
    for (const host of ['evil.example', `evil.example:${server.port}`, 'localhost.', '127.0.0.1.nip.example']) {
      for (const [method, path] of service) {
        const { status, headers } = await ask(server, method, path, { ...anyKey, host });
        assert.deepEqual([status, headers['access-control-allow-origin']], [403, undefined], `${method} ${path}`);
      }
      assert.equal((await ask(bank, 'GET', '/bank/pay/any', { host })).status, 403);
    }
    const seen = await ask(server, 'GET', '/_sandbox/requests', {});
    assert.deepEqual(JSON.parse(seen.text), []);
  });

  it('S10: answers no other name by an address of IPv4 that is written as one of IPv6, and itself by its own', async (t) => {
    const server = await open(t, { host: '::ffff:127.0.0.1' });
    assert.equal(server.url, `http://127.0.0.1:${server.port}`);
    for (const [host, status] of [
      ['evil.example', 403],
      [`127.0.0.1:${server.port}`, 200],
    ] as const)
      for (const path of ['/merchants/info', '/_sandbox/config'])
        assert.equal((await ask(server, 'GET', path, { ...anyKey, host })).status, status, `${host} ${path}`);
  });

  it('answers by each name of this machine, and by one that is allowed', async (t) => {
    const server = await open(t, { allowHosts: ['shop.tunnel.example'] });
    for (const host of ['127.0.0.1', `localhost:${server.port}`, '[::1]', 'pay.localhost', 'shop.tunnel.example']) {
      const { status, headers } = await ask(server, 'GET', '/merchants/info', { ...anyKey, host });
      assert.deepEqual([status, headers['access-control-allow-origin']], [200, '*'], host);
    }
  });

  it('is none where other machines can ask too: there the service answers by any name, and its control does not', async (t) => {
    const server = await open(t, { host: '0.0.0.0' });
    const headers = { ...anyKey, host: 'sandbox.internal:5174' };
    assert.equal((await ask(server, 'GET', '/merchants/info', headers)).status, 200);
    assert.equal((await ask(server, 'GET', '/_sandbox/config', headers)).status, 403);
  });

  /** Lets connections of this process look as if they came from another machine. */
  const comeFrom = (t: TestContext, remoteAddress: string | undefined) => {
    const change = (message: unknown) =>
      Object.defineProperty((message as { socket: Socket }).socket, 'remoteAddress', { value: remoteAddress });
    subscribe('net.server.socket', change);
    t.after(() => unsubscribe('net.server.socket', change));
  };
  const statuses = (server: SandboxServer, path: string, hosts: string[]) =>
    Promise.all(hosts.map(async (host) => (await ask(server, 'GET', path, { ...anyKey, host })).status));
  const names = ['localhost', '127.0.0.1:5174', '[::1]', 'pay.localhost'];

  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7', '127.0.0.1.nip.example', '', undefined])
    it(`S10: has a control that answers no other machine, whatever it says: ${address}`, async (t) => {
      comeFrom(t, address);
      const server = await open(t, { host: '0.0.0.0', allowHosts: ['sandbox'] });
      assert.deepEqual(await statuses(server, '/_sandbox/config', names), [403, 403, 403, 403]);
      assert.deepEqual(await statuses(server, '/%5fsandbox/config', names), [403, 403, 403, 403]);
      assert.deepEqual(await statuses(server, '/_sandbox/config', ['sandbox', 'other']), [200, 403]);
      assert.deepEqual(await statuses(server, '/merchants/info', [...names, 'any']), [200, 200, 200, 200, 200]);
    });

  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    it(`S10: has a control that answers this machine where others can ask, too: ${address}`, async (t) => {
      comeFrom(t, address);
      const server = await open(t, { host: '0.0.0.0' });
      assert.deepEqual(await statuses(server, '/_sandbox/config', names), [200, 200, 200, 200]);
    });

  it('S10: has a control that answers another machine which says localhost where that name was added', async (t) => {
    comeFrom(t, '172.17.0.1');
    const server = await open(t, { host: '0.0.0.0', allowHosts: ['localhost'] });
    assert.deepEqual(await statuses(server, '/_sandbox/config', ['localhost:5174', '127.0.0.1:5174']), [200, 403]);
  });
});

describe('the command that serves the sandbox', () => {
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, ['--import', './scripts/typescript.mjs', 'src/sandbox/cli.ts', ...args]);
    const said = { out: '', err: '' };
    child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
    return { child, said, ended: once(child, 'close') };
  };

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`prints one line, serves, and ends at ${signal}`, async () => {
      const { child, said, ended } = run('--port', '0');
      await once(child.stdout, 'data');
      const [, url] = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(said.out) ?? [];
      assert.ok(url, said.out + said.err);
      assert.equal((await fetch(`${url}/_sandbox/config`)).status, 200);
      child.kill(signal);
      assert.deepEqual(await ended, [0, null]);
      assert.equal(said.out.split('\n').length, 2);
      assert.equal(said.err, '');
    });
  }

  for (const option of ['--help', '-h']) {
    it(`tells at ${option} how it is used, and serves nothing`, async () => {
      const { said, ended } = run(option);
      assert.deepEqual(await ended, [0, null]);
      assert.match(said.out, /^usage: pay-checkout-sandbox .+\n$/);
      assert.equal(said.err, '');
    });
  }

  it('listens on no port that is none', async () => {
    for (const port of [-1, 65_536, 1.5, Number('many')]) await assert.rejects(serve({ port }), TypeError);
  });

  it('explains itself in one line when it cannot start', async () => {
    const taken = createServer();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const attempts = [
      [['--port', String(port)], /taken/],
      [['--prot', '5174'], /--prot/],
      [['--port', 'many'], /--port/],
      [['5174'], /5174/],
      [['--host='], /host/],
      [['--port', '0', '--allow-host', 'http://sandbox'], /host name/],
    ] as const;
    await Promise.all(
      attempts.map(async ([args, words]) => {
        const { said, ended } = run(...args);
        assert.deepEqual(await ended, [1, null]);
        assert.equal(said.out, '');
        assert.match(said.err, words);
        assert.equal(said.err.trimEnd().split('\n').length, 1);
      }),
    );
    taken.close();
  });
});
