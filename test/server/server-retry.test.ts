import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backoffMs, retryAfterMs, retryPolicy } from '../../src/server/retry.ts';
import { batch, openDisbursements, type Accident } from './open-disbursements.ts';

const refusal = (status: number, code: string, type: string, headers: Record<string, string> = {}) =>
  Response.json({ status, meta: { trace_id: 't' }, code, message: 'no', type }, { status, headers });

describe('retries: the pauses', () => {
  it('default to 4 attempts between nothing and 400, 800, 1600 ms, never more than 10 s', () => {
    const policy = retryPolicy();
    assert.deepEqual(policy, { attempts: 4, baseMs: 400, maxMs: 10_000 });
    assert.equal(retryPolicy(false).attempts, 1);
    for (const [attempt, bound] of [
      [1, 400],
      [2, 800],
      [3, 1600],
      [6, 10_000],
      [2000, 10_000],
    ] as const) {
      assert.equal(
        backoffMs(attempt, policy, () => 0),
        0,
      );
      assert.equal(
        backoffMs(attempt, policy, () => 0.5),
        bound / 2,
      );
      assert(backoffMs(attempt, policy) < bound);
    }
  });

  it('read Retry-After in seconds and as a date', () => {
    const read = (value?: string) =>
      retryAfterMs(
        new Headers(value === undefined ? {} : { 'retry-after': value }),
        Date.parse('2026-11-20T15:00:00Z'),
      );
    assert.equal(read(), undefined);
    assert.equal(read('soon'), undefined);
    assert.equal(read('3'), 3000);
    assert.equal(read('Fri, 20 Nov 2026 15:00:02 GMT'), 2000);
    assert.equal(read('Fri, 20 Nov 2026 14:00:00 GMT'), 0);
  });
});

describe('retries: which answers are tried again', () => {
  const passing: [string, () => Accident][] = [
    ['EXC_001', () => refusal(500, 'EXC_001', 'Technical')],
    ['EXC_036', () => refusal(503, 'EXC_036', 'Technical')],
    ['EXC_037', () => refusal(503, 'EXC_037', 'Technical')],
    ['a bare 502', () => new Response('<html>', { status: 502 })],
    ['a 429', () => new Response('', { status: 429 })],
    ['a broken body', () => new Response('{"data":')],
    ['a record of another shape', () => Response.json({ code: 'OK', data: { accounts: [] } })],
    ['a lost connection', () => 'drop-before'],
  ];

  for (const [what, answer] of passing)
    it(`a read after ${what}, until it is answered`, async () => {
      const { connect, accidents, seen } = openDisbursements();
      accidents.push(answer(), answer(), answer());
      assert.equal((await connect().listAccounts()).length, 4);
      assert.equal(seen.length, 4);
    });

  it('a creation after a technical error, under the same idempotency key', async () => {
    const { connect, accidents, seen } = openDisbursements();
    accidents.push(refusal(500, 'EXC_001', 'Technical'));
    await connect().createPayout(batch());
    assert.equal(seen.length, 2);
    assert.equal(seen[0]?.headers.get('idempotency-key'), seen[1]?.headers.get('idempotency-key'));
  });

  it('never more often than asked', async () => {
    for (const [retry, times] of [
      [{ attempts: 4, baseMs: 1 }, 4],
      [{ attempts: 2, baseMs: 1 }, 2],
      [{ attempts: 1 }, 1],
      [false, 1],
    ] as const) {
      const { connect, seen } = openDisbursements();
      await assert.rejects(connect({ retry }).resolveKey('@sinservicio', 'ALPHANUMERIC'), {
        code: 'EXC_036',
        status: 503,
      });
      assert.equal(seen.length, times);
    }
  });

  for (const [status, code] of [
    [400, 'EXC_008'],
    [400, 'EXC_035'],
    [404, 'EXC_034'],
    [409, 'EXC_032'],
    [400, '400'],
    [401, '401'],
    [403, '403'],
    [503, 'EXC_999'],
    [429, 'EXC_017'],
  ] as const)
    it(`never after the business error ${code}`, async () => {
      const { connect, accidents, seen } = openDisbursements();
      accidents.push(refusal(status, code, 'Business'));
      await assert.rejects(connect().createPayout(batch()), {
        status,
        code,
        type: 'Business',
        alreadyProcessed: false,
      });
      assert.equal(seen.length, 1);
    });

  it('calls an error that came with a 200 an error', async () => {
    const { connect, accidents } = openDisbursements();
    accidents.push(refusal(200, 'EXC_019', 'Business'));
    await assert.rejects(connect().createPayout(batch()), { status: 200, code: 'EXC_019' });
  });

  it('a recharge after a technical error of the service, and after nothing else', async () => {
    const body = { accountId: 'acc_test_main', amountInCents: 5 };
    const { connect, accidents, seen, balance } = openDisbursements();
    accidents.push(refusal(500, 'EXC_001', 'Technical'));
    await connect().rechargeBalance(body);
    assert.equal(seen.length, 2);
    for (const answer of [
      new Response('', { status: 502 }),
      new Response('', { status: 429 }),
      'drop-before' as const,
    ]) {
      accidents.push(answer);
      await assert.rejects(connect().rechargeBalance(body), { name: 'DisbursementError' });
    }
    assert.equal(seen.length, 5);
    assert.equal(await balance(), 1_000_000_005);
  });
});

