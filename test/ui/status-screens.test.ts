import { expect } from '@open-wc/testing';
import { LitElement, type nothing, type TemplateResult } from 'lit';
import type { CheckoutState } from '../../src/checkout/state.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { CheckoutHost } from '../../src/element/host.ts';
import { LateScreens } from '../../src/element/late-screens.ts';
import type { Session } from '../../src/element/session.ts';
import { withOwn } from '../../src/messages/catalogue.ts';
import { es } from '../../src/messages/es.ts';
import { shopUrlOf } from '../../src/ui/status/status-parts.ts';

/** A session whose flow could not be fetched, on the page of a payer who is back from the bank or not. */
class LostSession {
  readonly state = { status: 'failed', error: new CheckoutError('part_unavailable', 'No flow.') } as const;
  readonly checkout = undefined;
  readonly offer = { methods: [], unknown: [] };
  asked = 0;
  isLookingBack = true;

  codeEntry(): undefined {}

  checkAgain(): void {
    this.asked += 1;
  }
}

class LostCheckout extends LitElement {
  readonly session = new LostSession();
  readonly locale = 'es';
  readonly screens = new LateScreens(this as unknown as CheckoutHost, this.session as unknown as Session);

  get state(): CheckoutState {
    return this.session.state;
  }

  override render(): TemplateResult | typeof nothing {
    return this.screens.render(this.session.state, { words: withOwn(es, {}), locale: 'es' }, { isSlow: false });
  }
}
customElements.define('lost-checkout', LostCheckout);

describe('the screens that came without the flow', () => {
  const show = async (isLookingBack: boolean): Promise<LostCheckout> => {
    const shown = new LostCheckout();
    shown.session.isLookingBack = isLookingBack;
    document.body.append(shown);
    await shown.screens.load();
    expect(shown.screens.isLoaded).to.equal(true);
    await shown.updateComplete;
    return shown;
  };

  afterEach(() => document.querySelector('lost-checkout')?.remove());

  it('do not tell a payer who is back from the bank that paying is impossible, and ask for the flow again', async () => {
    const { session, renderRoot } = await show(true);
    expect(session.asked, 'the flow is asked for once more').to.equal(1);
    expect(renderRoot.querySelector('#headline')?.textContent).to.equal('Confirmando tu pago');
    const text = renderRoot.querySelector('[part=status]')?.textContent;
    expect(text).to.match(/^Confirmando tu pago\s*No pagues de nuevo\./);
    expect(text).not.to.contain('No puedes pagar');
    renderRoot.querySelector('button')?.click();
    expect(session.asked).to.equal(2);
  });

  it('tell everybody else', async () => {
    const { renderRoot } = await show(false);
    expect(renderRoot.querySelector('[part=status]')?.textContent).to.contain('No puedes pagar ahora');
  });
});

it('the way back to the shop carries the id of the payment, behind an id of the shop’s own', () => {
  const state = { status: 'settled', transaction: { id: '12-34-5' } } as CheckoutState;
  for (const [given, expected] of [
    ['https://shop.example/thanks', 'https://shop.example/thanks?id=12-34-5'],
    ['https://shop.example/?id=mug&x=1#/thanks', 'https://shop.example/?id=mug&x=1&id=12-34-5#/thanks'],
  ] as const)
    expect(shopUrlOf(given, state)).to.equal(expected);
});
