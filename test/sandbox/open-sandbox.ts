import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LoggedRequest } from '../../src/sandbox/request-log.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

export const PUBLIC_KEY = 'pub_test_tienda01';
export const PRIVATE_KEY = 'prv_test_tienda01';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body; undefined when the answer has another content type. */
  readonly json: Json;
}

/** A body as it came. Tests walk into it by name and compare what they find, so a leaf needs no type of its own. */
export interface Json {
  readonly [name: string]: Json;
}

export interface Question {
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A text that a body must hold. */
export function textOf(value: unknown): string {
  assert.equal(typeof value, 'string');
  return value as string;
}

export interface Payment {
  readonly method?: Readonly<Record<string, unknown>>;
  readonly key?: string | null;
  readonly [field: string]: unknown;
}

export const sign = (reference: unknown, amount: unknown, currency: unknown, more = ''): string =>
  createHash('sha256')
    .update(`${String(reference)}${String(amount)}${String(currency)}${more}test_integrity_pay_checkout`)
    .digest('hex');

let orders = 0;

/** A sandbox in this process, with a clock that tests move and words for what a merchant's page does. */
export function openSandbox(options: SandboxOptions = {}) {
  const clock = { ms: Date.parse('2026-11-20T15:00:00Z') };
  const origin = 'http://127.0.0.1:6100';
  const sandbox = createSandbox({ now: () => clock.ms, ...options });

  const ask = async (method: string, path: string, question: Question = {}): Promise<Answer> => {
    const { body, form, key = null, headers = {} } = question;
    const sent = form ? new URLSearchParams(form).toString() : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await sandbox.fetch(
      new Request(new URL(path, origin), {
        method,
        headers: {
          ...(sent === undefined
            ? {}
            : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };

  const consents = async () => {
    const { json } = await ask('GET', '/merchants/info', { headers: { 'x-merchant-public-key': PUBLIC_KEY } });
    return {
      acceptance_token: textOf(json.data?.presigned_acceptance?.acceptance_token),
      accept_personal_auth: textOf(json.data?.presigned_personal_data_auth?.acceptance_token),
    };
  };

  const tokenize = (change: Readonly<Record<string, unknown>> = {}) =>
    ask('POST', '/v1/tokens/cards', {
      key: PUBLIC_KEY,
      body: {
        number: '4242424242424242',
        cvc: '123',
        exp_month: '12',
        exp_year: '30',
        card_holder: 'ANA ROJAS',
        ...change,
      },
    });

  const cardToken = async (number: string): Promise<string> => {
    const cvc = number.startsWith('37') ? '1234' : '123';
    const { status, json } = await tokenize({ number, cvc });
    assert.equal(status, 201);
    return textOf(json.data?.id);
  };

  /** The body of a payment in which everything is in order, apart from what a test changes. */
  const paymentBody = async ({ method, key: _key, ...change }: Payment = {}) => {
    orders += 1;
    const order = { reference: `ORDER-${orders}`, amount_in_cents: 11_900_000, currency: 'COP', ...change };
    const { reference, amount_in_cents, currency } = order;
    return {
      ...(await consents()),
      customer_email: 'ana@example.com',
      payment_method: method ?? { type: 'CARD', token: await cardToken('4242424242424242'), installments: 1 },
      signature: sign(reference, amount_in_cents, currency),
      ...order,
    };
  };

  const post = async (payment: Payment = {}) =>
    ask('POST', '/v1/transactions', {
      key: payment.key === undefined ? PUBLIC_KEY : payment.key,
      body: await paymentBody(payment),
    });

  /** Creates a payment and answers with its record. */
  const pay = async (method: Readonly<Record<string, unknown>>, change: Payment = {}): Promise<Json> => {
    const { status, json, text } = await post({ method, ...change });
    assert.equal(status, 201, text);
    return json.data!;
  };

  const payByCard = async (number: string, change: Payment = {}) =>
    pay({ type: 'CARD', token: await cardToken(number), installments: 1 }, change);

  const poll = async (id: unknown): Promise<Json> => {
    const { status, json } = await ask('GET', `/v1/transactions/${textOf(id)}`, { key: PUBLIC_KEY });
    assert.equal(status, 200);
    return json.data!;
  };

  /** Polls once more after the time in which everything that settles by itself has settled. */
  const settled = async (id: unknown): Promise<Json> => {
    clock.ms += 3000;
    return poll(id);
  };

  const control = async (path: string, body?: unknown): Promise<Json> => {
    const { status, json, text } = await ask(body === undefined ? 'GET' : 'POST', `/_sandbox/${path}`, { body });
    assert.ok(status < 300, text);
    return json;
  };

  const transactions = async () => (await control('transactions')) as unknown as Json[];
  const requests = async () => (await control('requests')) as unknown as LoggedRequest[];

  const fault = (method: string, path: string, kind: unknown, times = 1) =>
    control('faults', { method, path, times, fault: kind });

  return {
    sandbox,
    clock,
    origin,
    ask,
    consents,
    tokenize,
    cardToken,
    paymentBody,
    post,
    pay,
    payByCard,
    poll,
    settled,
    control,
    transactions,
    requests,
    fault,
  };
}

/** Asserts a 422 of the payments API that names exactly these fields; answers with their messages. */
export function assertInvalid({ status, json, text }: Answer, ...fields: string[]): Json {
  assert.equal(status, 422, text);
  assert.equal(json.error?.type, 'INPUT_VALIDATION_ERROR');
  const messages = json.error.messages!;
  assert.deepEqual(Object.keys(messages).toSorted(), fields.toSorted());
  for (const list of Object.values(messages)) {
    assert.ok(Array.isArray(list) && list.length > 0 && list.every((message) => typeof message === 'string'));
  }
  return messages;
}
