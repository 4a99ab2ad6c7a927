/** A service may quote in its refusals what it was sent: the kit's errors do not carry it on to logs and pages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hideSecrets } from '../../src/server/hide-secrets.ts';
import { timesAsLong } from '../times-as-long.ts';

/** What the kit makes of a text that quotes from a request. */
const hiding = (body: object, secrets: string[] = []) => hideSecrets({ secrets, body: JSON.stringify(body) });

const card = {
  number: '4242424242424242',
  cvc: '987',
  exp_month: '07',
  exp_year: '31',
  card_holder: 'Ana María Núñez (5105105105105100)',
};

describe('what the service quotes of a card is hidden', () => {
  for (const quoted of [
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242_4242_4242_4242',
    '4242.4242.4242.4242',
    '4242\u00A04242\u200B4242 \u2013 4242',
    '４２４２４２４２４２４２４２４２',
    '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
    '(987)',
    'ANA MARÍA  NÚÑEZ (5105105105105100)',
    '07/31',
    '4242%204242%204242%204242',
    '4242&nbsp;4242&#160;4242&#xa0;4242',
    '4242\\u00a04242\\u00a04242\\u00a04242',
    '4242 --- 4242 --- 4242 --- 4242',
    'cvc_987',
    'CVC987',
    'exp07_31',
    "LIKE '%4242424242424242%'",
    '<4242 4242 4242 4242>',
    '<b>4242</b> <b>4242</b> <b>4242</b> <b>4242</b>',
    '4242&amp;nbsp;4242&amp;#160;4242%25204242',
    '4242\\x204242\\\\u00204242\\u{a0}4242',
    'Ana Maria Nunez (5105105105105100)',
  ])
    it(`S12: spelled ${quoted}`, () => {
      assert.equal(hiding(card)(`El dato ${quoted} es inválido`), '…');
    });

  for (const said of ['El CVC es inválido', 'Máximo 1987 o 3100', 'Error 70, 13 y 4224', 'La tarjeta de Ana expiró'])
    it(`but what quotes nothing of it stays: ${said}`, () => assert.equal(hiding(card)(said), said));
});

it('S12: nothing of what the payer typed beside the card is quoted', () => {
  const typed = {
    customer_email: 'ana+1@example.com',
    customer_data: { full_name: 'Ana Rojas', phone_number: '+13055550123' },
    payment_method: {
      user_legal_id: '1012345678',
      name: 'Benita',
      last_name: 'Cuervo',
      payment_description: 'Un secreto',
    },
  };
  const hide = hiding(typed);
  for (const quoted of [
    'ANA+1@example.com',
    'ana rojas',
    '+1 305-555-0123',
    '1.012.345.678',
    'Benita',
    'Cuervo',
    'un secreto',
  ])
    assert.equal(hide(`no: ${quoted}`), '…', quoted);
});

describe('what the service quotes of the payer is hidden', () => {
  const typed = {
    acceptance_token: 'tok_of/the+policy',
    customer_email: 'ana+1@example.com',
    customer_data: { full_name: "José O'Cuervo" },
  };
  for (const quoted of [
    'ana%2B1%40example.com',
    'ana&#43;1&commat;EXAMPLE.com',
    'ana\\u002b1\\u0040example.com',
    'Jos%C3%A9+O%27Cuervo',
    'Jos&eacute; O&apos;Cuervo',
    'jos\\u00e9 o\\u0027cuervo',
    'JOS\u0045\u0301 O\u2019CUERVO',
    'tok_of\\/the+policy',
    'tok%5Fof%2Fthe%2Bpolicy',
    'ana%252B1%2540example.com',
    'ana&amp;#43;1&amp;commat;example.com',
    'JOSE O CUERVO',
    'Jose+O%27Cuervo',
    'José O\\u{27}Cuervo',
    'Jos? O?Cuervo',
  ])
    it(`S12: spelled ${quoted}`, () => assert.equal(hiding(typed)(`El dato ${quoted} falta`), '…'));
});

