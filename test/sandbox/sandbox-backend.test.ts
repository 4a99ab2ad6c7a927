import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Disbursements, integritySignature, PaymentsBackend } from '../../src/server/index.ts';
import { assertInvalid, openSandbox, PRIVATE_KEY, PUBLIC_KEY, sign, textOf } from './open-sandbox.ts';

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

  const present = { customer_data: { browser_info: { browser_user_agent: 'Chrome' } } };
  const openCharge = async (number: string, change: object) => {
    const sandbox = openSandbox();
    const source = (await createSource(sandbox, { token: await sandbox.cardToken(number) })).json.data?.id;
    const body = chargeBody(source, change);
    const { json } = await sandbox.ask('POST', '/transactions', { key: PRIVATE_KEY, body });
    const { id, payment_method } = json.data!;
    const extra = async () => (await sandbox.poll(id)).payment_method?.extra;
    const finish = async (outcome: string) => {
      await sandbox.ask('POST', `${sandbox.origin}/bank/challenge/${textOf(id)}/outcome`, { form: { outcome } });
      for (let polls = 0; polls < 3; polls += 1) await sandbox.poll(id);
      return (await sandbox.poll(id)).status;
    };
    return { ...sandbox, id, isThreeDs: payment_method?.extra?.is_three_ds, extra, finish };
  };

  for (const outcome of ['APPROVED', 'DECLINED'])
    it(`are challenged, as when typed, at a charge that tells of the payer's browser: ${outcome}`, async () => {
      const { isThreeDs, extra, finish, settled, id } = await openCharge('4000000000003220', present);
      assert.equal(isThreeDs, true);
      const { current_step, current_step_status } = (await extra())?.three_ds_auth ?? {};
      assert.deepEqual([current_step, current_step_status], ['CHALLENGE', 'PENDING']);
      assert.equal((await settled(id)).status, 'PENDING', 'nothing is decided without the payer');
      assert.equal(await finish(outcome), outcome);
    });

  it('are authenticated without a challenge, as when typed, at such a charge', async () => {
    const { extra, poll, id } = await openCharge('4000000000003063', present);
    assert.equal((await extra())?.three_ds_auth?.current_step, 'BROWSER_INFO');
    await poll(id);
    assert.equal((await poll(id)).status, 'APPROVED');
  });

  for (const change of [{}, { customer_data: { device_id: 'device-1' } }, { customer_data: { browser_info: null } }])
    it(`are never challenged at a charge that tells of no browser (${JSON.stringify(change)})`, async () => {
      const { isThreeDs, extra, settled, id } = await openCharge('4000000000003220', change);
      assert.equal(isThreeDs, false);
      assert.equal((await extra())?.three_ds_auth, undefined);
      assert.equal((await settled(id)).status, 'APPROVED');
    });

  it('are not challenged for a browser where the card needs no authentication', async () => {
    const { isThreeDs, settled, id } = await openCharge('4111111111111111', present);
    assert.equal(isThreeDs, false);
    assert.equal((await settled(id)).status, 'DECLINED');
  });

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

  it('are charged by no request that names another card or method as well', async () => {
    const sandbox = openSandbox();
    const source = (await createSource(sandbox)).json.data?.id;
    const charge = (change: object) =>
      sandbox.ask('POST', '/transactions', { key: PRIVATE_KEY, body: chargeBody(source, change) });
    const token = await sandbox.cardToken('4111111111111111');
    const phone_number = '3991111111';
    assertInvalid(await charge({ payment_method: { type: 'CARD', token, installments: 1 } }), 'payment_method.token');
    assertInvalid(await charge({ payment_method: { type: 'WALLET_A', phone_number } }), 'payment_method.type');
    assertInvalid(await charge({ payment_method_type: 'WALLET_A' }), 'payment_method_type');
    const own = { payment_method_type: 'CARD', payment_method: { type: 'CARD', installments: 1 } };
    assert.equal((await charge(own)).status, 201);
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
