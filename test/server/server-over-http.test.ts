import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { listen } from '../../scripts/node-tools.mjs';
import { serve, type SandboxServer } from '../../src/sandbox/index.ts';
import {
  Disbursements,
  EventVerificationError,
  PaymentsBackend,
  integritySignature,
  verifyEvent,
  type ServiceEvent,
} from '../../src/server/index.ts';
import { batch, eventually } from './open-disbursements.ts';

interface Config {
  integrity_secret: string;
  events_secret: string;
  api_key: string;
  user_principal_id: string;
}

const json = { 'content-type': 'application/json' };

describe('the backend kit against the sandbox, over HTTP', () => {
  let sandbox: SandboxServer;
  let shop: Server;
  let config: Config;
  let payments: PaymentsBackend;
  let disbursements: Disbursements;
  const bodies: string[] = [];

  const control = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    assert(answer.ok, await answer.text());
  };
  const fault = (path: string, kind: object) => control('faults', { method: 'POST', path, times: 1, fault: kind });
  const created = async (): Promise<{ reference: string }[]> =>
    (await (await fetch(`${sandbox.url}/_sandbox/transactions`)).json()) as { reference: string }[];

  const statuses = async (path: string): Promise<(number | null)[]> => {
    const log = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { path: string; status: number }[];
    return log.filter((request) => request.path === path).map(({ status }) => status);
  };

  before(async () => {
    sandbox = await serve({ port: 0, settleMs: { min: 20, max: 40 } });
    config = (await (await fetch(`${sandbox.url}/_sandbox/config`)).json()) as Config;
    shop = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString());
        response.end();
      });
    });
    await control('webhooks', { url: `${await listen(shop)}/events` });
    payments = new PaymentsBackend({ baseUrl: sandbox.url, privateKey: 'prv_test_shop', publicKey: 'pub_test_shop' });
    disbursements = new Disbursements({
      baseUrl: sandbox.url,
      apiKey: config.api_key,
      userPrincipalId: config.user_principal_id,
      timeoutMs: 2000,
      retry: { baseMs: 5 },
    });
  });

  after(async () => {
    shop.closeAllConnections();
    shop.close();
    await sandbox.close();
  });

  beforeEach(async () => {
    await control('reset', {});
    bodies.length = 0;
  });

  const storeCard = async () => {
    const { presigned_acceptance, presigned_personal_data_auth } = await payments.getMerchant();
    const tokenized = await fetch(`${sandbox.url}/v1/tokens/cards`, {
      method: 'POST',
      headers: { ...json, authorization: 'Bearer pub_test_shop' },
      body: JSON.stringify({
        number: '4242424242424242',
        cvc: '123',
        exp_month: '12',
        exp_year: '34',
        card_holder: 'Ana Rojas',
      }),
    });
    const { data } = (await tokenized.json()) as { data: { id: string } };
    return payments.createPaymentSource({
      acceptance_token: presigned_acceptance.acceptance_token,
      accept_personal_auth: presigned_personal_data_auth.acceptance_token,
      customer_email: 'ana@example.com',
      type: 'CARD',
      token: data.id,
    });
  };

  const order = async (reference: string, source: string | number, secret = config.integrity_secret) => {
    const [amountInCents, currency] = [11_900_000, 'COP'];
    return {
      amount_in_cents: amountInCents,
      currency,
      reference,
      signature: await integritySignature({ reference, amountInCents, currency, secret }),
      customer_email: 'ana@example.com',
      payment_source_id: source,
      payment_method: { installments: 1 },
    };
  };

  const eventOf = async (status: string): Promise<string> => {
    let found: string | undefined;
    await eventually(() => {
      found = bodies.find((raw) => raw.includes(`"status":"${status}"`));
      return found !== undefined;
    });
    return found ?? '';
  };

  it('stores a card, charges it, hears that it is paid, and voids it', async () => {
    const source = await storeCard();
    assert.equal(source.status, 'AVAILABLE');
    assert.equal((await payments.getPaymentSource(source.id)).id, source.id);
    const { id, status } = await payments.createTransaction(await order('ORDER-1', source.id));
    assert.equal(status, 'PENDING');
    const event = await verifyEvent(await eventOf('APPROVED'), config.events_secret);
    assert.equal(event.signed['transaction.id'], id);
    assert.equal((await payments.getTransaction(id)).status, 'APPROVED');
    assert.equal((await payments.voidTransaction(id)).status, 'VOIDED');
  });

  it('refuses the same event with one sign changed, or under another secret', async () => {
    const source = await storeCard();
    await payments.createTransaction(await order('ORDER-1', source.id));
    const raw = await eventOf('APPROVED');
    const tampered = raw.replace('"amount_in_cents":11900000', '"amount_in_cents":11900001');
    assert.notEqual(tampered, raw);
    await assert.rejects(verifyEvent(tampered, config.events_secret), EventVerificationError);
    await assert.rejects(verifyEvent(raw, config.integrity_secret), EventVerificationError);
    await assert.rejects(verifyEvent(raw, config.events_secret, { now: Date.now() + 26 * 3_600_000 }), {
      reason: 'stale',
    });
  });

  it('says what the service refused', async () => {
    const source = await storeCard();
    await assert.rejects(payments.createTransaction(await order('ORDER-1', source.id, 'another secret')), {
      status: 422,
      type: 'INPUT_VALIDATION_ERROR',
      messages: { signature: ['La firma es inválida'] },
    });
    await payments.createTransaction(await order('ORDER-1', source.id));
    await assert.rejects(payments.createTransaction(await order('ORDER-1', source.id)), {
      messages: { reference: ['La referencia ya ha sido usada'] },
    });
    await assert.rejects(payments.getTransaction('none'), { status: 404, type: 'NOT_FOUND_ERROR' });
    const stranger = new PaymentsBackend({ baseUrl: sandbox.url, privateKey: 'prv_prod_shop' });
    await assert.rejects(stranger.getTransaction('none'), { status: 401, type: 'INVALID_ACCESS_TOKEN' });
  });

  for (const [kind, happened, expected] of [
    [{ kind: 'drop-before' }, 0, { status: 0, type: 'NO_ANSWER' }],
    [{ kind: 'drop-after' }, 1, { status: 0, type: 'NO_ANSWER' }],
    [{ kind: 'garbage' }, 1, { status: 201, type: 'INVALID_RESPONSE' }],
    [{ kind: 'status', status: 500 }, 0, { status: 500, type: 'INTERNAL_ERROR' }],
    [{ kind: 'status', status: 503, body: 'down' }, 0, { status: 503, type: 'HTTP_503' }],
  ] as const)
    it(`charges at most once under ${JSON.stringify(kind)}`, async () => {
      const source = await storeCard();
      await fault('/transactions', kind);
      await assert.rejects(payments.createTransaction(await order('ORDER-1', source.id)), {
        ...expected,
        outcomeUnknown: true,
      });
      assert.equal((await created()).length, happened);
    });

  // Longer than the kit waits for an answer: a timeout, with the batch taken before it or, by a slow service, after it.
  const late = 3000;
  for (const [kind, expected] of [
    [{ kind: 'drop-before' }, 'paid'],
    [{ kind: 'drop-after' }, 'already paid'],
    [{ kind: 'garbage' }, 'already paid'],
    [{ kind: 'status', status: 502 }, 'paid'],
    [{ kind: 'status-after', status: 500 }, 'already paid'],
    [{ kind: 'hang-after', ms: late }, 'already paid'],
    [{ kind: 'delay', ms: late }, 'paid'],
  ] as const)
    it(`pays a batch exactly once under ${JSON.stringify(kind)}`, async () => {
      await fault('/v2/payouts', kind);
      const outcome = await disbursements.createPayout(batch()).then(
        () => 'paid',
        (error: unknown) => (error as { alreadyProcessed: boolean }).alreadyProcessed && 'already paid',
      );
      assert.equal(outcome, expected);
      if (kind.kind === 'delay') await eventually(async () => !(await statuses('/v2/payouts')).includes(null));
      const [account] = await disbursements.listAccounts();
      assert.equal(account?.balanceInCents, 1_000_000_000 - 150_000);
      const event: ServiceEvent = await verifyEvent(await eventOf('TOTAL_PAYMENT'), config.events_secret);
      assert.equal(event.event, 'payout.updated');
      assert.equal(event.data.payout?.['reference'], 'NOMINA-11');
    });
});
