import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { SandboxTransaction } from '../start-sandbox.ts';
import { axeProblems } from './axe-problems.ts';
import { asks } from './challenge-payer.ts';
import { DemoShop } from './demo-shop.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

describe('a payment for an order of the shop that is paid already', () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const statusOf = async (reference: string) => (await demo.ask(`/orders/${reference}`))['status'];
  /** The bank's word on a payment that is still pending. */
  const approve = async ({ id }: { id: string }): Promise<void> => {
    const init = { method: 'POST', body: JSON.stringify({ status: 'APPROVED' }) };
    assert((await fetch(`${demo.sandbox.url}/_sandbox/transactions/${id}`, init)).ok);
  };
  const latest = async () => {
    const [transaction] = (await demo.sandbox.transactions()).slice(-1);
    assert(transaction);
    return transaction;
  };
  /** Begins a payment, goes to the bank, and comes back with nothing done there. */
  const turnBack = async (shop: Shop, method: string): Promise<SandboxTransaction> => {
    await shop.choose(method);
    await shop.acceptContracts();
    await shop.pay();
    await shop.page.waitForSelector('button[name=outcome]');
    await shop.page.goBack();
    await shop.waitForText(/Abrir de nuevo la página/);
    return latest();
  };
  /** Goes to the bank, comes back, and pays by card instead. */
  const payOtherwise = async (shop: Shop, number: string): Promise<SandboxTransaction> => {
    await shop.waitForState('ready');
    const transfer = await turnBack(shop, 'BANKA_TRANSFER');
    await shop.press('Elegir otro medio de pago');
    await shop.choose('CARD');
    await shop.acceptContracts();
    await shop.fillCard({ number });
    await shop.pay();
    return transfer;
  };

  it('is told to be given back where the bank sends who has paid by card meanwhile', async () => {
    const { visitor, shop } = await demo.open('/');
    const { page_url: bank, reference } = await payOtherwise(shop, '4242424242424242');
    await shop.waitForText(/Gracias por tu compra[^]*Estado\s*Pagado$/m);
    await shop.page.goto(String(bank));
    const approved = await shop.page.waitForSelector('button[name=outcome][value=APPROVED]');
    await Promise.all([shop.page.waitForNavigation(), approved?.click()]);
    const back = `Este es un pago de más\\s+Es otro pago del mismo pedido. La tienda te lo devuelve sin que lo pidas`;
    const facts = `${reference}\\s*Estado\\s*Pago de más: te lo devolvemos`;
    await shop.waitForText(new RegExp(`${back}[^]*${facts}`));
    assert.deepEqual(await axeProblems(shop.page), []);
    const kept = await demo.openTab(visitor, '/gracias');
    const text = await kept.waitForText(/¡Gracias por tu compra![^]*Estado\s*Pagado$/m);
    assert.doesNotMatch(text, new RegExp(reference));
  });

  it('is told to have been given back to the card that was charged second', async () => {
    const { shop } = await demo.open('/');
    const transfer = await payOtherwise(shop, asks);
    await shop.waitForState('action');
    const card = await latest();
    await approve(transfer);
    await until(async () => (await statusOf(transfer.reference)) === 'paid', 'the transfer to pay the order');
    await approve(card);
    const told = `Había un pago de más por este pedido. Ya lo devolvimos a tu tarjeta: ${card.reference}`;
    const thanks = `Gracias por tu compra[^]*${transfer.reference}\\s*Estado\\s*Pagado$`;
    const text = await shop.waitForText(new RegExp(`${told}[^]*Pago aprobado[^]*${thanks}`, 'm'));
    assert.doesNotMatch(text, /Pagar \$|Intentar de nuevo|Pago anulado/);
    assert.equal((await latest()).status, 'VOIDED');
    await shop.page.select('.bar-language', 'en');
    await shop.waitForText(/There was one payment too many for this order. We have given it back to your card: NB-/);
    await shop.page.select('.bar-language', 'pt');
    await shop.waitForText(/Havia um pagamento a mais neste pedido. Já devolvemos o valor ao seu cartão: NB-/);
    assert.deepEqual(await axeProblems(shop.page), []);
    await shop.page.select('.bar-language', 'es');

    await shop.page.goto(`${demo.origin}/gracias?id=${card.id}`);
    const back = `Este era un pago de más\\s+Era otro pago del mismo pedido. Ya lo devolvimos a tu tarjeta`;
    const facts = `${card.reference}\\s*Estado\\s*Pago de más: te lo devolvimos`;
    assert.doesNotMatch(await shop.waitForText(new RegExp(`${back}[^]*${facts}`)), /Intentar de nuevo/);

    // As long as the shop has not heard of the void.
    const stale = { ...(await demo.ask(`/orders/${card.reference}`)), status: 'paid_twice' };
    await shop.page.setRequestInterception(true);
    shop.page.on('request', (request) => {
      if (!request.url().endsWith(`/api/orders/${card.reference}`)) void request.continue();
      else void request.respond({ contentType: 'application/json', body: JSON.stringify(stale) });
    });
    await shop.page.goto(`${demo.origin}/gracias?id=${card.id}`);
    await shop.waitForText(/Este es un pago de más[^]*Estado\s*Pago de más: te lo devolvemos/);
    await until(async () => (await shop.page.$('pay-checkout')) === null, 'the payment to be gone');
    assert.doesNotMatch(await shop.text(), /Intentar de nuevo/);
  });

  it('is told to be one too many where points have paid a part twice, with what is left to pay', async () => {
    const { visitor, shop } = await demo.open('/');
    await shop.waitForState('ready');
    const settle = async ({ page_url: bank }: SandboxTransaction): Promise<void> => {
      const body = new URLSearchParams({ outcome: 'APPROVED_HALF_POINTS' });
      assert.equal((await fetch(String(bank), { method: 'POST', body, redirect: 'manual' })).status, 303);
    };
    const kept = await turnBack(shop, 'PCOL');
    await shop.press('Elegir otro medio de pago');
    const extra = await turnBack(shop, 'PCOL');
    await settle(kept);
    await until(async () => (await statusOf(kept.reference)) === 'partly_paid', 'the points to pay a part');
    await settle(extra);
    const told = `Hay un pago de más por este pedido. La tienda te lo va a devolver: ${extra.reference}`;
    const left = String.raw`Ver tu pedido\s+Ya pagaste \$\s59\.500\s+\$\s59\.500`;
    const text = await shop.waitForText(new RegExp(`${left}[^]*${told}[^]*Faltan \\$\\s59\\.500`));
    assert.doesNotMatch(text, /ya está pagado|Gracias por tu compra/);
    assert.deepEqual(await axeProblems(shop.page), []);
    const back = await demo.openTab(visitor, `/gracias?id=${extra.id}`);
    const facts = await back.waitForText(
      /Este es un pago de más[^]*Estado\s*Pago de más: te lo devolvemos[^]*Faltan \$\s59\.500/,
    );
    assert.doesNotMatch(facts, /ya está pagado|no tienes que hacer nada/);

    // Once all is paid, nobody is asked for the rest of those points.
    const rest = await demo.openTab(visitor, '/');
    await rest.waitForState('ready');
    await rest.choose('CARD');
    await rest.acceptContracts();
    await rest.fillCard();
    await rest.pay();
    await rest.waitForText(/Gracias por tu compra[^]*Estado\s*Pagado$/m);
    await back.page.reload({ waitUntil: 'domcontentloaded' });
    await back.waitForText(/Este es un pago de más[^]*Estado\s*Pago de más: te lo devolvemos/);
    await until(async () => (await back.page.$('pay-checkout')) === null, 'the payment to be gone');
  });
});
