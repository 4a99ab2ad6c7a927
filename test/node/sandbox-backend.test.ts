import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { Disbursements, integritySignature, PaymentsBackend, verifyEvent } from '../../src/server/index.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { assertInvalid, type Json, openSandbox, PRIVATE_KEY, PUBLIC_KEY, sign, textOf } from './open-sandbox.ts';

type Sandbox = ReturnType<typeof openSandbox>;

const sourceBody = async (sandbox: Sandbox, change: object = {}) => ({
  ...(await sandbox.consents()),
  customer_email: 'ana@example.com',
  type: 'CARD',
  token: await sandbox.cardToken('4242424242424242'),
  session_id: 'session-1',
  ...change,
});

const createSource = async (sandbox: Sandbox, change: object = {}) =>
  sandbox.ask('POST', '/v1/payment_sources', { key: PRIVATE_KEY, body: await sourceBody(sandbox, change) });

let charges = 0;
const chargeBody = (payment_source_id: unknown, change: object = {}) => {
  charges += 1;
  const reference = `CHARGE-${charges}`;
  const order = { reference, amount_in_cents: 5_000_000, currency: 'COP', customer_email: 'ana@example.com' };
  return { ...order, signature: sign(reference, 5_000_000, 'COP'), payment_source_id, ...change };
};

describe('payment sources in the sandbox', () => {
  it('are created by a backend and say what the card looks like', async () => {
    const sandbox = openSandbox();
    const { status, json } = await createSource(sandbox);
    assert.equal(status, 201);
    const { id, token, ...rest } = json.data!;
    assert.equal(typeof id, 'number');
    assert.match(textOf(token), /^tok_test_/);
    assert.deepEqual(rest, {
      type: 'CARD',
      status: 'AVAILABLE',
      customer_email: 'ana@example.com',
      public_data: {
        bin: '424242',
        last_four: '4242',
        exp_month: '12',
        exp_year: '30',
        card_holder: 'ANA ROJAS',
        brand: 'VISA',
      },
    });
    const read = await sandbox.ask('GET', `/payment_sources/${Number(id)}`, { key: PRIVATE_KEY });
    assert.deepEqual(read.json.data, json.data);
  });

  it('refuse the public key without burning anything', async () => {
    const sandbox = openSandbox();
    const body = await sourceBody(sandbox);
    for (const key of [null, PUBLIC_KEY]) {
      const { status, json } = await sandbox.ask('POST', '/payment_sources', { key, body });
      assert.equal(status, 401);
      assert.equal(json.error?.type, 'INVALID_ACCESS_TOKEN');
    }
    assert.equal((await sandbox.ask('POST', '/payment_sources', { key: PRIVATE_KEY, body })).status, 201);
    assertInvalid(
      await sandbox.ask('POST', '/payment_sources', { key: PRIVATE_KEY, body }),
      'acceptance_token',
      'accept_personal_auth',
    );
  });

  it('refuse what is not in order', async () => {
    const sandbox = openSandbox();
    assertInvalid(await createSource(sandbox, { type: 'PCOL' }), 'type');
    assertInvalid(await createSource(sandbox, { customer_email: 'x' }), 'customer_email');
    assertInvalid(await createSource(sandbox, { token: 'nonsense' }), 'token');
    assertInvalid(await createSource(sandbox, { token: 'tok_test_unknown00' }), 'token');
    assertInvalid(await createSource(sandbox, { type: 'WALLET_A', token: 'walleta_test_x' }), 'token');
    assertInvalid(await createSource(sandbox, { acceptance_token: undefined }), 'acceptance_token');
  });

  it('are made from a wallet that allowed it', async () => {
    const sandbox = openSandbox();
    const body = { phone_number: '3991111111' };
    const { json } = await sandbox.ask('POST', '/tokens/wallet_a', { key: PUBLIC_KEY, body });
    const token = textOf(json.data?.id);
    assertInvalid(await createSource(sandbox, { type: 'WALLET_A', token }), 'token');
    sandbox.clock.ms += 3000;
    const { status, json: source } = await createSource(sandbox, { type: 'WALLET_A', token });
    assert.equal(status, 201);
    assert.deepEqual(source.data?.public_data, { phone_number: '3991111111' });
  });

  for (const [number, status] of [
    ['4242424242424242', 'APPROVED'],
    ['4111111111111111', 'DECLINED'],
    ['4000000000003220', 'APPROVED'],
  ] as const) {
    it(`made of ${number} can be charged again and again: ${status}`, async () => {
      const sandbox = openSandbox();
      const source = (await createSource(sandbox, { token: await sandbox.cardToken(number) })).json.data?.id;
      for (let time = 0; time < 2; time += 1) {
        const body = chargeBody(source, { payment_method: { installments: 2 } });
        const { status: http, json } = await sandbox.ask('POST', '/transactions', { key: PRIVATE_KEY, body });
        assert.equal(http, 201);
        assert.equal(json.data?.payment_source_id, String(Number(source)));
        assert.equal(json.data.payment_method?.installments, 2);
        assert.equal((await sandbox.settled(json.data.id)).status, status);
      }
    });
  }

  it('are charged with the private key and a good signature alone', async () => {
    const sandbox = openSandbox();
    const source = (await createSource(sandbox)).json.data?.id;
    const charge = (key: string, change: object = {}, id: unknown = source) =>
      sandbox.ask('POST', '/transactions', { key, body: chargeBody(id, change) });
    assert.equal((await charge(PUBLIC_KEY)).status, 401);
    assertInvalid(await charge(PRIVATE_KEY, { signature: 'x' }), 'signature');
    assertInvalid(await charge(PRIVATE_KEY, {}, 99), 'payment_source_id');
    assertInvalid(await charge(PRIVATE_KEY, {}, {}), 'payment_source_id');
  });
});

