import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod/mini';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import { cardTokenSchema } from '../../src/domain/wire/card-token.ts';
import {
  accountSchema,
  disbursementsEnvelopeSchema,
  keyPreviewSchema,
  payoutReceiptSchema,
  payoutRecordSchema,
} from '../../src/domain/wire/disbursements.ts';
import { inData, misfitOf } from '../../src/domain/wire/fields.ts';
import { institutionListSchema } from '../../src/domain/wire/institution-list.ts';
import { merchantRecordSchema, merchantSchema } from '../../src/domain/wire/merchant.ts';
import { methodOutputOf } from '../../src/domain/wire/method-output.ts';
import { paymentSourceSchema } from '../../src/domain/wire/payment-source.ts';
import { paymentsErrorSchema } from '../../src/domain/wire/payments-error.ts';
import { sentCodeSchema } from '../../src/domain/wire/sent-code.ts';
import {
  transactionRecordSchema,
  transactionSchema,
  voidedTransactionSchema,
} from '../../src/domain/wire/transaction.ts';
import { walletTokenSchema } from '../../src/domain/wire/wallet-token.ts';

type Fields = Record<string, unknown>;

const transaction = {
  id: '1-2-3',
  status: 'PENDING',
  reference: 'ORDER-1',
  amount_in_cents: 11_900_000,
  currency: 'COP',
  payment_method_type: 'CARD',
};
const contract = { acceptance_token: 'a', permalink: 'https://shop.example/a.pdf', type: 'END_USER_POLICY' };
const merchant = { presigned_acceptance: contract, presigned_personal_data_auth: contract };
const preview = {
  holderName: 'A** B**',
  financialEntity: { name: 'Banco', code: '1' },
  keyType: 'PHONE',
  keyValue: '3001234567',
};

/** Each record with no more than what is required of it, and the fields that nothing depends on. */
const records: [string, z.ZodMiniType, Fields, string[]][] = [
  [
    'a transaction, in a page',
    transactionSchema,
    { ...transaction, payment_method_type: undefined },
    [
      'payment_method_type',
      'created_at',
      'finalized_at',
      'status_message',
      'customer_email',
      'payment_method',
      'redirect_url',
    ].concat(['payment_source_id', 'payment_link_id', 'merchant', 'taxes']),
  ],
  [
    'a transaction, in a backend',
    transactionRecordSchema,
    { ...transaction, payment_method_type: undefined },
    ['created_at', 'finalized_at', 'status_message', 'customer_email', 'payment_method_type', 'payment_method'].concat([
      'redirect_url',
      'payment_source_id',
      'payment_link_id',
      'billing_data',
      'shipping_address',
      'customer_data',
      'bill_id',
      'taxes',
      'merchant',
    ]),
  ],
  [
    'a merchant, in a page',
    merchantSchema(false),
    merchant,
    ['name', 'legal_name', 'logo_url', 'accepted_payment_methods', 'accepted_currencies'],
  ],
  [
    'a merchant, in a backend',
    merchantRecordSchema,
    merchant,
    ['name', 'legal_name', 'logo_url', 'email', 'accepted_payment_methods', 'accepted_currencies'],
  ],
  ['a card token', cardTokenSchema, { id: 'tok_1' }, ['brand', 'last_four', 'expires_at']],
  ['a wallet token', walletTokenSchema, { id: 'w_1', status: 'PENDING' }, []],
  ['a payment source', paymentSourceSchema, { id: 3891 }, ['status', 'type', 'customer_email', 'public_data']],
  ['a key preview', keyPreviewSchema, preview, []],
  ['a payout receipt', payoutReceiptSchema, { payoutId: 'p_1' }, ['transactions', 'success', 'failed']],
  [
    'a payout',
    payoutRecordSchema,
    { id: 'p_1', status: 'PENDING' },
    ['reference', 'paymentType', 'amountInCents', 'currency', 'totalTransactions', 'createdAt'],
  ],
  ['an account', accountSchema, { id: 'acc_1' }, ['name', 'balanceInCents', 'currency', 'status']],
];

const fits = (schema: z.ZodMiniType, value: unknown): boolean => z.safeParse(schema, value).success;
const misfit = (schema: z.ZodMiniType, value: unknown): string | undefined => {
  const { error } = z.safeParse(schema, value);
  return error && misfitOf(error);
};
/** As it comes in, where `__proto__` is a name like any other. */
const received = (text: string): Fields => JSON.parse(text) as Fields;

