import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import type { TransactionRequest } from '../../src/api/payments-api.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { ServiceProfile } from '../../src/domain/service-profile.ts';
import { offerOf } from '../../src/methods/offer.ts';
import { FlowWorld } from './flow-world.ts';
import { attemptBy, paid } from './method-world.ts';

interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const record = {
  id: '1-2-3',
  amount_in_cents: 1000,
  reference: 'R',
  currency: 'COP',
  payment_method_type: 'WALLET_A',
  payment_method: { type: 'WALLET_A' },
  status: 'PENDING',
};
const request: TransactionRequest = {
  acceptance_token: 'a',
  accept_personal_auth: 'b',
  amount_in_cents: 1000,
  currency: 'COP',
  signature: 's',
  customer_email: 'ana@example.com',
  reference: 'R',
  payment_method_type: 'WALLET_A',
  payment_method: { type: 'WALLET_A', phone_number: '3001234567' },
};

/** An api that answers everything with the same data, and what it was asked. */
function apiWith(profile: ServiceProfile | undefined, data: unknown = record): { api: HttpPaymentsApi; sent: Sent[] } {
  const sent: Sent[] = [];
  const api = new HttpPaymentsApi({
    baseUrl: 'https://api.example/',
    publicKey: 'pub_test_1',
    profile,
    fetch: async (url, init) => {
      const { method = 'GET', headers, body } = init ?? {};
      sent.push({
        url: url instanceof Request ? url.url : url.toString(),
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? JSON.parse(body) : {},
      });
      return Response.json({ data });
    },
  });
  return { api, sent };
}

describe('the profile of a service', () => {
  it('is SPEC.md and SERVICE-NOTES.md when nothing is given', async () => {
    const { api, sent } = apiWith(undefined);
    await api.createTransaction(request);
    await api.fetchTransaction('1-2-3');
    assert.deepEqual(
      sent.map(({ method, url, headers }) => [method, url, headers['authorization']]),
      [
        ['POST', 'https://api.example/transactions', 'Bearer pub_test_1'],
        ['GET', 'https://api.example/v1/transactions/1-2-3', 'Bearer pub_test_1'],
      ],
    );
    assert.deepEqual(sent[0]?.body, request);
  });

  it("names methods as the service does, both ways, and its own names stay the page's", async () => {
    const wireTypes = { WALLET_A: 'PUSHY' };
    const answer = { ...record, payment_method_type: 'PUSHY', payment_method: { type: 'PUSHY' } };
    const { api, sent } = apiWith({ wireTypes }, answer);
    const created = await api.createTransaction(request);
    assert.equal(sent[0]?.body['payment_method_type'], 'PUSHY');
    assert.deepEqual(sent[0]?.body['payment_method'], { type: 'PUSHY', phone_number: '3001234567' });
    assert.equal(created.payment_method_type, 'WALLET_A');
    assert.equal((await api.fetchTransaction('1-2-3')).payment_method_type, 'WALLET_A');
    const { methods, unknown } = offerOf({
      wanted: [],
      accepted: ['PUSHY', 'CARD', 'GOLD'],
      amount: undefined,
      wireTypes,
    });
    assert.deepEqual(
      methods.map(({ type }) => type),
      ['CARD', 'WALLET_A'],
    );
    assert.deepEqual(unknown, ['GOLD']);
  });

  it('leads to other paths, with another header', async () => {
    const { api, sent } = apiWith(
      {
        paths: {
          merchant: '/m',
          transactions: '/pay',
          transaction: '/pay/{id}/status',
          cardTokens: '/cards',
          walletTokens: '/wallets/{wallet}',
          institutions: '/banks',
        },
        wireTypes: { WALLET_A: 'MOVIL' },
        authorization: (key) => `Key ${key}`,
      },
      record,
    );
    await api.createTransaction(request);
    await api.fetchTransaction('1-2-3');
    for (const ask of [
      () => api.fetchMerchant(),
      () => api.tokenizeCard({}),
      () => api.fetchInstitutions(),
      () => api.walletToken('WALLET_A', { phoneNumber: '3991111111' }),
      () => api.walletToken('WALLET_A', { id: 'a/b' }),
    ])
      await ask().catch(() => undefined); // the answer fits none of them, the address is what counts
    assert.deepEqual(
      sent.map(({ url }) => url.replace('https://api.example', '')),
      ['/pay', '/pay/1-2-3/status', '/m', '/cards', '/banks', '/wallets/movil', '/wallets/movil/a%2Fb'],
    );
    assert.equal(sent[0]?.headers['authorization'], 'Key pub_test_1');
    assert.equal(sent[2]?.headers['x-merchant-public-key'], 'pub_test_1');
    assert.equal(sent[2]?.headers['authorization'], undefined);
  });

  it('adds fields to the request, and replaces none', async () => {
    const { api, sent } = apiWith({ extraFields: { channel: 'web', amount_in_cents: 1, payment_method: {} } });
    await api.createTransaction(request);
    assert.deepEqual(sent[0]?.body, { channel: 'web', ...request });
  });

  it('fetches records elsewhere, bare or in an envelope, and believes only records of the same payment', async () => {
    for (const answer of [record, { data: record }]) {
      const { api, sent } = apiWith({ fetchTransaction: () => Promise.resolve(answer) });
      assert.equal((await api.fetchTransaction('1-2-3')).status, 'PENDING');
      assert.deepEqual(sent, []);
    }
    for (const [answer, code] of [
      [{ ...record, id: '9-9-9' }, 'invalid_response'],
      [{ ...record, status: 'PAID' }, 'invalid_response'],
      [null, 'not_found'],
    ] as const) {
      const { api } = apiWith({ fetchTransaction: () => Promise.resolve(answer) });
      await assert.rejects(api.fetchTransaction('1-2-3'), (error: CheckoutError) => error.code === code);
    }
    const { api } = apiWith({ fetchTransaction: () => Promise.reject(new Error('down')) });
    await assert.rejects(api.fetchTransaction('1-2-3'), (error: CheckoutError) => error.code === 'network');
  });

  it('waits no longer for a record from elsewhere than for one of its own', async () => {
    const never = { fetchTransaction: () => new Promise(() => undefined) };
    const timer = (ms: number, run: () => void) => {
      assert.equal(ms, 15_000);
      setImmediate(run);
      return () => undefined;
    };
    const late = new HttpPaymentsApi({ baseUrl: 'https://api.example', publicKey: 'k', profile: never, timer });
    await assert.rejects(late.fetchTransaction('1-2-3'), (error: CheckoutError) => error.code === 'timeout');
    const leaving = new AbortController();
    const asked = apiWith(never).api.fetchTransaction('1-2-3', leaving.signal);
    leaving.abort();
    await assert.rejects(asked, (error: CheckoutError) => error.code === 'aborted');
  });

  it('reads the other word of one guide for a declined payment (SPEC.md section 3.1)', async () => {
    const { api } = apiWith(undefined, { ...record, status: 'REJECTED' });
    assert.equal((await api.fetchTransaction('1-2-3')).status, 'DECLINED');
  });

  it('sends the external 3D Secure result with a card alone, under the name that the service takes', async () => {
    const externalThreeDs = {
      message_version: '2.2.0',
      trans_status: 'Y',
      authentication_value: 'AAAB',
      three_ds_server_trans_id: 'f25084f0',
    };
    for (const [profile, field] of [
      [undefined, 'extra_three_ds_aut_external_provider'],
      [{ externalThreeDsField: 'three_ds_auth_external_provider' }, 'three_ds_auth_external_provider'],
    ] as const) {
      const world = new FlowWorld();
      const page = await world.page({ externalThreeDs, profile });
      page.accept();
      await page.checkout.submit(page.card());
      const [sent] = await world.requests('POST', '/transactions');
      assert.equal(sent?.status, 201);
      const method = sent.body?.['payment_method'] as Record<string, unknown> | undefined;
      assert.deepEqual(method?.[field], externalThreeDs);
    }
    const world = new FlowWorld();
    await paid(world, 'BANKA_COLLECT', {}, { externalThreeDs });
    const [sent] = await world.requests('POST', '/transactions');
    assert.deepEqual(sent?.body?.['payment_method'], { type: 'BANKA_COLLECT' });
  });

  it('sends what the browser is only when asked to', async () => {
    const world = new FlowWorld();
    const page = await world.page({ profile: { sendBrowserInfo: true } });
    page.accept();
    await page.checkout.submit(await attemptBy('BANKA_COLLECT'));
    const [sent] = await world.requests('POST', '/transactions');
    const customer = sent?.body?.['customer_data'] as Record<string, unknown> | undefined;
    assert.deepEqual(customer?.['browser_info'], { browser_language: 'es-CO' });
  });
});