it('S12: an error has no half of what the service quotes, where a long text ends', () => {
  for (let length = 960; length < 1000; length += 1) {
    const text = 'La tarjeta '.repeat(91).slice(0, length);
    assert.equal(hiding(card)(`${text} 4242 4242 4242 4242 falta`), '…');
    const spelled = encodeURIComponent(encodeURIComponent(card.card_holder));
    assert.equal(hiding(card)(`${text} ${spelled} falta`), '…');
  }
  const long = 'La tarjeta falta. '.repeat(1000);
  assert.equal(hiding(card)(long), long.slice(0, 1000).trim());
});

it('S12: an error has no part of a token, however long it is and wherever it is cut', () => {
  for (const token of [`eyJ${'aZ9_kQ-x'.repeat(1000)}`, 'de-puras-palabras-'.repeat(500)])
    for (const length of [20, 30, 500, 1000, 8000])
      assert.equal(hiding({ token })(`El token ${token.slice(0, length)} expiró`), '…', String(length));
});

it('S12: an error has no phone number that the service quotes without its country', () => {
  const sent = { customer_data: { phone_number: '+573001234567' } };
  for (const quoted of ['3001234567', '300 123 4567', '(300) 123-45-67', '573001234567', '0057 300 1234567'])
    assert.equal(hiding(sent)(`El celular ${quoted} no existe`), '…', quoted);
});

it('S12: a short name is a word of its own, spelled as it may be', () => {
  const hide = hiding({ name: 'Eva', last_name: 'Ñañez', middle_name: 'Zoé' });
  for (const quoted of ['EVA', 'Eva,', '<b>eva</b>', 'N\u0303AÑEZ', '%C3%91a%C3%B1ez', 'zoe'])
    assert.equal(hide(`No: ${quoted}`), '…', quoted);
  for (const said of ['La reserva nueva', 'Evaluación', 'Una vez']) assert.equal(hide(said), said);
});

it('a text that names the scheme of a credential alone stays', () => {
  for (const scheme of ['Bearer', 'Basic']) {
    const said = `Falta la llave después de ${scheme}`;
    assert.equal(hiding({}, [`${scheme} prv_test_k3y`])(said), said);
  }
});

it('S12: a name in another script is found', () => {
  const hide = hiding({ customer_data: { full_name: '山田太郎' }, name: 'Łukasz Žižek', last_name: 'Groß' });
  for (const quoted of ['山田太郎', '山田 太郎', 'ŁUKASZ ŽIŽEK', '%C5%81ukasz %C5%BDi%C5%BEek', 'GROSS'])
    assert.equal(hide(`No existe ${quoted}`), '…', quoted);
});

describe('S12: nothing of a request is quoted but what developers look for', () => {
  const sent = {
    reference: 'ORDER-1001A',
    amount_in_cents: 11_900_000,
    currency: 'COP',
    payment_method_type: 'CARD',
    session_id: 'sess-9f8e7d6c5b4a',
    payment_source_id: 3891,
    redirect_url: 'https://shop.example/back?cart=7&key=a%2FbcD3f&word=secreto',
    expiration_time: '2026-12-01T05:00:00.000Z',
    customer_data: { device_id: 'dev-1234567890ab', legal_id: '1020304050', legal_id_type: 'Passport', age: 47 },
    shipping_address: { address_line_1: 'Calle 100 # 19-61 apto 502', city: 'Bogotá', country: 'CO' },
    payment_method: {
      type: 'BANKA_QR',
      sandbox_status: 'DECLINED',
      installments: 36,
      user_legal_id: 52_123_456,
      extra_three_ds_aut_external_provider: { authentication_value: 'AAABBZEEBgAAAAAAAAAAAAAAAAA=' },
      friends: ['Beatriz', { notes: [['Federico']] }],
    },
  };
  for (const quoted of [
    'sess-9f8e7d6c5b4a',
    '3891',
    'https://shop.example/back?cart=7&key=a%2FbcD3f',
    'a/bcD3f',
    'SECRETO',
    'a%252FbcD3f',
    'dev-1234567890ab',
    '1.020.304.050',
    '52 123 456',
    '47',
    'Calle 100 # 19-61 apto 502',
    'CALLE+100+%23+19-61+APTO+502',
    'Bogota',
    'AAABBZEEBgAAAAAAAAAAAAAAAAA=',
    'AAABBZEEBgAAAAAAAAAAAAAAAAA%3D',
    'Beatriz',
    'federico',
  ])
    it(`S12: not ${quoted}`, () => assert.equal(hiding(sent)(`El dato ${quoted} es inválido`), '…'));

  for (const quoted of ['ORDER-1001A', '11900000', 'COP', 'CARD', 'BANKA_QR', 'DECLINED', '36 cuotas', 'CO'])
    it(`but ${quoted}`, () => {
      const said = `El dato ${quoted} es inválido`;
      assert.equal(hiding(sent)(said), said);
    });

  it('leaves out what an address hands over, however it is written', () => {
    const many = Array.from({ length: 200 }, (_, at) => `a${at}=b${at}`).join('&');
    for (const redirect_url of [
      'https://shop.example/back?key=Quietus',
      ' https://shop.example/back?key=Quietus',
      '\nhttps://shop.example/back?key=Quietus',
      'ht\ntps://shop.example/back?key=Quietus',
      `https://shop.example/back?${many}&key=Quietus#x`,
    ])
      assert.equal(hiding({ redirect_url })('El valor Quietus'), '…', redirect_url);
  });
});

