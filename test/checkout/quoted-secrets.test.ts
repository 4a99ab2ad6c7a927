/** A service may quote in its refusals what it was sent: no error carries it on to the page, the console or a monitor. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
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

const refusal = (said: string) => ({ error: { messages: { number: [said] } } });

/** All that an error says, to whomever it is given. */
async function errorOf(call: Promise<unknown>): Promise<string> {
  const thrown: unknown = await call.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  );
  assert(thrown instanceof CheckoutError);
  return [thrown.message, JSON.stringify(thrown.fields), String(thrown.cause), thrown.stack].join('\n');
}

it('S12: an error has nothing of what the service says, in whatever spelling it may quote what was sent', async () => {
  const card = { number: '4242424242424242', cvc: '987', exp_month: '07', exp_year: '31', card_holder: 'Ana Pinzón' };
  for (const quoted of [
    '4242424242424242',
    '４２４２ 4242',
    'NDI0MjQyNDI=',
    'ANA%20PINZ%C3%93N',
    'nóznip anA',
    'CVC987',
  ]) {
    const answer = {
      error: {
        type: `INPUT ${quoted}`,
        reason: quoted,
        messages: { number: [quoted], [quoted]: [{}], card_holder: quoted, nested: { [quoted]: quoted } },
      },
    };
    const said = await errorOf(answering(422, answer).tokenizeCard(card));
    assert.equal(said.includes(quoted), false, said);
    assert.match(said, /The service answered 422 about number, other, card_holder, nested\.\n/);
  }
});

it('S12: an error names the fields that were refused, and what kind of refusal it is', async () => {
  const answer = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { signature: ['La firma es inválida'] } } };
  const error: unknown = await answering(422, answer)
    .createTransaction({} as TransactionRequest)
    .catch((thrown: unknown) => thrown);
  assert(error instanceof CheckoutError);
  assert.equal(error.message, 'The service answered 422 INPUT_VALIDATION_ERROR about signature.');
  assert.deepEqual(error.fields, { signature: true });
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
  assert.match(await errorOf(down.sendCode(within)), /^POST https:\/\/w\.test had no answer/);
});

it('S8: a long refusal makes no long error', async () => {
  const said = await errorOf(
    answering(422, refusal('4 '.repeat(500_000))).tokenizeCard({ number: '4242424242424242' }),
  );
  assert(said.length < 2000);
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
