import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertInvalid, openSandbox, PRIVATE_KEY, PUBLIC_KEY, sign, textOf } from './open-sandbox.ts';

describe("the sandbox's card tokens", () => {
  it('say what remains of the card and nothing else', async () => {
    const { tokenize } = openSandbox();
    const { status, json, text } = await tokenize();
    assert.equal(status, 201);
    assert.equal(json.status, 'CREATED');
    const { id, created_at, expires_at, ...rest } = json.data!;
    assert.match(textOf(id), /^tok_test_/);
    assert.ok(Date.parse(textOf(created_at)) < Date.parse(textOf(expires_at)));
    assert.deepEqual(rest, {
      brand: 'VISA',
      name: 'VISA-4242',
      last_four: '4242',
      bin: '424242',
      exp_year: '30',
      exp_month: '12',
      card_holder: 'ANA ROJAS',
    });
    assert.ok(!text.includes('4242424242424242'));
  });

  for (const [field, value] of [
    ['number', '424242424242'],
    ['number', '42424242424242424242'],
    ['number', '4242 4242 4242 4242'],
    ['number', 4_242_424_242_424_242],
    ['cvc', '12'],
    ['cvc', '1234'],
    ['cvc', 123],
    ['exp_month', '13'],
    ['exp_month', '1'],
    ['exp_year', '2030'],
    ['exp_year', '25'],
    ['card_holder', ' '],
    ['card_holder', undefined],
  ] as const) {
    it(`refuses ${field} ${JSON.stringify(value)}`, async () => {
      assertInvalid(await openSandbox().tokenize({ [field]: value }), field);
    });
  }

  it('refuses a number that fails the Luhn check in the words of the service', async () => {
    const messages = assertInvalid(await openSandbox().tokenize({ number: '4242424242424241' }), 'number');
    assert.deepEqual(messages.number, ['El número de tarjeta es inválido. Luhn check falló.']);
  });

  it('takes three digits from every network, and four from American Express too', async () => {
    const { tokenize } = openSandbox();
    for (const cvc of ['123', '1234'])
      assert.equal((await tokenize({ number: '370000003220011', cvc })).status, 201, cvc);
  });

  it('takes a card until the end of its month in Colombia, by the clock of the sandbox', async () => {
    const { tokenize, clock } = openSandbox();
    clock.ms = Date.parse('2026-11-30T23:59:59.999-05:00');
    assert.equal((await tokenize({ exp_month: '11', exp_year: '26' })).status, 201);
    clock.ms += 1;
    assertInvalid(await tokenize({ exp_month: '11', exp_year: '26' }), 'exp_year');
  });

  it('need the public key', async () => {
    const { ask } = openSandbox();
    for (const key of [null, PRIVATE_KEY, 'pub_prod_x']) {
      const { status, json } = await ask('POST', '/tokens/cards', { key, body: {} });
      assert.equal(status, 401);
      assert.equal(json.error?.type, 'INVALID_ACCESS_TOKEN');
    }
  });
});

describe('card payments in the sandbox', () => {
  for (const [number, status] of [
    ['4242424242424242', 'APPROVED'],
    ['4111111111111111', 'DECLINED'],
    ['5555555555554444', 'ERROR'],
  ] as const) {
    it(`${number} stays pending for a moment and ends as ${status}`, async () => {
      const { payByCard, poll, settled } = openSandbox();
      const created = await payByCard(number, { redirect_url: 'https://shop.example/thanks' });
      assert.equal(created.status, 'PENDING');
      assert.equal(created.finalized_at, null);
      assert.deepEqual(created.taxes, []);
      assert.equal(created.redirect_url, 'https://shop.example/thanks');
      assert.match(textOf(created.id), /^15113-\d{10}-\d{5}$/);
      assert.equal((await poll(created.id)).status, 'PENDING');
      const final = await settled(created.id);
      assert.equal(final.status, status);
      assert.notEqual(final.finalized_at, null);
      assert.equal(final.payment_method?.extra?.last_four, number.slice(-4));
      assert.equal('processor_response_code' in final.payment_method.extra, status === 'APPROVED');
      assert.equal('token' in final.payment_method, false);
    });
  }

  it('answer under both forms of the path', async () => {
    const { payByCard, ask } = openSandbox();
    const { id } = await payByCard('4242424242424242');
    for (const path of [`/transactions/${textOf(id)}`, `/v1/transactions/${textOf(id)}`]) {
      assert.equal((await ask('GET', path, { key: PUBLIC_KEY })).json.data?.id, id);
    }
  });

  it('can be read without a key unless the sandbox is strict', async () => {
    for (const [strictReading, expected] of [
      [false, 200],
      [true, 404],
    ] as const) {
      const { payByCard, ask } = openSandbox({ strictReading });
      const { id } = await payByCard('4242424242424242');
      const { status, json } = await ask('GET', `/transactions/${textOf(id)}`);
      assert.equal(status, expected);
      assert.equal(json.error?.type, strictReading ? 'NOT_FOUND_ERROR' : undefined);
      assert.equal((await ask('GET', `/transactions/${textOf(id)}`, { key: 'pub_prod_x' })).status, 401);
    }
  });

  it('keep the data that came with them', async () => {
    const { transactions, pay, cardToken } = openSandbox();
    const customer_data = { device_id: 'dev-1', full_name: 'Ana Rojas', phone_number: '+573001234567' };
    const method = { type: 'CARD', token: await cardToken('4242424242424242'), installments: 12 };
    const taxes = [{ type: 'VAT', amount_in_cents: 1_900_000 }];
    const record = await pay(method, { customer_data, session_id: 'session-1', taxes, payment_method_type: 'CARD' });
    assert.deepEqual(record.customer_data, customer_data);
    assert.deepEqual(record.taxes, taxes);
    assert.equal(record.payment_method?.installments, 12);
    const listed = await transactions();
    assert.deepEqual(
      listed.map(({ reference, session_id, creation_attempts }) => [reference, session_id, creation_attempts]),
      [[record.reference, 'session-1', 1]],
    );
  });
});

