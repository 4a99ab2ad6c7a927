import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batch, full, key, openPayouts } from '../server/open-payouts.ts';

describe("the demo shop's backend: payouts whose answer was lost", () => {
  it('finds a batch again whose answer was lost, by the event, and pays it once', async () => {
    const { send, settled, balance, fault } = await openPayouts();
    await fault('POST', '/v2/payouts', { kind: 'drop-after' });
    const { body } = await send();
    const done = await settled(body['idempotency_key'], 'TOTAL_PAYMENT');
    assert.ok(done['payout_id']);
    assert.equal(done['problem'], null);
    assert.equal(await balance(), full - 300_000);
  });

  it('calls a batch unknown, not failed, until the service answers to the same key', async () => {
    const { send, control, balance, fault } = await openPayouts();
    await control('webhooks', { url: null });
    await fault('POST', '/v2/payouts', { kind: 'drop-after' }, 4);
    const one = key();
    const open = await send(batch(), one);
    assert.equal(open.body['status'], 'unknown');
    assert.equal(open.body['problem']?.['code'], 'NO_ANSWER');
    assert.equal((await send(batch({ accountId: 'acc_test_daily_limit' }), one)).status, 409);
    const again = await send(batch(), one);
    assert.equal(again.body['status'], 'TAKEN');
    assert.equal(await balance(), full - 300_000);
  });

  it('keeps a batch unknown while nobody speaks about the batch itself', async () => {
    const { send, control, balance, fault } = await openPayouts();
    await control('webhooks', { url: null });
    await fault('POST', '/v2/payouts', { kind: 'drop-after' }, 4);
    const one = key();
    await send(batch(), one);
    for (const status of [401, 403, 404]) {
      await fault('POST', '/v2/payouts', { kind: 'status', status, body: 'Not now' });
      assert.equal((await send(batch(), one)).body['status'], 'unknown', String(status));
    }
    assert.equal((await send(batch(), key())).status, 409, 'the same reference under another key');
    assert.equal((await send(batch(), one)).body['status'], 'TAKEN');
    assert.equal(await balance(), full - 300_000);
  });

  it('calls a batch refused when the service, asked again, refuses it', async () => {
    const { send, balance, fault } = await openPayouts();
    await fault('POST', '/v2/payouts', { kind: 'drop-before' }, 4);
    const [one, limited] = [key(), batch({ accountId: 'acc_test_daily_limit' })];
    assert.equal((await send(limited, one)).body['status'], 'unknown');
    const { body } = await send(limited, one);
    assert.deepEqual([body['status'], body['problem']?.['code']], ['refused', 'EXC_017']);
    assert.equal(await balance(), full);
  });

  it('does not send a batch again once the service has forgotten its key', async () => {
    let ms = Date.parse('2026-11-20T15:00:00Z');
    const { send, control, balance, fault, requests } = await openPayouts({ now: () => ms });
    await control('webhooks', { url: null });
    await fault('POST', '/v2/payouts', { kind: 'drop-after' }, 4);
    const one = key();
    await send(batch(), one);
    const sent = (await requests()).length;
    ms += 24 * 3_600_000;
    const { body } = await send(batch(), one);
    assert.deepEqual([body['status'], body['problem']?.['code']], ['unknown', 'KEY_FORGOTTEN']);
    assert.equal((await requests()).length, sent);
    assert.equal(await balance(), full - 300_000);
  });
});
