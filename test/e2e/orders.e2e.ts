import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { axeProblems } from './axe-problems.ts';
import { launchBrowser } from './browser.ts';
import { DemoShop } from './demo-shop.ts';
import { until } from './until.ts';

interface TransactionEvent {
  data: { transaction: { id: string; status: string; amount_in_cents: number; reference: string } };
  timestamp: number;
  signature: { checksum: string };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const eventsSecret = 'test_events_pay_checkout';

/** The event with another time, signed as the service signs. */
function resigned(body: string, shiftSeconds: number): string {
  const event = JSON.parse(body) as TransactionEvent;
  event.timestamp += shiftSeconds;
  const { id, status, amount_in_cents } = event.data.transaction;
  event.signature.checksum = sha256(`${id}${status}${amount_in_cents}${event.timestamp}${eventsSecret}`);
  return JSON.stringify(event);
}

describe('an order of the shop', () => {
  const demo = new DemoShop({ fromSource: true });
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const statusOf = async (reference: string) => (await demo.ask(`/orders/${reference}`))['status'];
  const eventOf = (reference: string, status: string) =>
    demo.events.find((event) => event.includes(reference) && event.includes(`"status":"${status}"`));

  /** Pays in a browser, which is gone as soon as the service knows of the payment. */
  const payAndLeave = async (number: string): Promise<string> => {
    const earlier = new Set((await demo.sandbox.transactions()).map(({ id }) => id));
    const browser = await launchBrowser();
    const shop = await demo.openTab(browser, '/');
    await shop.waitForState('ready');
    await shop.acceptContracts();
    await shop.fillCard({ number });
    await shop.pay();
    const created = await until(
      async () => (await demo.sandbox.transactions()).find(({ id }) => !earlier.has(id)),
      'the transaction to be created',
    );
    // A browser that closes in good order may take longer, on a busy machine, than the payment does to settle.
    const child = browser.process();
    assert(child?.pid);
    const ended = once(child, 'exit');
    // Its children with it: some outlive their parent, and keep this process from ending.
    process.kill(-child.pid, 'SIGKILL');
    await ended;
    return created.reference;
  };

  it('is marked paid by the event, with the page and the whole browser closed', async () => {
    const letEventsGo = demo.holdEvents();
    const reference = await payAndLeave('4242424242424242');
    assert.equal(await statusOf(reference), 'awaiting_payment');
    letEventsGo();
    await until(async () => (await statusOf(reference)) === 'paid', 'the order to be paid');
    assert.ok(eventOf(reference, 'APPROVED'));
  });

  it('is not paid by an event that was tampered with, signed by somebody else, or is too old or too early', async () => {
    const declined = await payAndLeave('4111111111111111');
    await until(async () => (await statusOf(declined)) === 'not_paid', 'the order to be decided');
    const genuine = eventOf(declined, 'DECLINED') ?? '';
    const forged = [
      genuine.replace('"status":"DECLINED"', '"status":"APPROVED"'),
      genuine.replace(/("amount_in_cents":)\d+/, '$1100'),
      genuine.replace(/("checksum":")[0-9a-f]{8}/, '$100000000'),
      genuine.replace(/("properties":\[)"transaction.id",/, '$1'),
      resigned(genuine, -26 * 3600),
      resigned(genuine, 3600),
      genuine.slice(0, -9),
    ];
    for (const event of forged) {
      assert.notEqual(event, genuine);
      assert.equal(await demo.deliver(event), 401, event.slice(0, 300));
      assert.equal(await statusOf(declined), 'not_paid');
    }
    // The same recipe with the time hardly changed is taken: the others were refused for what they changed.
    assert.equal(await demo.deliver(resigned(genuine, 1)), 200);
    assert.equal(await statusOf(declined), 'not_paid');
  });

  it('is paid once by an event that comes again and again, and no other order is by the same event', async () => {
    const [paid, other] = [await payAndLeave('4242424242424242'), await payAndLeave('4111111111111111')];
    await until(async () => (await statusOf(paid)) === 'paid', 'the order to be paid');
    await until(async () => (await statusOf(other)) === 'not_paid', 'the other order to be decided');
    const genuine = eventOf(paid, 'APPROVED') ?? '';
    for (let times = 0; times < 3; times += 1) assert.equal(await demo.deliver(genuine), 200);
    assert.equal(await statusOf(paid), 'paid');
    await demo.deliver(genuine.replaceAll(paid, other));
    assert.equal(await statusOf(other), 'not_paid');
  });

  it('is partly paid by points, says so on every page, and is paid once the rest is', async () => {
    const { shop } = await demo.open('/');
    await shop.waitForState('ready');
    await shop.choose('PCOL');
    await shop.acceptContracts();
    await shop.pay();
    // Decided on the bank's page: what settles by itself may do so before the payer is sent there.
    await shop.press('Pagar la mitad con puntos');
    await shop.waitForText(/Tus puntos pagaron una parte\s+Paga el resto con otro medio\./);
    await shop.waitForText(/Faltan \$ 59\.500/);
    const [half] = (await demo.sandbox.transactions()).slice(-1);
    assert.equal(await statusOf(half?.reference ?? ''), 'partly_paid');

    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    await shop.waitForText(/Ver tu pedido\s+Ya pagaste \$\s59\.500/);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/Ver tu pedido\s+Ya pagaste \$\s59\.500/);
    await shop.waitForState('ready');
    await shop.page.click('.summary-toggle');
    await shop.waitForText(/Ya pagaste\s*−\$ 59\.500/);
    await shop.choose('CARD');
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForState('settled');
    await until(async () => (await statusOf(half?.reference ?? '')) === 'paid', 'the whole order to be paid');
    const amounts = (await demo.sandbox.transactions()).slice(-2).map(({ amount_in_cents }) => amount_in_cents);
    assert.deepEqual(amounts, [11_900_000, 5_950_000]);
    await shop.waitForText(/Gracias por tu compra/);

    // Who looks at the points again is asked for nothing more.
    await shop.page.goto(`${demo.origin}/gracias?id=${half?.id}`);
    const text = await shop.waitForText(
      new RegExp(`Gracias por tu compra[^]*${half?.reference}\\s*Estado\\s*Pagado$`, 'm'),
    );
    assert.doesNotMatch(text, /pagaron una parte|el resto|Faltan/);
  });

  it('is shown as paid after a reload, by nothing that the browser stores, until a new purchase is wanted', async () => {
    const { shop } = await demo.open('/');
    await shop.waitForState('ready');
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    const [reference = ''] = /NB-\w+/.exec(await shop.waitForText(/Gracias por tu compra[^]*NB-[^]*Pagado/)) ?? [];
    for (const times of [1, 2]) {
      await shop.page.reload({ waitUntil: 'domcontentloaded' });
      const text = await shop.waitForText(
        new RegExp(`Pago aprobado[^]*Gracias por tu compra[^]*${reference}\\s*Estado\\s*Pagado`),
      );
      assert.match(text, /^Compra finalizada$/m, `reload ${times}`);
      assert.equal(await shop.page.title(), 'Compra finalizada · Neblina', `reload ${times}`);
      assert.match(text, /\$\s119\.000/, 'what was bought');
      assert.doesNotMatch(text, /Pagar \$|Cómo quieres/);
    }
    // By the link to the payment, and with a backend that nobody reaches.
    await shop.page.evaluate(() => (location.hash = 'pago'));
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(new RegExp(`Pago aprobado[^]*${reference}\\s*Estado\\s*Pagado`));
    await shop.page.setRequestInterception(true);
    const isDown = (request: HTTPRequest) =>
      void (new URL(request.url()).pathname.startsWith('/api/') ? request.abort() : request.continue());
    shop.page.on('request', isDown);
    shop.allow(/ERR_FAILED/);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    assert.doesNotMatch(await shop.waitForText(/Pago aprobado/), /Pagar \$|No puedes pagar/);
    shop.page.off('request', isDown);
    await shop.page.setRequestInterception(false);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/Gracias por tu compra/);

    const stored = await shop.page.evaluate(() => {
      // What became of the purchase is kept for other tabs, without anything of the payer.
      const kept = Object.entries(localStorage).filter(([key]) => !key.startsWith('pay-checkout:1:'));
      return JSON.stringify([location.href, kept, sessionStorage]);
    });
    assert.doesNotMatch(stored, new RegExp(`${reference}|[Ll]aura|\\b4242\\b|42424242`));
    assert.deepEqual(await axeProblems(shop.page), []);

    await shop.page.$eval('.thanks .link', (link) => (link as HTMLElement).click());
    for (const times of [1, 2]) {
      await shop.waitForState('ready');
      assert.match(await shop.waitForText(/Pagar \$\s119\.000/), /Finaliza tu compra/, `visit ${times}`);
      assert.doesNotMatch(await shop.text(), /Gracias por tu compra/);
      await shop.page.reload({ waitUntil: 'domcontentloaded' });
    }
  });

  it('is found paid by a reload although the page itself had no word of it', async () => {
    const { shop } = await demo.open('/');
    await shop.waitForState('ready');
    await shop.acceptContracts();
    await shop.fillCard();
    let isAnswered = false;
    await shop.page.setRequestInterception(true);
    shop.page.on('request', (request) => {
      if (isAnswered || request.method() !== 'GET' || !request.url().includes('/transactions/'))
        void request.continue();
    });
    await shop.pay();
    await shop.waitForState('processing');
    const [{ reference } = { reference: '' }] = (await demo.sandbox.transactions()).slice(-1);
    await until(async () => (await statusOf(reference)) === 'paid', 'the order to be paid');
    isAnswered = true;
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(new RegExp(`Pago aprobado[^]*Gracias por tu compra[^]*${reference}\\s*Estado\\s*Pagado`));
    assert.equal((await demo.sandbox.transactions()).filter((one) => one.reference === reference).length, 1);
  });
});
