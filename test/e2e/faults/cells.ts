import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Harness, ShopOptions } from '../harness.ts';
import type { Shop } from '../shop.ts';
import { until } from '../until.ts';
import { creationFaults, recordFaults, wireFaults } from './faults.ts';
import type { Journey } from './journeys.ts';
import { Payer, type PayerOptions } from './payer.ts';
import { quicken, type Resolver } from './quick-page.ts';

/** One field of the matrix. */
export interface Cell {
  readonly step: string;
  readonly fault: string;
  /** Runs it and tells how it ended; a string that starts with `–` says why it makes no sense. */
  run(stand: Stand, journey: Journey): Promise<string>;
}

/** A service and a shop that one field has for itself. */
export class Stand {
  readonly harness: Harness;

  constructor(harness: Harness) {
    this.harness = harness;
  }

  /** Opens the shop's page, in which time runs faster. */
  async open(
    journey: Journey,
    {
      resolver = 'honest',
      hasStorage = true,
      ...options
    }: ShopOptions & { resolver?: Resolver; hasStorage?: boolean } = {},
    more: Partial<PayerOptions> = {},
  ): Promise<{ shop: Shop; payer: Payer }> {
    const { sandbox } = this.harness;
    const recordOf = async (reference: string) =>
      (await sandbox.transactions()).find((record) => record.reference === reference) ?? null;
    const emulate: ShopOptions['emulate'] = (page) => quicken(page, { resolver, hasStorage, recordOf });
    const shop = await this.harness.openShop({ emulate, ...options });
    // What goes wrong here is wanted, and each browser says so in its own words.
    shop.allow(/./);
    return { shop, payer: new Payer({ shop, sandbox, journey, ...more }) };
  }

  /** One payment, whatever happened: the end, and one transaction for one reference at the service. */
  async end(payer: Payer, shop: Shop, expected: RegExp = /^APPROVED$/): Promise<string> {
    const status = await payer.goOn();
    assert.match(status, expected);
    const records = await this.harness.sandbox.transactions();
    assert.ok(records.length <= 1, `${records.length} transactions`);
    if (status !== 'unknown') assert.equal(records[0]?.status, status);
    assert.ok(shop.events('pay-result').length <= 1 || expected.source.includes('again'), 'told the result twice');
    return status;
  }
}

const cell = (step: string, fault: string, run: Cell['run']): Cell => ({ step, fault, run });

/** A browser sends a request again by itself when a connection drops: two drops are one to the page. */
const times = (fault: { kind: string }): number => (fault.kind.startsWith('drop') ? 2 : 1);

const wire = Object.entries(wireFaults);
const hasCard = ({ name }: Journey): boolean => name === 'card' || name === 'challenge';

const atContracts = wire.map(([name, fault]) =>
  cell('contracts', name, async (stand, journey) => {
    const { harness } = stand;
    await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: times(fault), fault });
    const { shop, payer } = await stand.open(journey);
    return stand.end(payer, shop);
  }),
);

const atToken = wire.map(([name, fault]) =>
  cell('card token', name, async (stand, journey) => {
    if (!hasCard(journey)) return '– no card';
    const { shop, payer } = await stand.open(journey);
    await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: times(fault), fault });
    await payer.pay();
    return stand.end(payer, shop);
  }),
);

const atCreation = [...wire, ...Object.entries(creationFaults)].map(([name, fault]) =>
  cell('creation', name, async (stand, journey) => {
    if (name === 'used card token' && !hasCard(journey)) return '– no card token';
    // A token that is refused takes the card with it: there is nothing left to send.
    const { shop, payer } = await stand.open(journey, {}, { mayTypeAgain: name === 'used card token' });
    await shop.fault({ method: 'POST', path: '/transactions', times: times(fault), fault });
    await payer.pay();
    return stand.end(payer, shop);
  }),
);