for (const [name, schema, least, loose] of records)
  describe(name, () => {
    it('needs no more than what is acted on', () => {
      assert.ok(fits(schema, least));
      for (const field of Object.keys(JSON.parse(JSON.stringify(least)) as Fields))
        for (const wrong of [undefined, null, {}, [], true])
          assert.equal(misfit(schema, { ...least, [field]: wrong })?.split('.')[0], field);
      for (const value of [undefined, null, [], 'text', 1]) assert.equal(misfit(schema, value), 'the body');
      assert.match(String(misfit(inData(schema), { data: {} })), /^data\./);
    });

    it('is not refused for a sibling that is null, of another type, or unknown', () => {
      for (const field of [...loose, 'unheard_of'])
        for (const odd of [
          null,
          0,
          -1.5,
          1e300,
          true,
          '',
          'x'.repeat(100_000),
          [null],
          [[1]],
          {},
          { type: 7, extra: 1 },
        ])
          assert.ok(fits(schema, { ...least, [field]: odd }), `${field}: ${JSON.stringify(odd).slice(0, 20)}`);
    });

    it('takes nothing from a prototype, and puts nothing there', () => {
      const hostile = received(`${JSON.stringify(least).slice(0, -1)},"__proto__":{"status":"APPROVED","evil":1}}`);
      const read = z.parse(schema, hostile) as Fields;
      assert.equal(Object.getPrototypeOf(read), Object.prototype);
      assert.equal(read['evil'], undefined);
      assert.equal(({} as Fields)['evil'], undefined);
    });
  });

describe('the status of a transaction', () => {
  for (const schema of [transactionSchema, transactionRecordSchema, voidedTransactionSchema]) {
    const read = (status: unknown) => z.safeParse(schema, { ...transaction, status }).data?.status;
    it('is one of five, or the record is refused', () => {
      for (const status of ['PENDING', 'APPROVED', 'DECLINED', 'VOIDED', 'ERROR']) assert.equal(read(status), status);
      assert.equal(read('REJECTED'), 'DECLINED');
      for (const status of ['PAID', 'approved', ' APPROVED', 'toString', '', ['APPROVED'], { APPROVED: 1 }, 1, true])
        assert.equal(read(status), undefined, JSON.stringify(status));
    });
  }
});

describe('the amount of a transaction', () => {
  it('is a whole number that JSON carries exactly', () => {
    for (const schema of [transactionSchema, transactionRecordSchema])
      for (const amount of ['11900000', 0.5, 2 ** 53, 1e300, Number.NaN, Infinity, null])
        assert.equal(misfit(schema, { ...transaction, amount_in_cents: amount }), 'amount_in_cents');
  });
});

describe('a transaction', () => {
  it('keeps in a page what SPEC.md has, and in a backend everything', () => {
    const payment_method = { type: 'WALLET_A', phone_number: '3991111111', extra: { qr_id: '1' } };
    const sent = { ...transaction, payment_method, finalized_at: null, customer_data: { legal_id: '1' }, bill_id: 'b' };
    assert.deepEqual(z.parse(transactionSchema, sent), { ...transaction, payment_method, finalized_at: null });
    const more = { ...sent, payment_method: { ...payment_method, extra: { qr_id: '1', any: [1] } }, any: 1 };
    assert.deepEqual(z.parse(transactionSchema, more), z.parse(transactionSchema, sent));
    assert.deepEqual(z.parse(transactionRecordSchema, more), more);
  });

  it('N11: is followed in a page whatever says what it was paid by, or nothing', () => {
    const { payment_method_type: _, ...untyped } = transaction;
    const read = (more: object) => {
      const { payment_method_type: named, payment_method } = z.parse(transactionSchema, { ...untyped, ...more });
      return [named, payment_method.type];
    };
    assert.deepEqual(read({ payment_method: { type: 'PCOL' } }), ['PCOL', 'PCOL']);
    assert.deepEqual(read({ payment_method: { type: 'PCOL' }, payment_method_type: null }), ['PCOL', 'PCOL']);
    assert.deepEqual(read({ payment_method_type: 'PCOL' }), ['PCOL', 'PCOL']);
    for (const none of [undefined, null, 7, '']) assert.deepEqual(read({ payment_method_type: none }), ['', '']);
  });

  it('has a method also where that is null or cannot be read', () => {
    for (const payment_method of [undefined, null, 'CARD', [], {}, { type: null }])
      assert.equal(z.parse(transactionSchema, { ...transaction, payment_method }).payment_method.type, 'CARD');
    const { extra } = z.parse(transactionSchema, { ...transaction, payment_method: { extra: 'text' } }).payment_method;
    assert.equal(extra, undefined);
  });

  it('is found one level down in the answer to voiding', () => {
    const voided = { ...transaction, status: 'VOIDED' };
    for (const answer of [voided, { transaction: voided, code: 200 }])
      assert.deepEqual(z.parse(voidedTransactionSchema, answer), voided);
    assert.equal(fits(voidedTransactionSchema, { transaction: null }), false);
  });
});