describe('a refusal that quotes what was sent', () => {
  it('carries neither the card nor a token', async () => {
    const api = new HttpPaymentsApi({
      baseUrl: 'https://api.example/',
      publicKey: 'pub_test_1',
      fetch: async (_url, init) => {
        const sentText = typeof init?.body === 'string' ? init.body : '';
        const said = sentText.replace(/(\d{4})(?=\d{4})/g, '$1 ');
        const error = { type: 'INPUT_VALIDATION_ERROR', reason: said, messages: { number: [said] } };
        return Response.json({ error }, { status: 422 });
      },
    });
    const card = { number: '4242424242424242', cvc: '907', exp_month: '12', exp_year: '34', card_holder: 'ANA' };
    const method = { type: 'CARD', token: 'tok_test_8Xw', installments: 1 };
    const sent = {
      ...request,
      acceptance_token: 'eyJhY2NlcHQ',
      accept_personal_auth: 'eyJwZXJz',
      payment_method: method,
    };
    for (const refused of [api.tokenizeCard(card), api.createTransaction(sent)]) {
      const error: unknown = await refused.catch((thrown: unknown) => thrown);
      assert.ok(error instanceof CheckoutError);
      const told = error.message + JSON.stringify(error.fields);
      assert.match(told, /INPUT_VALIDATION_ERROR about number/, 'what is refused is told');
      assert.doesNotMatch(told, /4242|907|ANA|tok_test|eyJ/);
    }
  });
});

describe('the bank list', () => {
  const bank = (financial_institution_code: unknown, financial_institution_name: unknown) => ({
    financial_institution_code,
    financial_institution_name,
  });

  it('is sorted by name and has no placeholder', async () => {
    const { api, sent } = apiWith(undefined, [
      bank('0', 'ELIGE'),
      bank('9', 'ZIPA '),
      bank(7, 'ÁBACO'),
      bank('8', 'BANCO'),
    ]);
    assert.deepEqual(await api.fetchInstitutions(), [
      { code: '7', name: 'ÁBACO' },
      { code: '8', name: 'BANCO' },
      { code: '9', name: 'ZIPA' },
    ]);
    assert.equal(sent[0]?.url, 'https://api.example/v1/pse/financial_institutions');
  });

  it('is an error when it is no list', async () => {
    for (const data of [null, {}, [{}], [bank('', 'X')], [bank('1', 2)]])
      await assert.rejects(
        apiWith(undefined, data).api.fetchInstitutions(),
        (error: CheckoutError) => error.code === 'invalid_response',
      );
  });
});
