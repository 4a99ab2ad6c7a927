import assert from 'node:assert/strict';
import type { Harness, ShopOptions } from '../harness.ts';
import type { Shop } from '../shop.ts';
import type { Journey } from './journeys.ts';
import { Payer, type PayerOptions } from './payer.ts';
import { quicken, type Resolver } from './quick-page.ts';

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
    const emulate = this.#quickened(resolver, hasStorage);
    return this.#settleIn(await this.harness.openShop({ emulate, ...options }), journey, more);
  }

  /** A second tab of the same browser on the same page. */
  async openBeside(shop: Shop, journey: Journey): Promise<{ shop: Shop; payer: Payer }> {
    const emulate = this.#quickened('honest', true);
    // The tab may go on to the bank at once: whoever needs its form waits for that.
    const tab = await this.harness.openTab(shop, { emulate, settle: false });
    return this.#settleIn(tab, journey, { mayTypeAgain: true });
  }

  /** One payment, whatever happened: the end, and one transaction for one reference at the service. */
  async end(payer: Payer, shop: Shop, expected: RegExp = /^APPROVED$/): Promise<string> {
    const status = await payer.goOn();
    assert.match(status, expected);
    const records = await this.harness.sandbox.transactions();
    assert.ok(records.length <= 1, `${records.length} transactions`);
    if (status !== 'unknown') assert.equal(records[0]?.status, status);
    // Who has begun anew on a fresh page is told by that page what became of the payment, as the page before was.
    const times = payer.mayTypeAgain ? shop.timesTold('pay-result') : shop.events('pay-result').length;
    assert.ok(times <= 1, 'told the result twice');
    return status;
  }

  #quickened(resolver: Resolver, hasStorage: boolean): NonNullable<ShopOptions['emulate']> {
    const recordOf = async (reference: string) =>
      (await this.harness.sandbox.transactions()).find((record) => record.reference === reference) ?? null;
    return (page) => quicken(page, { resolver, hasStorage, recordOf });
  }

  #settleIn(shop: Shop, journey: Journey, more: Partial<PayerOptions>): { shop: Shop; payer: Payer } {
    // What goes wrong here is wanted, and each browser says so in its own words.
    shop.allow(/./);
    return { shop, payer: new Payer({ shop, sandbox: this.harness.sandbox, journey, ...more }) };
  }
}
