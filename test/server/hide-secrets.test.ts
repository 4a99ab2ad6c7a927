/** A service may quote in its refusals what it was sent: the kit's errors do not carry it on to logs and pages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hideSecrets } from '../../src/server/hide-secrets.ts';

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
    '<b>4242</b> <b>4242</b> <b>4242</b> <b>4242</b>',
    '4242&amp;nbsp;4242&amp;#160;4242%25204242',
    '4242\\x204242\\\\u00204242\\u{a0}4242',
    'Ana Maria Nunez (5105105105105100)',
  ])
    it(`S12: spelled ${quoted}`, () => {
      const said = hideSecrets(card)(`El dato ${quoted} es inválido`);
      const bare = said.normalize('NFKC').replace(/[^\p{L}\p{N}\n]/gu, '');
      assert.doesNotMatch(bare, /4242|987|5105105105|N[UÚ][NÑ]EZ|07(?!\d)|31(?!\d)/i);
      assert.match(said, /El dato .*es inválido/);
    });
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
  const all = 'ANA+1@example.com, ana rojas, +1 305-555-0123, 1.012.345.678, Benita, Cuervo, un secreto';
  const said = hideSecrets(typed)(all);
  assert.doesNotMatch(said, /ana\+1|rojas|305|012|benita|cuervo|secreto/i);
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
  ])
    it(`S12: spelled ${quoted}`, () => {
      const said = hideSecrets(typed)(`El dato ${quoted} falta`);
      assert.doesNotMatch(said, /example|cuervo|policy/i);
      assert.match(said, /El dato …\)? falta/);
    });
});

it('S12: an error has no half of what the service quotes, where a long text ends', () => {
  for (const length of [960, 970, 980, 985, 990, 995]) {
    const said = `${'La tarjeta '.repeat(90).slice(0, length)} 4242 4242 4242 4242 falta`;
    assert.doesNotMatch(hideSecrets(card)(said), / 42(?!2)/);
  }
  const token = `eyJ${'aZ9_kQ-x'.repeat(1000)}`;
  const sent = { acceptance_token: token };
  const said = hideSecrets(sent)(`El token ${token} expiró`);
  assert.match(said, /El token … expiró/);
  assert.doesNotMatch(said, /kQ/);
});

it('S12: an error has no phone number that the service quotes without its country', () => {
  const sent = { customer_data: { phone_number: '+573001234567' } };
  for (const quoted of ['3001234567', '300 123 4567', '(300) 123-45-67', '573001234567', '0057 300 1234567']) {
    const said = hideSecrets(sent)(`El celular ${quoted} no existe`);
    assert.doesNotMatch(said.replace(/\W/g, ''), /300|123|4567/);
    assert.match(said, /El celular .*no existe/);
  }
});
