/** The request bodies of SPEC.md, field by field: what they require is refused when it is missing, null, empty or of another type. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openDisbursements } from '../server/open-disbursements.ts';
import { assertInvalid, openSandbox, PRIVATE_KEY, PUBLIC_KEY } from './open-sandbox.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Ways to leave a field out, and what no field of SPEC.md can be. */
const wrongs: readonly (readonly [string, unknown])[] = [
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['blank', '  '],
  ['a list', []],
  ['an object', {}],
  ['true', true],
];

const otherType = (value: unknown): unknown => (typeof value === 'number' ? String(value) : 7);

/** Each field of a body with each value that it must not have. */
function* spoilt(body: Fields, required: readonly string[]): Generator<readonly [string, string, Fields]> {
  for (const field of required) {
    const ways = [...wrongs, ['of another type', otherType(body[field])] as const];
    for (const [way, value] of ways) yield [field, way, { ...body, [field]: value }];
  }
}

const person = { user_legal_id_type: 'CC', user_legal_id: '1012345678' };
const payment_description = 'Pedido 1';

/** SPEC.md section 4.4: each method with all that it requires. */
const methods: readonly [body: Fields & { type: string }, required: readonly string[]][] = [
  [{ type: 'CARD', token: '', installments: 1 }, ['token', 'installments']],
  [{ type: 'BANKA_TRANSFER', user_type: 'PERSON', payment_description }, ['user_type', 'payment_description']],
  [{ type: 'BANKA_QR', payment_description }, ['payment_description']],
  [{ type: 'WALLET_A', phone_number: '3991111111' }, ['phone_number']],
  [
    { type: 'BANKDEBIT', user_type: 0, ...person, financial_institution_code: '1', payment_description },
    ['user_type', 'user_legal_id_type', 'user_legal_id', 'financial_institution_code', 'payment_description'],
  ],
  [{ type: 'BANKA_COLLECT' }, []],
  [{ type: 'PCOL' }, []],
];

