import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { LitElement, css, html, type TemplateResult } from 'lit';
import { keepInView } from '../../src/ui/status/keep-in-view.ts';

/** A long form, and the screens after it. */
class TallCheckout extends LitElement {
  static override readonly styles = css`
    div { block-size: 3000px; }
    section { block-size: 200px; }
    .with-ways { block-size: 320px; }
    h2 { margin: 0; }
  `;
  heading = '';
  hasWays = false;
  isOnDuty = true;

  /** The controller comes as in the checkout: while the form is shown, or ahead of the first screen. */
  attend(): Promise<unknown> {
    const screen = () => (this.heading ? { title: this.heading } : undefined);
    this.addController(keepInView(this, screen, () => this.isOnDuty));
    this.requestUpdate();
    return this.updateComplete;
  }

  override render(): TemplateResult {
    return this.heading
      ? html`<section part="status" class="status ${this.hasWays ? 'with-ways' : ''}"><h2 id="headline" tabindex="-1">${this.heading}</h2></section>`
      : html`<div></div>`;
  }

  async show(heading: string, hasWays = false): Promise<void> {
    Object.assign(this, { heading, hasWays });
    this.requestUpdate();
    await this.updateComplete;
  }

  get screen(): DOMRect {
    return this.renderRoot.querySelector('section')!.getBoundingClientRect();
  }
}
customElements.define('tall-checkout', TallCheckout);

describe('a screen after the form', () => {
  let checkout: TallCheckout;

  beforeEach(async () => {
    // The page goes on below, as far as above: there is room to scroll either way.
    const [above, below] = [document.createElement('div'), document.createElement('div')];
    for (const one of [above, below]) one.style.blockSize = '3000px';
    checkout = new TallCheckout();
    document.body.style.margin = '0';
    document.body.replaceChildren(above, checkout, below);
    scrollTo(0, 0);
    await checkout.updateComplete;
  });
  afterEach(() => document.body.replaceChildren());

  const expectSeen = (): void => {
    expect(checkout.screen.top).to.be.at.least(-1);
    expect(checkout.screen.bottom).to.be.at.most(innerHeight + 1);
  };

  it('is scrolled into view, wherever the end of the form has left the payer', async () => {
    for (const at of [0, 5700, 9000]) {
      await checkout.show('');
      if (at === 0) await checkout.attend();
      scrollTo(0, at);
      await checkout.show('Pago en proceso');
      expectSeen();
    }
  });

  it('stays where it is when it is visible', async () => {
    await checkout.attend();
    scrollTo(0, 2900);
    await checkout.show('Pago en proceso');
    expect(scrollY).to.equal(2900);
  });

  it('B1: scrolls nothing where the payer sits before another checkout of the page', async () => {
    checkout.isOnDuty = false;
    await checkout.attend();
    await checkout.show('Pago en proceso');
    expect(scrollY).to.equal(0);
  });

  it('scrolls nothing on a page that opens with it', async () => {
    const opened = checkout.attend();
    await checkout.show('Pago en proceso');
    await opened;
    expect(scrollY).to.equal(0);
    await checkout.show('Pago aprobado');
    expect(scrollY).to.equal(0);
    await checkout.show('');
    await checkout.show('Pago rechazado');
    expectSeen();
  });

  it('shows its ways on when it replaces another screen that an active payer is looking at', async () => {
    await checkout.attend();
    await checkout.show('Pago en proceso');
    await sendKeys({ press: 'Shift' });
    await sendKeys({ press: 'a' });
    scrollTo(0, 3200 - innerHeight);
    await checkout.show('Pago rechazado', true);
    expectSeen();
    expect(scrollY).to.be.closeTo(3320 - innerHeight, 1);
  });

  it('does not scroll a payer back who reads something else meanwhile', async () => {
    await checkout.attend();
    await checkout.show('Pago en proceso');
    for (const at of [0, 4000]) {
      scrollTo(0, at);
      await checkout.show(`Pago rechazado ${at}`, true);
      expect(scrollY).to.equal(at);
    }
  });

  it('is shown whole when its headline gets the focus', async () => {
    await checkout.show('Pago aprobado', true);
    await checkout.attend();
    await checkout.show('Pago aprobado', true);
    scrollTo(0, 3050 - innerHeight);
    const headline = checkout.renderRoot.querySelector<HTMLElement>('h2')!;
    headline.focus();
    // A window in the background has no focus to give, and is not told of any.
    if (!document.hasFocus()) headline.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    expectSeen();
  });
});