describe('the backend kit on the sandbox', () => {
  const connect = (sandbox: Sandbox) => ({
    baseUrl: sandbox.origin,
    fetch: (url: string, init: RequestInit) => sandbox.sandbox.fetch(new Request(url, init)),
  });

  it('stores a card, charges it and voids the charge', async () => {
    const sandbox = openSandbox();
    const backend = new PaymentsBackend({ ...connect(sandbox), privateKey: PRIVATE_KEY, publicKey: PUBLIC_KEY });
    const source = await backend.createPaymentSource({
      ...(await sandbox.consents()),
      customer_email: 'ana@example.com',
      type: 'CARD',
      token: await sandbox.cardToken('4242424242424242'),
    });
    const order = { reference: 'KIT-1', currency: 'COP' };
    const secret = 'test_integrity_pay_checkout';
    const charge = await backend.createTransaction({
      ...order,
      ...(await sandbox.consents()),
      amount_in_cents: 1_000_000,
      customer_email: 'ana@example.com',
      signature: await integritySignature({ ...order, amountInCents: 1_000_000, secret }),
      payment_source_id: source.id,
    });
    assert.equal(charge.status, 'PENDING');
    sandbox.clock.ms += 3000;
    assert.equal((await backend.getTransaction(charge.id)).status, 'APPROVED');
  });

  it('reaches the disbursements on the same origin', async () => {
    const sandbox = openSandbox();
    const kit = new Disbursements({
      ...connect(sandbox),
      apiKey: 'test_api_key_pay_checkout',
      userPrincipalId: 'test_principal_pay_checkout',
    });
    assert.equal((await kit.resolveKey('@tienda01', 'ALPHANUMERIC')).keyType, 'ALPHANUMERIC');
    assert.ok((await kit.listAccounts()).some(({ id }) => id === 'acc_test_main'));
  });
});