const resolvers: [Resolver, string][] = [
  ['none', 'drop after, no resolver'],
  ['lying', 'drop after, resolver lies'],
  ['failing', 'drop after, resolver fails'],
];
const atResolver = resolvers.map(([resolver, name]) =>
  cell('creation', name, async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, { resolver });
    await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'drop-after' } });
    await payer.pay();
    return stand.end(payer, shop, /^unknown$/);
  }),
);

const atPolling = wire.map(([name, fault]) =>
  cell('polling', name, async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payer.pay();
    const { id } = await payer.transaction();
    await shop.fault({ method: 'GET', path: `/v1/transactions/${id}`, times: 2, fault });
    return stand.end(payer, shop);
  }),
);

const atRecord = Object.entries(recordFaults).map(([name, change]) =>
  cell('polling', name, async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payer.pay();
    const record = await payer.transaction();
    const body = { data: change(record) };
    const path = `/v1/transactions/${record.id}`;
    await shop.fault({ method: 'GET', path, times: 2, fault: { kind: 'status', status: 200, body } });
    return stand.end(payer, shop);
  }),
);

const atCode = wire.map(([name, fault]) =>
  cell('code', name, async (stand, journey) => {
    if (journey.name !== 'code') return '– no code';
    const { shop, payer } = await stand.open(journey);
    await payer.pay();
    const { id } = await payer.transaction();
    await shop.fault({ method: 'POST', path: `/wallet-b/${id}/validate`, times: times(fault), fault });
    return stand.end(payer, shop);
  }),
);

/** Presses the pay button before the answer to the creation can come, and waits until the service has the request. */
async function payHeldBack(stand: Stand, shop: Shop, payer: Payer): Promise<void> {
  await shop.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'hang-after', ms: 1200 } });
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

const again = { mayTypeAgain: true };
const hide = (shop: Shop, isHidden: boolean) =>
  shop.page.evaluate((value) => globalThis.pageClock.hide(value), isHidden);

const atPage: Cell[] = [
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
  cell('creation', 'tab killed', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payHeldBack(stand, shop, payer);
    const { shop: other, payer: there } = await openBeside(stand, shop, journey);
    await shop.page.close();
    return stand.end(there, other);
  }),
  cell('press', 'two tabs', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    const { shop: other, payer: there } = await openBeside(stand, shop, journey);
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
    await pause(400);
    assert.deepEqual(await stand.harness.sandbox.transactions(), []);
    await shop.page.setOfflineMode(false);
    return stand.end(payer, shop);
  }),
  cell('creation', 'offline', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payHeldBack(stand, shop, payer);
    await shop.page.setOfflineMode(true);
    await pause(600);
    await shop.page.setOfflineMode(false);
    return stand.end(payer, shop);
  }),
  cell('polling', 'offline', async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payHeldBack(stand, shop, payer);
    await shop.waitForState('processing', 'action', 'settled').catch(() => undefined);
    await shop.page.setOfflineMode(true);
    await pause(600);
    await shop.page.setOfflineMode(false);
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
    await pause(800);
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

/** A second tab of the same browser on the same page. */
async function openBeside(stand: Stand, shop: Shop, journey: Journey): Promise<{ shop: Shop; payer: Payer }> {
  const { sandbox } = stand.harness;
  const recordOf = async (reference: string) =>
    (await sandbox.transactions()).find((record) => record.reference === reference) ?? null;
  const other = await stand.harness.openTab(shop, {
    emulate: (page) => quicken(page, { resolver: 'honest', hasStorage: true, recordOf }),
  });
  other.allow(/./);
  return { shop: other, payer: new Payer({ shop: other, sandbox, journey, mayTypeAgain: true }) };
}

export const cells: readonly Cell[] = [
  ...atContracts,
  ...atToken,
  ...atCreation,
  ...atResolver,
  ...atPolling,
  ...atRecord,
  ...atCode,
  ...atPage,
];
