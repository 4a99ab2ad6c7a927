import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutCardNumber } from '../../src/sandbox/card-data.ts';
import { timesAsLong } from '../times-as-long.ts';
import { type Json, openSandbox, PRIVATE_KEY, PUBLIC_KEY } from './open-sandbox.ts';

describe("the sandbox's request log", () => {
  it('keeps what a test wants to know, and no card data', async () => {
    const { requests, payByCard } = openSandbox();
    await payByCard('4242424242424242', { session_id: 'session-1' });
    const seen = await requests();
    assert.deepEqual(
      seen.map(({ method, path, status }) => [method, path, status].join(' ')),
      ['POST /v1/tokens/cards 201', 'GET /merchants/info 200', 'POST /v1/transactions 201'],
    );
    const [tokenization, , creation] = seen;
    assert.equal('body' in (tokenization ?? {}), false);
    assert.equal((creation?.body as Json | undefined)?.session_id, 'session-1');
    assert.equal(creation?.authorization, `Bearer ${PUBLIC_KEY}`);
    assert.equal(creation?.time, '2026-11-20T15:00:00.000Z');
    assert.equal(JSON.stringify(seen).includes('4242424242424242'), false);
  });

  it('removes a card number that strayed into another request, and says so', async () => {
    const { requests, post, ask } = openSandbox();
    await post({ customer_data: { full_name: '4242 4242 4242 4242' }, number: '4242424242424242', cvc: '123' });
    await ask('GET', '/v1/nothing?number=4242424242424242&cvc=123&x=1', { key: PRIVATE_KEY });
    await ask('GET', '/v1/transactions/4242424242424242');
    const seen = await requests();
    const text = JSON.stringify(seen);
    assert.equal(/4242[ ]?4242/.test(text), false);
    assert.equal(/"123"|cvc=1/.test(text), false);
    assert.equal(text.includes('&x=1'), true);
    assert.equal(text.includes(PRIVATE_KEY), false);
    assert.equal(
      seen.some(({ card_data_removed: removed }) => Boolean(removed)),
      true,
    );
  });

  it('S8: takes no longer for digits one by one than for whole numbers', async () => {
    const length = 200_000;
    const reading = (unit: string) => () => void withoutCardNumber(unit.repeat(length / unit.length));
    for (const unit of ['0 ', '4 ', '4.', '44 ', '4242424242424241 '])
      assert.ok((await timesAsLong(reading(unit), reading('12345678 a '), 30)) < 30, unit);
  });

  for (const number of [
    '4242.4242.4242.4242',
    '4242\u00A04242\u00A04242\u00A04242',
    '4242\u2009424242\u202F424242',
    '4242 \u2013 4242 \u2013 4242 \u2013 4242',
    '42\u200B42 4242 4242 4242',
    '3782 822463 10005 12 39 123',
    'Pedido 15 - 4242 4242 4242 4242 12/39',
    '1 2 3 4242 4242 4242 4242 5555 5555 5555 4444 7',
  ])
    it(`knows the card number in ${JSON.stringify(number)}, in a text, a name, a path and a query`, async () => {
      const { requests, ask } = openSandbox();
      await ask('POST', '/v1/transactions', { body: { customer_data: { full_name: `x ${number} y`, [number]: 1 } } });
      const escaped = encodeURIComponent(number);
      for (const path of [`/v1/${number}`, `/v1/${escaped}`, `/v1/%zz/${escaped}`]) await ask('GET', path);
      await ask('GET', `/v1/x?q=${escaped}&bad=%zz`);
      await ask('GET', `/v1/x?q=${number.replaceAll(' ', '+')}`);
      const seen = await requests();
      assert.equal(seen.length, 6);
      for (const request of seen) {
        const text = JSON.stringify(request);
        assert.match(text, /\[card data removed\]/);
        assert.doesNotMatch(
          unescape(text).replaceAll(/[^\w"/]/g, ''),
          /4242424242424242|378282246310005|5555555555554444/,
        );
      }
      assert.equal(seen[0]?.card_data_removed, true);
    });

  it('knows the fields of a card by their other names, and no others', async () => {
    const { requests, ask } = openSandbox();
    const codes = ['CVC', 'cvv2', 'securityCode', 'security_code', 'Security-Code', 'card-cvc', 'verification_value'];
    const dates = ['expMonth', 'exp_year', 'expirationMonth', 'expiryDate', 'expiry', 'exp', 'cardExpYear'];
    const names = ['cardNumber', 'CARD_NUMBER', ...codes, ...dates];
    const body = Object.fromEntries(names.map((name) => [name, '917']));
    const kept = { phone_number: '917', expiration_time: '917', user_legal_id: '917', reference: '917' };
    await ask('POST', '/v1/x', { body: { ...kept, ...body, deep: [{ card: body }] } });
    for (const name of [...names, 'card[number]', 'card.cvc', '%63vc']) await ask('GET', `/v1/x?a=1&${name}=917&b`);
    const [posted, ...asked] = await requests();
    const removed = Object.fromEntries(names.map((name) => [name, '[card data removed]']));
    assert.deepEqual(posted?.body, { ...kept, ...removed, deep: [{ card: removed }] });
    for (const { query } of asked) assert.match(query, /^\?a=1&[\w.[\]-]+=\[card data removed\]&b$/);
  });

  it('leaves other long numbers alone, and addresses as they came', async () => {
    const { requests, ask } = openSandbox();
    const body = { reference: '1789000000000-48213', phone: '+57 300 123 4567', id: '15113-1789000000-48213' };
    await ask('POST', '/v1/x%20y/%40tienda01?a=b%20c', { body });
    const [seen] = await requests();
    assert.deepEqual([seen?.path, seen?.query, seen?.body], ['/v1/x%20y/%40tienda01', '?a=b c', body]);
    assert.equal(seen?.card_data_removed, undefined);
  });

  it('keeps the latest requests within a bound, however big they are', async () => {
    const { ask, requests } = openSandbox();
    for (let count = 0; count < 30; count += 1)
      await ask('POST', `/nowhere/${count}`, { body: { text: 'x'.repeat(200_000) } });
    const kept = (await requests()).map(({ path }) => path);
    assert.ok(kept.length >= 5 && kept.length <= 10, String(kept.length));
    assert.equal(kept.at(-1), '/nowhere/29');
  });
});
