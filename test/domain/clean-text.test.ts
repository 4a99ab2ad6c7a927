import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanText, digitsOf, initialOf } from '../../src/domain/clean-text.ts';
import { internationalPhone, knownCustomer } from '../../src/domain/customer.ts';
import { cutText } from '../../src/domain/cut-text.ts';
import { institutionListSchema } from '../../src/domain/wire/institution-list.ts';
import { merchantSchema } from '../../src/domain/wire/merchant.ts';
import { methodOutputOf } from '../../src/domain/wire/method-output.ts';

/** What phones, chat apps and documents leave around and inside of what is copied from them. */
const unseen = [
  '\u200B',
  '\u200C',
  '\u200D',
  '\u200E',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\u061C',
  '\u180E',
  '\u034F',
  '\u{E0061}',
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\uFFF9',
  '\uFFFC',
  '\uFFFD',
  '\uE000',
  '\uF8FF',
  '\u{F0000}',
  '\u{10FFFD}',
  '\uFFFE',
  '\uFDD0',
  '\u{1FFFF}',
  '\u0378',
  '\u{E0001}',
  '\uD83D',
];

describe('text that was typed, pasted or given', () => {
  for (const mark of unseen)
    it(`B4: has no U+${mark.codePointAt(0)?.toString(16).toUpperCase()} left in it`, () => {
      assert.equal(cleanText(`${mark}Ana${mark} Ro${mark}jas${mark}`), 'Ana Rojas');
    });

  it('B4: has one usual blank where there were others, and none around it', () => {
    for (const blank of ['\u00A0', '\u202F', '\u2007', '\u3000', '\u2800', '\t', '\r\n', '\0', '  '])
      assert.equal(cleanText(`${blank}Ana${blank}Rojas${blank}`), 'Ana Rojas', JSON.stringify(blank));
  });

  it('B4: keeps the pictures that a joiner or a selector makes, and those of later days', () => {
    for (const picture of ['👩‍🍳', '👩🏽‍🍳', '👨‍👩‍👧', '❤️', '🏳️‍🌈', '🇨🇴', '\u{1FAFF}']) assert.equal(cleanText(picture), picture);
    assert.equal(cleanText('Co\u200Dcina\u200D 👩\u200D'), 'Cocina 👩');
  });

  it('B5: has the usual digits and signs where they were full-width', () => {
    assert.equal(digitsOf('４２４２　４２４２'), '42424242');
    assert.equal(cleanText('ana＠example．com'), 'ana@example.com');
  });

  it('S8: is bounded before any pattern, and leaves no half of a character', () => {
    assert.equal(cleanText('a'.repeat(999) + '😀'), 'a'.repeat(999));
    assert.equal(digitsOf('1'.repeat(1_000_000)).length, 1000);
  });

  it('B4: is cut between the characters that a reader sees', () => {
    assert.equal(cutText('Compra en 👩🏽‍🍳👩🏽‍🍳', 20), 'Compra en 👩🏽‍🍳');
    assert.equal(cutText('Cafe\u0301', 4), 'Caf');
    assert.equal(cutText('Café Neblina', 5), 'Café');
    assert.equal(initialOf(' 🇨🇴 Café'), '🇨🇴');
    assert.equal(initialOf('A\u030Angstrom'), 'A\u030A');
    assert.equal(initialOf('😀 Café'), '😀');
    assert.equal(initialOf(' \u200B'), undefined);
  });

  it('B4: is cut between code points where an engine knows no more', (t) => {
    const { Segmenter } = Intl;
    t.after(() => Object.assign(Intl, { Segmenter }));
    Reflect.deleteProperty(Intl, 'Segmenter');
    assert.equal(cutText('Compra 😀😀', 10), 'Compra 😀');
  });
});

it('B4: what a page says of its customer is cleaned', () => {
  const given = {
    customerEmail: '\u202Aana@example.com\u202C',
    customerName: '\u200BAna\u00A0Rojas\uFEFF',
    customerPhone: '\u202A+57\u00A0３００ 123 4567\u202C',
  };
  const known = { email: 'ana@example.com', fullName: 'Ana Rojas', phoneNumber: '+573001234567' };
  assert.deepEqual(knownCustomer(given), known);
  assert.equal(knownCustomer({ ...given, customerName: '\u200B' }).fullName, undefined);
});

describe('an e-mail address', () => {
  const emailOf = (customerEmail: string) =>
    knownCustomer({ customerEmail, customerName: '', customerPhone: '' }).email;

  for (const mark of unseen)
    it(`B4: has no U+${mark.codePointAt(0)?.toString(16).toUpperCase()} in it`, () => {
      assert.equal(emailOf(`${mark}ana@mi${mark}empresa.com${mark}`), 'ana@miempresa.com');
    });

  for (const [typed, sent] of [
    ['ana@mi\u2011empresa.com', 'ana@mi-empresa.com'],
    ['ana\u2010rojas@mi\u2010empresa.com', 'ana-rojas@mi-empresa.com'],
    ['ana.rojas+tienda@example.com.co', 'ana.rojas+tienda@example.com.co'],
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    ['peña@año.example', 'peña@año.example'],
    ['почта@пример.рф', 'почта@пример.рф'],
    ['收件@例子.中国', '收件@例子.中国'],
    ['संपर्क@उदाहरण.भारत', 'संपर्क@उदाहरण.भारत'],
    ['ana@xn--p1acf.xn--p1acf', 'ana@xn--p1acf.xn--p1acf'],
    ['ana@a--b.example', 'ana@a--b.example'],
    ...[
      'ana',
      '@example.com',
      'ana@example',
      'ana rojas@example.com',
      'ana@@example.com',
      'ana@example..com',
      'ana@.example.com',
      'ana@-example.com',
      'ana@example-.com',
      'ana@example.com-',
      'ana@example.c',
      'ana@exam_ple.com',
      'ana@exam/ple.com',
      'ana@10.0.0.12',
      'ana@example.com.',
      'ana@example.com,',
      '.ana@example.com',
      'ana.@example.com',
      'ana..rojas@example.com',
      '<ana@example.com>',
      'ana(casa)@example.com',
      'ana,luis@example.com',
      'ana;luis@example.com',
      'ana\u2013rojas@example.com',
      'ana😀@example.com',
      `ana@${'a'.repeat(250)}.com`,
    ].map((text) => [text, undefined] as const),
  ] as const)
    it(`B4: ${typed.slice(0, 40)} is ${sent ?? 'none'}`, () => assert.equal(emailOf(typed), sent));
});

