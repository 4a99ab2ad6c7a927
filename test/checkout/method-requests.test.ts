import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlowWorld } from './flow-world.ts';
import { attemptBy, formContext, makeForm, paid } from './method-world.ts';

const person = { user_legal_id_type: 'CC', user_legal_id: '1.012.345-678' };
const described = 'Compra en Tienda de pruebas';

interface Case {
  typed?: Record<string, string>;
  /** `payment_method` as SPEC.md section 4.4 and SERVICE-NOTES.md list it. */
  sent: Record<string, unknown>;
  customer?: Record<string, unknown>;
}

const cases: Record<string, Case> = {
  BANKDEBIT: {
    typed: {
      ...person,
      financial_institution_code: '1104',
      full_name: ' Ana Rojas ',
      phone_number: '300 123 4567',
    },
    sent: {
      user_type: 0,
      user_legal_id_type: 'CC',
      user_legal_id: '1012345678',
      financial_institution_code: '1104',
      payment_description: described,
    },
    customer: { full_name: 'Ana Rojas', phone_number: '+573001234567' },
  },
  BANKA_TRANSFER: {
    typed: { payment_description: 'Pedido 7', sandbox_status: 'DECLINED' },
    sent: { user_type: 'PERSON', payment_description: 'Pedido 7', sandbox_status: 'DECLINED' },
  },
  BANKA_QR: { sent: { payment_description: described } },
  WALLET_A: { typed: { phone_number: '+57 399-111 1111' }, sent: { phone_number: '3991111111' } },
  WALLET_B: {
    typed: { ...person, phone_number: '3001234567' },
    sent: {
      user_legal_id_type: 'CC',
      user_legal_id: '1012345678',
      phone_number: '3001234567',
      payment_description: described,
    },
  },
  BANKA_COLLECT: { sent: {} },
  PCOL: { typed: { sandbox_status: 'APPROVED_HALF_POINTS' }, sent: { sandbox_status: 'APPROVED_HALF_POINTS' } },
  BNPL: {
    typed: { ...person, name: 'Ana', last_name: 'Rojas', phone_code: '57', phone_number: '300 123 4567' },
    sent: {
      name: 'Ana',
      last_name: 'Rojas',
      user_legal_id_type: 'CC',
      user_legal_id: '1012345678',
      phone_code: '+57',
      phone_number: '3001234567',
      payment_description: described,
    },
  },
  WALLET_PAY: { typed: person, sent: { user_legal_id_type: 'CC', user_legal_id: '1012345678' } },
};

