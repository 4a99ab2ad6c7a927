import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SANDBOX_CONFIG } from '../../src/sandbox/config.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { Disbursements } from '../../src/server/index.ts';
import { batch, errorOf, transfer } from './open-disbursements.ts';

/** A batch as it may be written down: with anything in its fields, or without them. */
type Written = Record<string, unknown>;

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
  const sandbox = createSandbox();
  let sent = 0;
  const disbursements = new Disbursements({
    baseUrl: 'http://127.0.0.1:6150',
    apiKey: SANDBOX_CONFIG.api_key,
    userPrincipalId: SANDBOX_CONFIG.user_principal_id,
    retry: { baseMs: 1 },
    fetch: async (input, init) => {
      sent += 1;
      const request = new Request(input, init);
      const text = await request.text();
      const headers = new Headers(request.headers);
      if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
      return sandbox.fetch(
        new Request(path === undefined ? request.url : `http://127.0.0.1:6150${path}`, {
          method: request.method,
          headers,
          ...(text && { body: body ? JSON.stringify(body(JSON.parse(text) as Written)) : text }),
        }),
      );
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

describe('Disbursements: what the service itself says to a batch', () => {
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

  it('EXC_033 is understood', async () => {
    const { disbursements, sent } = spoilt({ path: '/v2/breb/keys/resolve/123?keyType=PHONE' });
    const error = await errorOf(disbursements.resolveKey('3001234567', 'PHONE'));
    assert.deepEqual([error.status, error.code, error.type], [400, 'EXC_033', 'Business']);
    assert.match(error.traceId ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(sent(), 1);
  });
});
