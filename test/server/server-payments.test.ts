import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  PaymentsBackend,
  PaymentsError,
  type PaymentsBackendOptions,
  type PaymentSourceRequest,
  type TransactionRequest,
} from '../../src/server/index.ts';

type Answer = Response | Error | 'hang' | 'cut';

const cutBody = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.error(new TypeError('terminated'));
      },
    }),
  );

/** A service that gives the ordered answers and remembers what it was asked. */
function open(answers: Answer[], change: Partial<PaymentsBackendOptions> = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const backend = new PaymentsBackend({
    baseUrl: 'https://api.example',
    privateKey: 'prv_test_backend',
    publicKey: 'pub_test_backend',
    fetch: async (url, init) => {
      asked.push({ url, init });
      const answer = answers.shift();
      if (answer === 'hang') return new Promise<never>(() => {});
      if (answer === 'cut') return cutBody();
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('asked too often');
    },
    ...change,
  });
  return { backend, asked };
}

const source: PaymentSourceRequest = {
  acceptance_token: 'a.b.c',
  accept_personal_auth: 'd.e.f',
  customer_email: 'ana@example.com',
  type: 'CARD',
  token: 'tok_test_1',
};

const charge: TransactionRequest = {
  amount_in_cents: 11_900_000,
  currency: 'COP',
  signature: '9f'.repeat(32),
  customer_email: 'ana@example.com',
  reference: 'ORDER-1001',
  payment_source_id: 3891,
  payment_method: { installments: 1 },
};

const record = (change: object = {}) => ({
  id: '15113-1789000000-48213',
  status: 'PENDING',
  reference: 'ORDER-1001',
  amount_in_cents: 11_900_000,
  currency: 'COP',
  ...change,
});

const ok = (data: unknown, status = 200) => Response.json({ data }, { status });

const errorOf = async (promise: Promise<unknown>): Promise<PaymentsError> => {
  const error: unknown = await promise.then(
    () => assert.fail('should have failed'),
    (reason: unknown) => reason,
  );
  assert(error instanceof PaymentsError, String(error));
  return error;
};

