import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batch, openDisbursements, transfer, type Envelope } from './open-disbursements.ts';

const previewPath = (key: string, keyType: string) =>
  `/v2/breb/keys/resolve/${encodeURIComponent(key)}?keyType=${keyType}`;

function assertError({ status, body }: { status: number; body: Envelope }, http: number, code: string, type: string) {
  assert.equal(status, http);
  assert.equal(body.status, http);
  assert.equal(body.code, code);
  assert.equal(body.type, type);
  assert.match(body.meta.trace_id, /^[0-9a-f-]{36}$/);
  assert.equal(typeof body.message, 'string');
}

describe("the sandbox's disbursements: credentials", () => {
  const paths = [
    ['GET', previewPath('@tienda01', 'ALPHANUMERIC')],
    ['POST', '/v2/payouts'],
    ['GET', '/v2/payouts/none'],
    ['GET', '/accounts'],
    ['GET', '/v2/accounts'],
    ['POST', '/accounts/balance-recharge'],
    ['POST', '/v2/accounts/balance-recharge'],
  ] as const;

  for (const [method, path] of paths) {
    it(`${method} ${path} asks for the API key first, then for the payer`, async () => {
      const { ask } = openDisbursements();
      const body = method === 'POST' ? {} : undefined;
      assertError(
        await ask(method, path, body, { 'x-api-key': 'wrong', 'user-principal-id': '' }),
        401,
        '401',
        'Business',
      );
      assertError(await ask(method, path, body, { 'user-principal-id': 'wrong' }), 403, '403', 'Business');
    });
  }

  it('refuses an employee and a payer without the product, each in words of its own', async () => {
    const { ask } = openDisbursements();
    const employee = await ask('GET', '/accounts', undefined, { 'user-principal-id': 'test_principal_employee' });
    const without = await ask('GET', '/accounts', undefined, { 'user-principal-id': 'test_principal_without_product' });
    assertError(employee, 403, '403', 'Business');
    assertError(without, 403, '403', 'Business');
    assert.notEqual(employee.body.message, without.body.message);
  });

  it('lets no page read an answer', async () => {
    const { ask } = openDisbursements();
    const { headers } = await ask('GET', '/accounts', undefined, { origin: 'https://shop.example' });
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control-')),
      [],
    );
  });

  it('gives each answer a trace of its own', async () => {
    const { ask } = openDisbursements();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/accounts')));
    assert.equal(new Set(answers.map(({ body }) => body.meta.trace_id)).size, 20);
  });
});

describe("the sandbox's disbursements: key previews", () => {
  const resolving = [
    ['@tienda01', 'ALPHANUMERIC'],
    ['@TIENDA01', 'ALPHANUMERIC'],
    ['Persona@Example.com', 'MAIL'],
    ['persona@example.com', 'MAIL'],
    ['3001234567', 'PHONE'],
    ['1012345678', 'IDENTIFICATION'],
    ['900123456', 'IDENTIFICATION'],
    ['00012345', 'ESTABLISHMENT_CODE'],
  ] as const;

  for (const [key, keyType] of resolving) {
    it(`resolves the designated ${keyType} ${key}`, async () => {
      const { status, body } = await openDisbursements().ask('GET', previewPath(key, keyType));
      assert.equal(status, 200);
      assert.equal(body.code, 'OK');
      const data = body.data as Record<string, unknown>;
      assert.deepEqual(Object.keys(data).toSorted(), ['financialEntity', 'holderName', 'keyType', 'keyValue']);
      assert.match(String(data['holderName']), /\*/);
      assert.equal(data['keyType'], keyType);
      assert.equal(data['keyValue'], key.toUpperCase());
      assert.deepEqual(Object.keys(data['financialEntity'] as object).toSorted(), ['code', 'name']);
    });
  }

  const failing = [
    ['EXC_033', 400, 'Business', '123', 'PHONE'],
    ['EXC_034', 404, 'Business', '@noexiste', 'ALPHANUMERIC'],
    ['EXC_034', 404, 'Business', '@otracosa', 'ALPHANUMERIC'],
    ['EXC_034', 404, 'Business', '3009999999', 'PHONE'],
    ['EXC_034', 404, 'Business', '3001234567', 'IDENTIFICATION'],
    ['EXC_035', 400, 'Business', '@inactiva', 'ALPHANUMERIC'],
    ['EXC_035', 400, 'Business', '@INACTIVA', 'ALPHANUMERIC'],
    ['EXC_036', 503, 'Technical', '@sinservicio', 'ALPHANUMERIC'],
    ['EXC_037', 503, 'Technical', '@demorada', 'ALPHANUMERIC'],
  ] as const;

  for (const [code, http, type, key, keyType] of failing) {
    it(`answers ${code} for the ${keyType} ${key}`, async () => {
      assertError(await openDisbursements().ask('GET', previewPath(key, keyType)), http, code, type);
    });
  }

  it('refuses a key type that does not exist', async () => {
    const { status, body } = await openDisbursements().ask('GET', previewPath('@tienda01', 'constructor'));
    assert.equal(status, 400);
    assert.deepEqual(body.message, [
      'keyType must be one of: ALPHANUMERIC, MAIL, PHONE, IDENTIFICATION, ESTABLISHMENT_CODE',
    ]);
  });
});

