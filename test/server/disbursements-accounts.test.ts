import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batch, openDisbursements, transfer } from './open-disbursements.ts';

describe("the sandbox's disbursements: accounts", () => {
  it('lists the same accounts under both paths, 10.000.000,00 each', async () => {
    const { ask } = openDisbursements();
    const { data } = (await ask('GET', '/accounts')).body;
    assert.deepEqual((await ask('GET', '/v2/accounts')).body.data, data);
    const accounts = data as { id: string; balanceInCents: number }[];
    assert.deepEqual(
      accounts.map(({ id }) => id),
      ['acc_test_main', 'acc_test_daily_limit', 'acc_test_plan_limit', 'acc_test_unusable'],
    );
    assert(accounts.every(({ balanceInCents }) => balanceInCents === 1_000_000_000));
  });

  it('recharges an account under both paths, until the reset', async () => {
    const { ask, balance, world } = openDisbursements();
    const body = { accountId: 'acc_test_main', amountInCents: 500 };
    assert.equal((await ask('POST', '/accounts/balance-recharge', body)).status, 200);
    assert.equal((await ask('POST', '/v2/accounts/balance-recharge', body)).status, 200);
    assert.equal(await balance(), 1_000_001_000);
    world.reset();
    assert.equal(await balance(), 1_000_000_000);
  });

  it('refuses a recharge that makes no sense', async () => {
    const { ask, balance } = openDisbursements();
    const recharge = async (body: unknown) => (await ask('POST', '/accounts/balance-recharge', body)).body;
    assert.deepEqual((await recharge({})).message, [
      'accountId must be a string',
      'amountInCents must be a positive number',
    ]);
    assert.deepEqual((await recharge({ accountId: 'acc_test_main', amountInCents: 0.5 })).message, [
      'amountInCents must be an integer number of minor units',
    ]);
    assert.deepEqual((await recharge({ accountId: 'acc_test_main', amountInCents: Number.MAX_SAFE_INTEGER })).message, [
      'amountInCents is too large',
    ]);
    assert.equal((await recharge({ accountId: 'acc_unknown', amountInCents: 1 })).code, 'EXC_019');
    assert.equal(await balance(), 1_000_000_000);
  });

  it('holds room for what a batch under way may give back', async () => {
    const { ask, wait, balance } = openDisbursements();
    const most = Number.MAX_SAFE_INTEGER;
    const recharge = async (amountInCents: number) =>
      (await ask('POST', '/accounts/balance-recharge', { accountId: 'acc_test_main', amountInCents })).status;
    const transactions = [transfer({ amount: 600_000_000 }), transfer({ amount: 400_000_000, key: '@inactiva' })];
    assert.equal((await ask('POST', '/v2/payouts', batch({ transactions }))).status, 201);
    assert.equal(await balance(), 0);
    assert.equal(await recharge(most), 400);
    assert.equal(await recharge(most - 1_000_000_000 + 1), 400);
    assert.equal(await recharge(most - 1_000_000_000), 200);
    wait(1000);
    assert.equal(await balance(), most - 600_000_000);
    assert.equal(await recharge(600_000_001), 400);
    assert.equal(await recharge(600_000_000), 200);
    assert.equal(await balance(), most);
  });

  it('answers 404 to batches and operations that do not exist', async () => {
    const { ask } = openDisbursements();
    for (const [method, path] of [
      ['GET', '/v2/payouts/none'],
      ['GET', '/v2/payouts'],
      ['POST', '/accounts'],
      ['GET', '/accounts/balance-recharge'],
      ['GET', '/v2/unknown'],
    ] as const) {
      const { status, body } = await ask(method, path, method === 'POST' ? {} : undefined);
      assert.deepEqual([status, body.code, body.type], [404, '404', 'Business']);
    }
  });
});
