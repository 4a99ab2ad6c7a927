import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { BookShop } from './book-shop.ts';
import { fillIn, statusOf } from './card-payer.ts';
import { useHarness } from './harness.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';
import { buildWithoutLedger } from './without-ledger/build.ts';

/** Nothing settles by itself: each test says when. */
const whenTold = 600_000;

type Who = 'two browsers' | 'two tabs of one browser';

/** Without the ledger there is no lock between tabs either. */
const withoutLocks = (page: Page) =>
  page.evaluateOnNewDocument(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));

describe('one cart in browsers without a ledger', () => {
  const harness = useHarness({ settleMs: { min: whenTold, max: whenTold } });
  const bundle = mkdtempSync(join(tmpdir(), 'pay-checkout-without-ledger-'));
  let bookShop: BookShop;
  before(async () => {
    await buildWithoutLedger(bundle);
    bookShop = new BookShop(harness.sandbox.url, bundle);
    await bookShop.start();
  });
  after(() => {
    bookShop?.close();
    rmSync(bundle, { recursive: true, force: true });
  });

  const open = (address: string): Promise<Shop> => harness.openAddress(address, { emulate: withoutLocks });
  /** Who pays the cart: two browsers that share nothing, or two tabs of one. */
  const payers: Record<Who, (address: string) => Promise<[Shop, Shop]>> = {
    'two browsers': async (address) => [await open(address), await open(address)],
    'two tabs of one browser': async (address) => {
      const first = await open(address);
      return [first, await harness.openTab(first, { emulate: withoutLocks })];
    },
  };

  const endPending = async (status: 'APPROVED' | 'DECLINED'): Promise<void> => {
    for (const { id, status: now } of await harness.sandbox.transactions())
      if (now === 'PENDING')
        await fetch(`${harness.sandbox.url}/_sandbox/transactions/${id}`, {
          method: 'POST',
          body: JSON.stringify({ status }),
        });
  };
  const taken = (count: number) =>
    until(async () => (await harness.sandbox.transactions()).length >= count, `${count} payments at the service`);
  const payByCard = async (shop: Shop): Promise<void> => {
    await shop.page.bringToFront();
    if (await shop.page.evaluate(() => globalThis.pageProbe.controls('payment_method_type').length > 0))
      await shop.choose('CARD');
    await fillIn(shop);
    await shop.pay();
  };
  const sentBy = async (shop: Shop): Promise<number> =>
    (await shop.sent()).filter(({ method, url }) => method === 'POST' && url.endsWith('/transactions')).length;
  /** Both press, and neither has an answer before the service has the requests of both. */
  const payAtOnce = async (shops: readonly Shop[]): Promise<void> => {
    const sent = async () => (await harness.sandbox.requests()).filter(({ path }) => path === '/transactions').length;
    const sentBefore = await sent();
    const fault = { kind: 'delay', ms: 60_000 } as const;
    await harness.sandbox.fault({ method: 'POST', path: '/transactions', times: 2, fault });
    for (const shop of shops) await payByCard(shop);
    await until(async () => (await sent()) === sentBefore + 2, 'both to have sent');
    await harness.sandbox.letGo();
  };

  const courses: Record<string, (first: Shop, second: Shop) => Promise<unknown>> = {
    'both press at once': (first, second) => payAtOnce([first, second]),

    'the answer to the first is lost, and the second is loaded again': async (first, second) => {
      const fault = { kind: 'drop-after' } as const;
      await harness.sandbox.fault({ method: 'POST', path: '/transactions', times: 2, fault });
      await payByCard(first);
      await taken(1);
      await first.page.close();
      await harness.sandbox.letGo();
      await second.page.bringToFront();
      await second.page.reload({ waitUntil: 'domcontentloaded' });
      await second.waitForState('ready');
      const sent = await sentBy(second);
      await payByCard(second);
      await until(async () => (await sentBy(second)) > sent, 'the second to have sent');
    },

    'the first is declined, and both press then': async (first, second) => {
      await payByCard(first);
      await taken(1);
      await endPending('DECLINED');
      await first.waitForState('settled');
      await (await first.part('retry-button')).click();
      await first.waitForState('ready');
      await payAtOnce([first, second]);
    },

    'the first is pending in a wallet, and the second pays by card': async (first, second) => {
      await first.page.bringToFront();
      await payBy(first, 'WALLET_A');
      await taken(1);
      await payByCard(second);
      await until(async () => (await sentBy(second)) === 1, 'the second to have sent');
    },
  };

  /** Lets everything end well. @returns how many payments were approved. */
  const approved = async (shops: readonly Shop[]): Promise<number> => {
    for (const shop of shops)
      if (!shop.page.isClosed()) {
        await shop.page.bringToFront();
        await until(
          async () => {
            await endPending('APPROVED');
            return statusOf((await shop.state()) ?? {}) === 'APPROVED';
          },
          'the payment to be shown as approved',
          { details: () => shop.text(), timeoutMs: 60_000 },
        );
      }
    return (await harness.sandbox.transactions()).filter(({ status }) => status === 'APPROVED').length;
  };

  for (const [course, play] of Object.entries(courses)) {
    const payInTwo = async (who: Who, hasBook: boolean): Promise<number> => {
      const shops = await payers[who](bookShop.newCart({ hasBook }));
      // Both order once: what the service says to the second is for the checkout to mend.
      for (const shop of shops) shop.allow(/ERR_|422/);
      await play(...shops);
      return approved(shops);
    };
    for (const who of ['two browsers', 'two tabs of one browser'] as const)
      it(`is paid once by the shop's order book: ${who}; ${course}`, async () =>
        assert.equal(await payInTwo(who, true), 1));

    it(`is paid twice where the shop keeps none: ${course}`, async () =>
      assert.equal(await payInTwo('two tabs of one browser', false), 2));
  }
});
