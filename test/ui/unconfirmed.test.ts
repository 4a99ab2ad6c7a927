import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import type { CheckoutState, Unconfirmed } from '../../src/checkout/state.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { renderFormNotices } from '../../src/ui/notices.ts';
import { renderUnconfirmed } from '../../src/ui/unconfirmed.ts';
import { allWords } from './all-words.ts';
import { amount } from './face-stand.ts';

const words = await allWords('es');
/** Nothing is wrong, and nothing is said. */
const calm = {
  words,
  locale: 'es',
  amount,
  problems: [],
  isSlow: false,
  isOffline: false,
  marked: undefined,
  explain: () => '',
  renderUnconfirmed: () => html``,
  onFocus: () => {},
  onShow: () => {},
};
const sentAt = (at: number): Unconfirmed => ({ ...amount, reference: 'NEBLINA-1', method: 'WALLET_A', at });

const textOf = (content: unknown): string => {
  const place = document.createElement('div');
  render(content, place);
  return place.textContent.replace(/\s+/g, ' ').trim();
};

describe('the question about a payment that may have been made', () => {
  const waived: string[] = [];
  const asked = (payment: Unconfirmed) =>
    renderUnconfirmed(payment, {
      words,
      locale: 'es',
      methodTitle: (type) => (type === 'WALLET_A' ? 'Billetera' : undefined),
      onWaive: () => void waived.push(payment.reference),
    });
  it('says the time of day of a payment of today, and the date of an older one', () => {
    const now = new Date();
    expect(textOf(asked(sentAt(now.getTime())))).to.match(/\$ 119\.000, Billetera, \d+:\d\d [ap]\. m\.Referencia: /);
    const older = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 15, 7);
    expect(textOf(asked(sentAt(older.getTime())))).to.match(/Billetera, \d+\/\d+\/\d{4}, 3:07 p\. m\.Referencia: /);
  });

  it('has one button, which says that it is another payment', () => {
    const place = document.createElement('div');
    render(asked(sentAt(0)), place);
    const buttons = [...place.querySelectorAll('button')];
    expect(buttons.map(({ textContent }) => textContent)).to.deep.equal([words.unconfirmedPay]);
    expect(place.querySelector('[role=alert]')?.contains(buttons[0] ?? null)).to.equal(true);
    buttons[0]?.click();
    expect(waived).to.deep.equal(['NEBLINA-1']);
  });

  it('stands before an error and another amount, for a press answers neither, and after what is wrong in the form', () => {
    const state: CheckoutState = {
      status: 'ready',
      changedAmount: { ...amount, amountInCents: 12_500_000 },
      error: new CheckoutError('rate_limited', 'words for the developer'),
      unconfirmed: sentAt(0),
    };
    const notices = {
      ...calm,
      state,
      explain: () => words.errorService,
      renderUnconfirmed: asked,
    };
    expect(textOf(renderFormNotices(notices))).to.contain(words.unconfirmed);
    const problems = ['number', 'cvc'].map((name) => ({ name, message: `Revisa ${name}` }));
    expect(textOf(renderFormNotices({ ...notices, problems }))).not.to.contain(words.unconfirmed);
  });
});

it('that a cart is paid already is said as news, and what went wrong as an error', () => {
  for (const [code, tone] of [
    ['cart_paid', 'news'],
    ['order_unavailable', 'alert'],
  ] as const) {
    const place = document.createElement('div');
    const notices = renderFormNotices({
      ...calm,
      state: { status: 'ready', error: new CheckoutError(code, 'words for the developer') },
      explain: () => words.errorPaid,
    });
    render(notices, place);
    const notice = place.querySelector('[role=alert]');
    expect(notice?.classList.contains(tone), code).to.equal(true);
    expect(notice?.part.contains('error'), code).to.equal(tone === 'alert');
  }
});

it('a device without a connection says that what was typed is still here, but not of a payment that is on its way', () => {
  const offline = (state: CheckoutState) => textOf(renderFormNotices({ ...calm, isOffline: true, state }));
  expect(offline({ status: 'ready' })).to.equal(words.offline);
  expect(offline({ status: 'submitting', step: 'create', reference: 'NEBLINA-1' })).to.equal('');
});
