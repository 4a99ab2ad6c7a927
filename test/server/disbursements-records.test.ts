import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Disbursements, verifyEvent, type ServiceEvent } from '../../src/server/index.ts';
import { batch, errorOf, eventually, openDisbursements, sha256, transfer } from './open-disbursements.ts';

/** The disbursements API of a service whose every answer has this `data`. */
const answering = (data: unknown) =>
  new Disbursements({
    baseUrl: 'https://payouts.example',
    apiKey: 'an-api-key',
    userPrincipalId: 'a-principal',
    retry: false,
    fetch: async () => Response.json({ status: 200, code: 'OK', data }),
  });

describe('Disbursements: records', () => {
  it('previews a key', async () => {
    const preview = await openDisbursements().connect().resolveKey('persona@example.com', 'MAIL');
    assert.equal(preview.keyValue, 'PERSONA@EXAMPLE.COM');
    assert.match(preview.holderName, /\*/);
    assert.equal(typeof preview.financialEntity.code, 'string');
  });

  it('creates a batch, sees it pending, then paid', async () => {
    const { connect, wait, balance } = openDisbursements();
    const disbursements = connect();
    const { payoutId } = await disbursements.createPayout(
      batch({ transactions: [transfer(), transfer({ key: '@tienda01' })] }),
    );
    const pending = await disbursements.getPayout(payoutId);
    assert.equal(pending.status, 'PENDING');
    assert.equal(pending.reference, 'NOMINA-11');
    assert.equal(pending.paymentType, 'PAYROLL');
    assert.equal(pending.amountInCents, 300_000);
    assert.equal(pending.currency, 'COP');
    assert.equal(pending.totalTransactions, 2);
    assert.equal(pending.createdAt, '2026-11-20T15:00:00.000Z');
    wait(1000);
    const paid = await disbursements.getPayout(payoutId);
    assert.equal(paid.status, 'TOTAL_PAYMENT');
    assert.deepEqual(
      paid.transactions?.map(({ status, amount, key }) => [status, amount, key]),
      [
        ['APPROVED', 150_000, '3001234567'],
        ['APPROVED', 150_000, '@tienda01'],
      ],
    );
    assert.equal(await balance(), 1_000_000_000 - 300_000);
  });

  it('sees a batch fail as asked, with its money back', async () => {
    const { connect, wait, balance } = openDisbursements();
    const { payoutId } = await connect().createPayout(batch({ transactionStatus: 'FAILED' }));
    assert.equal(await balance(), 1_000_000_000 - 150_000);
    wait(1000);
    assert.equal((await connect().getPayout(payoutId)).status, 'REJECTED');
    assert.equal(await balance(), 1_000_000_000);
  });

  it('sees a batch paid in part when one of its keys is designated to fail', async () => {
    const { connect, wait, balance } = openDisbursements();
    const rows = [transfer(), transfer({ key: '@inactiva', amount: 7 })];
    const { payoutId } = await connect().createPayout(batch({ transactions: rows }));
    wait(1000);
    const record = await connect().getPayout(payoutId);
    assert.equal(record.status, 'PARTIAL_PAYMENT');
    assert.deepEqual(
      record.transactions?.map(({ status }) => status),
      ['APPROVED', 'FAILED'],
    );
    assert.equal(await balance(), 1_000_000_000 - 150_000);
    const whole = await connect().createPayout(batch({ transactions: rows, transactionStatus: 'APPROVED' }));
    wait(1000);
    assert.equal((await connect().getPayout(whole.payoutId)).status, 'TOTAL_PAYMENT');
  });

  it('sees a batch wait for an approval, and told by events, before anything of it is paid', async () => {
    const { world, connect, wait } = openDisbursements({ fetch: async () => new Response() });
    const told: string[] = [];
    const emit = world.webhooks.emit.bind(world.webhooks);
    world.webhooks.emit = (draft) => {
      told.push((draft.data['payout'] as { status?: string } | undefined)?.status ?? 'transfer');
      emit(draft);
    };
    const disbursements = connect();
    const { payoutId } = await disbursements.createPayout(batch({ accountId: 'acc_test_approval' }));
    const seen = async () => {
      const { status, transactions } = await disbursements.getPayout(payoutId);
      return [status, transactions?.[0]?.status];
    };
    wait(1999);
    assert.deepEqual(await seen(), ['PENDING_APPROVAL', 'PENDING']);
    wait(1);
    assert.deepEqual(await seen(), ['PENDING', 'PENDING']);
    wait(1000);
    assert.deepEqual(await seen(), ['TOTAL_PAYMENT', 'APPROVED']);
    assert.deepEqual(told, ['PENDING_APPROVAL', 'PENDING', 'transfer', 'TOTAL_PAYMENT']);

    const rejected = await disbursements.createPayout(
      batch({ accountId: 'acc_test_approval', transactionStatus: 'FAILED' }),
    );
    wait(3000);
    assert.equal((await disbursements.getPayout(rejected.payoutId)).status, 'REJECTED');
  });

  it('sees the transfers of a big batch under way', async () => {
    const { connect, wait } = openDisbursements();
    const rows = Array.from({ length: 1001 }, () => transfer({ amount: 1 }));
    const { payoutId } = await connect().createPayout(batch({ transactions: rows }));
    wait(50);
    const { status, transactions } = await connect().getPayout(payoutId);
    assert.deepEqual(
      [status, transactions?.[0]?.status, transactions?.at(-1)?.status],
      ['PENDING', 'APPROVED', 'PROCESSING'],
    );
  });

  it('recharges an account', async () => {
    const { connect, balance } = openDisbursements();
    const account = await connect().rechargeBalance({ accountId: 'acc_test_main', amountInCents: 25 });
    assert.equal(account.balanceInCents, 1_000_000_025);
    assert.equal(await balance(), 1_000_000_025);
  });

  it('N11: takes a recharge for done whatever its answer says of the account', async () => {
    const body = { accountId: 'acc_1', amountInCents: 25 };
    for (const data of [
      undefined,
      null,
      {},
      [],
      'done',
      7,
      { id: null },
      { id: 7, balanceInCents: 'many' },
      { account: {} },
    ]) {
      const disbursements = answering(data);
      assert.equal((await disbursements.rechargeBalance(body)).id, 'acc_1', JSON.stringify(data));
    }
    const { id, balanceInCents } = await answering({ id: 'acc_2', balanceInCents: 25 }).rechargeBalance(body);
    assert.deepEqual([id, balanceInCents], ['acc_2', 25]);
  });

  it('N11: lists the accounts that can be read, and refuses a list of none', async () => {
    const listed = (data: unknown) => answering(data).listAccounts();
    assert.deepEqual(await listed([null, { id: 'acc_1', name: 7 }, 'acc_2', { name: 'Sin id' }]), [
      { id: 'acc_1', name: undefined },
    ]);
    assert.deepEqual(await listed([]), []);
    for (const data of [null, {}, [null], [{ name: 'Sin id' }]])
      await assert.rejects(listed(data), { code: 'INVALID_RESPONSE' });
  });

  it('S8: refuses a batch with a hundred thousand transfers that cannot be read, as one with a single such', async () => {
    for (const count of [1, 200_000]) {
      const data = { id: 'batch-1', status: 'PENDING', transactions: Array.from({ length: count }, () => ({})) };
      await assert.rejects(answering(data).getPayout('batch-1'), { code: 'INVALID_RESPONSE' });
    }
  });

  it('sends both credentials with every request, and the idempotency key with a creation alone', async () => {
    const { connect, seen } = openDisbursements();
    const disbursements = connect();
    await disbursements.resolveKey('@tienda01', 'ALPHANUMERIC');
    await disbursements.listAccounts();
    await disbursements.rechargeBalance({ accountId: 'acc_test_main', amountInCents: 1 });
    const { payoutId } = await disbursements.createPayout(batch(), { idempotencyKey: 'My-Key-1' });
    await disbursements.getPayout(payoutId);
    assert.deepEqual(
      seen.map(({ method, path }) => `${method} ${path}`),
      [
        'GET /v2/breb/keys/resolve/%40tienda01',
        'GET /accounts',
        'POST /accounts/balance-recharge',
        'POST /v2/payouts',
        `GET /v2/payouts/${payoutId}`,
      ],
    );
    for (const { headers, path } of seen) {
      assert.equal(headers.get('x-api-key'), 'test_api_key_pay_checkout');
      assert.equal(headers.get('user-principal-id'), 'test_principal_pay_checkout');
      assert.equal(headers.get('idempotency-key'), path === '/v2/payouts' ? 'My-Key-1' : null);
    }
  });
});

