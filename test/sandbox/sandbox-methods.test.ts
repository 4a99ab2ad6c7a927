import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSandbox, PUBLIC_KEY, textOf } from './open-sandbox.ts';

const person = { user_legal_id_type: 'CC', user_legal_id: '1012345678' };
const bankDebit = (code: string) => ({
  type: 'BANKDEBIT',
  user_type: 0,
  ...person,
  financial_institution_code: code,
  payment_description: 'Pedido 1',
});
const transfer = { type: 'BANKA_TRANSFER', user_type: 'PERSON', payment_description: 'Pedido 1' };
const payLater = {
  type: 'BNPL',
  name: 'Ana',
  last_name: 'Rojas',
  ...person,
  phone_code: '+57',
  phone_number: '3001234567',
};

describe('redirect methods in the sandbox', () => {
  for (const [method, field] of [
    [transfer, 'async_payment_url'],
    [bankDebit('1104'), 'async_payment_url'],
    [{ type: 'PCOL' }, 'async_payment_url'],
    [payLater, 'url'],
    [{ type: 'WALLET_PAY', ...person }, 'url'],
  ] as const) {
    for (const outcome of ['APPROVED', 'DECLINED', 'ERROR'] as const) {
      it(`${method.type} shows its address on a later poll and ends as ${outcome} on the page`, async () => {
        const { pay, poll, ask } = openSandbox({ bankOrigin: 'http://127.0.0.1:6101' });
        const redirect_url = 'https://shop.example/thanks?order=7#top';
        const created = await pay(method, { redirect_url });
        assert.equal(created.payment_method?.extra?.[field], undefined);
        assert.equal((await poll(created.id)).payment_method?.extra?.[field], undefined);
        const address = textOf((await poll(created.id)).payment_method?.extra?.[field]);
        assert.ok(address.startsWith('http://127.0.0.1:6101/bank/'));
        const page = await ask('GET', address);
        assert.equal(page.status, 200);
        assert.match(page.text, new RegExp(`<button name="outcome" value="${outcome}"`));
        assert.match(page.text, /<html lang="es">/);
        assert.match(page.text, /<title>[^<]+<\/title>/);
        assert.match(page.text, /\$\u00A0119\.000 COP/);
        assert.equal((await poll(created.id)).status, 'PENDING');
        const left = await ask('POST', address, { form: { outcome } });
        assert.equal(left.status, 303);
        const back = new URL(left.headers.get('location') ?? '');
        assert.equal(back.href, `https://shop.example/thanks?order=7&id=${textOf(created.id)}&env=test#top`);
        assert.equal((await poll(created.id)).status, outcome);
      });
    }
  }

  it('show their address to a client that polls once, but late', async () => {
    const { pay, poll, clock } = openSandbox();
    const { id } = await pay(transfer);
    clock.ms += 1000;
    assert.ok((await poll(id)).payment_method?.extra?.async_payment_url);
  });

  it('return to a shop that routes by hash, and replace an id that is there already', async () => {
    const { pay, poll, ask } = openSandbox({ appearsAfter: { polls: 1, ms: 0 } });
    for (const [redirect_url, expected] of [
      ['https://shop.example/#/thanks?x=1', 'https://shop.example/?id=ID&env=test#/thanks?x=1'],
      ['https://shop.example/t?id=old&env=prod&q=a%20b', 'https://shop.example/t?q=a%20b&id=ID&env=test'],
    ] as const) {
      const { id } = await pay(transfer, { redirect_url });
      const address = textOf((await poll(id)).payment_method?.extra?.async_payment_url);
      const { headers } = await ask('POST', address, { form: { outcome: 'APPROVED' } });
      assert.equal(headers.get('location'), expected.replace('ID', textOf(id)));
    }
  });

  it('end with a closing page when there is nowhere to return to', async () => {
    const { pay, poll, ask } = openSandbox({ appearsAfter: { polls: 1, ms: 0 } });
    const { id } = await pay(transfer);
    const address = textOf((await poll(id)).payment_method?.extra?.async_payment_url);
    const { status, text } = await ask('POST', address, { form: { outcome: 'DECLINED' } });
    assert.equal(status, 200);
    assert.match(text, /Pago rechazado/);
  });

  it('never change their mind, and refuse a choice that is not offered', async () => {
    const { pay, poll, ask } = openSandbox({ appearsAfter: { polls: 1, ms: 0 } });
    const { id } = await pay(transfer);
    const address = textOf((await poll(id)).payment_method?.extra?.async_payment_url);
    assert.equal((await ask('POST', address, { form: { outcome: 'VOIDED' } })).status, 422);
    assert.equal((await poll(id)).status, 'PENDING');
    await ask('POST', address, { form: { outcome: 'DECLINED' } });
    await ask('POST', address, { form: { outcome: 'APPROVED' } });
    assert.equal((await poll(id)).status, 'DECLINED');
  });

  it('lead back to the shop by one button once the payment has ended, however it did', async () => {
    const { pay, poll, ask, clock } = openSandbox({ appearsAfter: { polls: 1, ms: 0 } });
    const { id } = await pay({ ...transfer, sandbox_status: 'DECLINED' }, { redirect_url: 'https://shop.example/t' });
    const address = textOf((await poll(id)).payment_method?.extra?.async_payment_url);
    clock.ms += 3000;
    const { text } = await ask('GET', address);
    assert.deepEqual(text.match(/<button[^>]*>/g), ['<button name="outcome" value="DECLINED" class="main">']);
    const { headers } = await ask('POST', address, { form: { outcome: 'DECLINED' } });
    assert.equal(headers.get('location'), `https://shop.example/t?id=${textOf(id)}&env=test`);
  });

  it('escape what the merchant wrote', async () => {
    const { pay, poll, ask } = openSandbox({ appearsAfter: { polls: 1, ms: 0 } });
    const { id } = await pay(transfer, { reference: '<script>alert(1)</script>' });
    const { text, headers } = await ask('GET', textOf((await poll(id)).payment_method?.extra?.async_payment_url));
    assert.ok(!text.includes('<script'));
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });
});