describe('PaymentsBackend: requests', () => {
  it('creates a payment source with the private key', async () => {
    const { backend, asked } = open([
      ok({ id: 3891, type: 'CARD', status: 'AVAILABLE', public_data: { last_four: '4242' } }, 201),
    ]);
    const created = await backend.createPaymentSource(source);
    assert.equal(created.id, 3891);
    assert.deepEqual(created.public_data, { last_four: '4242' });
    const { url, init } = asked[0] ?? assert.fail();
    assert.equal(`${init.method} ${url}`, 'POST https://api.example/payment_sources');
    const headers = new Headers(init.headers);
    assert.equal(headers.get('authorization'), 'Bearer prv_test_backend');
    assert.equal(headers.get('content-type'), 'application/json');
    assert.equal(init.body, JSON.stringify(source));
    assert.equal(init.redirect, 'manual');
  });

  it('reads the other word of one guide for a declined payment (SPEC.md section 3.1)', async () => {
    const { backend } = open([ok(record({ status: 'REJECTED' }))]);
    assert.equal((await backend.getTransaction('15113-1789000000-48213')).status, 'DECLINED');
  });

  it('N11: keeps a payment source of which the service says no more than its id', async () => {
    for (const data of [{ id: 3891 }, { id: 'src_1', status: null, type: 7, public_data: 'x' }]) {
      const { backend } = open([ok(data, 201)]);
      assert.equal((await backend.createPaymentSource(source)).id, data.id);
    }
  });

  it('charges it, then reads, voids and looks up by id', async () => {
    const { backend, asked } = open([
      ok(record({ more: 'kept' }), 201),
      ok(record({ status: 'APPROVED' })),
      ok({ transaction: record({ status: 'VOIDED' }) }),
      ok(record({ status: 'VOIDED' })),
      ok({ id: 3891, status: 'AVAILABLE' }),
    ]);
    const { id, ...rest } = await backend.createTransaction(charge);
    assert.equal('more' in rest && rest.more, 'kept');
    assert.equal((await backend.getTransaction(id)).status, 'APPROVED');
    assert.equal((await backend.voidTransaction(id)).status, 'VOIDED');
    assert.equal((await backend.voidTransaction(id)).status, 'VOIDED');
    assert.equal((await backend.getPaymentSource(3891)).status, 'AVAILABLE');
    assert.deepEqual(
      asked.map(({ url, init }) => `${init.method} ${new URL(url).pathname}`),
      [
        'POST /transactions',
        `GET /v1/transactions/${id}`,
        `POST /transactions/${id}/void`,
        `POST /transactions/${id}/void`,
        'GET /payment_sources/3891',
      ],
    );
  });

  it('reads the merchant with the public key', async () => {
    const contract = { acceptance_token: 't', permalink: 'https://x.example/a.pdf', type: 'END_USER_POLICY' };
    const { backend, asked } = open([ok({ presigned_acceptance: contract, presigned_personal_data_auth: contract })]);
    assert.equal((await backend.getMerchant()).presigned_acceptance.acceptance_token, 't');
    const headers = new Headers(asked[0]?.init.headers);
    assert.equal(headers.get('x-merchant-public-key'), 'pub_test_backend');
    assert.equal(headers.get('authorization'), null);
    await assert.rejects(open([], { publicKey: undefined }).backend.getMerchant(), TypeError);
  });

  it('follows the options where the service is not shown', async () => {
    const { backend, asked } = open([ok(record())], {
      baseUrl: 'https://api.example/v1/',
      authorization: (key) => `Token ${key}`,
      paths: { voidTransaction: '/v1/transactions/{id}/cancel' },
    });
    await backend.voidTransaction('15113-1789000000-48213');
    assert.equal(asked[0]?.url, 'https://api.example/v1/transactions/15113-1789000000-48213/cancel');
    assert.equal(new Headers(asked[0]?.init.headers).get('authorization'), 'Token prv_test_backend');
  });

  it('sends nothing for an amount that is no whole number, an id that is none, or no body', async () => {
    const { backend, asked } = open([]);
    for (const amount of [0.1 + 0.2, Number.NaN, 2 ** 53])
      await assert.rejects(backend.createTransaction({ ...charge, amount_in_cents: amount }), TypeError);
    for (const id of ['', '../payment_sources', 'a/b', 'a?b', 'ñ', 'a'.repeat(101), undefined, null, 5, ['a'], {}])
      for (const asking of [
        backend.getTransaction(id as never),
        backend.voidTransaction(id as never),
        ...(id === 5 ? [] : [backend.getPaymentSource(id as never)]),
      ])
        await assert.rejects(asking, { name: 'TypeError', message: /^An id is a text of 1 to 100 letters/ });
    for (const id of [Number.NaN, 0.5]) await assert.rejects(backend.getPaymentSource(id), TypeError);
    const bigint = { ...charge, amount_in_cents: 100n } as never;
    await assert.rejects(backend.createTransaction(bigint), { message: /^amount_in_cents must be a number/ });
    for (const body of [undefined, null, [], 'x'])
      await assert.rejects(backend.createPaymentSource(body as never), TypeError);
    assert.equal(asked.length, 0);
  });
});