describe("a method's output", () => {
  const outputOf = (extra: unknown) =>
    methodOutputOf(z.parse(transactionSchema, { ...transaction, payment_method: { type: 'CARD', extra } }));

  it('is read field by field: one that is no text counts as missing', () => {
    const three_ds_auth = { current_step: 'CHALLENGE', current_step_status: 7, three_ds_method_data: '' };
    assert.deepEqual(outputOf({ url: null, qr_id: 7, async_payment_url: '', brand: 'VISA', more: 1, three_ds_auth }), {
      url: undefined,
      qr_id: undefined,
      async_payment_url: undefined,
      brand: 'VISA',
      three_ds_auth: { ...three_ds_auth, current_step_status: undefined },
    });
    assert.equal(outputOf({ three_ds_auth: 'CHALLENGE' }).three_ds_auth, undefined);
    for (const extra of [null, undefined, 'text', []]) assert.deepEqual(outputOf(extra), {});
  });
});

describe('S12: a transaction whose currency is none', () => {
  for (const [what, currency] of [
    ['a sentence', 'Llame al 300 123 4567. COP'],
    ['a very long text', '\u1000'.repeat(32_000)],
    ['small letters', 'cop'],
    ['a blank too much', 'COP '],
    ['a turn of the writing', 'CO\u202eP'],
    ['nothing', ''],
  ] as const)
    it(`is no record that can be used: ${what}`, () => {
      for (const schema of [transactionSchema, transactionRecordSchema])
        assert.equal(z.safeParse(schema, { ...transaction, currency }).success, false);
    });
});

describe('a merchant', () => {
  it('leaves out of its lists what is no text', () => {
    const { accepted_payment_methods: methods, accepted_currencies: currencies } = z.parse(merchantSchema(false), {
      ...merchant,
      accepted_payment_methods: ['CARD', null, 7, 'PCOL'],
      accepted_currencies: 'COP',
    });
    assert.deepEqual([methods, currencies], [['CARD', 'PCOL'], undefined]);
  });

  const withPolicy = (permalink: string) => ({ ...merchant, presigned_acceptance: { ...contract, permalink } });

  for (const permalink of [
    'javascript:alert(1)',
    '',
    '/a.pdf',
    '//docs.example/a.pdf',
    'data:text/html,x',
    'blob:https://docs.example/1',
    'about:srcdoc',
    'http://docs.bank.example/a.pdf',
    'http://docs.bank.example@evil.example/a.pdf',
    'https://docs.bank.example@evil.example/a.pdf',
    'https:docs.bank.example/a.pdf',
    String.raw`https:\\docs.bank.example/a.pdf`,
    'https://docs.bank.example./a.pdf',
    ' https://docs.bank.example/a.pdf',
    `https://docs.bank.example/${'a'.repeat(2100)}`,
    'https://docs.bank.example%40evil.example/a.pdf',
    'https://docs.bank.example%2Fa.pdf@evil.example/',
    'https://docs.bank.example:@evil.example/a.pdf',
    'https://docs.bank.example%2e/a.pdf',
    'https://docs.bank.example:65536/a.pdf',
    'https://docs.bank.example/a\u2028.pdf',
    'https://docs.bank.example/a\tb.pdf',
    'http://2130706433.evil.example/a.pdf',
    'http://127.0.0.1.evil.example/a.pdf',
    'http://[::ffff:10.0.0.1]/a.pdf',
    'http://0.0.0.0/a.pdf',
    'filesystem:https://docs.bank.example/temporary/a.pdf',
    'view-source:https://docs.bank.example/a.pdf',
  ])
    it(`S12: is refused with a contract that no browser should open: ${JSON.stringify(permalink.slice(0, 50))}`, () => {
      for (const isTest of [true, false])
        assert.equal(misfit(merchantSchema(isTest), withPolicy(permalink)), 'presigned_acceptance.permalink');
      const data = { ...merchant, presigned_personal_data_auth: { ...contract, permalink } };
      assert.equal(misfit(merchantSchema(true), data), 'presigned_personal_data_auth.permalink');
    });

  it('S12: may have its contracts on this machine with a test key alone', () => {
    const local = withPolicy('http://127.0.0.1:5174/a.pdf');
    assert.equal(misfit(merchantSchema(true), local), undefined);
    assert.equal(misfit(merchantSchema(false), local), 'presigned_acceptance.permalink');
  });
});

