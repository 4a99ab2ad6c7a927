/** The question about a payment that may have been made, above the pay button. It comes with the screens. */
import { html, type TemplateResult } from 'lit';
import type { Unconfirmed } from '../checkout/state.ts';
import { formatMoney } from '../domain/money.ts';
import type { AllWords } from '../messages/catalogue.ts';
import { renderNotice, renderWay } from './notices.ts';
import { formatTime } from './status/status-parts.ts';

export interface UnconfirmedContext {
  words: AllWords;
  locale: string;
  /** The method's title by its type. */
  methodTitle: (type: string) => string | undefined;
  /** The payer says that this is another payment, and pays all the same. */
  onWaive: () => void;
}

const isToday = (time: number): boolean => new Date(time).toDateString() === new Date().toDateString();

/** Which payment it was, what may happen, and the way on for whoever makes another one. */
export function renderUnconfirmed(payment: Unconfirmed, context: UnconfirmedContext): TemplateResult {
  const { words, locale, methodTitle, onWaive } = context;
  const { reference, method, at, isPaid } = payment;
  const when = formatTime(at, locale, isToday(at) ? undefined : 'medium').replace(/\s/g, '\u00a0');
  const facts = [formatMoney(payment, locale), methodTitle(method), when].filter(Boolean);
  return renderNotice(
    'news',
    html`<strong>${isPaid ? words.alreadyPaid : words.unconfirmed}</strong>
      <p>${facts.join(', ')}<br />${words.reference}: ${reference}</p>
      <p>${isPaid ? words.alreadyPaidText : words.unconfirmedText}</p>
      ${renderWay(words.unconfirmedPay, onWaive)}`,
    'question',
  );
}
