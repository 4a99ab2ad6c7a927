// component-checkout.ts
import type { PayCheckout } from 'pay-checkout';

/** A checkout in a test of the component around it, in jsdom, in happy-dom or in a browser. */
export class ComponentCheckout {
  readonly element: PayCheckout;

  constructor(element: PayCheckout) {
    this.element = element;
  }

  /** Resolves once the state is one of these; what does not come within ten seconds is an error. */
  state(...wanted: PayCheckout['state']['status'][]): Promise<PayCheckout['state']> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`still ${this.element.state.status}`)), 10_000);
      const look = () => {
        const { state } = this.element;
        if (!wanted.includes(state.status)) return;
        clearTimeout(late);
        this.element.removeEventListener('pay-state-change', look);
        resolve(state);
      };
      this.element.addEventListener('pay-state-change', look);
      look();
    });
  }

  /** Types into the controls with these names. */
  async enter(fields: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      const control = this.#control(name);
      control.value = text;
      control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      await this.element.updateComplete;
    }
  }

  /** Pays by card, and tells what became of that. */
  async payByCard(number = '4242424242424242'): Promise<string> {
    await this.state('ready');
    await this.enter({ number, expiry: '12/39', cvc: '123', card_holder: 'Ana Pinzón' });
    for (const name of ['acceptance_token', 'accept_personal_auth']) this.#control(name).click();
    await this.element.submit();
    const state = await this.state('settled', 'ready', 'unknown', 'failed');
    return state.status === 'settled' ? state.transaction.status : state.status;
  }

  #control(name: string): HTMLInputElement {
    const root = this.element.shadowRoot;
    const roots = [root, root?.querySelector('pay-card-fields')?.shadowRoot];
    const found = roots.map((one) => one?.querySelector<HTMLInputElement>(`[name="${name}"]`)).find(Boolean);
    if (!found) throw new Error(`the checkout shows no ${name}`);
    return found;
  }
}
