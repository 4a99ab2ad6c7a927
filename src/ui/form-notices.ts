import { nothing, type TemplateResult } from 'lit';
import type { CheckoutState } from '../checkout/state.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import type { Money } from '../domain/money.ts';
import type { SpokenWords } from '../messages/catalogue.ts';
import type { FieldProblem } from './method-form.ts';
import { renderChangedAmount, renderEarlier, renderNotice, renderProblems } from './notices.ts';

export interface FormNotices {
  words: SpokenWords;
  locale: string;
  state: CheckoutState;
  /** The amount that was shown before an order changed it; none where the order alone says it. */
  amount: Money | undefined;
  problems: readonly FieldProblem[];
  isSlow: boolean;
  isOffline: boolean;
  /** Which methods there are is still awaited: a notice stands in the room of those that may follow. */
  isOpen?: boolean | undefined;
  /** The error that the fields say themselves. */
  marked: CheckoutError | undefined;
  /** What an error of the last attempt says to the payer. */
  explain: (error: CheckoutError, words: SpokenWords) => string;
  onFocus: (name: string) => void;
  /** Shows another payment in place of the form. */
  onShow: (id: string) => void;
}

/** What stands between the form and the pay button: one notice at a time, the most pressing one. */
export function renderFormNotices(notices: FormNotices): TemplateResult | typeof nothing {
  const { words, locale, state, amount, problems, isSlow, isOffline, isOpen, marked, explain, onFocus, onShow } =
    notices;
  if (problems.length > 0) return renderProblems(words, problems, onFocus);
  const look = isOpen ? 'early' : undefined;
  const ready = state.status === 'ready' ? state : undefined;
  const error = ready?.error === marked ? undefined : ready?.error;
  // Before all else that may be so just now: the next press is a yes to it.
  if (!error && ready?.changedAmount) return renderChangedAmount(words, locale, amount, ready.changedAmount);
  // Whoever has tried all the same hears that it went wrong: the notice of before would say nothing new.
  if (isOffline && error?.code !== 'network') return renderNotice('alert', words.offline, look);
  if (isSlow) return renderNotice('info', words.slow, look);
  if (error) return renderNotice('alert', explain(error, words));
  const earlier = ready?.earlier;
  // The page may ask for something else since.
  return earlier && earlier.amount_in_cents === amount?.amountInCents ? renderEarlier(words, earlier, onShow) : nothing;
}
