import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertInvalid, openSandbox, PUBLIC_KEY } from './open-sandbox.ts';

describe('a transaction request in the sandbox', () => {
  for (const [field, value] of [
    ['amount_in_cents', undefined],
    ['amount_in_cents', '11900000'],
    ['amount_in_cents', 0],
    ['amount_in_cents', 119.5],
    ['currency', 'EUR'],
    ['currency', 5],
    ['signature', undefined],
    ['customer_email', 'not an address'],
    ['reference', ''],
    ['reference', 7],
    ['redirect_url', 'javascript:alert(1)'],
    ['redirect_url', 'https://user@evil.example/'],
    ['redirect_url', '/thanks'],
    ['acceptance_token', undefined],
    ['accept_personal_auth', undefined],
    ['payment_method', undefined],
    ['payment_method_type', 'WALLET_A'],
    ['session_id', 5],
    ['customer_data', 'Ana'],
    ['taxes', {}],
    ['taxes', [{ type: 'VAT', amount_in_cents: 1_000_000_000 }]],
    ['customer_email', 'ana@example.com,'],
  ] as const) {
    it(`is refused with ${field} ${JSON.stringify(value)}, by the name of the field`, async () => {
      assertInvalid(await openSandbox().post({ [field]: value }), field);
    });
  }

  it('names nested fields by their path, and all of them at once', async () => {
    const { post } = openSandbox();
    assertInvalid(await post({ customer_data: { phone_number: '3001234567' } }), 'customer_data.phone_number');
    assertInvalid(await post({ taxes: [{ type: 'X', amount_in_cents: 1 }] }), 'taxes.0.type');
    assertInvalid(await post({ customer_email: '', amount_in_cents: -1 }), 'amount_in_cents', 'customer_email');
  });

  it('is refused when its body is no JSON object', async () => {
    const { ask } = openSandbox();
    for (const body of ['{"reference":', '[]', 'null', '"text"']) {
      assertInvalid(await ask('POST', '/transactions', { key: PUBLIC_KEY, body }), 'body');
    }
  });

  it('is checked in the documented order', async () => {
    const { post, paymentBody, ask, cardToken } = openSandbox();
    const used = await paymentBody();
    assert.equal((await ask('POST', '/transactions', { key: PUBLIC_KEY, body: used })).status, 201);
    const method = { type: 'CARD', token: 'nonsense', installments: 1 };
    const wrong = { ...used, signature: 'wrong', payment_method: method, customer_email: 'wrong' };
    const again = async (change: object, key: string | null = PUBLIC_KEY) =>
      ask('POST', '/transactions', { key, body: { ...wrong, ...change } });
    const email = 'ana@example.com';
    const card = { type: 'CARD', token: await cardToken('4242424242424242'), installments: 1 };
    assertInvalid(await again({}, null), 'customer_email');
    assert.equal((await again({ customer_email: email }, null)).status, 401);
    assertInvalid(await again({ customer_email: email }), 'payment_method.token');
    assertInvalid(
      await again({ customer_email: email, payment_method: card }),
      'accept_personal_auth',
      'acceptance_token',
    );
    assertInvalid(await post({ reference: used.reference, signature: 'wrong' }), 'signature');
    assertInvalid(await post({ reference: used.reference }), 'reference');
    assertInvalid(await post({ method: used.payment_method }), 'payment_method.token');
  });

  it('is refused in the words of the service', async () => {
    const { post, paymentBody, ask } = openSandbox();
    const body = await paymentBody();
    const send = () => ask('POST', '/transactions', { key: PUBLIC_KEY, body });
    await send();
    assert.deepEqual(assertInvalid(await send(), 'acceptance_token', 'accept_personal_auth').acceptance_token, [
      'El token de aceptación ya fue usado',
    ]);
    assert.deepEqual(assertInvalid(await post({ reference: body.reference }), 'reference').reference, [
      'La referencia ya ha sido usada',
    ]);
    assert.deepEqual(assertInvalid(await post({ signature: 'f00' }), 'signature').signature, ['La firma es inválida']);
  });

  it('creates once when it arrives twice at the same time', async () => {
    const { transactions, paymentBody, consents, ask } = openSandbox();
    const body = await paymentBody();
    const twin = { ...body, ...(await consents()) };
    const answers = await Promise.all(
      [body, twin, body].map((sent) => ask('POST', '/transactions', { key: PUBLIC_KEY, body: sent })),
    );
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['201', '422', '422']);
    const [only, ...more] = await transactions();
    assert.equal(more.length, 0);
    assert.equal(only?.creation_attempts, 3);
  });
});

describe('acceptance tokens in the sandbox', () => {
  it('are burnt by a 422 and not by a 401', async () => {
    const { consents, post } = openSandbox();
    const tokens = await consents();
    assert.equal((await post({ ...tokens, key: null })).status, 401);
    assertInvalid(await post({ ...tokens, signature: 'wrong' }), 'signature');
    assertInvalid(await post(tokens), 'acceptance_token', 'accept_personal_auth');
  });

  it('last an hour by the clock of the sandbox', async () => {
    const { consents, post, clock } = openSandbox();
    const [fresh, old] = [await consents(), await consents()];
    clock.ms += 60 * 60 * 1000 - 1;
    assert.equal((await post(fresh)).status, 201);
    clock.ms += 1;
    assertInvalid(await post(old), 'acceptance_token', 'accept_personal_auth');
  });

  it('are refused as what they are when they are no texts', async () => {
    const { post } = openSandbox();
    for (const token of [{ toString: 1, valueOf: null }, ['a'], 7, null])
      assertInvalid(await post({ acceptance_token: token }), 'acceptance_token');
  });

  it('belong each to its own contract', async () => {
    const { consents, post } = openSandbox();
    const { acceptance_token, accept_personal_auth } = await consents();
    assertInvalid(
      await post({ acceptance_token: accept_personal_auth, accept_personal_auth: acceptance_token }),
      'acceptance_token',
      'accept_personal_auth',
    );
    assertInvalid(await post({ acceptance_token: 'a.b.c' }), 'acceptance_token');
  });
});

