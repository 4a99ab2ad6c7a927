// checkout-page.ts
import type { PayCheckout } from 'pay-checkout';

/** What the pages of Playwright and of Puppeteer have in common. */
interface TestPage {
  locator(selector: string): { fill(text: string): Promise<unknown>; click(): Promise<unknown> };
  evaluate(question: () => Promise<string>): Promise<string>;
}

/** A checkout as its payer uses it. */
export class CheckoutPage {
  readonly #page: TestPage;
  readonly #inside: string;

  /** @param inside how the test framework looks into a shadow tree: Playwright by itself, Puppeteer with `>>>` */
  constructor(page: TestPage, inside = 'pay-checkout ') {
    this.#page = page;
    this.#inside = inside;
  }

  async choose(method: string): Promise<void> {
    await this.#find(`[name="payment_method_type"][value="${method}"]`).click();
  }

  async enter(fields: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) await this.#find(`[name="${name}"]`).fill(text);
  }

  async fillCard(number = '4242 4242 4242 4242'): Promise<void> {
    await this.enter({ number, expiry: '12/39', cvc: '123', card_holder: 'Ana Pinzón' });
  }

  async acceptContracts(): Promise<void> {
    for (const name of ['acceptance_token', 'accept_personal_auth']) await this.#find(`[name="${name}"]`).click();
  }

  async pay(): Promise<void> {
    await this.#find('[part~="pay-button"]').click();
  }

  /**
   * Waits for the end of the payment: `APPROVED`, `DECLINED`, `VOIDED`, `ERROR`, `unknown`, or why it was refused; in mode
   * `source` `handed_over`. What does not end within half a minute is an error, which names the fields that are wrong.
   */
  outcome(): Promise<string> {
    return this.#page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const checkout = document.querySelector<PayCheckout>('pay-checkout');
          const look = () => {
            const state = checkout?.state;
            if (state?.status === 'settled') resolve(state.transaction.status);
            else if (state?.status === 'unknown') resolve(state.status);
            else if (state?.status === 'ready' && state.handedOver) resolve('handed_over');
            else if ((state?.status === 'ready' || state?.status === 'failed') && state.error)
              resolve(state.error.code);
          };
          document.addEventListener('pay-state-change', look);
          look();
          setTimeout(() => {
            const card = checkout?.shadowRoot?.querySelector('pay-card-fields');
            const wrong = [card, checkout].flatMap((one) => [
              ...(one?.shadowRoot?.querySelectorAll('[aria-invalid]') ?? []),
            ]);
            const names = wrong.map((control) => control.getAttribute('name'));
            reject(new Error(`still ${checkout?.state.status}; wrong: ${names.join(', ') || 'nothing'}`));
          }, 30_000);
        }),
    );
  }

  #find(selector: string) {
    return this.#page.locator(this.#inside + selector);
  }
}
