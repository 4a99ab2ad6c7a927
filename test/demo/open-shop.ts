import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createShopApp } from '../../demo/backend/shop-app.ts';

/** Secrets of the shops opened here. */
export const secrets = {
  integritySecret: 'integrity-of-test',
  eventsSecret: 'events-of-test',
  privateKey: 'prv_test_of_test',
  payoutsApiKey: 'api-key-of-test',
  payoutsPrincipalId: 'principal-of-test',
};
/** SHA-256 in hex, by Node and not by the code under test. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A signed order, as `POST /api/order` answers. */
export interface Order {
  reference: string;
  amount_in_cents: number;
  currency: string;
  signature: string;
}

/** A shop, a visitor with cookies, and the sandbox's control API behind it as a log of what it was asked. */
export function openShop() {
  const paid: string[] = [];
  const asked: { method: string; path: string; body: string }[] = [];
  let sandboxAnswer: () => Response | Promise<Response> = () => Response.json({});
  const records = new Map<string, object>();
  const shop = createShopApp({
    secrets,
    sandboxUrl: 'http://sandbox.test',
    onPaid: ({ reference }) => paid.push(reference),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const path = new URL(request.url).pathname;
      asked.push({ method: request.method, path, body: await request.text() });
      if (!path.startsWith('/transactions/')) return sandboxAnswer();
      assert.equal(request.headers.get('authorization'), `Bearer ${secrets.privateKey}`);
      const record = records.get(path.slice('/transactions/'.length));
      if (!record) return Response.json({ error: { type: 'NOT_FOUND_ERROR', reason: 'none' } }, { status: 404 });
      return record instanceof Response ? record : Response.json({ data: record });
    },
  });
  let cookie = '';
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await shop.request(path, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const set = response.headers.get('set-cookie');
    if (set) cookie = set.split(';')[0] ?? '';
    return response;
  };
  return {
    ask,
    paid,
    asked,
    setCookie: (value: string) => (cookie = value),
    sandboxAnswers: (answer: typeof sandboxAnswer) => (sandboxAnswer = answer),
    /** The open order of the visitor's cart; without a cart, of a new one. */
    order: async (more: object = {}) => {
      if (!cookie) await ask('GET', '/api/cart');
      return (await (await ask('POST', '/api/order', { method: 'CARD', ...more })).json()) as Order;
    },
    status: async (reference: string) =>
      ((await (await ask('GET', `/api/orders/${reference}`)).json()) as { status: string }).status,
    send: (event: string) => ask('POST', '/api/webhook', event),
    /** Makes the service say something about a transaction, to whom asks and by its event. */
    happens: (transaction: ReturnType<typeof transactionFor>) => {
      records.set(transaction.id, transaction);
      return ask('POST', '/api/webhook', eventOf(transaction));
    },
    serviceHas: (id: string, record: object) => records.set(id, record),
  };
}

/** The record of a transaction that pays an order. */
export const transactionFor = (order: Order, more: Record<string, unknown> = {}) => ({
  id: '15113-1789000000-48213',
  created_at: '2026-01-02T10:00:00.000Z',
  finalized_at: '2026-01-02T10:00:02.000Z',
  amount_in_cents: order.amount_in_cents,
  reference: order.reference,
  customer_email: 'laura.restrepo@example.com',
  currency: order.currency,
  payment_method_type: 'CARD',
  payment_method: { type: 'CARD', installments: 1, extra: {} },
  status: 'APPROVED',
  status_message: null,
  ...more,
});

/** An event as the service signs it (SERVICE-NOTES.md, webhook), worked out here by hand. */
export function eventOf(
  transaction: ReturnType<typeof transactionFor>,
  { secret = secrets.eventsSecret, at = Date.now() } = {},
): string {
  const timestamp = Math.floor(at / 1000);
  const { id, status, amount_in_cents } = transaction;
  return JSON.stringify({
    event: 'transaction.updated',
    data: { transaction },
    environment: 'test',
    signature: {
      properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
      checksum: sha256(`${id}${status}${amount_in_cents}${timestamp}${secret}`),
    },
    timestamp,
    sent_at: new Date(at).toISOString(),
  });
}