describe('retries: waiting', () => {
  it('waits as long as the service asks', async () => {
    const { connect, accidents, seen } = openDisbursements();
    const started = Date.now();
    accidents.push(refusal(503, 'EXC_036', 'Technical', { 'retry-after': '1' }));
    await connect().listAccounts();
    assert(Date.now() - started >= 990);
    assert.equal(seen.length, 2);
  });

  it('gives up at once when that is longer than it would wait, and says how long', async () => {
    const { connect, accidents, seen } = openDisbursements();
    accidents.push(refusal(503, 'EXC_036', 'Technical', { 'retry-after': '3600' }));
    await assert.rejects(connect().listAccounts(), { code: 'EXC_036', retryAfterMs: 3_600_000 });
    assert.equal(seen.length, 1);
  });

  it('has no status after silence, attempts included', async () => {
    const { connect, accidents, seen } = openDisbursements();
    accidents.push('hang-after', 'hang-after');
    const options = { timeoutMs: 20, retry: { attempts: 2, baseMs: 1 } };
    await assert.rejects(connect(options).listAccounts(), {
      status: 0,
      code: 'TIMEOUT',
      type: 'Technical',
      outcomeUnknown: false,
    });
    assert.equal(seen.length, 2);
  });

  it('stops waiting when the caller gives up, before, during and between attempts', async () => {
    const { connect, accidents, seen } = openDisbursements();
    const reason = new Error('enough');
    await assert.rejects(connect().createPayout(batch(), { signal: AbortSignal.abort(reason) }), {
      code: 'ABORTED',
      cause: reason,
      outcomeUnknown: false,
    });
    assert.equal(seen.length, 0);

    const during = new AbortController();
    accidents.push('hang-after');
    const hanging = connect().createPayout(batch(), { signal: during.signal });
    during.abort(reason);
    await assert.rejects(hanging, { code: 'ABORTED', outcomeUnknown: true });

    const between = new AbortController();
    accidents.push(refusal(500, 'EXC_001', 'Technical'));
    const waiting = connect({ retry: { baseMs: 3_600_000, maxMs: 3_600_000 } }).createPayout(batch(), {
      idempotencyKey: 'mine',
      signal: between.signal,
    });
    setImmediate(() => between.abort(reason));
    await assert.rejects(waiting, {
      status: 0,
      code: 'ABORTED',
      outcomeUnknown: true,
      idempotencyKey: 'mine',
      cause: reason,
    });
    assert.equal(seen.length, 2);
  });
});