describe('the bank list', () => {
  it('S8: holds no more banks and no longer names than can be searched at each key', () => {
    const many = Array.from({ length: 100_000 }, (_, place) => ({
      financial_institution_code: `${place}`,
      financial_institution_name: 'é\u0301 '.repeat(300),
    }));
    const list = z.parse(institutionListSchema, many);
    assert.equal(list.length, 500);
    for (const bank of list) assert((bank?.financial_institution_name.length ?? 0) <= 100);
  });

  it('leaves out a bank that cannot be read, and is refused when none can be', () => {
    const bank = { financial_institution_code: '1', financial_institution_name: 'BANCO' };
    assert.deepEqual(z.parse(institutionListSchema, [null, bank, { ...bank, financial_institution_name: 7 }]), [
      undefined,
      bank,
      undefined,
    ]);
    assert.deepEqual(z.parse(institutionListSchema, []), []);
    for (const list of [null, {}, [null], [{ name: 'BANCO' }]]) assert.equal(fits(institutionListSchema, list), false);
  });
});

describe('a payout', () => {
  it('is refused where a transfer cannot be read: without its transfers it would look paid to nobody', () => {
    const record = {
      id: 'p_1',
      status: 'TOTAL_PAYMENT',
      transactions: [{ id: 't_1', status: 'APPROVED' }, { id: 't_2' }],
    };
    assert.equal(fits(payoutRecordSchema, record), false);
    for (const none of [null, undefined, 0, {}])
      assert.equal(fits(payoutRecordSchema, { ...record, transactions: none }), true);
  });
});

describe('what is said around records', () => {
  it('is read as far as it can be', () => {
    assert.deepEqual(z.parse(sentCodeSchema, { attempts: { limitSendCode: 2, limitValidateCode: -1 } }), {
      attempts: { limitSendCode: 2, limitValidateCode: undefined },
    });
    for (const nothing of [undefined, null, 'sent', { attempts: 7 }, { data: [] }])
      assert.ok(fits(sentCodeSchema, nothing));
    assert.deepEqual(z.parse(paymentsErrorSchema, { error: { type: null, reason: 7, messages: { a: [1] } } }).error, {
      type: undefined,
      reason: undefined,
      messages: { a: [1] },
    });
    for (const nothing of [undefined, '', { error: 'text' }]) assert.equal(fits(paymentsErrorSchema, nothing), false);
    const { code, message } = z.parse(disbursementsEnvelopeSchema, {
      code: 'EXC_001',
      meta: null,
      message: [7],
      type: 'Odd',
    });
    assert.deepEqual([code, message], ['EXC_001', []]);
  });

  it('names what cannot be read, and does not repeat it', () => {
    const { error } = z.safeParse(inData(transactionSchema), { data: { ...transaction, id: 'SECRET VALUE' } });
    assert.equal(error && misfitOf(error), 'data.id');
    assert.doesNotMatch(JSON.stringify(error?.issues), /SECRET/);
  });
});

describe('the schemas in a browser', () => {
  it('make no code of a text, which the policy of a page may forbid', async () => {
    const made: unknown[] = [];
    const { Function: real } = globalThis;
    globalThis.Function = new Proxy(real, { construct: (_, texts) => (made.push(texts), () => undefined) });
    try {
      const fetch = async () => Response.json({ data: merchant });
      await new HttpPaymentsApi({ baseUrl: 'https://api.example', publicKey: 'pub_test_1', fetch }).fetchMerchant();
    } finally {
      globalThis.Function = real;
    }
    assert.deepEqual(made, []);
    assert.equal(z.config().jitless, undefined, 'the settings of a zod of the page are its own');
  });
});
