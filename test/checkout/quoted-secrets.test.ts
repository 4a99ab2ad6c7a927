/** A service may quote in its refusals what it was sent: no error carries it on to the page, the console or a monitor. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import type { TransactionRequest } from '../../src/api/payments-api.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { FlowWorld } from './flow-world.ts';

const answering = (status: number, answer: unknown) =>
  new HttpPaymentsApi({
    baseUrl: 'https://payments.test',
    publicKey: 'pub_test_1',
    fetch: async () => new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status }),
  });

const refusal = (said: string) => ({
  error: { type: `INPUT ${said}`, reason: said, messages: { number: [said], [said]: [{}], card_holder: said } },
});

/** All that an error says, to whomever it is given. */
async function errorOf(call: Promise<unknown>): Promise<string> {
  const thrown: unknown = await call.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  );
  assert(thrown instanceof CheckoutError);
  return [thrown.message, JSON.stringify(thrown.fields), String(thrown.cause), thrown.stack].join('\n');
}

const card = {
  number: '4242424242424242',
  cvc: '987',
  exp_month: '07',
  exp_year: '31',
  card_holder: 'Ana María Núñez (5105105105105100)',
};

describe('an error has nothing of the card that the service quotes', () => {
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
    it(`S12: spelled ${quoted}`, async () => {
      const said = await errorOf(answering(422, refusal(`El dato ${quoted} es inválido`)).tokenizeCard(card));
      const bare = said.normalize('NFKC').replace(/[^\p{L}\p{N}\n]/gu, '');
      assert.doesNotMatch(bare, /4242|987|5105105105|N[UÚ][NÑ]EZ|07(?!\d)|31(?!\d)/i);
      assert.match(said, /El dato .*es inválido/);
    });

  it('S12: and names the field that was refused all the same', async () => {
    const error: unknown = await answering(422, refusal('no'))
      .tokenizeCard(card)
      .catch((thrown: unknown) => thrown);
    assert(error instanceof CheckoutError);
    assert.deepEqual(error.fields['number'], ['no']);
  });
});

it('S12: an error has nothing of what the payer typed beside the card', async () => {
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
  const request = typed as unknown as TransactionRequest;
  const said = await errorOf(answering(422, refusal(all)).createTransaction(request));
  assert.doesNotMatch(said, /ana\+1|rojas|305|012|benita|cuervo|secreto/i);
});

describe('an error has nothing of the payer that the service quotes', () => {
  const typed = {
    acceptance_token: 'tok_of/the+policy',
    customer_email: 'ana+1@example.com',
    customer_data: { full_name: "José O'Cuervo" },
  } as unknown as TransactionRequest;
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
    it(`S12: spelled ${quoted}`, async () => {
      const said = await errorOf(answering(422, refusal(`El dato ${quoted} falta`)).createTransaction(typed));
      assert.doesNotMatch(said, /example|cuervo|policy/i);
      assert.match(said, /El dato …\)? falta/);
    });
});

it('S12: an error names no token that the service quotes, wherever it was sent', async () => {
  const token = 'bearer-Of.the_code';
  const services = { sendUrl: 'https://w.test/send', validateUrl: `https://w.test/${token}/code`, token };
  for (const said of [`El token ${token} expiró`, `Bearer ${token.toUpperCase()}`]) {
    const refusing = answering(422, refusal(said));
    assert.doesNotMatch(await errorOf(refusing.sendCode(services)), /of\.the/i);
    assert.doesNotMatch(await errorOf(refusing.validateCode(services, '574829')), /of\.the/i);
    assert.doesNotMatch(await errorOf(refusing.walletToken('WALLET_A', { id: token })), /of\.the/i);
  }
  assert.match(await errorOf(answering(422, refusal('expiró')).validateCode(services, '574829')), /expiró/);
});

it('S12: an error names no token that stands in an address', async () => {
  const broken = answering(200, '<html>');
  assert.doesNotMatch(await errorOf(broken.walletToken('WALLET_A', { id: 'tok_hidden' })), /tok_hidden/);
  const services = { sendUrl: 'https://w.test/send?t=hidden', validateUrl: 'https://w.test/code?t=hidden', token: 't' };
  assert.doesNotMatch(await errorOf(answering(422, refusal('no')).sendCode(services)), /hidden/);
  const down = new HttpPaymentsApi({
    baseUrl: 'https://payments.test',
    publicKey: 'pub_test_1',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  assert.match(await errorOf(down.walletToken('WALLET_A', { id: 'tok_hidden' })), /wallet_a\/… had no answer/i);
  assert.doesNotMatch(await errorOf(down.validateCode(services, '574829')), /hidden|574829/);
  const within = { sendUrl: 'https://w.test/hidden-7/send', validateUrl: 'https://w.test/x', token: 'hidden-7' };
  assert.match(await errorOf(down.sendCode(within)), /w\.test\/…\/send had no answer/);
});

it('S12: an error has no half of what the service quotes, where a long text ends', async () => {
  for (const length of [960, 970, 980, 985, 990, 995]) {
    const said = `${'La tarjeta '.repeat(90).slice(0, length)} 4242 4242 4242 4242 falta`;
    assert.doesNotMatch(await errorOf(answering(422, refusal(said)).tokenizeCard(card)), / 42(?!2)/);
  }
  const token = `eyJ${'aZ9_kQ-x'.repeat(1000)}`;
  const sent = { acceptance_token: token } as TransactionRequest;
  const said = await errorOf(answering(422, refusal(`El token ${token} expiró`)).createTransaction(sent));
  assert.match(said, /El token … expiró/);
  assert.doesNotMatch(said, /kQ/);
});

it('S12: an error has no phone number that the service quotes without its country', async () => {
  const sent = { customer_data: { phone_number: '+573001234567' } } as unknown as TransactionRequest;
  for (const quoted of ['3001234567', '300 123 4567', '(300) 123-45-67', '573001234567', '0057 300 1234567']) {
    const said = await errorOf(answering(422, refusal(`El celular ${quoted} no existe`)).createTransaction(sent));
    assert.doesNotMatch(said.replace(/\W/g, ''), /300|123|4567/);
    assert.match(said, /El celular .*no existe/);
  }
});

it('S8: a long refusal is cut before it is searched', async () => {
  const said = await errorOf(answering(422, refusal('4 '.repeat(500_000))).tokenizeCard(card));
  assert(said.length < 20_000);
});

it('S12: a payer whose name is a part of a field’s name is not charged twice for a reference that is used', async () => {
  const world = new FlowWorld();
  const messages = { reference: ['ya se usó'] };
  await world.fault('POST', '/transactions', { kind: 'status-after', status: 422, body: { error: { messages } } });
  let orders = 0;
  const page = await world.page({
    orders: { kind: 'created', create: async () => world.order(`O-${++orders}`) },
    customer: { email: 'ana@example.com', fullName: 'Refe' },
  });
  page.accept();
  void page.checkout.submit(page.card());
  await page.until('unknown');
  assert.deepEqual(page.of('unknown'), ['O-1']);
  await page.checkout.resend();
  await page.checkout.submit(page.card());
  assert.equal((await world.transactions()).length, 1);
});