describe('a phone number in international format', () => {
  for (const [typed, phone] of [
    ['300 123 4567', '+573001234567'],
    ['57 300 123 4567', '+573001234567'],
    ['+57 (300) 123-4567', '+573001234567'],
    ['(601) 123 4567', '+576011234567'],
    ['0057 604 123 4567', '+576041234567'],
    ['+57 1 234 5678', '+5712345678'],
    ['+1 305 555 0123', '+13055550123'],
    ['001 305 555 0123', '+13055550123'],
    ['＋３４ ６１２ ３４５ ６７８', '+34612345678'],
    ['+31 23 456 7890', '+31234567890'],
    ['300 123 456', undefined],
    ['+57 300 123 456', undefined],
    ['+57 300 123 45678', undefined],
    ['1 305 555 0123', undefined],
    ['+0 300 123 4567', undefined],
    ['300 + 123 4567', undefined],
    ['+1234567890123456', undefined],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+49\u2013( 0 ) 30 123456', '+4930123456'],
    ['+57 0300 123 456', undefined],
    ['+49 (0) 30 123456', '+4930123456'],
    ['(+44)(0)20-7946-0958', '+442079460958'],
    ['0044 (0) 20 7946 0958', '+442079460958'],
    ['+39 (0)6 6982', '+39066982'],
    ['+57 (0) 300 123 4567', '+573001234567'],
    ['300\u2011123\u20134567', '+573001234567'],
    ['+57 60 123 4567', undefined],
    ['+57 601 123 456', undefined],
    ['+57 601 123 45678', undefined],
    ['+1 305 555 0123 ext. 45', undefined],
    ['+1 305 555 0123 x45', undefined],
    ['+1 305 555 0123;ext=45', undefined],
    ['+1 305 555 0123, 305', undefined],
    ['+34 612 345 678 / 9', undefined],
    ['+57 601 123 4567 ext 12', undefined],
    ['+57 601 123 456 / 7', undefined],
    ['+1 800 555 FLOW', undefined],
    ['tel:+573001234567', '+573001234567'],
    ['Cel. 300 123 4567', '+573001234567'],
    ['300·123·4567,', '+573001234567'],
    ['+57 300\u2212123\u22124567', '+573001234567'],
    ['+58 0414-123 4567', '+584141234567'],
    ['0058 (0414) 123 4567', '+584141234567'],
    ['+593 099 123 4567', '+593991234567'],
    ['+55-011-91234-5678', '+5511912345678'],
    ['(+44) 07911 123456', '+447911123456'],
    ['+57 0300 123 4567', '+573001234567'],
    ['+39 06 1234 5678', '+390612345678'],
    ['+225 07 12 34 56 78', '+2250712345678'],
    ['+226 07 12 34 56', '+22607123456'],
    ['+60 12-345 6789', '+60123456789'],
    ['Oficina 3 601 123 4567', undefined],
    ['300 123 456٧', undefined],
    ['300 123 4567 #1', undefined],
  ] as const)
    it(`B5: ${typed} is ${phone ?? 'none'}`, () => assert.equal(internationalPhone(typed), phone));
});

it('B5: a phone that the page gives with an extension is no number of the payer', () => {
  const given = { customerEmail: '', customerName: '', customerPhone: '+1 305 555 0123 ext. 45' };
  assert.equal(knownCustomer(given).phoneNumber, undefined);
});

describe('what the service says and a payer reads', () => {
  const acceptance = { acceptance_token: 't', permalink: 'https://docs.test/a.pdf', type: 'END_USER_POLICY' };

  it('S12: turns no text around in the name of a shop', () => {
    const record = { presigned_acceptance: acceptance, presigned_personal_data_auth: acceptance };
    const named = (name: unknown) => merchantSchema(true).parse({ ...record, name, legal_name: name });
    const { name, legal_name } = named('Banco \u202Eeuqafsid\u202C\u2066\n👩‍🍳');
    assert.deepEqual([name, legal_name], ['Banco euqafsid 👩‍🍳', 'Banco euqafsid 👩‍🍳']);
    assert.equal(named(null).name, null);
    assert.equal(named(7).name, undefined);
  });

  it('B4: is cleaned in the names of banks and in what a method puts out', () => {
    const [bank, none] = institutionListSchema.parse([
      { financial_institution_code: '1', financial_institution_name: '\u200BBANCO\u00A0ANDINO ' },
      { financial_institution_code: '2', financial_institution_name: '\u200B' },
    ]);
    assert.deepEqual([bank?.financial_institution_name, none], ['BANCO ANDINO', undefined]);
    const extra = { business_agreement_code: '\u202E11290', payment_intention_identifier: '７７', brand: 'VISA\u200B' };
    const put = methodOutputOf({ payment_method: { type: 'BANKA_COLLECT', extra } } as never);
    assert.equal(put.business_agreement_code, '11290');
    assert.equal(put.payment_intention_identifier, '77');
    assert.equal(put.brand, 'VISA');
  });
});
