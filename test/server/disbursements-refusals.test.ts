import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SANDBOX_CONFIG } from '../../src/sandbox/config.ts';
import { serve, type SandboxServer } from '../../src/sandbox/index.ts';
import { Disbursements, type DisbursementsOptions, type PayoutBatch } from '../../src/server/index.ts';
import { sandboxAt } from '../start-sandbox.ts';
import { batch, errorOf, transfer } from './open-disbursements.ts';

/** A batch as it may be written down: with anything in its fields, or without them. */
type Written = Record<string, unknown>;

let sandbox: SandboxServer;
before(async () => {
  sandbox = await serve({ port: 0 });
});
beforeEach(() => sandboxAt(sandbox.url).reset());
after(() => sandbox.close());

const connect = (change: Partial<DisbursementsOptions> = {}) =>
  new Disbursements({
    baseUrl: sandbox.url,
    apiKey: SANDBOX_CONFIG.api_key,
    userPrincipalId: SANDBOX_CONFIG.user_principal_id,
    retry: { baseMs: 1 },
    ...change,
  });

/**
 * The kit and the sandbox with something between them that spoils what is sent. The kit refuses all of this by itself,
 * so this is the one way to see that it also understands the service's own words for it.
 */
function spoilt({
  body,
  idempotencyKey,
  path,
}: {
  body?: (batch: Written) => Written;
  idempotencyKey?: string;
  path?: string;
}) {
  let sent = 0;
  const disbursements = connect({
    fetch: async (input, init) => {
      sent += 1;
      const headers = new Headers(init.headers);
      if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
      const text = typeof init.body === 'string' && body ? JSON.stringify(body(JSON.parse(init.body))) : init.body;
      return fetch(path === undefined ? input : sandbox.url + path, { ...init, headers, body: text ?? null });
    },
  });
  return { disbursements, sent: () => sent };
}

const without = (field: string) => (written: Written) =>
  Object.fromEntries(Object.entries(written).filter(([name]) => name !== field));
const withRow = (change: Written) => (written: Written) => ({
  ...written,
  transactions: [{ ...transfer(), ...change }],
});

