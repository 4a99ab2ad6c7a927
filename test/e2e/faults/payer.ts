import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxTransaction, TestSandbox } from '../../start-sandbox.ts';
import type { Shop } from '../shop.ts';
import { until } from '../until.ts';
import type { SeenState } from '../watched-page.ts';
import type { Journey } from './journeys.ts';

/** How long a payer looks at the page before the next step, and how long at what a press of pay has done. */
const glanceMs = 60;
const pressMs = 100;

export interface PayerOptions {
  shop: Shop;
  sandbox: TestSandbox;
  journey: Journey;
  outcome?: 'APPROVED' | 'DECLINED';
  /** Whether the fault takes what was typed with it, as a reload does. */
  mayTypeAgain?: boolean;
}

/** What a payer does on the page that is shown, and what must hold whatever is shown. */
export class Payer {
  readonly #options: Required<PayerOptions>;
  #hasFilled = false;
  #attempts = 0;
  /** The state that the last step began with. */
  #seen: string | undefined;
  #unknownSince: number | undefined;
  #hasResent = false;

  constructor(options: PayerOptions) {
    this.#options = { outcome: 'APPROVED', mayTypeAgain: false, ...options };
  }

  get mayTypeAgain(): boolean {
    return this.#options.mayTypeAgain;
  }

  /** Fills the form in and presses the button. */
  async pay(): Promise<void> {
    await this.fill();
    await this.#options.shop.pay();
  }

  async fill(): Promise<void> {
    await this.#options.journey.fill(this.#options.shop, this.#options.outcome);
    this.#hasFilled = true;
  }

  /** The one transaction, once it is at the service. */
  async transaction(): Promise<SandboxTransaction> {
    return until(async () => (await this.#options.sandbox.transactions())[0], 'a transaction');
  }

  /**
   * Goes on from whatever is shown, as a payer would, until there is an end: a final status, or an outcome that nobody
   * can say. Checks the measure at every step.
   *
   * @returns the status at the end: that of the transaction, or `unknown`
   */
  async goOn(): Promise<string> {
    const { shop } = this.#options;
    const end = await this.goOnFor(120_000);
    if (end) return end;
    assert.fail(`no way on: ${JSON.stringify(await shop.state())}\n${await shop.text()}\n${shop.page.url()}`);
  }

  /** The same, for so long; nothing when there is no end by then. */
  async goOnFor(ms: number): Promise<string | undefined> {
    for (const deadline = Date.now() + ms; Date.now() < deadline; await pause(glanceMs)) {
      const end = await this.#step().catch(async (error: unknown) => {
        // A page that is just being left answers nothing, and a button that has just been rendered anew cannot be pressed:
        // the next one does, and can.
        if (error instanceof Error && /context|detached|navigat|frame|not clickable|Target closed/i.test(error.message))
          return;
        // What was about to be pressed has gone because the payment has gone on, in another tab perhaps: look again.
        const isGone = error instanceof Error && error.message.includes('in vain: part ');
        if (isGone && (await this.#options.shop.state())?.status !== this.#seen) return;
        throw error;
      });
      if (end) return end;
    }
    return undefined;
  }

  async #step(): Promise<string | undefined> {
    const { shop, journey, outcome } = this.#options;
    // The browser's own page, for a bank that could not be reached: the payer loads it again.
    if (shop.page.url().startsWith('chrome-error:'))
      await shop.page.reload({ waitUntil: 'domcontentloaded' }).catch(() => undefined); // still out of reach
    if (await this.#chooseAtBank()) return;
    const state = await shop.state();
    if (!state) return;
    await this.#check(await shop.text(), state);
    this.#seen = state.status;
    if (state.status !== 'unknown') this.#unknownSince = undefined;
    switch (state.status) {
      case 'ready':
        return this.#payAgain();
      case 'failed':
        await (await shop.part('retry-button')).click();
        return;
      case 'action':
        await journey.act(shop, outcome);
        return;
      case 'unknown':
        return this.#resend();
      case 'settled':
        return (state['transaction'] as { status: string }).status;
      default:
        return;
    }
  }

  /** On the bank's page: the button, and back. */
  async #chooseAtBank(): Promise<boolean> {
    const { shop, outcome } = this.#options;
    if (!new URL(shop.page.url()).pathname.startsWith('/bank/')) return false;
    const button = await shop.page.$(`button[name=outcome][value=${outcome}]`);
    const onward = button ?? (await shop.page.$('a[href]'));
    if (onward) await Promise.all([shop.page.waitForNavigation({ waitUntil: 'domcontentloaded' }), onward.click()]);
    return true;
  }

  async #payAgain(): Promise<undefined> {
    const { shop, journey, mayTypeAgain } = this.#options;
    if (!this.#hasFilled || !(await journey.isFilled(shop))) {
      assert.ok(!this.#hasFilled || mayTypeAgain, 'what was typed is lost');
      await this.fill();
    }
    await shop.acceptContracts();
    this.#attempts += 1;
    assert.ok(this.#attempts < 12, `the button leads nowhere: ${await shop.text()}`);
    await shop.pay();
    await pause(pressMs);
  }

  /** Nobody can say: after a while the payer sends the same once more, and then it stays as it is. */
  async #resend(): Promise<'unknown' | undefined> {
    const { shop } = this.#options;
    this.#unknownSince ??= Date.now();
    if (Date.now() - this.#unknownSince < 1500) return;
    const [resend] = await shop.page.evaluate(() =>
      globalThis.pageProbe.buttons('Enviar el mismo pago').map((button) => {
        button.click();
        return true;
      }),
    );
    if (this.#hasResent || !resend) {
      assert.match(await shop.text(), /No pagues en otra página/);
      return 'unknown';
    }
    this.#hasResent = true;
    this.#unknownSince = undefined;
  }

  /** At most one transaction for a reference, and no word on the screen against what the service says. */
  async #check(text: string, state: SeenState): Promise<void> {
    const records = await this.#options.sandbox.transactions();
    const references = records.map(({ reference }) => reference);
    assert.equal(new Set(references).size, references.length, 'two transactions for one reference');
    const has = (...statuses: string[]) => records.some(({ status }) => statuses.includes(status));
    if (state.status === 'failed' || (state.status === 'ready' && state['error']))
      assert.ok(!has('PENDING', 'APPROVED'), `asked to pay again against the service: ${text}`);
    if (/Pago aprobado/.test(text)) assert.ok(has('APPROVED'), `"approved" against the service: ${text}`);
    if (/Pago rechazado|El pago no se completó|Pago anulado/.test(text))
      assert.ok(has('DECLINED', 'ERROR', 'VOIDED'), `"failed" against the service: ${text}`);
  }
}