describe("the sandbox's disbursements: creating a batch", () => {
  const without = (field: string) => Object.fromEntries(Object.entries(batch()).filter(([name]) => name !== field));
  const messages: [string, unknown, Record<string, string>?][] = [
    ['The key can only contain letters, numbers, and hyphens', batch(), { 'idempotency-key': 'not_this' }],
    ['The key can only contain letters, numbers, and hyphens', batch(), { 'idempotency-key': '' }],
    ['reference must be a string', without('reference')],
    ['reference must be a string', { ...batch(), reference: 7 }],
    ['reference should not be empty', batch({ reference: '' })],
    ['accountId must be a string', without('accountId')],
    ['paymentType must be one of: PAYROLL, PROVIDERS, OTHER', { ...batch(), paymentType: 'SALARY' }],
    ['paymentType must be one of: PAYROLL, PROVIDERS, OTHER', without('paymentType')],
    ['transactions must contain at least 1 element', batch({ transactions: [] })],
    ['transactions must contain at least 1 element', without('transactions')],
    ['amount must be a positive number', batch({ transactions: [transfer({ amount: 0 })] })],
    ['amount must be a positive number', batch({ transactions: [transfer({ amount: -1 })] })],
    ['email must be an email', batch({ transactions: [transfer({ email: 'ana.example.com' })] })],
    ['name should not be empty', batch({ transactions: [transfer({ name: '' })] })],
  ];

  for (const [message, body, headers] of messages) {
    const shown = headers ? JSON.stringify(headers) : JSON.stringify(body);
    it(`says "${message}" to ${shown}`, async () => {
      const answer = await openDisbursements().ask('POST', '/v2/payouts', body, headers);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.status, 400);
      assert.equal(answer.body.code, '400');
      assert.deepEqual(answer.body.message, [message]);
      assert.deepEqual(answer.body.data, { message: [message], error: 'Bad Request', statusCode: 400 });
    });
  }

  it('lists everything that is wrong, each message once', async () => {
    const rows = [transfer({ amount: 0 }), transfer({ amount: -5, email: 'x' })];
    const { body } = await openDisbursements().ask('POST', '/v2/payouts', batch({ reference: '', transactions: rows }));
    assert.deepEqual(body.message, [
      'reference should not be empty',
      'amount must be a positive number',
      'email must be an email',
    ]);
  });

  for (const text of ['', '{"reference":', '[]', 'null', '7'])
    it(`answers 400 to the body ${text || '(none)'}`, async () => {
      const { status, body } = await openDisbursements().ask('POST', '/v2/payouts', text);
      assert.equal(status, 400);
      assert.equal(body.code, '400');
    });

  const refusals = [
    ['EXC_001', 500, 'Technical', 'acc_test_internal_error'],
    ['EXC_017', 400, 'Business', 'acc_test_daily_limit'],
    ['EXC_018', 400, 'Business', 'acc_test_plan_limit'],
    ['EXC_019', 400, 'Business', 'acc_test_unusable'],
    ['EXC_019', 400, 'Business', 'acc_unknown'],
  ] as const;

  for (const [code, http, type, accountId] of refusals)
    it(`answers ${code} for the account ${accountId}`, async () => {
      assertError(await openDisbursements().ask('POST', '/v2/payouts', batch({ accountId })), http, code, type);
    });

  it('answers EXC_008 for one minor unit more than the balance, and takes exactly the balance', async () => {
    const { ask, balance } = openDisbursements();
    const pay = (amount: number) => ask('POST', '/v2/payouts', batch({ transactions: [transfer({ amount })] }));
    assertError(await pay(1_000_000_001), 400, 'EXC_008', 'Business');
    assert.equal((await pay(1_000_000_000)).status, 201);
    assert.equal(await balance(), 0);
  });

  it('answers EXC_032 for 24 hours, and never before the batch was taken', async () => {
    const { ask, wait } = openDisbursements();
    const send = (body: unknown) => ask('POST', '/v2/payouts', body, { 'idempotency-key': 'Key-1' });
    assert.equal((await send(batch({ reference: '' }))).status, 400);
    assert.equal((await send(batch({ accountId: 'acc_test_unusable' }))).body.code, 'EXC_019');
    assert.equal((await send(batch())).status, 201);
    assertError(await send(batch({ reference: 'OTHER' })), 409, 'EXC_032', 'Business');
    wait(24 * 3600 * 1000 - 1);
    assert.equal((await send(batch())).status, 409);
    wait(1);
    assert.equal((await send(batch())).status, 201);
  });

  it('counts the transfers and gives the id', async () => {
    const { status, body } = await openDisbursements().ask('POST', '/v2/payouts', batch());
    assert.equal(status, 201);
    assert.equal(body.status, 201);
    assert.equal(body.code, 'OK');
    const { payoutId, ...counts } = body.data as Record<string, unknown>;
    assert.match(String(payoutId), /^[0-9a-f-]{36}$/);
    assert.deepEqual(counts, { transactions: 1, success: 1, failed: 0 });
  });
});
