import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertInvalid, type Json, openSandbox, PUBLIC_KEY, textOf } from './open-sandbox.ts';

const PATH = '/v1/transactions';

describe("the sandbox's faults", () => {
  it('answer with a status, and do nothing', async () => {
    const { transactions, fault, post } = openSandbox();
    await fault('POST', PATH, { kind: 'status', status: 503 });
    const { status, json, headers } = await post();
    assert.equal(status, 503);
    assert.equal(typeof json.error?.type, 'string');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.deepEqual(await transactions(), []);
    assert.equal((await post()).status, 201);
  });

  it('answer with a status and a body of the test', async () => {
    const { fault, post } = openSandbox();
    await fault('POST', PATH, { kind: 'status', status: 429, body: { wait: 1 } });
    assert.deepEqual((await post()).json, { wait: 1 });
    await fault('POST', PATH, { kind: 'status', status: 204 });
    assert.equal((await post()).status, 204);
  });

  it('answer with a status and a body of the test after the work is done, as a second delivery would get', async () => {
    const { transactions, fault, post } = openSandbox();
    const body = {
      error: { type: 'INPUT_VALIDATION_ERROR', messages: { reference: ['La referencia ya ha sido usada'] } },
    };
    await fault('POST', PATH, { kind: 'status-after', status: 422, body });
    const { status, json } = await post({ reference: 'TWICE-1' });
    assert.deepEqual([status, json], [422, body]);
    assert.deepEqual(
      (await transactions()).map(({ reference }) => reference),
      ['TWICE-1'],
    );
    await fault('POST', PATH, { kind: 'status-after', status: 503 });
    assert.equal((await post()).status, 503);
    assert.equal((await transactions()).length, 2);
  });

  it('drop the connection before or after the work is done', async () => {
    const { transactions, fault, post } = openSandbox();
    await fault('POST', PATH, { kind: 'drop-before' });
    await assert.rejects(post(), TypeError);
    assert.equal((await transactions()).length, 0);
    await fault('POST', PATH, { kind: 'drop-after' });
    await assert.rejects(post(), TypeError);
    assert.equal((await transactions()).length, 1);
  });

  it('break the body after the work is done', async () => {
    const { transactions, fault, post, paymentBody, ask } = openSandbox();
    await fault('POST', PATH, { kind: 'garbage' });
    const body = await paymentBody();
    await assert.rejects(ask('POST', PATH, { key: PUBLIC_KEY, body }), SyntaxError);
    assert.equal((await transactions()).length, 1);
    assert.equal((await post()).status, 201);
  });

  it('wait before, or hold the answer back after', async () => {
    const { transactions, requests, fault, post, control } = openSandbox();
    for (const [kind, done] of [
      ['delay', 0],
      ['hang-after', 1],
    ] as const) {
      await control('reset', {});
      await fault('POST', PATH, { kind, ms: 40 });
      const started = performance.now();
      const answer = post();
      for (;;) {
        const seen = await requests();
        if (seen.some(({ fault: met }) => met === kind)) break;
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (done === 0) assert.equal((await transactions()).length, 0);
      assert.equal((await answer).status, 201);
      assert.ok(performance.now() - started >= 35);
    }
  });

  it('meet their own method and path alone, without the query, as often as they say', async () => {
    const { fault, ask, control } = openSandbox();
    await fault('GET', '/v1/merchants/info', { kind: 'status', status: 500 }, 2);
    const read = async (path: string) =>
      (await ask('GET', path, { headers: { 'x-merchant-public-key': PUBLIC_KEY } })).status;
    assert.equal(await read('/merchants/info'), 200);
    assert.equal((await ask('OPTIONS', '/v1/merchants/info')).status, 204);
    assert.equal(await read('/v1/merchants/info?x=1'), 500);
    assert.equal((await control('faults')).length, 1);
    assert.equal(await read('/v1/merchants/info'), 500);
    assert.equal(await read('/v1/merchants/info'), 200);
    assert.equal((await control('faults')).length, 0);
  });

  it('meet a path however its signs are escaped', async () => {
    const { fault, ask } = openSandbox();
    const resolve = async (key: string) => (await ask('GET', `/v2/breb/keys/resolve/${key}?keyType=MAIL`)).status;
    await fault('GET', '/v2/breb/keys/resolve/persona@example.com', { kind: 'status', status: 502 });
    await fault('GET', '/v2/breb/keys/resolve/otra%40example.com', { kind: 'status', status: 504 });
    assert.equal(await resolve('persona%2Fexample.com'), 401);
    assert.equal(await resolve('otra@example.com'), 504);
    assert.equal(await resolve('persona%40example.com'), 502);
    assert.equal(await resolve('persona%40example.com'), 401);
    assert.equal(await resolve('%zz'), 401);
  });

  it('are refused when they cannot be used', async () => {
    const { ask } = openSandbox();
    const good = { method: 'POST', path: PATH, times: 1, fault: { kind: 'garbage' } };
    for (const [change, field] of [
      [{ method: 'post' }, 'method'],
      [{ method: 'OPTIONS' }, 'method'],
      [{ path: 'v1/transactions' }, 'path'],
      [{ path: `${PATH}?x=1` }, 'path'],
      [{ path: '/_sandbox/reset' }, 'path'],
      [{ times: 0 }, 'times'],
      [{ times: '1' }, 'times'],
      [{ fault: { kind: 'explode' } }, 'fault.kind'],
      [{ fault: { kind: 'delay' } }, 'fault.ms'],
      [{ fault: { kind: 'delay', ms: -1 } }, 'fault.ms'],
      [{ fault: { kind: 'status', status: 99 } }, 'fault.status'],
      [{ fault: { kind: 'status-after' } }, 'fault.status'],
      [{ fault: undefined }, 'fault'],
    ] as const) {
      assertInvalid(await ask('POST', '/_sandbox/faults', { body: { ...good, ...change } }), field);
    }
  });

  it('are disarmed by a reset, which also lets go of answers that are held back', async () => {
    const { transactions, fault, post, control, ask } = openSandbox();
    await fault('POST', PATH, { kind: 'hang-after', ms: 600_000 });
    const held = post();
    await fault('GET', PATH, { kind: 'garbage' }, 5);
    for (;;) {
      if ((await transactions()).length === 1) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await control('reset', {});
    assert.equal((await held).status, 201);
    assert.deepEqual(await control('faults'), []);
    await fault('GET', PATH, { kind: 'garbage' });
    await ask('DELETE', '/_sandbox/faults');
    assert.deepEqual(await control('faults'), []);
  });

  it('that are late drop what they hold back at a reset, and carry it out when they are only disarmed', async () => {
    const { transactions, requests, fault, post, control, ask } = openSandbox();
    const held = async () => {
      while (!(await requests()).some(({ fault: met }) => met === 'delay'))
        await new Promise((resolve) => setImmediate(resolve));
    };
    await fault('POST', PATH, { kind: 'delay', ms: 600_000 });
    const dropped = assert.rejects(post(), { name: 'ConnectionDropped' });
    await held();
    await control('reset', {});
    await dropped;
    assert.deepEqual(await transactions(), []);

    await fault('POST', PATH, { kind: 'delay', ms: 600_000 });
    const late = post();
    await held();
    await ask('DELETE', '/_sandbox/faults');
    assert.equal((await late).status, 201);
    assert.equal((await transactions()).length, 1);
  });
});

describe('an answer of the disbursements API that no endpoint has given', () => {
  it('has the envelope as well: a body too large, a fault without a body', async () => {
    const { sandbox, fault } = openSandbox();
    const ask = async (path: string, init?: RequestInit): Promise<unknown[]> => {
      const response = await sandbox.fetch(new Request(`http://sandbox.example${path}`, init));
      const { status, meta, code, type } = (await response.json()) as Json;
      assert.equal(status, response.status);
      assert.equal(typeof (meta as Json).trace_id, 'string');
      return [status, code, type];
    };
    const body = JSON.stringify({ text: 'x'.repeat(17_000_000) });
    assert.deepEqual(await ask('/v2/payouts', { method: 'POST', body }), [413, '413', 'Business']);
    for (const [status, type] of [
      [503, 'Technical'],
      [404, 'Business'],
    ] as const) {
      await fault('GET', '/accounts', { kind: 'status', status });
      assert.deepEqual(await ask('/accounts'), [status, String(status), type]);
    }
  });
});

describe("the sandbox's control", () => {
  it('shows the documented secrets and designated values', async () => {
    const { control } = openSandbox();
    const config = await control('config');
    assert.equal(config.integrity_secret, 'test_integrity_pay_checkout');
    assert.equal(config.events_secret, 'test_events_pay_checkout');
    assert.equal(config.api_key, 'test_api_key_pay_checkout');
    assert.equal(config.user_principal_id, 'test_principal_pay_checkout');
    const { ALPHANUMERIC: alias, EXC_037: slow } = config.keys ?? {};
    assert.equal(alias, '@tienda01');
    assert.equal(slow, '@demorada');
    assert.deepEqual(
      Object.values(config.accounts ?? {})
        .map(String)
        .toSorted(),
      ['acc_test_daily_limit', 'acc_test_main', 'acc_test_plan_limit', 'acc_test_unusable'],
    );
    const numbers = (config.cards as unknown as { number: string }[]).map(({ number }) => number);
    for (const number of ['4242424242424242', '4111111111111111', '4000000000003220', '4000000000003063']) {
      assert.ok(numbers.includes(number));
    }
  });

  it('resets data and log; tokens of before are void', async () => {
    const { requests, transactions, control, payByCard, poll, consents, post } = openSandbox();
    const old = await consents();
    const { id } = await payByCard('4242424242424242');
    await control('reset', {});
    assert.deepEqual(await transactions(), []);
    assert.deepEqual(await requests(), []);
    await assert.rejects(poll(id));
    assertInvalid(await post(old), 'acceptance_token', 'accept_personal_auth');
    assertInvalid(await post({ signature: 'x' }), 'signature');
  });

  it('ends a pending payment', async () => {
    const { control, pay, poll, ask } = openSandbox();
    const { id } = await pay({ type: 'BANKA_COLLECT' });
    const path = `/_sandbox/transactions/${textOf(id)}`;
    assertInvalid(await ask('POST', path, { body: { status: 'VOIDED' } }), 'status');
    await control(path.slice('/_sandbox/'.length), { status: 'DECLINED' });
    assert.equal((await poll(id)).status, 'DECLINED');
  });
});