describe('Disbursements: what the service refuses', () => {
  it('is not asked about a malformed key', async () => {
    const { connect, seen } = openDisbursements();
    const malformed = await errorOf(connect().resolveKey('123', 'PHONE'));
    assert.deepEqual(
      [malformed.code, malformed.status, malformed.type, malformed.traceId],
      ['EXC_033', 400, 'Business', undefined],
    );
    assert.equal((await errorOf(connect().resolveKey('@tienda01', 'toString' as 'MAIL'))).code, '400');
    assert.deepEqual(seen, []);
  });

  it('understands wrong credentials and never tries them twice', async () => {
    const { connect, seen } = openDisbursements();
    const wrongKey = await errorOf(connect({ apiKey: 'another_api_key' }).createPayout(batch()));
    assert.deepEqual([wrongKey.status, wrongKey.code, wrongKey.type], [401, '401', 'Business']);
    const wrongPayer = await errorOf(connect({ userPrincipalId: 'somebody_else' }).listAccounts());
    assert.deepEqual([wrongPayer.status, wrongPayer.code, wrongPayer.type], [403, '403', 'Business']);
    assert.equal(seen.length, 2);
  });

  it('does not call the reuse of a key its own success', async () => {
    const { connect, seen } = openDisbursements();
    await connect().createPayout(batch(), { idempotencyKey: 'Used' });
    const error = await errorOf(connect().createPayout(batch(), { idempotencyKey: 'Used' }));
    assert.deepEqual([error.status, error.code, error.alreadyProcessed], [409, 'EXC_032', false]);
    assert.equal(error.outcomeUnknown, false);
    assert.equal(seen.length, 2);
  });
});

