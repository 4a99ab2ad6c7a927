import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { asks, press } from './challenge-payer.ts';
import { DemoShop } from './demo-shop.ts';
import { useHarness } from './harness.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

describe("a saved card that is chosen in the demo's checkout", () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const keep = async () => {
    await demo.sandbox.reset();
    const opened = await demo.open('/tarjetas');
    const { shop } = opened;
    await shop.waitForState('ready');
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForText(/Tu tarjeta quedó lista/);
    await accept(shop);
    return opened;
  };
  const accept = async (shop: Shop) => {
    await shop.waitForText(/Pagar \$\s119\.000/);
    await shop.acceptContracts();
  };

  for (const fault of [{ kind: 'drop-after' }, { kind: 'status-after', status: 500 }, { kind: 'garbage' }] as const)
    it(`is charged once where the service's answer is lost (${fault.kind}), and the payer hears that it was`, async () => {
      const { shop } = await keep();
      shop.allow(/50\d/);
      await demo.sandbox.fault({ method: 'POST', path: '/transactions', times: 1, fault });
      await shop.pay();
      await shop.waitForState('unknown', 'settled');
      // The service's event tells the shop, which the checkout asks.
      await until(async () => {
        if ((await shop.state())?.status === 'settled') return true;
        await shop.press('Consultar el resultado').catch(() => undefined);
        return false;
      }, 'the payment to be found');
      await shop.waitForText(/Pago aprobado/);
      await shop.waitForText(/¡Gracias por tu compra/);
      assert.equal((await demo.sandbox.transactions()).length, 1);
      const wrong = shop.events('pay-state-change').map(({ state }) => JSON.stringify(state));
      assert.ok(!wrong.some((state) => /DECLINED|"failed"/.test(state)), 'nobody was told that it failed');
    });

  it('is charged once by two tabs, and both show that', async () => {
    const { visitor, shop } = await keep();
    const tab = await demo.openTab(visitor, '/tarjetas');
    await accept(tab);
    await tab.pay();
    await shop.page.bringToFront();
    // The other tab's payment may be shown here already.
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.submit());
    for (const one of [tab, shop]) await one.waitForText(/¡Gracias por tu compra/);
    assert.deepEqual(
      (await demo.sandbox.transactions()).map(({ status }) => status),
      ['APPROVED'],
    );
  });
});

describe('a saved card that the bank wants to be confirmed', () => {
  const harness = useHarness();

  it('is challenged like one that is typed, and paid', async () => {
    const shop = await harness.openShop({
      order: 'order-url',
      emulate: (page) =>
        page.evaluateOnNewDocument(
          (base, number) => {
            const ask = async (path: string, body?: object) => {
              const init = body && { method: 'POST', body: JSON.stringify(body) };
              const headers = {
                'content-type': 'application/json',
                authorization: 'Bearer pub_test_e2e',
                'x-merchant-public-key': 'pub_test_e2e',
              };
              return (await fetch(base + path, { ...init, headers })).json();
            };
            let order: Record<string, unknown> = {};
            const { fetch: send } = globalThis;
            globalThis.fetch = async (...asked) => {
              const answer = await send(...asked);
              if (new Request(...asked).url.includes('/order/')) order = await answer.clone().json();
              return answer;
            };
            addEventListener('DOMContentLoaded', () => {
              const checkout = document.querySelector('pay-checkout');
              if (!checkout) return;
              checkout.savedSources = [
                { id: 'kept', network: 'VISA', lastFour: '3220', expMonth: '12', expYear: '39' },
              ];
              // As a backend whose service charges a kept card with the payer present.
              checkout.chargeSource = async () => {
                const { data: merchant } = await ask('/merchants/info');
                const card = { number, cvc: '123', exp_month: '12', exp_year: '39', card_holder: 'Ana Ruiz' };
                const { data: token } = await ask('/v1/tokens/cards', card);
                const { data } = await ask('/transactions', {
                  ...order,
                  acceptance_token: merchant.presigned_acceptance.acceptance_token,
                  accept_personal_auth: merchant.presigned_personal_data_auth.acceptance_token,
                  customer_email: 'ana@example.com',
                  payment_method_type: 'CARD',
                  payment_method: { type: 'CARD', token: token.id, installments: 1 },
                });
                return data;
              };
            });
          },
          harness.sandbox.url,
          asks,
        ),
    });
    await shop.waitForText(/Visa •••• 3220/);
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForState('action');
    await press(shop, 'APPROVED');
    await shop.waitForText(/Pago aprobado/);
    assert.equal((await shop.transactions()).length, 1);
  });
});