describe('S12: what was sent is hidden, whatever the service makes of it', () => {
  const key = 'prv_test_Zq8vN3xTgW5rLk2pYb7m';
  const sent = {
    customer_email: 'mariana.restrepo@example.com',
    customer_data: { full_name: 'Mariana Restrepo Jaramillo', phone_number: '3001234567' },
    payment_method: { type: 'BANKA_TRANSFER', user_legal_id: '1099888777', document: '10998887' },
    reference: 'ORDER-1X',
  };
  const secrets = [`Bearer ${key}`];
  const values = [JSON.stringify(sent), key, sent.customer_email, ...Object.values(sent.customer_data)];
  const numbers = [sent.payment_method.user_legal_id, sent.payment_method.document];
  const spell = (text: string, byte: (value: number) => string, between = '') =>
    [...Buffer.from(text)].map(byte).join(between);
  const hex = (value: number) => value.toString(16).padStart(2, '0');

  for (const [name, encode] of Object.entries<(text: string) => string>({
    base64: (text) => Buffer.from(text).toString('base64'),
    base64url: (text) => Buffer.from(text).toString('base64url'),
    'base64 in lines': (text) => Buffer.from(text).toString('base64').replace(/.{12}/g, '$&\r\n'),
    'reversed base64': (text) => Buffer.from(text).toString('base64').split('').toReversed().join(''),
    hex: (text) => spell(text, hex),
    'hex in capitals': (text) => spell(text, hex).toUpperCase(),
    'a dump of hex': (text) => spell(text, hex, ' '),
    'hex with colons': (text) => spell(text, hex, ':'),
    'hex as of C': (text) => spell(text, (byte) => `0x${hex(byte)}`, ', '),
    'escapes of C': (text) => spell(text, (byte) => `\\x${hex(byte)}`),
    'octal escapes': (text) => spell(text, (byte) => `\\${byte.toString(8)}`),
    bits: (text) => spell(text, (byte) => byte.toString(2).padStart(8, '0'), ' '),
    'a list of bytes': (text) => JSON.stringify([...Buffer.from(text)]),
    'bytes by their place': (text) => JSON.stringify(new Uint8Array(Buffer.from(text))),
    'a Buffer': (text) => JSON.stringify(Buffer.from(text)),
    'an address': (text) => spell(text, (byte) => `%${hex(byte)}`),
    'an address in an address': (text) => spell(text, (byte) => `%25${hex(byte)}`),
    'quoted-printable': (text) => spell(text, (byte) => `=${hex(byte).toUpperCase()}`),
    entities: (text) => spell(text, (byte) => `&#${byte};`),
    'entities of XML': (text) => spell(text, (byte) => `&#x${hex(byte)};`),
    'escapes of JSON': (text) => spell(text, (byte) => `\\u00${hex(byte)}`),
  }))
    it(`S12: as ${name}`, () => {
      for (const text of [...values, ...numbers])
        assert.equal(hiding(sent, secrets)(`No se pudo leer ${encode(text)} hoy`), '…', text);
    });

  for (const [name, zero] of Object.entries({ Arabic: 0x6_60, Persian: 0x6_f0, Devanagari: 0x9_66, bold: 0x1_d7_ce }))
    it(`S12: in ${name} digits`, () => {
      for (const number of numbers) {
        const digits = number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
        assert.equal(hiding(sent)(`No existe ${digits}`), '…');
      }
    });

  it('S12: in the letters of another script, or backwards', () => {
    for (const quoted of [
      'М\u0430riana',
      '𝐌𝐚𝐫𝐢𝐚𝐧𝐚',
      'ⓜⓐⓡⓘⓐⓝⓐ',
      'ᴹᵃʳⁱᵃⁿᵃ',
      '¹⁰⁹⁹⁸⁸⁸⁷⁷⁷',
      '7778889901',
      '3e+09 1099888778',
    ])
      assert.equal(hiding(sent)(`No existe ${quoted}`), '…', quoted);
  });
});