describe('outcomes that are chosen beforehand in the sandbox', () => {
  for (const [method, status] of [
    [{ ...transfer, sandbox_status: 'APPROVED' }, 'APPROVED'],
    [{ ...transfer, sandbox_status: 'DECLINED' }, 'DECLINED'],
    [{ ...transfer, sandbox_status: 'ERROR' }, 'ERROR'],
    [{ type: 'BANKA_QR', payment_description: 'x', sandbox_status: 'APPROVED' }, 'APPROVED'],
    [{ type: 'BANKA_QR', payment_description: 'x', sandbox_status: 'DECLINED' }, 'DECLINED'],
    [{ type: 'BANKA_QR', payment_description: 'x', sandbox_status: 'ERROR' }, 'ERROR'],
    [{ type: 'PCOL', sandbox_status: 'APPROVED_ONLY_POINTS' }, 'APPROVED'],
    [{ type: 'PCOL', sandbox_status: 'DECLINED' }, 'DECLINED'],
    [{ type: 'PCOL', sandbox_status: 'ERROR' }, 'ERROR'],
    [{ type: 'WALLET_A', phone_number: '3991111111' }, 'APPROVED'],
    [{ type: 'WALLET_A', phone_number: '3992222222' }, 'DECLINED'],
    [{ type: 'WALLET_A', phone_number: '3001234567' }, 'ERROR'],
  ] as const) {
    it(`${method.type} ${Object.values(method).at(-1)} settles by itself as ${status}, 1 to 3 seconds later`, async () => {
      const { pay, poll, clock } = openSandbox();
      const { id } = await pay(method);
      clock.ms += 999;
      assert.equal((await poll(id)).status, 'PENDING');
      clock.ms += 2001;
      assert.equal((await poll(id)).status, status);
    });
  }

  it('still show the address before they settle', async () => {
    const { pay, poll, clock } = openSandbox();
    const { id } = await pay({ ...transfer, sandbox_status: 'APPROVED' });
    clock.ms += 2500;
    const record = await poll(id);
    assert.equal(record.status, 'PENDING');
    assert.ok(record.payment_method?.extra?.async_payment_url);
  });

  it('lead to no page with points, however late they are asked for', async () => {
    const { pay, poll, clock } = openSandbox({ settleMs: { min: 2500, max: 2500 } });
    for (const sandbox_status of ['APPROVED_ONLY_POINTS', 'APPROVED_HALF_POINTS', 'DECLINED', 'ERROR']) {
      const { id } = await pay({ type: 'PCOL', sandbox_status }, { reference: sandbox_status });
      await poll(id);
      clock.ms += 2400;
      const record = await poll(id);
      assert.equal(record.status, 'PENDING');
      assert.equal(record.payment_method?.extra?.async_payment_url, undefined);
      clock.ms += 100;
      assert.notEqual((await poll(id)).status, 'PENDING');
    }
  });

  it('pay half with points and say what is left', async () => {
    const { pay, settled } = openSandbox();
    const { id } = await pay({ type: 'PCOL', sandbox_status: 'APPROVED_HALF_POINTS' }, { amount_in_cents: 11_900_001 });
    const record = await settled(id);
    assert.equal(record.status, 'APPROVED');
    assert.equal(record.payment_method?.extra?.remaining_amount_in_cents, 5_950_001);
  });

  it('take as long as the sandbox is told', async () => {
    const { pay, poll, clock } = openSandbox({ settleMs: { min: 10, max: 20 } });
    const { id } = await pay({ type: 'WALLET_A', phone_number: '3991111111' });
    clock.ms += 20;
    assert.equal((await poll(id)).status, 'APPROVED');
  });
});