describe('PaymentsBackend: answers that are none', () => {
  for (const [what, answer] of [
    ['HTML', () => new Response('<html>', { status: 201 })],
    ['an empty body', () => new Response('', { status: 201 })],
    ['another shape', () => Response.json({ transaction: record() }, { status: 201 })],
    ['an unknown status', () => ok(record({ status: 'PAID' }), 201)],
    ['no id', () => ok(record({ id: undefined }), 201)],
    ['a fraction as amount', () => ok(record({ amount_in_cents: 11_900_000.5 }), 201)],
    ['another reference', () => ok(record({ reference: 'ORDER-1002' }), 201)],
    ['another amount', () => ok(record({ amount_in_cents: 1 }), 201)],
    ['another currency', () => ok(record({ currency: 'USD' }), 201)],
  ] as const)
    it(`calls ${what} an invalid response of unknown outcome, and asks once`, async () => {
      const { backend, asked } = open([answer()]);
      const error = await errorOf(backend.createTransaction(charge));
      assert.deepEqual([error.status, error.type, error.outcomeUnknown], [201, 'INVALID_RESPONSE', true]);
      assert.equal(asked.length, 1);
    });

  it('S8: calls a record that is nested without end an invalid response of unknown outcome', async () => {
    const text = await ok(record(), 201).text();
    const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const { backend } = open([
      new Response(text.replace('"data":{', `"data":{"unheard_of":${nested},`), { status: 201 }),
    ]);
    const error = await errorOf(backend.createTransaction(charge));
    assert.deepEqual([error.type, error.outcomeUnknown], ['INVALID_RESPONSE', true]);
  });

  it('refuses the record of another transaction', async () => {
    const { backend } = open([ok(record({ id: 'other' })), ok(record({ id: 'other', status: 'VOIDED' }))]);
    assert.equal((await errorOf(backend.getTransaction('mine'))).type, 'INVALID_RESPONSE');
    assert.equal((await errorOf(backend.voidTransaction('mine'))).type, 'INVALID_RESPONSE');
  });

  for (const [what, answer, type] of [
    ['a lost connection', new TypeError('fetch failed'), 'NO_ANSWER'],
    ['a body that breaks off', 'cut', 'NO_ANSWER'],
    ['silence', 'hang', 'TIMEOUT'],
  ] as const)
    it(`has no status after ${what}, and asks once`, async () => {
      const { backend, asked } = open([answer], { timeoutMs: answer === 'hang' ? 30 : 30_000 });
      const error = await errorOf(backend.createTransaction(charge));
      assert.deepEqual([error.status, error.type, error.outcomeUnknown], [0, type, true]);
      assert.equal(asked.length, 1);
    });

  it('gives up when the caller does, and knows whether anything was sent', async () => {
    const controller = new AbortController();
    const { backend, asked } = open(['hang']);
    const pending = errorOf(backend.createTransaction(charge, { signal: controller.signal }));
    controller.abort(new Error('enough'));
    const error = await pending;
    assert.deepEqual([error.status, error.type, error.outcomeUnknown], [0, 'ABORTED', true]);
    assert.equal((error.cause as Error).message, 'enough');
    const unsent = await errorOf(backend.createTransaction(charge, { signal: controller.signal }));
    assert.deepEqual([unsent.type, unsent.outcomeUnknown], ['ABORTED', false]);
    assert.equal(asked.length, 1);
  });
});

describe('PaymentsBackend: refusals', () => {
  const refuse = (status: number, error: unknown) => open([Response.json({ error }, { status })]);

  it('carries the messages by field, nested ones too', async () => {
    const messages = {
      reference: ['La referencia ya ha sido usada'],
      signature: 'La firma es inválida',
      payment_method: { token: ['No existe'], odd: 7 },
    };
    const { backend, asked } = refuse(422, { type: 'INPUT_VALIDATION_ERROR', messages });
    const error = await errorOf(backend.createTransaction(charge));
    assert.deepEqual([error.status, error.type, error.outcomeUnknown], [422, 'INPUT_VALIDATION_ERROR', false]);
    assert.deepEqual(error.messages, {
      reference: ['La referencia ya ha sido usada'],
      signature: ['La firma es inválida'],
      'payment_method.token': ['No existe'],
    });
    assert.match(error.message, /La referencia ya ha sido usada/);
    assert.equal(asked.length, 1);
  });

  it('carries the reason', async () => {
    const { backend } = refuse(401, { type: 'INVALID_ACCESS_TOKEN', reason: 'La llave no es válida' });
    const error = await errorOf(backend.getTransaction('x'));
    assert.deepEqual([error.status, error.type, error.reason], [401, 'INVALID_ACCESS_TOKEN', 'La llave no es válida']);
    assert.deepEqual(error.messages, {});
  });

  for (const [status, isUnknown] of [
    [302, true],
    [303, true],
    [400, false],
    [403, false],
    [404, false],
    [408, true],
    [409, true],
    [421, true],
    [425, true],
    [429, false],
    [500, true],
    [502, true],
    [503, true],
  ] as const)
    it(`names a bare ${status} by its status, and asks once`, async () => {
      const { backend, asked } = open([new Response('nothing to read', { status })]);
      const error = await errorOf(backend.createTransaction(charge));
      assert.deepEqual([error.status, error.type, error.outcomeUnknown], [status, `HTTP_${status}`, isUnknown]);
      assert.equal(asked.length, 1);
    });
});
