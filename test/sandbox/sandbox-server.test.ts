import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { serve, type SandboxServer } from '../../src/sandbox/index.ts';
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
