import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { openSandbox, PUBLIC_KEY, textOf } from './open-sandbox.ts';

const withKey = (key: string) => ({ headers: { 'x-merchant-public-key': key } });

describe("the sandbox's merchant record", () => {
  it('carries both contracts, fresh tokens at each reading and what the merchant accepts', async () => {
    const { ask } = openSandbox();
    const [first, second] = [
      await ask('GET', '/merchants/info', withKey(PUBLIC_KEY)),
      await ask('GET', '/v1/merchants/info', withKey(PUBLIC_KEY)),
    ];
    assert.equal(first.status, 200);
    const { data } = first.json;
    assert.equal(data?.presigned_acceptance?.type, 'END_USER_POLICY');
    assert.equal(data?.presigned_personal_data_auth?.type, 'PERSONAL_DATA_AUTH');
    assert.equal(data?.public_key, PUBLIC_KEY);
    assert.ok(Array.isArray(data?.accepted_payment_methods));
    assert.notEqual(
      data?.presigned_acceptance?.acceptance_token,
      second.json.data?.presigned_acceptance?.acceptance_token,
    );
    assert.match(textOf(data?.presigned_acceptance?.acceptance_token), /^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  for (const [key, why] of [
    ['', 'no key'],
    ['prv_test_tienda01', 'a private key'],
    ['pub_prod_tienda01', 'a production key'],
    ['nonsense', 'something else'],
  ] as const) {
    it(`refuses ${why}`, async () => {
      const { status, json } = await openSandbox().ask('GET', '/merchants/info', withKey(key));
      assert.equal(status, 401);
      assert.equal(json.error?.type, 'INVALID_ACCESS_TOKEN');
      assert.equal(typeof json.error?.reason, 'string');
    });
  }

  it('says that the address with the key in the path is gone', async () => {
    const { ask } = openSandbox();
    for (const prefix of ['', '/v1']) {
      const { status, json, headers } = await ask('GET', `${prefix}/merchants/${PUBLIC_KEY}`);
      assert.equal(status, 410);
      assert.match(textOf(json.error?.reason), /merchants\/info/);
      assert.equal(headers.get('access-control-allow-origin'), '*');
    }
  });

  it('takes overrides of the record', async () => {
    const { ask, post } = openSandbox({ merchant: { name: 'Otra', accepted_payment_methods: ['WALLET_A'] } });
    const { json } = await ask('GET', '/merchants/info', withKey(PUBLIC_KEY));
    assert.equal(json.data?.name, 'Otra');
    assert.deepEqual(json.data?.accepted_payment_methods, ['WALLET_A']);
    assert.equal((await post()).status, 422);
  });
});

describe("the sandbox's contracts", () => {
  it('are PDF files whose table of contents points at each object', async () => {
    const { sandbox, ask } = openSandbox();
    const { json } = await ask('GET', '/merchants/info', withKey(PUBLIC_KEY));
    for (const name of ['presigned_acceptance', 'presigned_personal_data_auth']) {
      const response = await sandbox.fetch(new Request(textOf(json.data?.[name]?.permalink)));
      assert.equal(response.headers.get('content-type'), 'application/pdf');
      const file = Buffer.from(await response.arrayBuffer()).toString('latin1');
      assert.ok(file.startsWith('%PDF-1.'));
      assert.ok(file.endsWith('%%EOF\n'));
      const table = Number(/startxref\n(\d+)/.exec(file)?.[1]);
      assert.ok(file.startsWith('xref\n', table));
      const entries = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)];
      assert.ok(entries.length >= 7);
      entries.forEach((entry, index) => assert.ok(file.startsWith(`${index + 1} 0 obj\n`, Number(entry[1]))));
      for (const stream of file.matchAll(/\/Length (\d+) >>\nstream\n/g)) {
        assert.ok(file.startsWith('\nendstream', stream.index + stream[0].length + Number(stream[1])));
      }
      assert.match(file, /á|é|í|ó|ú/);
      assert.ok(file.split('Tj T*').length > 20, 'has many lines');
    }
  });

  it('change their address when a new version is published, and keep the old one readable', async () => {
    const { ask, control } = openSandbox();
    const permalink = async () => {
      const { json } = await ask('GET', '/merchants/info', withKey(PUBLIC_KEY));
      return textOf(json.data?.presigned_acceptance?.permalink);
    };
    const before = await permalink();
    await control('contracts', {});
    const after = await permalink();
    assert.notEqual(after, before);
    assert.equal((await ask('GET', before)).status, 200);
    assert.equal((await ask('GET', after)).status, 200);
    assert.equal((await ask('GET', after.replace('-v2', '-v3'))).status, 404);
  });
});

describe("the sandbox's anti-fraud library", () => {
  const run = async (path: string, publicKey: string | null) => {
    const { ask } = openSandbox();
    const { text, headers } = await ask('GET', path);
    assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
    const complaints: string[] = [];
    const page: Record<string, unknown> = {
      Document: { prototype: { currentScript: { getAttribute: () => publicKey } } },
      document: { querySelector: () => null },
      localStorage: { getItem: () => null, setItem: () => undefined },
      console: { error: (words: string) => complaints.push(words), warn: () => undefined },
      crypto,
      setTimeout,
    };
    page['window'] = page;
    runInNewContext(text, page);
    const library = page['$pay'] as { initialize(callback: (found: unknown, error: unknown) => void): void };
    const answer = await new Promise<{ found: unknown; error: unknown }>((resolve) => {
      library.initialize((found, error) => resolve({ found, error }));
    });
    return { ...answer, complaints };
  };

  it('gives a session and a device', async () => {
    const { found, error, complaints } = await run('/libs/js/v1.js', PUBLIC_KEY);
    const { sessionId, deviceData } = found as { sessionId: string; deviceData: { deviceID: string } };
    assert.equal(error, null);
    assert.ok(sessionId.length > 10);
    assert.ok(deviceData.deviceID.length > 10);
    assert.deepEqual(complaints, []);
  });

  it('gives a session alone in its deprecated form', async () => {
    const { found } = await run('/libs/js/legacy.js', PUBLIC_KEY);
    assert.deepEqual(Object.keys(found as object), ['sessionId']);
  });

  it('complains about a missing or wrong key', async () => {
    for (const key of [null, 'prv_test_secret']) {
      const { found, error, complaints } = await run('/libs/js/v1.js', key);
      assert.equal(found, null);
      assert.ok(error);
      assert.match(complaints.join(), /data-public-key/);
    }
  });
});

describe('browsers of other origins', () => {
  const asked = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };

  it('may call every public-key endpoint, with the headers that it needs', async () => {
    const { requests, ask } = openSandbox();
    for (const path of [
      '/merchants/info',
      '/v1/transactions',
      '/transactions/15113-1-10000',
      '/v1/tokens/cards',
      '/v1/pse/financial_institutions',
      '/wallet-b/x/validate',
      '/_sandbox/reset',
    ]) {
      const { status, headers } = await ask('OPTIONS', path, { headers: asked });
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      const allowed = (headers.get('access-control-allow-headers') ?? '').split(/, */);
      for (const name of ['authorization', 'content-type', 'x-merchant-public-key']) assert.ok(allowed.includes(name));
    }
    assert.deepEqual(await requests(), []);
  });

  it('may not call a backend endpoint', async () => {
    const { ask } = openSandbox();
    for (const path of ['/payment_sources', '/v1/transactions/x/void', '/v2/payouts', '/accounts']) {
      const preflight = await ask('OPTIONS', path, { headers: asked });
      const answer = await ask('POST', path, { headers: { origin: 'https://shop.example' }, body: {} });
      for (const { headers } of [preflight, answer]) assert.equal(headers.get('access-control-allow-origin'), null);
    }
  });

  it('can read an error as well', async () => {
    const { status, headers } = await openSandbox().ask('POST', '/v1/tokens/cards', { body: {} });
    assert.equal(status, 401);
    assert.equal(headers.get('access-control-allow-origin'), '*');
  });
});