describe('a text of words and short numbers stays', () => {
  const hide = hideSecrets({
    secrets: ['Bearer prv_test_Zq8vN3xTgW5rLk2pYb7m'],
    body: JSON.stringify({ reference: 'Pedido_7Gh2kQ9x', amount_in_cents: 123_456_789_000, customer_email: 'a@b.co' }),
    url: 'https://api.example/v1/transactions/1101-1695232130-32101',
  });
  for (const said of [
    'La referencia Pedido_7Gh2kQ9x ya ha sido usada',
    'El monto 123456789000 supera el máximo',
    'No existe la transacción 1101-1695232130-32101',
    'La referencia ORDER-3f2b8c1e-1111-4222-8333-444455556666X ya ha sido usada',
    'transactions must contain at least 1 element',
    'paymentType must be one of: PAYROLL, PROVIDERS, OTHER',
    'transactions[12].keyType must be one of: ALPHANUMERIC, MAIL, PHONE',
    'The key can only contain letters, numbers, and hyphens',
    'El monto debe estar entre $1.500,00 y $20.000.000,00 COP',
    '¿Está vacío? «customer_data.phone_number» debe tener 10 dígitos…',
    'El encabezado Authorization debe tener la forma Bearer <llave>',
    'O token expirou em 2026-11-28T22:51:21.123Z; não foi possível concluir a operação',
    'EXC_032: La llave de idempotencia ya fue procesada',
    'Falta el 10% (ISO8601, 3DS): debe ser >= 1 & no estar vacío',
    'connect ECONNREFUSED 192.168.100.200:5174',
    'fetch failed: getaddrinfo EAI_AGAIN api.example.co',
    'timeout of 30000ms exceeded',
    'TypeError',
  ])
    it(said, () => assert.equal(hide(said), said));
});

it('S12: a text of one sign or of two letters hides nothing', () => {
  assert.equal(
    hiding({ a: ' ', b: '', c: 'e', d: 'es', e: '1', f: '\u200B', g: 7, h: null })('1 es, 7 e'),
    '1 es, 7 e',
  );
});

describe('a credential is hidden, whichever part of it is quoted', () => {
  const key = 'prv_test_k3y/ABC+de';
  for (const [title, credential, quoted] of [
    ['the whole', `Basic ${btoa(`${key}:`)}`, `Basic ${btoa(`${key}:`)}`],
    ['without its scheme', `Basic ${btoa(`${key}:`)}`, btoa(`${key}:`)],
    ['without its end', `Basic ${btoa(`${key}:x`)}`, btoa(`${key}:x`).replace(/=+$/, '')],
    ['decoded', `Basic ${btoa(`${key}:`)}`, key],
    ['decoded, with its colon', `Basic ${btoa(`${key}:`)}`, `${key}:`],
    ['the password alone', `Basic ${btoa(`shop:${key}`)}`, key],
    ['a parameter', `Signature id="shop", key="${key}"`, key],
    ['spelled as in an address', `Bearer ${key}`, encodeURIComponent(key)],
    ['of words', 'Bearer prv_test_of_the_shop', 'prv_test_of_the_shop'],
    ['decoded, of words', `Basic ${btoa('prv_test_of_the_shop:')}`, 'prv_test_of_the_shop'],
  ] as const)
    it(`S12: ${title}`, () => assert.equal(hiding({}, [credential])(`La llave ${quoted} no existe`), '…'));
});

