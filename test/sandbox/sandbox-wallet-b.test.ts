import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertInvalid, openSandbox, PUBLIC_KEY, textOf } from './open-sandbox.ts';

const method = {
  type: 'WALLET_B',
  user_legal_id_type: 'CC',
  user_legal_id: '1012345678',
  phone_number: '3001234567',
  payment_description: 'Pedido 1',
};

async function openCode(options?: Parameters<typeof openSandbox>[0]) {
  const sandbox = openSandbox(options);
  const { id } = await sandbox.pay(method, { redirect_url: 'https://shop.example/thanks' });
  await sandbox.poll(id);
  const { extra } = (await sandbox.poll(id)).payment_method!;
  const services = extra?.url_services;
  const key = textOf(services?.token);
  return {
    ...sandbox,
    id,
    url: textOf(extra?.url),
    key,
    validateUrl: textOf(services?.code_otp_validate),
    validate: (code: unknown, bearer: string | null = key) =>
      sandbox.ask('POST', textOf(services?.code_otp_validate), { key: bearer, body: { code } }),
    send: () => sandbox.ask('POST', textOf(services?.code_otp_send), { key }),
    status: async () => (await sandbox.poll(id)).status,
  };
}

describe("wallet B's one-time code in the sandbox", () => {
  for (const [code, status, message] of [
    ['574829', 'APPROVED', null],
    ['932015', 'DECLINED', 'Rechazada por la entidad'],
    ['186743', 'DECLINED', 'Saldo insuficiente'],
    ['999999', 'ERROR', 'Error externo en el medio de pago'],
  ] as const) {
    it(`${code} ends the payment as ${status}`, async () => {
      const { validate, poll, id } = await openCode();
      const answer = await validate(code);
      assert.equal(answer.status, 200);
      assert.equal(answer.json.data?.status, status);
      const record = await poll(id);
      assert.equal(record.status, status);
      assert.equal(record.status_message, message);
    });
  }

  it('leaves the payment pending when it is wrong, until the last attempt declines', async () => {
    const { validate, status } = await openCode();
    const first = await validate('000000');
    assertInvalid(first, 'code');
    assert.deepEqual(first.json.error?.attempts, { limitSendCode: 2, limitValidateCode: 1 });
    assert.equal(await status(), 'PENDING');
    assertInvalid(await validate('000001'), 'code');
    assert.equal(await status(), 'DECLINED');
    assertInvalid(await validate('574829'), 'code');
    assert.equal(await status(), 'DECLINED');
  });

  it('costs no attempt when it is malformed', async () => {
    const { validate, status } = await openCode();
    for (const code of ['12345', '1234567', 'abcdef', 574829, undefined]) assertInvalid(await validate(code), 'code');
    assert.equal((await validate('574829')).status, 200);
    assert.equal(await status(), 'APPROVED');
  });

  it('can be sent again twice', async () => {
    const { send, status } = await openCode();
    const left = [];
    for (let time = 0; time < 3; time += 1) left.push((await send()).json.data?.attempts?.limitSendCode);
    assert.deepEqual(left, [2, 1, 0]);
    assertInvalid(await send(), 'code');
    assert.equal(await status(), 'PENDING');
  });

  it('lives three minutes, and a new one three more', async () => {
    const { send, validate, clock, status } = await openCode();
    clock.ms += 3 * 60 * 1000;
    assertInvalid(await validate('574829'), 'code');
    assert.equal(await status(), 'PENDING');
    await send();
    clock.ms += 3 * 60 * 1000 - 1;
    assert.equal((await validate('574829')).status, 200);
    assert.equal(await status(), 'APPROVED');
  });

  it('declines when it expires and none can be sent any more', async () => {
    const { send, clock, status } = await openCode();
    for (let time = 0; time < 3; time += 1) await send();
    clock.ms += 3 * 60 * 1000;
    assert.equal(await status(), 'DECLINED');
  });

  it('is taken only with the token of its session', async () => {
    const { validate, status } = await openCode();
    for (const key of [null, PUBLIC_KEY, 'otp_test_other']) assert.equal((await validate('574829', key)).status, 401);
    assert.equal(await status(), 'PENDING');
  });

  it('can be typed on the hosted page', async () => {
    const { ask, url, id, status } = await openCode({ bankOrigin: 'http://127.0.0.1:6101' });
    assert.ok(url.startsWith('http://127.0.0.1:6101/'));
    const page = await ask('GET', url);
    assert.match(page.text, /<input\s+name="otp"/);
    const resent = await ask('POST', url, { form: { action: 'send' } });
    assert.match(resent.text, /código nuevo/);
    const wrong = await ask('POST', url, { form: { otp: '000000' } });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /role="alert"/);
    const right = await ask('POST', url, { form: { otp: '574829' } });
    assert.equal(right.status, 303);
    assert.equal(right.headers.get('location'), `https://shop.example/thanks?id=${textOf(id)}&env=test`);
    assert.equal(await status(), 'APPROVED');
  });

  it('can be used by pages of any origin', async () => {
    const { validate } = await openCode();
    assert.equal((await validate('000000')).headers.get('access-control-allow-origin'), '*');
  });
});

describe('wallet tokens in the sandbox', () => {
  const make = async (sandbox: ReturnType<typeof openSandbox>, wallet: string, phone_number: unknown) =>
    sandbox.ask('POST', `/v1/tokens/${wallet}`, { key: PUBLIC_KEY, body: { phone_number } });

  for (const [phone, status] of [
    ['3991111111', 'APPROVED'],
    ['3992222222', 'DECLINED'],
    ['3001234567', 'ERROR'],
  ] as const) {
    it(`of wallet A wait for the payer of ${phone}, then are ${status}`, async () => {
      const sandbox = openSandbox();
      const { status: http, json } = await make(sandbox, 'wallet_a', phone);
      assert.equal(http, 201);
      assert.equal(json.data?.status, 'PENDING');
      sandbox.clock.ms += 3000;
      const read = await sandbox.ask('GET', `/tokens/wallet_a/${textOf(json.data.id)}`, { key: PUBLIC_KEY });
      assert.equal(read.json.data?.status, status);
    });
  }

  for (const [code, http, status] of [
    ['574829', 200, 'APPROVED'],
    ['932015', 200, 'DECLINED'],
    ['123456', 422, 'PENDING'],
  ] as const) {
    it(`of wallet B are ${status} after the code ${code}`, async () => {
      const sandbox = openSandbox();
      const { data } = (await make(sandbox, 'wallet_b', '3991111111')).json;
      const { token, code_otp_validate } = data!.url_services!;
      const answer = await sandbox.ask('POST', textOf(code_otp_validate), { key: textOf(token), body: { code } });
      assert.equal(answer.status, http);
      const read = await sandbox.ask('GET', `/tokens/wallet_b/${textOf(data!.id)}`, { key: PUBLIC_KEY });
      assert.equal(read.json.data?.status, status);
    });
  }

  it('need a number of ten digits', async () => {
    assertInvalid(await make(openSandbox(), 'wallet_a', '+573991111111'), 'phone_number');
  });
});
