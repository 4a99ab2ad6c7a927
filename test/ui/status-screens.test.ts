import { expect } from '@open-wc/testing';
import { LitElement, render, type nothing, type TemplateResult } from 'lit';
import type { CheckoutState } from '../../src/checkout/state.ts';
import { CheckoutError, type CheckoutErrorCode } from '../../src/domain/checkout-error.ts';
import type { CheckoutHost } from '../../src/element/host.ts';
import { LateScreens } from '../../src/element/late-screens.ts';
import type { Session } from '../../src/element/session.ts';
import { withOwn } from '../../src/messages/catalogue.ts';
import { es } from '../../src/messages/es.ts';

/** A session whose flow could not be fetched, on the page of a payer who is back from the bank or not. */
class LostSession {
  state: CheckoutState = { status: 'failed', error: new CheckoutError('part_unavailable', 'No flow.') };
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
    return this.screens.render(this.session.state, withOwn(es, {}), false);
  }
}
customElements.define('lost-checkout', LostCheckout);

describe('what is said without the screens', () => {
  const failed = (code: CheckoutErrorCode, cause?: CheckoutError): CheckoutState => ({
    status: 'failed',
    error: new CheckoutError(code, 'words for the developer', { cause }),
  });
  const lateScreens = (state: CheckoutState, isLookingBack = false): LateScreens => {
    const session = Object.assign(new LostSession(), { state, isLookingBack });
    return new LateScreens(new LostCheckout() as unknown as CheckoutHost, session as unknown as Session);
  };
  const show = (state: CheckoutState, isLookingBack = false): HTMLElement => {
    const place = document.createElement('div');
    render(lateScreens(state, isLookingBack).render(state, withOwn(es, {}), false), place);
    return place;
  };

  it('blames the network alone for what another try may mend', () => {
    for (const state of [
      failed('network'),
      failed('part_unavailable'),
      failed('contracts_unreachable', new CheckoutError('timeout', 'slow')),
    ])
      expect(show(state).textContent).to.contain(es.failed).and.to.contain(es.errorPart);
  });

  it('sends the payer to the shop for what only the shop can mend', () => {
    for (const state of [
      failed('invalid_public_key'),
      failed('no_method'),
      failed('contracts_unreachable', new CheckoutError('unauthorized', 'another key')),
    ])
      expect(show(state).textContent).to.contain(es.errorShop).and.not.to.contain(es.errorPart);
  });

  it('offers another try where one may help', () => {
    expect(show(failed('network')).querySelector('button')?.textContent).to.equal(es.retry);
    expect(show(failed('invalid_public_key')).querySelectorAll('button')).to.have.length(0);
  });

  it('warns of a second payment where one could not be looked up, or nobody knows of it', () => {
    const lookup = { ...failed('not_found'), lookup: true } as CheckoutState;
    expect(show(lookup).textContent).to.contain(es.errorLookup).and.not.to.contain(es.errorShop);
    const unknown = show({ status: 'unknown', reference: 'NEBLINA-1', resendable: true });
    expect(unknown.textContent).to.contain(es.unknown).and.to.contain(es.unknownText).and.to.contain('NEBLINA-1');
    const back = show(failed('invalid_public_key'), true);
    expect(back.textContent).to.contain(es.pendingText).and.to.contain(es.errorShop);
    expect(back.querySelector('button')?.textContent).to.equal(es.checkAgain);
  });

  it('tells the same of the last try in the form', () => {
    const explain = (code: CheckoutErrorCode): string =>
      lateScreens({ status: 'ready' }).explain(new CheckoutError(code, 'words for the developer'), withOwn(es, {}));
    expect(explain('network')).to.equal(es.errorPart);
    expect(explain('invalid_order')).to.equal(es.errorShop);
    expect(explain('order_unavailable')).to.equal(es.errorOrder);
  });
});

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