describe('N12: what SPEC.md requires of a request, the sandbox requires', () => {
  it('of a transaction', async () => {
    const { paymentBody, ask, transactions } = openSandbox();
    const required = ['acceptance_token', 'accept_personal_auth', 'amount_in_cents', 'currency', 'signature'].concat([
      'customer_email',
      'reference',
      'payment_method',
    ]);
    for (const [field, way, body] of spoilt(await paymentBody(), required)) {
      const answer = await ask('POST', '/transactions', { key: PUBLIC_KEY, body });
      assert.equal(answer.status, 422, `${field} ${way}`);
      assert.equal(answer.json.error?.type, 'INPUT_VALIDATION_ERROR');
      const named = Object.keys(answer.json.error?.messages ?? {});
      // An object that is no payment method is named by what it lacks.
      assert.ok(named.includes(field) || named.includes(`${field}.type`), `${field} ${way}: ${named.join()}`);
    }
    assert.deepEqual(await transactions(), []);
  });

  for (const [method, required] of methods) {
    it(`of ${method.type}`, async () => {
      const { post, cardToken, transactions } = openSandbox();
      const whole = method.type === 'CARD' ? { ...method, token: await cardToken('4242424242424242') } : method;
      for (const [field, way, spoiltMethod] of spoilt(whole, ['type', ...required])) {
        const answer = await post({ method: spoiltMethod });
        assert.equal(answer.status, 422, `${field} ${way}`);
        assertInvalid(answer, `payment_method.${field}`);
      }
      assert.deepEqual(await transactions(), []);
      assert.equal((await post({ method: whole })).status, 201);
    });
  }

  it('of an external 3D Secure result, in its parts', async () => {
    const { post, cardToken } = openSandbox();
    const result = {
      message_version: '2.2.0',
      trans_status: 'Y',
      authentication_value: 'abc',
      three_ds_server_trans_id: 'def',
    };
    const method = { type: 'CARD', token: await cardToken('4242424242424242'), installments: 1 };
    for (const name of ['extra_three_ds_aut_external_provider', 'three_ds_auth_external_provider'])
      for (const [field, , spoiltResult] of spoilt(result, Object.keys(result)))
        assertInvalid(await post({ method: { ...method, [name]: spoiltResult } }), `payment_method.${name}.${field}`);
  });

  it('of a card', async () => {
    const { tokenize } = openSandbox();
    const card = { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: '30', card_holder: 'ANA ROJAS' };
    for (const [field, way, body] of spoilt(card, Object.keys(card))) {
      const answer = await tokenize({ ...body });
      assert.equal(answer.status, 422, `${field} ${way}`);
      assertInvalid(answer, field);
    }
  });

  it('of a payment source', async () => {
    const { consents, cardToken, ask } = openSandbox();
    const token = await cardToken('4242424242424242');
    const source = { ...(await consents()), customer_email: 'ana@example.com', type: 'CARD', token };
    for (const [field, way, body] of spoilt(source, Object.keys(source))) {
      const answer = await ask('POST', '/payment_sources', { key: PRIVATE_KEY, body });
      assert.equal(answer.status, 422, `${field} ${way}`);
      assert.ok(Object.hasOwn(answer.json.error?.messages ?? {}, field), `${field} ${way}: ${answer.text}`);
    }
  });

  it('of a batch and of its transfers', async () => {
    const { ask } = openDisbursements();
    const transfer = { amount: 150_000, name: 'Ana Rojas', email: 'ana@example.com', key: '3001234567' };
    const batch = {
      reference: 'NOMINA-11',
      accountId: 'acc_test_main',
      paymentType: 'PAYROLL',
      transactions: [transfer],
    };
    const bodies = [
      ...spoilt(batch, Object.keys(batch)),
      ...[...spoilt(transfer, Object.keys(transfer))].map(
        ([field, way, row]) => [field, way, { ...batch, transactions: [transfer, row] }] as const,
      ),
    ];
    for (const [field, way, body] of bodies) {
      const { status, body: answer } = await ask('POST', '/v2/payouts', body, { 'idempotency-key': 'a-key' });
      assert.equal(status, 400, `${field} ${way}`);
      const { code, type, message } = answer as { code: string; type: string; message: string[] };
      assert.deepEqual([code, type], ['400', 'Business']);
      assert.ok(
        message.some((one) => one.startsWith(`${field} `)),
        `${field} ${way}: ${message.join('; ')}`,
      );
    }
  });

  it('of a recharge, a wallet token and a one-time code', async () => {
    const { ask } = openDisbursements();
    const recharge = { accountId: 'acc_test_main', amountInCents: 500 };
    for (const [field, way, body] of spoilt(recharge, Object.keys(recharge)))
      assert.equal((await ask('POST', '/accounts/balance-recharge', body)).status, 400, `${field} ${way}`);
    const sandbox = openSandbox();
    for (const wallet of ['wallet_a', 'wallet_b'])
      for (const [field, way, body] of spoilt({ phone_number: '3991111111' }, ['phone_number'])) {
        const answer = await sandbox.ask('POST', `/v1/tokens/${wallet}`, { key: PUBLIC_KEY, body });
        assert.equal(answer.status, 422, `${field} ${way}`);
      }
  });

  it('of the headers', async () => {
    const { ask } = openSandbox();
    for (const value of ['', '   ', 'null', 'pub_live_1', PRIVATE_KEY]) {
      const asked = await ask('GET', '/merchants/info', { headers: { 'x-merchant-public-key': value } });
      assert.equal(asked.status, 401, value);
    }
    assert.equal((await ask('GET', '/merchants/info')).status, 401);
    const { ask: disburse } = openDisbursements();
    const body = { reference: 'R', accountId: 'acc_test_main', paymentType: 'OTHER', transactions: [] };
    for (const key of ['', ' ', 'a b', 'a_b', 'a!'])
      assert.equal((await disburse('POST', '/v2/payouts', body, { 'idempotency-key': key })).status, 400, key);
    for (const credential of ['x-api-key', 'user-principal-id'])
      assert.match(String((await disburse('GET', '/accounts', undefined, { [credential]: '' })).status), /^40[13]$/);
  });
});
