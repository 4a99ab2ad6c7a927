import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutState } from '../checkout/state.ts';
import { formatMoney, type Money } from '../domain/money.ts';
import { fill } from '../messages/catalogue.ts';
import { lineIcon } from './icons.ts';
import type { FormContext } from './method-form.ts';

interface PayButton extends Pick<FormContext, 'words' | 'locale' | 'isSource'> {
  amount: Money | undefined;
  state: CheckoutState;
  /** It was pressed before the form was ready for it. */
  isAwaited?: boolean;
  /** Whether the payer sees it; a form that waits out of sight leaves the part to the button that is there instead. */
  isShown?: boolean;
}

/**
 * The button that pays, with the amount on it. While a press is being answered it says so and stays focusable: that a
 * second press does nothing is for the flow's state to know.
 */
export function renderPayButton(button: PayButton): TemplateResult {
  const { words, locale, amount, state, isSource, isAwaited, isShown } = button;
  const isBusy = isAwaited || state.status === 'submitting';
  const text = isAwaited
    ? words.loadingForm
    : isSource
      ? words[isBusy ? 'stepDetails' : 'saveCard']
      : isBusy
        ? words.paying
        : fill(words.pay, { amount: amount ? formatMoney(amount, locale) : '' });
  return renderSubmit(text, isBusy, isShown);
}

/** Which word says what keeps a payment safe, by what is paid with. Each is true of its method alone. */
const safetyKey = (method: string | undefined, isSaved: boolean, isSource = false) => {
  if (isSaved) return 'safeSaved';
  if (method === 'CARD') return isSource ? 'safeSource' : 'safeCard';
  return isSource ? 'safeOtherSource' : 'safeOther';
};

/** Below the button that pays: what keeps it safe. */
export const renderSafety = (
  method: string | undefined,
  isSaved: boolean,
  { words, isSource }: FormContext,
): TemplateResult =>
  html`<p class="safe">${lineIcon('M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3')}<span>${words[safetyKey(method, isSaved, isSource)]}</span></p>`;

/** The button that sends a form. */
export const renderSubmit = (text: string, isBusy: boolean, isShown = true): TemplateResult =>
  html`<button part=${isShown ? 'pay-button' : nothing} class="pay" type="submit" aria-disabled=${isBusy ? 'true' : nothing}>${isBusy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}${text}</button>`;