describe('the request of each method', () => {
  for (const [type, { typed, sent, customer = {} }] of Object.entries(cases))
    it(`${type} has the fields of SPEC.md 4.4, types included, and the service takes it`, async () => {
      const world = new FlowWorld();
      await paid(world, type, typed);
      const [request] = await world.requests('POST', '/transactions');
      assert.equal(request?.status, 201);
      const { payment_method, payment_method_type, customer_data, customer_email } = request.body ?? {};
      assert.deepEqual(payment_method, { ...sent, type });
      assert.equal(payment_method_type, type);
      assert.equal(customer_email, 'ana@example.com');
      assert.deepEqual(customer_data, { device_id: 'device-1', ...customer });
    });

  it('has a business pay by bank debit with its NIT, whatever was chosen before', async () => {
    const attempt = await attemptBy('BANKDEBIT', {
      ...cases['BANKDEBIT']?.typed,
      user_type: '1',
      user_legal_id: '900.123.456',
    });
    const { paymentMethod } = await attempt.collect();
    assert.equal(paymentMethod['user_type'], 1);
    assert.equal(paymentMethod['user_legal_id_type'], 'NIT');
    assert.equal(paymentMethod['user_legal_id'], '900123456');
  });

  it('does not ask again for what the page knows of the payer, and sends that', async () => {
    const context = formContext({ given: { customerName: 'Ana', customerPhone: '+573001112233' } });
    const { full_name: _name, phone_number: _phone, ...typed } = cases['BANKDEBIT']?.typed ?? {};
    const attempt = await attemptBy('BANKDEBIT', typed, context);
    assert.deepEqual((await attempt.collect()).customer, {});
    const walletA = makeForm('WALLET_A');
    assert.deepEqual((await walletA.collect(context)).paymentMethod, { phone_number: '3001112233' });
  });

  it('has the outcome of the sandbox only with a test key', async () => {
    const context = formContext({ isTest: false });
    for (const type of ['BANKA_TRANSFER', 'BANKA_QR', 'PCOL']) {
      const form = makeForm(type, { sandbox_status: 'APPROVED' });
      assert.equal('sandbox_status' in (await form.collect(context)).paymentMethod, false);
      assert.equal((await form.collect(formContext())).paymentMethod['sandbox_status'] !== undefined, type !== 'PCOL');
    }
  });

  it('cuts the description to what the method takes', async () => {
    const merchantName = 'Almacenes Generales de la Cordillera Oriental y del Altiplano Cundiboyacense';
    for (const [type, longest] of [
      ['BANKDEBIT', 30],
      ['WALLET_B', 30],
      ['BANKA_TRANSFER', 64],
      ['BANKA_QR', 64],
    ] as const) {
      const form = makeForm(type);
      const { paymentMethod } = await form.collect(formContext({ merchantName }));
      const text = String(paymentMethod['payment_description']);
      assert.ok(text.startsWith('Compra en Almacenes') && text.length <= longest, text);
      const typed = makeForm(type, { payment_description: 'x'.repeat(longest + 1) });
      assert.ok(typed.check(formContext()).some(({ name }) => name === 'payment_description'));
    }
  });
});

describe('empty details', () => {
  const asked: Record<string, string[]> = {
    BANKDEBIT: ['financial_institution_code', 'user_legal_id', 'full_name', 'phone_number'],
    WALLET_A: ['phone_number'],
    WALLET_B: ['user_legal_id', 'phone_number'],
    BNPL: ['name', 'last_name', 'user_legal_id', 'phone_number'],
    WALLET_PAY: ['user_legal_id'],
    BANKA_TRANSFER: [],
    BANKA_QR: [],
    BANKA_COLLECT: [],
    PCOL: [],
  };
  for (const [type, names] of Object.entries(asked))
    it(`of ${type} are refused in the order of the page`, async () => {
      const form = makeForm(type);
      const problems = form.check(formContext());
      assert.deepEqual(
        problems.map(({ name }) => name),
        names,
      );
      assert.ok(problems.every(({ message }) => message && !message.includes('{')));
    });

  it('of a description that was erased are refused', async () => {
    const form = makeForm('BANKA_QR', { payment_description: ' ' });
    assert.deepEqual(form.check(formContext()), [
      { name: 'payment_description', message: 'Completa este dato: Descripción del pago' },
    ]);
  });
});

describe('what a payer types', () => {
  for (const text of [
    '3001234567',
    '300 123 4567',
    '+57 300 123 4567',
    '57-300-123-4567',
    '0057 300 1234567',
    '(300) 1234567',
  ])
    it(`is the phone number 3001234567: ${text}`, async () => {
      const attempt = await attemptBy('WALLET_A', { phone_number: text });
      assert.equal((await attempt.collect()).paymentMethod['phone_number'], '3001234567');
    });

  for (const text of ['2001234567', '300123456', '6011234567', 'abc'])
    it(`is no phone number: ${text}`, async () => {
      const form = makeForm('WALLET_A', { phone_number: text });
      assert.deepEqual(
        form.check(formContext()).map(({ name }) => name),
        ['phone_number'],
      );
    });

  it('is marked where the service refused it', async () => {
    const form = makeForm('WALLET_B', cases['WALLET_B']?.typed);
    const { CheckoutError } = await import('../../src/domain/checkout-error.ts');
    const refusal = (field: string) => new CheckoutError('request_rejected', '', { fields: { [field]: ['No'] } });
    assert.equal(form.refuse(refusal('payment_method.user_legal_id'), formContext()), true);
    assert.equal(form.refuse(refusal('currency'), formContext()), false);
  });
});