describe('voiding in the sandbox', () => {
  it('takes an approved card payment back, on the same day and with the private key', async () => {
    const { payByCard, settled, ask, poll } = openSandbox();
    const { id } = await payByCard('4242424242424242');
    const path = `/v1/transactions/${textOf(id)}/void`;
    assertInvalid(await ask('POST', path, { key: PRIVATE_KEY }), 'status');
    await settled(id);
    assert.equal((await ask('POST', path, { key: PUBLIC_KEY })).status, 401);
    const { status, json } = await ask('POST', path, { key: PRIVATE_KEY });
    assert.equal(status, 201);
    assert.equal(json.data?.status, 'VOIDED');
    assert.equal((await poll(id)).status, 'VOIDED');
    assertInvalid(await ask('POST', path, { key: PRIVATE_KEY }), 'status');
  });

  it('goes by the days of Colombia, which end five hours after those of UTC', async () => {
    const { payByCard, settled, ask, clock } = openSandbox();
    clock.ms = Date.parse('2026-11-20T18:59:00-05:00');
    const [kept, taken] = [await payByCard('4242424242424242'), await payByCard('4242424242424242')];
    for (const { id } of [kept, taken]) await settled(id);
    const voided = async ({ id }: typeof kept) => ask('POST', `/transactions/${textOf(id)}/void`, { key: PRIVATE_KEY });
    clock.ms = Date.parse('2026-11-20T23:59:59.999-05:00');
    assert.equal((await voided(taken)).status, 201);
    clock.ms += 1;
    assertInvalid(await voided(kept), 'status');
  });

  it('refuses another day, another method and an unknown payment', async () => {
    const { payByCard, pay, settled, ask, clock } = openSandbox();
    const wallet = await pay({ type: 'WALLET_A', phone_number: '3991111111' });
    const card = await payByCard('4242424242424242');
    await settled(card.id);
    assertInvalid(await ask('POST', `/transactions/${textOf(wallet.id)}/void`, { key: PRIVATE_KEY }), 'status');
    clock.ms += 24 * 60 * 60 * 1000;
    assertInvalid(await ask('POST', `/transactions/${textOf(card.id)}/void`, { key: PRIVATE_KEY }), 'status');
    assert.equal((await ask('POST', '/transactions/nothing/void', { key: PRIVATE_KEY })).status, 404);
  });
});

describe('an order with an end in the sandbox', () => {
  it('signs its end too, and is refused after it', async () => {
    const { post, paymentBody, ask, clock } = openSandbox();
    const expiration_time = new Date(clock.ms + 60_000).toISOString();
    assertInvalid(await post({ expiration_time }), 'signature');
    const signed = async () => {
      const body = await paymentBody({ expiration_time });
      const signature = sign(body.reference, body.amount_in_cents, body.currency, expiration_time);
      return ask('POST', '/transactions', { key: PUBLIC_KEY, body: { ...body, signature } });
    };
    assert.equal((await signed()).status, 201);
    clock.ms += 60_000;
    assertInvalid(await signed(), 'expiration_time');
  });
});