interface Letter {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A sandbox whose events arrive in this test. */
function openWithEvents(answers: (number | 'none')[] = [], options: SandboxOptions = {}) {
  const letters: Letter[] = [];
  const waiting: (() => void)[] = [];
  const sandbox = openSandbox({
    ...options,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      letters.push({ url: request.url, headers: request.headers, body: await request.text() });
      waiting.shift()?.();
      const answer = answers.shift() ?? 200;
      if (answer === 'none') throw new TypeError('fetch failed');
      return new Response(null, { status: answer });
    },
  });
  const nextLetter = () => new Promise<void>((resolve) => waiting.push(resolve));
  const deliveries = async (count: number): Promise<Json[]> => {
    for (;;) {
      const { deliveries: list } = await sandbox.control('webhooks');
      if (Array.isArray(list) && list.length >= count) return list;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ...sandbox, letters, nextLetter, deliveries };
}

describe("the sandbox's events", () => {
  const url = 'http://shop.example/events';

  it('tell the end of a payment, signed so that the kit accepts them', async () => {
    const { control, payByCard, settled, letters, nextLetter, clock } = openWithEvents();
    await control('webhooks', { url });
    const { id } = await payByCard('4242424242424242');
    const arrived = nextLetter();
    await settled(id);
    await arrived;
    const [letter] = letters;
    assert.equal(letter?.url, url);
    const event = JSON.parse(letter.body);
    assert.equal(event.event, 'transaction.updated');
    assert.equal(event.environment, 'test');
    assert.equal(event.data.transaction.id, id);
    assert.equal(event.data.transaction.status, 'APPROVED');
    assert.deepEqual(event.signature.properties, [
      'transaction.id',
      'transaction.status',
      'transaction.amount_in_cents',
    ]);
    const checksum = createHash('sha256')
      .update(`${textOf(id)}APPROVED11900000${event.timestamp}test_events_pay_checkout`)
      .digest('hex');
    assert.equal(event.signature.checksum, checksum);
    assert.equal(letter.headers.get('x-event-checksum'), checksum);
    const verified = await verifyEvent(letter.body, 'test_events_pay_checkout', { now: () => clock.ms });
    assert.equal(verified.event, 'transaction.updated');
  });

  it('tell a voiding as well', async () => {
    const { control, payByCard, settled, ask, letters, deliveries } = openWithEvents();
    const { id } = await payByCard('4242424242424242');
    await settled(id);
    await control('webhooks', { url });
    await ask('POST', `/transactions/${textOf(id)}/void`, { key: PRIVATE_KEY });
    await deliveries(1);
    assert.equal(JSON.parse(letters[0]?.body ?? '').data.transaction.status, 'VOIDED');
  });

  it('are sent again after 1, 5 and 25 seconds, then given up, always with the same body', async () => {
    const { transactions, control, payByCard, settled, deliveries, clock, letters } = openWithEvents([
      500,
      'none',
      302,
      404,
    ]);
    await control('webhooks', { url });
    await settled((await payByCard('4242424242424242')).id);
    await deliveries(1);
    let sent = 1;
    for (const wait of [1000, 5000, 25_000]) {
      clock.ms += wait - 1;
      await transactions();
      assert.equal(letters.length, sent);
      clock.ms += 1;
      sent += 1;
      await deliveries(sent);
    }
    clock.ms += 60 * 60 * 1000;
    await transactions();
    assert.equal(letters.length, 4);
    assert.equal(new Set(letters.map(({ body }) => body)).size, 1);
    assert.deepEqual(
      (await deliveries(4)).map(({ attempt, status }) => [attempt, status]),
      [
        [1, 500],
        [2, null],
        [3, 302],
        [4, 404],
      ],
    );
  });

  it('stop at the first good answer, at a reset and without an address', async () => {
    const { control, payByCard, settled, deliveries, clock, letters } = openWithEvents([204, 500]);
    await settled((await payByCard('4242424242424242')).id);
    await control('webhooks', { url });
    await settled((await payByCard('4242424242424242')).id);
    await deliveries(1);
    clock.ms += 60_000;
    await settled((await payByCard('4242424242424242')).id);
    await deliveries(2);
    await control('reset', {});
    clock.ms += 60_000;
    await control('webhooks', { url: null });
    await settled((await payByCard('4242424242424242')).id);
    assert.equal(letters.length, 2);
  });

  it('need an address that can be one', async () => {
    const { ask } = openSandbox();
    for (const wrong of [5, 'shop', 'ftp://shop.example', undefined]) {
      assertInvalid(await ask('POST', '/_sandbox/webhooks', { body: { url: wrong } }), 'url');
    }
  });
});
