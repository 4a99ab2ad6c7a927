import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BookShop } from './book-shop.ts';
import { openBrowser, type OpenBrowser } from './browser.ts';
import { engine } from './engine.ts';
import { hangAfter, troubles, TwoTabs, type Order, type Place, type Trouble } from './faults/two-tabs.ts';
import { Harness } from './harness.ts';

/** Firefox has one window for all: what is in front there is in front of everything. */
const standsAtOnce = engine === 'chromium' ? 4 : 1;

/**
 * Where a cart is paid at most once. With an order book the shop sees to it, whatever the browser has. Where each press gets
 * an order of its own, the tabs have to know of each other: by what is stored, with locks or without. Tabs that share no
 * storage cannot know what another one has paid, so that only a shop with an order book is promised anything there.
 */
const places: readonly Place[] = [true, false].flatMap((hasLocks) => [
  { hasLocks, hasStorage: true, backend: 'book' },
  { hasLocks, hasStorage: true, backend: 'bookless' },
  { hasLocks, hasStorage: false, backend: 'book' },
]);
const orders: readonly Order[] = ['at once', 'after the first'];

/** All fields with `TWO_TABS=all`; else of each trouble the one of one place and one order, all of them in turn. */
const isAll = process.env.TWO_TABS === 'all';
const fields = Object.entries(troubles).flatMap(([name, trouble], row) =>
  orders.flatMap((order, half) =>
    places
      .filter((_, column) => isAll || (half === row % 2 && column === row % places.length))
      .map((place) => ({ name, trouble, order, place })),
  ),
);

const nameOf = ({ hasLocks, hasStorage, backend }: Place): string =>
  [
    hasLocks ? 'locks' : 'no locks',
    hasStorage ? 'storage' : 'storage refused',
    backend === 'book' ? 'an order book' : 'an order for each press',
  ].join(', ');

describe('one cart in two tabs', { concurrency: standsAtOnce }, () => {
  const free: { harness: Harness; shop: BookShop }[] = [];
  const all: typeof free = [];
  let opened: OpenBrowser;
  before(async () => {
    opened = await openBrowser();
    for (let count = 0; count < standsAtOnce; count += 1) {
      const harness = new Harness();
      await harness.start(opened.browser);
      const shop = new BookShop(harness.sandbox.url, 'dist/cdn');
      await shop.start();
      all.push({ harness, shop });
    }
    free.push(...all);
  });
  after(async () => {
    for (const { harness, shop } of all) {
      shop.close();
      await harness.stop();
    }
    await opened.close();
  });

  /** @returns how many payments were approved. */
  const play = async (place: Place, trouble: Trouble, order: Order): Promise<number> => {
    const stand = free.pop();
    assert(stand, 'more tests at once than stands');
    try {
      const statuses = await new TwoTabs(stand.harness, stand.shop).play(place, trouble, order);
      return statuses.filter((status) => status === 'APPROVED').length;
    } finally {
      await stand.harness.closeShops();
      free.push(stand);
    }
  };

  for (const { name, trouble, order, place } of fields)
    it(`is paid once: ${name}, ${order}; ${nameOf(place)}`, async () =>
      assert.equal(await play(place, trouble, order), 1));

  // What this file would say if nothing kept tabs from each other.
  for (const order of orders)
    it(`is paid twice where the tabs share nothing and each press gets an order of its own: ${order}`, async () =>
      assert.equal(await play({ hasLocks: false, hasStorage: false, backend: 'bookless' }, hangAfter, order), 2));
});
