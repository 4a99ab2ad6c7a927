import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PayoutBatch } from '../../src/server/index.ts';
import { batch, errorOf, eventually, openDisbursements, transfer } from './open-disbursements.ts';

describe('Disbursements: a batch is checked whole before anything is sent', () => {
  it('names the wrong fields of the batch in the words of the service', async () => {
    const { connect, seen } = openDisbursements();
    const error = await errorOf(connect().createPayout({ transactions: [] } as unknown as PayoutBatch));
    assert.deepEqual([error.status, error.code, error.type], [400, '400', 'Business']);
    assert.deepEqual(error.messages, [
      'reference must be a string',
      'accountId must be a string',
      'paymentType must be one of: PAYROLL, PROVIDERS, OTHER',
      'transactions must contain at least 1 element',
    ]);
    assert.equal(error.idempotencyKey, undefined);
    assert.equal(seen.length, 0);
  });

  for (const [title, row, message] of [
    ['zero', { amount: 0 }, 'amount must be a positive number'],
    ['a negative amount', { amount: -150_000 }, 'amount must be a positive number'],
    ['an amount as text', { amount: '150000' }, 'amount must be a positive number'],
    ['no number at all', { amount: Number.NaN }, 'amount must be a positive number'],
    ['a bigint', { amount: 150_000n }, 'amount must be a positive number'],
    ['a computed float', { amount: 0.1 + 0.2 }, 'amount must be an integer number of minor units'],
    ['more than JSON carries exactly', { amount: 2 ** 53 }, 'amount must be an integer number of minor units'],
    ['a blank name', { name: '  ' }, 'name should not be empty'],
    ['a name that nobody can see', { name: '\u200B\u202E \u3164' }, 'name should not be empty'],
    ['a bad e-mail', { email: 'ana@' }, 'email must be an email'],
    ['a key of no format', { key: '@abc' }, 'key must be a valid BRE-B key'],
    ['a key with a blank', { key: '3001234567 ' }, 'key must be a valid BRE-B key'],
  ] as const)
    it(`refuses ${title}`, async () => {
      const { connect, seen } = openDisbursements();
      const bad = { ...transfer(), ...row } as ReturnType<typeof transfer>;
      const error = await errorOf(connect().createPayout(batch({ transactions: [transfer(), bad] })));
      assert.deepEqual(error.messages, [message]);
      assert.equal(error.message, `400 (Business): ${message} (transactions[1])`);
      assert.deepEqual(error.rows, [{ index: 1, messages: [message] }]);
      assert.equal(seen.length, 0);
    });

  it('refuses a total that no number holds, and what is no batch at all', async () => {
    const { connect, seen } = openDisbursements();
    const rows = [transfer({ amount: Number.MAX_SAFE_INTEGER }), transfer({ amount: Number.MAX_SAFE_INTEGER })];
    assert.deepEqual((await errorOf(connect().createPayout(batch({ transactions: rows })))).messages, [
      'the total amount is too large',
    ]);
    for (const nothing of [undefined, null, [], 'batch', 7])
      assert.equal((await errorOf(connect().createPayout(nothing as unknown as PayoutBatch))).code, '400');
    assert.equal(seen.length, 0);
  });

  it('sends what it checked, whatever a getter says the second time', async () => {
    const { connect, seen } = openDisbursements();
    let reads = 0;
    const row = {
      ...transfer(),
      get amount() {
        reads += 1;
        return reads === 1 ? 100 : 999_999;
      },
    };
    await connect().createPayout(batch({ transactions: [row] }));
    assert.equal((JSON.parse(seen[0]?.body ?? '') as PayoutBatch).transactions[0]?.amount, 100);
  });

  for (const key of ['', 'with space', 'with_underscore', 'ñ', 'a'.repeat(65), 'a\n'])
    it(`sends nothing under the idempotency key ${JSON.stringify(key)}`, async () => {
      const { connect, seen } = openDisbursements();
      const error = await errorOf(connect().createPayout(batch(), { idempotencyKey: key }));
      assert.deepEqual(error.messages, ['The key can only contain letters, numbers, and hyphens']);
      assert.equal(seen.length, 0);
    });
});