describe('Disbursements: events', () => {
  it('tells of every transfer and of the batch, signed, and verifiable with the kit', async () => {
    const events: ServiceEvent[] = [];
    const { world, connect, wait, clock } = openDisbursements({
      fetch: async (_, init) => {
        const raw = init?.body;
        assert(typeof raw === 'string');
        const { signature, timestamp, data } = JSON.parse(raw) as ServiceEvent;
        const values = signature.properties.map((path) =>
          path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], data),
        );
        assert.equal(signature.checksum, sha256(`${values.join('')}${timestamp}test_events_pay_checkout`));
        events.push(await verifyEvent(raw, 'test_events_pay_checkout', { now: clock.ms }));
        return new Response();
      },
    });
    world.webhooks.url = 'http://127.0.0.1:6151/events';
    const transactions = [transfer(), transfer({ key: '@inactiva' })];
    const { payoutId } = await connect().createPayout(batch({ transactions }));
    await eventually(() => events.length === 1);
    wait(1000);
    await eventually(() => events.length === 4);
    const told = events.map(({ event, data }) => `${event} ${(data.transaction ?? data.payout)?.status}`);
    assert.equal(told[0], 'payout.updated PENDING');
    assert.deepEqual(told.slice(1).toSorted(), [
      'payout.updated PARTIAL_PAYMENT',
      'transaction.updated APPROVED',
      'transaction.updated FAILED',
    ]);
    for (const { data } of events) {
      assert.equal(data.payout?.['id'] ?? data.transaction?.['payoutId'], payoutId);
      assert.equal((data.payout ?? data.transaction)?.['reference'], 'NOMINA-11');
    }
  });
});
