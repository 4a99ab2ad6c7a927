import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Answer, Body } from '../server/open-merchant.ts';
import { batch, full, key, openPayouts, transfer } from '../server/open-payouts.ts';
import { textOf } from '../sandbox/open-sandbox.ts';

const typeOf = ({ body }: Answer) => textOf(body['error']?.['type']);

describe("the demo shop's backend: payouts", () => {
  it('lists the accounts and resolves keys, without a credential in any answer', async () => {
    const { ask } = await openPayouts();
    const { body } = await ask('GET', '/payouts/accounts');
    assert.deepEqual((body as unknown as Body[])[0], {
      id: 'acc_test_main',
      name: 'Cuenta principal',
      balance_in_cents: full,
      currency: 'COP',
      is_usable: true,
    });
    const resolve = (type: string, value: string) =>
      ask('GET', `/payouts/keys?type=${type}&value=${encodeURIComponent(value)}`);
    const found = await resolve('MAIL', 'persona@example.com');
    assert.deepEqual(found.body, { holder: 'ANA*** ROJ**', institution: 'BANCO DEL ENSAYO', type: 'MAIL' });
    assert.equal(typeOf(await resolve('PHONE', '123')), 'EXC_033');
    const missing = await resolve('ALPHANUMERIC', '@noexiste');
    assert.deepEqual([missing.status, typeOf(missing)], [404, 'EXC_034']);
    assert.match(textOf(missing.body['error']?.['trace_id']), /^[0-9a-f-]{36}$/);
    assert.equal(typeOf(await resolve('ALPHANUMERIC', '@inactiva')), 'EXC_035');
    assert.equal(typeOf(await resolve('MAGIC', '@inactiva')), 'INPUT_VALIDATION_ERROR');
    assert.doesNotMatch(JSON.stringify([body, found.body, missing.body]), /test_api_key|test_principal/);
  });

  it('says when the resolution service is down, after it has tried again', async () => {
    const { ask, requests } = await openPayouts();
    const down = await ask('GET', '/payouts/keys?type=ALPHANUMERIC&value=%40sinservicio');
    assert.deepEqual([down.status, typeOf(down)], [503, 'EXC_036']);
    assert.ok((await requests()).length > 1);
  });

  it('pays a batch and watches it settle by events', async () => {
    const { send, settled, balance, events } = await openPayouts();
    const { status, body } = await send();
    assert.equal(status, 200);
    assert.equal(body['transfers'], 2);
    const done = await settled(body['idempotency_key'], 'TOTAL_PAYMENT');
    assert.deepEqual([done['approved'], done['failed'], done['amount_in_cents']], [2, 0, 300_000]);
    assert.deepEqual(
      (done['rows'] as unknown as { status: string }[]).map((row) => row.status),
      ['APPROVED', 'APPROVED'],
    );
    assert.equal(await balance(), full - 300_000);
    assert.ok(events.some((event) => event.includes('"payout.updated"')));
    assert.ok((done['events'] as unknown as { status: string }[]).some((event) => event.status === 'TOTAL_PAYMENT'));
  });

  it('streams what is new to the page', async () => {
    const { shop, send, until } = await openPayouts();
    const { body } = await send();
    const leave = new AbortController();
    const path = `/api/payouts/${textOf(body['idempotency_key'])}/events`;
    const response = await shop.request(path, { signal: leave.signal });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    await until(async () => {
      heard += (await reader?.read())?.value ?? '';
      return heard.includes('"status":"TOTAL_PAYMENT"');
    }, 'the last status');
    assert.match(heard, /^event: batch\ndata: \{/m);
    await reader?.cancel();
    leave.abort();
  });

  it('tells which transfer failed, and pays the money back', async () => {
    const { send, settled, balance } = await openPayouts();
    const { body } = await send(batch({ transactions: [transfer(), transfer({ key: '@inactiva' })] }));
    const done = await settled(body['idempotency_key'], 'PARTIAL_PAYMENT');
    assert.deepEqual([done['approved'], done['failed']], [1, 1]);
    const [, second] = done['rows'] as unknown as { status: string; message: string }[];
    assert.equal(second?.status, 'FAILED');
    assert.match(second.message, /^EXC_035/);
    assert.equal(await balance(), full - 150_000);
  });

  it('names every bad row of a batch and sends nothing', async () => {
    const { send, requests, ask } = await openPayouts();
    const rows = [transfer(), transfer({ amount: 0, email: 'ana' }), transfer({ key: '@x' })];
    const refused = await send(batch({ transactions: rows }));
    assert.deepEqual([refused.status, typeOf(refused)], [422, 'INVALID_BATCH']);
    assert.deepEqual(refused.body['error']?.['rows'], [
      { index: 1, messages: ['amount must be a positive number', 'email must be an email'] },
      { index: 2, messages: ['key must be a valid BRE-B key'] },
    ]);
    assert.equal((await send(batch({ transactions: [transfer({ amount: '150000' })] }))).status, 422);
    assert.equal((await send(batch(), 'with space')).status, 422);
    assert.equal((await ask('POST', '/payouts', undefined)).status, 415);
    assert.deepEqual(await requests(), []);
  });

  it('S8: says so of hundreds of thousands of transfers that are none', async () => {
    const { send } = await openPayouts();
    for (const none of [{}, 1])
      assert.equal((await send(batch({ transactions: Array(200_000).fill(none) }))).status, 422);
  });

  it('pays once for two clicks, and for the same question after the answer', async () => {
    const { send, settled, balance, requests } = await openPayouts();
    const one = key();
    const answers = await Promise.all([send(batch(), one), send(batch(), one)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    await settled(one, 'TOTAL_PAYMENT');
    assert.equal((await send(batch(), one)).body['status'], 'TOTAL_PAYMENT');
    assert.equal(await balance(), full - 300_000);
    assert.equal(
      (await requests()).filter(({ method, path }) => method === 'POST' && path === '/v2/payouts').length,
      1,
    );
  });

  it('lets one key, and one reference, name one batch only', async () => {
    const { send, balance } = await openPayouts();
    const one = key();
    await send(batch(), one);
    const changed = await send(batch({ transactions: [transfer({ amount: 1 })] }), one);
    assert.deepEqual([changed.status, typeOf(changed)], [409, 'BATCH_CONFLICT']);
    const twin = await send(batch(), key());
    assert.deepEqual([twin.status, typeOf(twin)], [409, 'BATCH_CONFLICT']);
    assert.equal(await balance(), full - 300_000);
  });

  it('says why the service refused, and takes the corrected batch', async () => {
    const { send, settled, balance } = await openPayouts();
    for (const [change, code] of [
      [{ accountId: 'acc_test_daily_limit' }, 'EXC_017'],
      [{ accountId: 'acc_test_plan_limit' }, 'EXC_018'],
      [{ accountId: 'acc_test_unusable' }, 'EXC_019'],
      [{ transactions: [transfer({ amount: full + 1 })] }, 'EXC_008'],
    ] as const) {
      const { body } = await send(batch(change));
      assert.deepEqual([body['status'], body['problem']?.['code']], ['refused', code]);
      assert.match(textOf(body['trace_id']), /^[0-9a-f-]{36}$/);
    }
    assert.equal(await balance(), full);
    const one = key();
    await send(batch({ accountId: 'acc_test_daily_limit' }), one);
    await send(batch(), one);
    await settled(one, 'TOTAL_PAYMENT');
    assert.equal(await balance(), full - 300_000);
  });

  it('refuses events about batches that are not genuine, and believes no status but the service’s', async () => {
    const { send, settled, shop, events, ask } = await openPayouts();
    const { body } = await send(batch({ transactionStatus: 'FAILED' }));
    const done = await settled(body['idempotency_key'], 'REJECTED');
    const last = events.findLast((event) => event.includes('"REJECTED"')) ?? '';
    const post = async (event: string) => (await shop.request('/api/webhook', { method: 'POST', body: event })).status;
    assert.equal(await post(last.replace('"REJECTED"', '"TOTAL_PAYMENT"')), 401);
    const stale = JSON.parse(last) as {
      data: { payout: { id: string; status: string; amountInCents: number } };
      timestamp: number;
      signature: { checksum: string };
    };
    stale.timestamp -= 26 * 3600;
    const { id, status, amountInCents } = stale.data.payout;
    stale.signature.checksum = createHash('sha256')
      .update(`${id}${status}${amountInCents}${stale.timestamp}test_events_pay_checkout`)
      .digest('hex');
    assert.equal(await post(JSON.stringify(stale)), 401);
    const told = async () => (await ask('GET', `/payouts/${textOf(body['idempotency_key'])}`)).body['events'];
    const before = await told();
    assert.equal(await post(last), 200);
    assert.deepEqual(await told(), before, 'played back, it is not told a second time');
    const { body: now } = await ask('GET', `/payouts/${textOf(body['idempotency_key'])}`);
    assert.equal(now['status'], 'REJECTED');
    assert.equal(now['failed'], done['failed']);
  });

  it('recharges the balance of the sandbox', async () => {
    const { ask, balance } = await openPayouts();
    const { body } = await ask('POST', '/payouts/recharge', { account_id: 'acc_test_main', amount_in_cents: 5_000 });
    assert.equal(body['balance_in_cents'], full + 5_000);
    assert.equal(await balance(), full + 5_000);
    assert.equal(
      (await ask('POST', '/payouts/recharge', { account_id: 'acc_test_main', amount_in_cents: -1 })).status,
      422,
    );
    assert.equal((await ask('GET', '/payouts/nothing-here')).status, 404);
  });
});
