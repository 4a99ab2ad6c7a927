import assert from 'node:assert/strict';
import { createShopApp } from '../../demo/backend/shop-app.ts';
import { readShopSecrets } from '../../demo/backend/shop-secrets.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { PaymentsBackend } from '../../src/server/index.ts';
import { until } from '../e2e/until.ts';
import { textOf } from '../sandbox/open-sandbox.ts';

const service = 'http://sandbox.test';

/** A body as it came. */
export interface Body {
  readonly [name: string]: Body;
}

export interface Answer {
  status: number;
  body: Body;
  headers: Headers;
}

/** The demo's shop on the sandbox, both in this process, with the events between them; visitors have cookies. */
export async function openMerchant({ now = Date.now }: { now?: () => number } = {}) {
  const paid: string[] = [];
  const events: string[] = [];
  const sandbox = createSandbox({
    now,
    settleMs: { min: 10, max: 30 },
    fetch: async (_, init) => {
      events.push(init?.body as string);
      return shop.request('/api/webhook', { method: 'POST', body: init?.body as string });
    },
  });
  const shop = createShopApp({
    secrets: readShopSecrets({}),
    sandboxUrl: service,
    now: () => new Date(now()),
    onPaid: ({ reference }) => paid.push(reference),
    fetch: sandbox.fetch,
  });

  const json = async (response: Response): Promise<Answer> => {
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  };
  const control = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    return (await json(await sandbox.fetch(`${service}/_sandbox/${path}`, init))).body;
  };
  const fault = (method: string, path: string, kind: object, times = 1) =>
    control('faults', { method, path, times, fault: kind });
  await control('webhooks', { url: 'http://shop.test/api/webhook' });

  /** Somebody with a browser of their own. */
  const visitor = () => {
    const cookies = new Map<string, string>();
    const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await shop.request(`/api${path}`, {
        method,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return json(response);
    };
    return { ask, cookies };
  };

  const headers = { 'x-merchant-public-key': 'pub_test_shop', authorization: 'Bearer pub_test_shop' };
  const tokenize = async (kind: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const tokenized = await json(await sandbox.fetch(`${service}/v1/tokens/${kind}`, init));
    assert.equal(tokenized.status, 201);
    return textOf(tokenized.body['data']?.['id']);
  };

  /** What the element hands over with a token. */
  const handedOverWith = async (type: string, token: string) => {
    const merchant = await json(await sandbox.fetch(`${service}/merchants/info`, { headers }));
    const { presigned_acceptance: policy, presigned_personal_data_auth: personal } = merchant.body['data']!;
    return {
      acceptance_token: policy?.['acceptance_token'],
      accept_personal_auth: personal?.['acceptance_token'],
      customer_email: 'laura@example.com',
      type,
      token,
      session_id: 'session-1',
      customer_data: { device_id: 'device-1' },
    };
  };

  /** What the element hands over after the payer has typed a card. */
  const handedOver = async (number = '4242424242424242') =>
    handedOverWith(
      'CARD',
      await tokenize('cards', {
        number,
        cvc: '123',
        exp_month: '12',
        exp_year: '39',
        card_holder: 'Laura Restrepo',
      }),
    );

  /** What the element hands over after the owner of wallet A has decided on the phone. */
  const handedOverWallet = async (phone_number: string) => {
    const token = await tokenize('wallet_a', { phone_number });
    await until(async () => {
      const answer = await json(await sandbox.fetch(`${service}/v1/tokens/wallet_a/${token}`, { headers }));
      return textOf(answer.body['data']?.['status']) !== 'PENDING';
    }, 'the owner to decide');
    return handedOverWith('WALLET_A', token);
  };

  /** What the element sends to pay an order. @returns the transaction's id */
  const pay = async (order: Body, payment_method: object) => {
    const { type: _type, token: _token, ...payer } = await handedOverWith('', '');
    const init = { method: 'POST', headers, body: JSON.stringify({ ...payer, ...order, payment_method }) };
    const { status, body } = await json(await sandbox.fetch(`${service}/transactions`, init));
    assert.equal(status, 201, JSON.stringify(body));
    return textOf(body['data']?.['id']);
  };
  const payByCard = async (order: Body) =>
    pay(order, { type: 'CARD', token: (await handedOver()).token, installments: 1 });

  /** The service as somebody of the shop uses it. */
  const payments = new PaymentsBackend({ baseUrl: service, privateKey: 'prv_test_shop', fetch: sandbox.fetch });

  const transactions = async () =>
    (await control('transactions')) as unknown as { id: string; reference: string; status: string }[];
  const requests = async () => (await control('requests')) as unknown as { method: string; path: string }[];

  return {
    shop,
    visitor,
    handedOver,
    handedOverWallet,
    pay,
    payByCard,
    payments,
    control,
    fault,
    transactions,
    requests,
    paid,
    events,
    until,
  };
}