describe('Disbursements: what the service itself says to a batch, over HTTP', () => {
  // SPEC.md 7.4, line by line.
  const messages: [string, Parameters<typeof spoilt>[0]][] = [
    ['The key can only contain letters, numbers, and hyphens', { idempotencyKey: 'not_this' }],
    ['reference must be a string', { body: without('reference') }],
    ['reference should not be empty', { body: (written) => ({ ...written, reference: '' }) }],
    ['accountId must be a string', { body: without('accountId') }],
    [
      'paymentType must be one of: PAYROLL, PROVIDERS, OTHER',
      { body: (written) => ({ ...written, paymentType: 'SALARY' }) },
    ],
    ['transactions must contain at least 1 element', { body: (written) => ({ ...written, transactions: [] }) }],
    ['amount must be a positive number', { body: withRow({ amount: 0 }) }],
    ['amount must be a positive number', { body: withRow({ amount: -1 }) }],
    ['email must be an email', { body: withRow({ email: 'ana@' }) }],
    ['name should not be empty', { body: withRow({ name: '' }) }],
  ];

  for (const [index, [message, change]] of messages.entries())
    it(`"${message}" is understood (${index + 1})`, async () => {
      const { disbursements, sent } = spoilt(change);
      const error = await errorOf(disbursements.createPayout(batch()));
      assert.deepEqual([error.status, error.code, error.type, error.messages], [400, '400', 'Business', [message]]);
      assert.match(error.traceId ?? '', /^[0-9a-f-]{36}$/);
      assert.deepEqual([error.outcomeUnknown, error.alreadyProcessed], [false, false]);
      assert.equal(sent(), 1, 'what is wrong stays wrong: it is not sent again');
    });

  it('several at once are all there, in their order', async () => {
    const { disbursements } = spoilt({
      idempotencyKey: 'not_this',
      body: (written) => withRow({ email: 'x', name: '' })({ ...written, reference: '' }),
    });
    const { messages: told } = await errorOf(disbursements.createPayout(batch()));
    assert.deepEqual(told, [
      'The key can only contain letters, numbers, and hyphens',
      'reference should not be empty',
      'name should not be empty',
      'email must be an email',
    ]);
  });

  for (const [title, spoil] of [
    ['with a bad transfer', withRow({ amount: 0, name: '', email: 'x', key: '@a' })],
    [
      'with bad transfers and fields',
      (written: Written) => ({ ...written, paymentType: 'SALARY', transactions: [{}, { ...transfer(), amount: -1 }] }),
    ],
    ['without anything', () => ({})],
  ] as const)
    it(`the kit says the same of a batch ${title} before it sends it, under a bad key too`, async () => {
      for (const idempotencyKey of ['good-key', 'not_this']) {
        const { disbursements } = spoilt({ body: spoil, idempotencyKey });
        const service = await errorOf(disbursements.createPayout(batch()));
        const bad = spoil({ ...batch() }) as unknown as PayoutBatch;
        const { disbursements: unspoilt, sent } = spoilt({});
        const kit = await errorOf(unspoilt.createPayout(bad, { idempotencyKey }));
        assert.deepEqual([kit.status, kit.code, kit.type, kit.messages], [400, '400', 'Business', service.messages]);
        assert.equal(sent(), 0);
      }
    });

  // SPEC.md 7.3, line by line.
  for (const [code, status, type, change] of [
    ['EXC_001', 500, 'Technical', { accountId: 'acc_test_internal_error' }],
    ['EXC_008', 400, 'Business', { transactions: [transfer({ amount: 1_000_000_001 })] }],
    ['EXC_017', 400, 'Business', { accountId: 'acc_test_daily_limit' }],
    ['EXC_018', 400, 'Business', { accountId: 'acc_test_plan_limit' }],
    ['EXC_019', 400, 'Business', { accountId: 'acc_test_unusable' }],
    ['EXC_032', 409, 'Business', {}],
  ] as const)
    it(`${code} is understood`, async () => {
      await connect().createPayout(batch(), { idempotencyKey: 'used' });
      const { disbursements, sent } = spoilt(code === 'EXC_032' ? { idempotencyKey: 'used' } : {});
      const error = await errorOf(disbursements.createPayout(batch({ ...change } as Partial<PayoutBatch>)));
      assert.deepEqual([error.code, error.status, error.type, error.messages.length], [code, status, type, 1]);
      assert.match(error.traceId ?? '', /^[0-9a-f-]{36}$/);
      assert.match(error.idempotencyKey ?? '', /^[0-9a-f-]{36}$/);
      assert.equal(error.alreadyProcessed, false, 'not by this call');
      assert.equal(sent(), type === 'Technical' ? 4 : 1);
      const [account] = await connect().listAccounts();
      assert.equal(account?.balanceInCents, 1_000_000_000 - 150_000);
    });

  // SPEC.md 7.2, line by line.
  for (const [code, status, type, key] of [
    ['EXC_034', 404, 'Business', '@noexiste'],
    ['EXC_034', 404, 'Business', '@nadie12345'],
    ['EXC_035', 400, 'Business', '@inactiva'],
    ['EXC_036', 503, 'Technical', '@sinservicio'],
    ['EXC_037', 503, 'Technical', '@demorada'],
  ] as const)
    it(`${code} is understood (${key})`, async () => {
      const { disbursements, sent } = spoilt({});
      const error = await errorOf(disbursements.resolveKey(key, 'ALPHANUMERIC'));
      assert.deepEqual([error.code, error.status, error.type, error.messages.length], [code, status, type, 1]);
      assert.match(error.traceId ?? '', /^[0-9a-f-]{36}$/);
      assert.equal(sent(), type === 'Technical' ? 4 : 1);
    });

  for (const [status, options, reason] of [
    [401, { apiKey: 'another_api_key' }, /x-api-key/],
    [403, { userPrincipalId: 'somebody_else' }, /No se encontró el pagador/],
    [403, { userPrincipalId: 'test_principal_employee' }, /empleado/],
    [403, { userPrincipalId: 'test_principal_without_product' }, /no tiene activo el producto/],
  ] as const)
    it(`${status} is understood (${Object.values(options).join()})`, async () => {
      const error = await errorOf(connect(options).createPayout(batch()));
      assert.deepEqual([error.status, error.code, error.type], [status, String(status), 'Business']);
      assert.match(error.messages.join(), reason);
      assert.equal(error.outcomeUnknown, false);
    });

  it('EXC_033 is understood', async () => {
    const { disbursements, sent } = spoilt({ path: '/v2/breb/keys/resolve/123?keyType=PHONE' });
    const error = await errorOf(disbursements.resolveKey('3001234567', 'PHONE'));
    assert.deepEqual([error.status, error.code, error.type], [400, 'EXC_033', 'Business']);
    assert.match(error.traceId ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(sent(), 1);
  });
});