describe('Disbursements: nothing is paid twice', () => {
  for (const accident of ['drop-after', 'garbage', 'hang-after'] as const)
    it(`finds out by its second attempt that the batch was taken (${accident})`, async () => {
      const { connect, accidents, seen, balance } = openDisbursements();
      accidents.push(accident);
      const error = await errorOf(
        connect({ timeoutMs: accident === 'hang-after' ? 1000 : 30_000 }).createPayout(batch()),
      );
      assert.deepEqual([error.status, error.code], [409, 'EXC_032']);
      assert.equal(error.alreadyProcessed, true);
      assert.equal(error.outcomeUnknown, false);
      const keys = seen.map(({ headers }) => headers.get('idempotency-key'));
      assert.deepEqual(keys, [error.idempotencyKey, error.idempotencyKey]);
      assert.equal(seen[0]?.body, seen[1]?.body);
      assert.equal(await balance(), 1_000_000_000 - 150_000);
    });

  it('pays when the first requests were lost on their way', async () => {
    const { connect, accidents, seen, balance } = openDisbursements();
    accidents.push('drop-before', new Response('Bad gateway', { status: 502 }), new Response(null, { status: 303 }));
    assert.equal((await connect().createPayout(batch())).success, 1);
    assert.equal(seen.length, 4);
    assert.equal(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size, 1);
    assert.equal(await balance(), 1_000_000_000 - 150_000);
  });

  it('stays unknown when a later attempt is refused for another reason', async () => {
    const { connect, accidents } = openDisbursements();
    accidents.push('drop-after', Response.json({ message: 'Forbidden' }, { status: 403 }));
    const error = await errorOf(connect().createPayout(batch()));
    assert.deepEqual([error.status, error.outcomeUnknown, error.alreadyProcessed], [403, true, false]);
    const again = await errorOf(connect().createPayout(batch(), { idempotencyKey: error.idempotencyKey ?? '' }));
    assert.equal(again.code, 'EXC_032');
  });

  it('never sends a recharge again without an answer', async () => {
    const { connect, accidents, seen, balance } = openDisbursements();
    for (const accident of ['drop-after', 'garbage'] as const) {
      accidents.push(accident);
      const error = await errorOf(connect().rechargeBalance({ accountId: 'acc_test_main', amountInCents: 10 }));
      assert.equal(error.outcomeUnknown, true);
    }
    assert.equal(seen.length, 2);
    assert.equal(await balance(), 1_000_000_020);
  });

  it('checks 10,000 transfers in one pass, names each bad one, and pays the mended batch once though its sender was killed', async () => {
    const { connect, accidents, seen, wait, balance } = openDisbursements();
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      transfer({
        amount: 10_000 + index,
        email: `persona${index}@example.com`,
        key: `3${String(index).padStart(9, '0')}`,
      }),
    );
    const isBad = (index: number) => index % 100 === 37;
    const faults = [{ amount: 0 }, { email: 'x' }, { name: '' }, { key: '12-34' }];
    const words = [
      'amount must be a positive number',
      'email must be an email',
      'name should not be empty',
      'key must be a valid BRE-B key',
    ];
    const spoilt = rows.map((row, index) => (isBad(index) ? { ...row, ...faults[Math.floor(index / 100) % 4] } : row));

    const started = performance.now();
    const error = await errorOf(connect().createPayout(batch({ transactions: spoilt })));
    assert(performance.now() - started < 5000, 'one pass is a matter of milliseconds');
    assert.equal(seen.length, 0);
    assert.equal(error.rows.length, 100);
    assert.deepEqual(
      error.rows.map(({ index }) => index),
      rows.map((_, index) => index).filter(isBad),
    );
    for (const { index, messages } of error.rows) assert.deepEqual(messages, [words[Math.floor(index / 100) % 4]]);
    assert.deepEqual(error.messages.toSorted(), words.toSorted());

    const idempotencyKey = 'nomina-2026-11';
    const killed = new AbortController();
    accidents.push('hang-after');
    const first = errorOf(
      connect().createPayout(batch({ transactions: rows }), { idempotencyKey, signal: killed.signal }),
    );
    await eventually(() => seen.length === 1 && accidents.length === 0);
    const total = rows.reduce((sum, { amount }) => sum + amount, 0);
    while ((await balance()) !== 1_000_000_000 - total) await new Promise((resolve) => setImmediate(resolve));
    killed.abort();
    const lost = await first;
    assert.deepEqual([lost.code, lost.outcomeUnknown, lost.idempotencyKey], ['ABORTED', true, idempotencyKey]);

    const again = await errorOf(connect().createPayout(batch({ transactions: rows }), { idempotencyKey }));
    assert.equal(again.code, 'EXC_032');
    wait(5000);
    assert.equal(await balance(), 1_000_000_000 - total);
  });
});
