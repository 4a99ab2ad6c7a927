import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Shop } from '../shop.ts';
import { until } from '../until.ts';
import { cell, type Cell } from './cell.ts';
import { Payer } from './payer.ts';
import type { Stand } from './stand.ts';

/** How long the answer to a creation is held back. */
const heldBackMs = 1200;
/** How long a connection is away: it comes back before a held back answer does. */
const outageMs = 600;
/** How long a tab is out of sight: several polls of the quick page. */
const hiddenMs = 800;

/** Presses the pay button before the answer to the creation can come, and waits until the service has the request. */
async function payHeldBack(stand: Stand, shop: Shop, payer: Payer): Promise<void> {
  await shop.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'hang-after', ms: heldBackMs } });
  await payer.pay();
  await until(async () => (await stand.harness.sandbox.transactions()).length > 0, 'the creation to be on its way');
}

/** However often it was pressed, the service was asked for a transaction once. */
async function endOfOne(stand: Stand, payer: Payer, shop: Shop): Promise<string> {
  const status = await stand.end(payer, shop);
  const posts = (await stand.harness.sandbox.requests()).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/transactions'),
  );
  assert.equal(posts.length, 1, 'creations');
  return status;
}

/** The connection goes, and comes back. */
async function outage({ page }: Shop): Promise<void> {
  await page.setOfflineMode(true);
  await pause(outageMs);
  await page.setOfflineMode(false);
}

const again = { mayTypeAgain: true };
const hide = (shop: Shop, isHidden: boolean) =>
  shop.page.evaluate((value) => globalThis.pageClock.hide(value), isHidden);

/** What happens to the page, and what the payer does to it. */
export const pageCells: readonly Cell[] = [
  cell('press', 'three clicks', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, { order: 'order-url' });
    await payer.fill();
    await (await shop.part('pay-button')).evaluate((button) => [1, 2, 3].forEach(() => button.click()));
    return endOfOne(stand, payer, shop);
  }),
  cell('press', 'Enter twice', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, { order: 'order-url' });
    await payer.fill();
    await (await shop.part('pay-button')).focus();
    await Promise.all([shop.page.keyboard.press('Enter'), shop.page.keyboard.press('Enter')]);
    return endOfOne(stand, payer, shop);
  }),
  cell('creation', 'reload', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, {}, again);
    await payHeldBack(stand, shop, payer);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    return stand.end(payer, shop);
  }),
  cell('polling', 'reload', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, {}, again);
    await payer.pay();
    await payer.transaction();
    await shop.page.reload({ waitUntil: 'domcontentloaded' }).catch(() => undefined);
    return stand.end(payer, shop);
  }),
  cell('polling', 'back and forward', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, {}, again);
    const address = shop.page.url();
    await payHeldBack(stand, shop, payer);
    await shop.page.goto(`${stand.harness.shop.origin}/favicon.ico?away`, { waitUntil: 'load' }).catch(() => undefined);
    await shop.page.goto(address, { waitUntil: 'domcontentloaded' });
    await shop.page.goBack({ waitUntil: 'domcontentloaded' }).catch(() => undefined);
    await shop.page.goForward({ waitUntil: 'domcontentloaded' }).catch(() => undefined);
    return stand.end(payer, shop);
  }),
  cell('the end', 'reload, and paid again', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, {}, again);
    await payer.pay();
    assert.equal(await payer.goOn(), 'APPROVED');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    return stand.end(new Payer({ shop, sandbox: stand.harness.sandbox, journey, ...again }), shop);
  }),
  cell('creation', 'tab killed', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payHeldBack(stand, shop, payer);
    const { shop: other, payer: there } = await stand.openBeside(shop, journey);
    await shop.page.close();
    return stand.end(there, other);
  }),
  cell('press', 'two tabs', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    const { shop: other, payer: there } = await stand.openBeside(shop, journey);
    await other.waitForState('ready');
    const tabs = [
      { shop, payer },
      { shop: other, payer: there },
    ];
    // Only a tab in front can be pressed on, and nobody knows which of the two has the payment.
    for (const tab of tabs) {
      await tab.shop.page.bringToFront();
      await tab.payer.fill();
    }
    const submit = () => void document.querySelector('pay-checkout')?.submit();
    await Promise.all(tabs.map((tab) => tab.shop.page.evaluate(submit)));
    for (let ended = 0, turns = 0; ended < 2 && turns < 12; turns += 1) {
      ended = 0;
      for (const tab of tabs) {
        await tab.shop.page.bringToFront();
        if (await tab.payer.goOnFor(2000)) ended += 1;
      }
    }
    const [status, statusThere] = [await endOfOne(stand, payer, shop), await stand.end(there, other)];
    assert.equal(statusThere, status);
    return status;
  }),
  cell('press', 'offline', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payer.fill();
    await shop.page.setOfflineMode(true);
    await shop.pay();
    await until(async () => shop.events('pay-error').length > 0, 'the payer to be told');
    assert.deepEqual(await stand.harness.sandbox.transactions(), []);
    await shop.page.setOfflineMode(false);
    return stand.end(payer, shop);
  }),
  cell('creation', 'offline', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payHeldBack(stand, shop, payer);
    await outage(shop);
    return stand.end(payer, shop);
  }),
  cell('polling', 'offline', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payHeldBack(stand, shop, payer);
    await shop.waitForState('processing', 'action', 'settled').catch(() => undefined);
    await outage(shop);
    return stand.end(payer, shop);
  }),
  cell('polling', 'clock jumps', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payHeldBack(stand, shop, payer);
    await shop.page.evaluate(() => globalThis.pageClock.jump(3_600_000));
    return stand.end(payer, shop);
  }),
  cell('polling', 'hidden tab', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payHeldBack(stand, shop, payer);
    await hide(shop, true);
    await pause(hiddenMs);
    await hide(shop, false);
    return stand.end(payer, shop);
  }),
  cell('all along', 'storage blocked', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, { hasStorage: false });
    await payer.pay();
    return stand.end(payer, shop);
  }),
  cell('all along', 'decline, then again', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, { order: 'order-url' }, { outcome: 'DECLINED' });
    await payer.pay();
    assert.equal(await payer.goOn(), 'DECLINED');
    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    const { sandbox } = stand.harness;
    const second = new Payer({ shop, sandbox, journey, mayTypeAgain: true });
    await second.pay();
    assert.equal(await second.goOn(), 'APPROVED');
    const records = await sandbox.transactions();
    assert.deepEqual(records.map(({ status }) => status).toSorted(), ['APPROVED', 'DECLINED']);
    return 'APPROVED';
  }),
];