describe('card tokens in the sandbox', () => {
  it('serve once, and end a day after they were made', async () => {
    const { cardToken, post, clock } = openSandbox();
    const method = { type: 'CARD', token: await cardToken('4242424242424242'), installments: 1 };
    assert.equal((await post({ method })).status, 201);
    assertInvalid(await post({ method }), 'payment_method.token');
    const old = { ...method, token: await cardToken('4242424242424242') };
    clock.ms += 24 * 60 * 60 * 1000;
    assertInvalid(await post({ method: old }), 'payment_method.token');
    assertInvalid(await post({ method: { ...method, token: 'tok_test_doesnotexist' } }), 'payment_method.token');
  });

  it('are not used up by a request that is refused', async () => {
    const { cardToken, post } = openSandbox();
    const method = { type: 'CARD', token: await cardToken('4242424242424242'), installments: 1 };
    assertInvalid(await post({ method, signature: 'wrong' }), 'signature');
    assert.equal((await post({ method })).status, 201);
  });
});

describe('payment methods in the sandbox', () => {
  const bankDebit = {
    type: 'BANKDEBIT',
    user_type: 0,
    user_legal_id_type: 'CC',
    user_legal_id: '1012345678',
    financial_institution_code: '1',
    payment_description: 'Pedido 1',
  };
  const walletB = {
    type: 'WALLET_B',
    user_legal_id_type: 'CC',
    user_legal_id: '1012345678',
    phone_number: '3001234567',
  };
  for (const [method, field] of [
    [{ type: 'CHEQUE' }, 'type'],
    [{}, 'type'],
    [{ type: 'CARD', installments: 1 }, 'token'],
    [{ type: 'CARD', token: 'tok_test_12345678', installments: '1' }, 'installments'],
    [{ type: 'CARD', token: 'tok_test_12345678', installments: 37 }, 'installments'],
    [{ type: 'CARD', token: 'tok_test_12345678', installments: 1, sandbox_status: 'APPROVED' }, 'sandbox_status'],
    [{ type: 'BANKA_TRANSFER', payment_description: 'x' }, 'user_type'],
    [{ type: 'BANKA_TRANSFER', user_type: 0, payment_description: 'x' }, 'user_type'],
    [{ type: 'BANKA_TRANSFER', user_type: 'PERSON', payment_description: 'x'.repeat(65) }, 'payment_description'],
    [
      { type: 'BANKA_TRANSFER', user_type: 'PERSON', payment_description: 'x', sandbox_status: 'VOIDED' },
      'sandbox_status',
    ],
    [{ type: 'BANKA_QR', payment_description: 'x'.repeat(65) }, 'payment_description'],
    [{ type: 'WALLET_A', phone_number: '300 123 4567' }, 'phone_number'],
    [{ type: 'WALLET_A', phone_number: 3_001_234_567 }, 'phone_number'],
    [{ ...bankDebit, user_type: 'PERSON' }, 'user_type'],
    [{ ...bankDebit, user_type: '0' }, 'user_type'],
    [{ ...bankDebit, user_type: 2 }, 'user_type'],
    [{ ...bankDebit, user_legal_id_type: 'PASSPORT' }, 'user_legal_id_type'],
    [{ ...bankDebit, user_legal_id: 1_012_345_678 }, 'user_legal_id'],
    [{ ...bankDebit, financial_institution_code: '0' }, 'financial_institution_code'],
    [{ ...bankDebit, financial_institution_code: 1 }, 'financial_institution_code'],
    [{ ...bankDebit, payment_description: 'x'.repeat(31) }, 'payment_description'],
    [{ type: 'BANKA_COLLECT', sandbox_status: 'APPROVED' }, 'sandbox_status'],
    [{ type: 'PCOL', sandbox_status: 'APPROVED' }, 'sandbox_status'],
    [{ ...walletB, phone_number: '+573001234567' }, 'phone_number'],
    [{ ...walletB, payment_description: 'x'.repeat(31) }, 'payment_description'],
    [{ type: 'WALLET_PAY', user_legal_id_type: 'CC' }, 'user_legal_id'],
  ] as const) {
    it(`refuse ${JSON.stringify(method).slice(0, 90)}`, async () => {
      assertInvalid(await openSandbox().post({ method }), `payment_method.${field}`);
    });
  }

  it('have their limits on the amount', async () => {
    const { post } = openSandbox();
    const person = { user_legal_id_type: 'CC', user_legal_id: '1012345678' };
    const later = {
      type: 'BNPL',
      name: 'Ana',
      last_name: 'Rojas',
      ...person,
      phone_code: '57',
      phone_number: '3001234567',
    };
    const wallet = { type: 'WALLET_PAY', ...person };
    assertInvalid(await post({ method: later, amount_in_cents: 9_999_999 }), 'amount_in_cents');
    assert.equal((await post({ method: later, amount_in_cents: 10_000_000 })).status, 201);
    for (const [amount_in_cents, status] of [
      [3_499_999, 422],
      [3_500_000, 201],
      [500_000_000, 201],
      [500_000_001, 422],
    ] as const) {
      assert.equal((await post({ method: wallet, amount_in_cents })).status, status);
    }
    assert.equal((await post({ method: wallet, amount_in_cents: 1_999, currency: 'USD' })).status, 201);
  });
});
