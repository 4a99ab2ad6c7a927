import type { Page } from 'puppeteer-core';
import type { SandboxFault } from '../../start-sandbox.ts';
import type { BookShop } from '../book-shop.ts';
import { fillIn } from '../card-payer.ts';
import { engine } from '../engine.ts';
import type { Harness } from '../harness.ts';
import type { Shop } from '../shop.ts';
import { until } from '../until.ts';
import { creationFaults, wireFaults } from './faults.ts';
import { quicken, type Resolver } from './quick-page.ts';

/** What a field of the creation's row does to the payment that is sent first. */
export interface Trouble {
  readonly fault: SandboxFault['fault'];
  readonly resolver?: Resolver;
  /** What happens to the first tab once the service has its request. */
  readonly next?: (shop: Shop) => Promise<unknown>;
}

const card = { number: '4242424242424242', expiry: '12/39', cvc: '123', card_holder: 'Ana Pinzón' };

const held = { kind: 'hang-after', ms: 6000 } as const;
const lost = { kind: 'drop-after' } as const;

/** The payment is made, and its answer comes too late. */
export const hangAfter: Trouble = { fault: held };

/** The creation's row of the matrix. */
export const troubles: Readonly<Record<string, Trouble>> = {
  ...Object.fromEntries(
    Object.entries({ ...wireFaults, ...creationFaults }).map(([name, fault]) => [name, { fault }] as const),
  ),
  'drop after, no resolver': { fault: lost, resolver: 'none' },
  'drop after, resolver lies': { fault: lost, resolver: 'lying' },
  'drop after, resolver fails': { fault: lost, resolver: 'failing' },
  reload: { fault: held, next: ({ page }) => page.reload({ waitUntil: 'domcontentloaded' }) },
  'tab killed': { fault: held, next: ({ page }) => page.close() },
  // Firefox's driver cannot take the connection away.
  ...(engine === 'chromium' && { offline: { fault: held, next: outage } }),
};

async function outage({ page }: Shop): Promise<void> {
  await page.setOfflineMode(true);
  await until(() => page.evaluate(() => !navigator.onLine), 'the page to be offline');
  await page.setOfflineMode(false);
}

/** What the tabs have, and who gives them their orders. */
export interface Place {
  readonly hasLocks: boolean;
  readonly hasStorage: boolean;
  /** `book`: the same open order for whoever asks; `bookless`: another one each time. */
  readonly backend: 'book' | 'bookless';
}

/** When the second tab presses: together with the first, or once the service has what the first one has sent. */
export type Order = 'at once' | 'after the first';

/** A payer with two tabs on one cart who presses whatever asks for the payment, and says to nothing that it is another one. */
export class TwoTabs {
  readonly #harness: Harness;
  readonly #shop: BookShop;
  readonly #presses = new Map<Shop, number>();

  constructor(harness: Harness, shop: BookShop) {
    this.#harness = harness;
    this.#shop = shop;
  }

  /** Plays a field until nothing is under way and nothing is left to press. @returns the statuses at the service. */
  async play(place: Place, trouble: Trouble, order: Order): Promise<string[]> {
    const { sandbox } = this.#harness;
    await sandbox.reset();
    const options = {
      emulate: (page: Page) => this.#prepare(page, place, trouble.resolver ?? 'honest'),
      settle: false,
    };
    const address = this.#shop.newCart({ hasBook: place.backend === 'book' });
    const first = await this.#harness.openAddress(address, options);
    const second = await this.#harness.openTab(first, options);
    for (const tab of [first, second]) {
      // What goes wrong here is wanted, and each browser says so in its own words.
      tab.allow(/./);
      await tab.page.bringToFront();
      await tab.waitForState('ready');
      await fillIn(tab);
    }
    const { fault } = trouble;
    // A browser sends a request again by itself when a connection drops: two drops are one to the page.
    const times = fault.kind.startsWith('drop') ? 2 : 1;
    await sandbox.fault({ method: 'POST', path: '/transactions', times, fault });
    if (order === 'at once') {
      // None has its order before both have asked for one: both have looked, and found nothing.
      const letGo = this.#shop.holdOrders();
      await Promise.all([press(first), press(second)]);
      await until(async () => this.#shop.held === 2, 'both to have asked for an order');
      letGo();
    } else await press(first);
    await until(async () => (await this.#creations()) > 0, 'the first to have sent');
    if (order === 'after the first') await press(second);
    await trouble.next?.(first);
    await until(() => this.#isOver([first, second]), 'nothing to be left to press', {
      timeoutMs: 60_000,
      details: async () => JSON.stringify(await Promise.all([first, second].map((tab) => tab.state().catch(String)))),
    });
    return (await sandbox.transactions()).map(({ status }) => status);
  }

  async #prepare(page: Page, { hasLocks, hasStorage }: Place, resolver: Resolver): Promise<void> {
    const recordOf = async (reference: string) =>
      (await this.#harness.sandbox.transactions()).find((record) => record.reference === reference) ?? null;
    await quicken(page, { resolver, hasStorage, recordOf });
    if (!hasLocks) await page.evaluateOnNewDocument(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  }

  async #creations(): Promise<number> {
    return (await this.#harness.sandbox.requests()).filter(({ path }) => path === '/transactions').length;
  }

  /** Whether nothing is pending and both tabs are at rest; presses in those that are not. */
  async #isOver(tabs: readonly Shop[]): Promise<boolean> {
    let isOver = true;
    for (const tab of tabs) if (!tab.page.isClosed() && !(await this.#isAtRest(tab))) isOver = false;
    return isOver && !(await this.#harness.sandbox.transactions()).some(({ status }) => status === 'PENDING');
  }

  async #isAtRest(tab: Shop): Promise<boolean> {
    const state = await tab.state();
    if (state?.status === 'settled') return true;
    if (!state || !['ready', 'unknown', 'failed'].includes(state.status)) return false;
    const presses = this.#presses.get(tab) ?? 0;
    // Often enough for each tab to be refused, told and asked, and to press once more.
    if (presses === 4) return true;
    await tab.page.bringToFront();
    await (state.status === 'ready' ? press(tab) : goOn(tab));
    this.#presses.set(tab, presses + 1);
    return false;
  }
}

/** Accepts and types what is missing by now and presses pay, in one breath: the form may go at any moment. */
function press({ page }: Shop): Promise<void> {
  return page.evaluate((typed) => {
    const probe = globalThis.pageProbe;
    for (const name of ['acceptance_token', 'accept_personal_auth'])
      for (const box of probe.controls(name)) if (box instanceof HTMLInputElement && !box.checked) box.click();
    for (const [name, text] of Object.entries(typed))
      for (const input of probe.controls(name))
        if (input instanceof HTMLInputElement && input.value === '') {
          input.value = text;
          input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        }
    void document.querySelector('pay-checkout')?.submit();
  }, card);
}

/** Presses the button that leads on from what is unknown or has failed. */
function goOn({ page }: Shop): Promise<void> {
  return page.evaluate(() => {
    for (const label of ['Enviar el mismo pago', 'Intentar de nuevo']) globalThis.pageProbe.buttons(label)[0]?.click();
  });
}