const payroll = (size: number) => ({
  transactions: Array.from({ length: size }, (_, index) => ({
    amount: 100_000 + index,
    name: `Ana Rojas ${index.toString(36)}`,
    email: `ana${index}@example.com`,
    key: `30${10_000_000 + index}`,
  })),
});

it('S12: a payroll of fifty thousand payees is hidden as one of one is', () => {
  const hide = hiding(payroll(50_000));
  for (const quoted of ['ana49999@example.com', 'Ana Rojas 12kv', '301 000 0007'])
    assert.equal(hide(`no: ${quoted}`), '…', quoted);
  assert.equal(hide('transactions must contain at least 1 element'), 'transactions must contain at least 1 element');
});

it('S12: what comes behind so much text that nobody reads it is told no more', () => {
  const hide = hiding(card);
  const texts = Array.from({ length: 1000 }, (_, index) => `El dato ${index + 5000} falta, y no hay otro en su lugar`);
  const told = texts.map(hide);
  assert.deepEqual(told.slice(0, 100), texts.slice(0, 100));
  assert.equal(told.at(-1), '…');
});

describe('what errors hide takes a time that is bounded', () => {
  const hidingAll = (body: object, texts: string[]) => () => texts.forEach(hiding(body));

  for (const [title, name, text] of [
    ['long runs of other letters', `${'日'.repeat(990)} ab`, `${'.'.repeat(15_998)}ab`],
    ['signs that may be spelled', 'José '.repeat(200), '%25'.repeat(6000)],
    ['beginnings of what is hidden', 'a'.repeat(990), `${'a'.repeat(15)} `.repeat(1000)],
    ['letters that become many', 'Ana Rojas', '\u0390'.repeat(16_000)],
    ['tags that do not end', 'Ana Rojas', '<'.repeat(16_000)],
    ['names that do not end', 'Ana Rojas', 'abCd'.repeat(4000)],
    ['numbers that do not end', 'Ana Rojas', '127.0.0.111.'.repeat(1400)],
    ['ids that do not end', 'Ana Rojas', '3f2b8c1e-1111-'.repeat(1200)],
  ] as const)
    it(`S8: ${title}`, async () => {
      const usual = hidingAll(
        { name: 'Ana Rojas' },
        Array<string>(8).fill('La tarjeta de Ana ha expirado. '.repeat(500)),
      );
      const times = await timesAsLong(hidingAll({ name }, Array<string>(8).fill(text)), usual, 20);
      assert.ok(times < 20, `${times} times as long`);
    });

  it('S8: hosts of other letters, and queries of many names', async () => {
    const host = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    const usual = hidingAll({ name: `http://${'日'.repeat(20_000)}` }, ['x']);
    for (const name of [`http://${host}`, `x:?${'&ab1'.repeat(5000)}`, 'x:'.repeat(10_000), 'x'.repeat(20_000)]) {
      const times = await timesAsLong(hidingAll({ name }, ['x']), usual, 20);
      assert.ok(times < 20, `${name.slice(0, 10)}: ${times} times as long`);
    }
  });

  it('S8: one request is read once, however often it is refused', () => {
    let reads = 0;
    const request = {
      secrets: [],
      get body() {
        reads += 1;
        return JSON.stringify(payroll(2));
      },
    };
    for (let refused = 0; refused < 4; refused += 1) assert.equal(hideSecrets(request)('El correo'), 'El correo');
    assert.equal(reads, 1);
  });

  it('S8: a hundred messages, and a hundred times as long ones, about ten thousand payees', async () => {
    const body = payroll(10_000);
    const message = 'El correo de uno de los beneficiarios no existe';
    const one = hidingAll(body, [message]);
    const hundred = hidingAll(body, Array<string>(100).fill(message));
    const long = hidingAll(body, Array<string>(100).fill(message.repeat(400)));
    assert.ok((await timesAsLong(hundred, one, 5)) < 5);
    assert.ok((await timesAsLong(long, one, 10)) < 10);
  });
});
