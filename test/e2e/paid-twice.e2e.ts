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
  /** Goes to the bank, comes back, and pays by card instead. */
  const payOtherwise = async (shop: Shop, number: string): Promise<SandboxTransaction> => {
    // The dev server's own connection, which the browser closes as it keeps the page for the way back.
    shop.allow(/Back-Forward Cache/);
    await shop.waitForState('ready');
    await shop.choose('BANKA_TRANSFER');
    await shop.acceptContracts();
    await shop.pay();
    await shop.page.waitForSelector('button[name=outcome]');
    await shop.page.goBack();
    await shop.waitForText(/Abre de nuevo la página/);
    const transfer = await latest();
    await shop.press('Elige otro medio de pago');
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
    const back = `Tu pedido ya está pagado\\s+Este es otro pago del mismo pedido. La tienda te lo va a devolver`;
    const facts = `${reference}\\s*Estado\\s*Pagado dos veces: te devolvemos este pago`;
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
    const told = `Este pedido se pagó dos veces. Ya devolvimos a tu tarjeta el otro pago: ${card.reference}`;
    const thanks = `Gracias por tu compra[^]*${transfer.reference}\\s*Estado\\s*Pagado$`;
    const text = await shop.waitForText(new RegExp(`${told}[^]*Pago aprobado[^]*${thanks}`, 'm'));
    assert.doesNotMatch(text, /Paga \$|Intenta de nuevo|Pago anulado/);
    assert.equal((await latest()).status, 'VOIDED');
    await shop.page.select('.bar-language', 'en');
    await shop.waitForText(/This order was paid twice. We have given the other payment back to your card: NB-/);
    await shop.page.select('.bar-language', 'pt');
    await shop.waitForText(/Este pedido foi pago duas vezes. Já devolvemos ao seu cartão o outro pagamento: NB-/);
    assert.deepEqual(await axeProblems(shop.page), []);
    await shop.page.select('.bar-language', 'es');

    await shop.page.goto(`${demo.origin}/gracias?id=${card.id}`);
    const back = `Tu pedido ya está pagado\\s+Este era otro pago del mismo pedido. Ya lo devolvimos a tu tarjeta`;
    const facts = `${card.reference}\\s*Estado\\s*Pagado dos veces: te devolvimos este pago`;
    assert.doesNotMatch(await shop.waitForText(new RegExp(`${back}[^]*${facts}`)), /Intenta de nuevo/);
  });
});