describe('bank debit in the sandbox', () => {
  it('lists dozens of institutions, a placeholder among them', async () => {
    const { ask } = openSandbox();
    const { status, json } = await ask('GET', '/v1/pse/financial_institutions', { key: PUBLIC_KEY });
    assert.equal(status, 200);
    const list = json.data as unknown as { financial_institution_code: string; financial_institution_name: string }[];
    assert.ok(list.length > 24);
    assert.deepEqual(
      list.slice(0, 3).map(({ financial_institution_code: code }) => code),
      ['0', '1', '2'],
    );
    assert.equal(new Set(list.map(({ financial_institution_code: code }) => code)).size, list.length);
    assert.equal((await ask('GET', '/pse/financial_institutions')).status, 401);
  });

  for (const [code, status] of [
    ['1', 'APPROVED'],
    ['2', 'DECLINED'],
  ] as const) {
    it(`institution ${code} decides once its page was opened, and not by a HEAD: ${status}`, async () => {
      const { pay, poll, ask, clock } = openSandbox({ appearsAfter: { polls: 1, ms: 0 } });
      const { id } = await pay(bankDebit(code), { redirect_url: 'https://shop.example/' });
      clock.ms += 60_000;
      const record = await poll(id);
      assert.equal(record.status, 'PENDING');
      const address = textOf(record.payment_method?.extra?.async_payment_url);
      assert.equal((await ask('HEAD', address)).status, 200);
      assert.equal((await poll(id)).status, 'PENDING');
      const { text } = await ask('GET', address);
      assert.match(text, new RegExp(`name="outcome" value="${status}"`));
      assert.match(text, /decide solo; los demás bancos de la lista dejan elegir/);
      assert.equal((await poll(id)).status, status);
      assert.equal((await ask('POST', address, { form: { outcome: status } })).status, 303);
    });
  }

  it('any other institution lets the tester choose, or go back and leave the payment pending', async () => {
    const { pay, poll, ask } = openSandbox({ appearsAfter: { polls: 1, ms: 0 } });
    const { id } = await pay(bankDebit('1101'), { redirect_url: 'https://shop.example/back?cart=7' });
    const address = textOf((await poll(id)).payment_method?.extra?.async_payment_url);
    const { text } = await ask('GET', address);
    assert.deepEqual(
      [...text.matchAll(/name="outcome" value="(\w+)"/g)].map(([, value]) => value),
      ['APPROVED', 'DECLINED', 'ERROR'],
    );
    assert.match(
      text,
      new RegExp(`href="https://shop.example/back\\?cart=7&amp;id=${textOf(id)}&amp;env=test"[^>]*>[^<]*pendiente`),
    );
    assert.equal((await poll(id)).status, 'PENDING');
    await ask('POST', address, { form: { outcome: 'DECLINED' } });
    assert.equal((await poll(id)).status, 'DECLINED');
    assert.doesNotMatch((await ask('GET', address)).text, /decide solo|pendiente/);
  });

  it('echoes what was sent', async () => {
    const { pay } = openSandbox();
    const { payment_method: method, payment_method_type } = await pay({
      ...bankDebit('1'),
      user_type: 1,
      user_legal_id_type: 'NIT',
    });
    assert.equal(payment_method_type, 'BANKDEBIT');
    assert.equal(method?.user_type, 1);
    assert.equal(method?.payment_description, 'Pedido 1');
  });
});

describe('QR and cash in the sandbox', () => {
  it('show a real picture whose page decides', async () => {
    const { transactions, pay, poll, ask } = openSandbox();
    const { id } = await pay({ type: 'BANKA_QR', payment_description: 'Pedido 1' });
    await poll(id);
    const { extra } = (await poll(id)).payment_method!;
    const [head, data = ''] = textOf(extra?.qr_image).split(',');
    assert.equal(head, 'data:image/svg+xml;base64');
    assert.match(atob(data), /^<svg[^>]+viewBox=/);
    assert.ok(textOf(extra?.qr_id).length > 3);
    const [listed] = await transactions();
    await ask('POST', textOf(listed?.page_url), { form: { outcome: 'APPROVED' } });
    assert.equal((await poll(id)).status, 'APPROVED');
  });

  it('show both numbers on a later poll and wait for hours', async () => {
    const { pay, poll, clock, control } = openSandbox();
    const { id } = await pay({ type: 'BANKA_COLLECT' });
    assert.deepEqual((await poll(id)).payment_method?.extra, {});
    const { extra } = (await poll(id)).payment_method!;
    assert.match(textOf(extra?.business_agreement_code), /^\d{5}$/);
    assert.match(textOf(extra?.payment_intention_identifier), /^\d{11}$/);
    clock.ms += 8 * 60 * 60 * 1000;
    assert.equal((await poll(id)).status, 'PENDING');
    await control(`transactions/${textOf(id)}`, { status: 'APPROVED' });
    assert.equal((await poll(id)).status, 'APPROVED');
  });
});
