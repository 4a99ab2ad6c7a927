import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutState, Unconfirmed } from '../checkout/state.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { cleanText } from '../domain/clean-text.ts';
import { formatMoney, isSameAmount, type Money } from '../domain/money.ts';
import type { Transaction } from '../domain/transaction.ts';
import { fill, type SpokenWords } from '../messages/catalogue.ts';
import type { Messages } from '../messages/es.ts';
import { alertIcon } from './icons.ts';
import type { FieldProblem, FormContext } from './method-form.ts';

/**
 * A notice above the pay button. An alert is announced at once when it appears, and so is news, which is no mistake; the
 * rest is left to the live region, or to whoever is led to it.
 *
 * @param look what else it is: `faults`, how much is wrong; `question`, what has to be answered before anything is
 * paid; or `early`, while the other methods are still awaited, in whose room it stands.
 */
export const renderNotice = (
  tone: 'alert' | 'news' | 'info',
  content: unknown,
  look?: 'early' | 'faults' | 'question',
): TemplateResult =>
  html`<div class="notice ${tone} ${look}" part=${tone === 'alert' ? 'error' : nothing} role=${tone === 'info' ? nothing : 'alert'}>${alertIcon}<div>${content}</div></div>`;

/** How much is wrong in the form, with a way to the first; a single problem is said at its field alone. */
export function renderProblems(
  words: Messages,
  problems: readonly FieldProblem[],
  onFocus: (name: string) => void,
): TemplateResult | typeof nothing {
  const [first] = problems;
  if (!first || problems.length < 2) return nothing;
  const lead = html`<button type="button" class="link" @click=${() => onFocus(first.name)}>${words.firstProblem}</button>`;
  return renderNotice('info', html`${fill(words.problems, { count: `${problems.length}` })} · ${lead}`, 'faults');
}

/**
 * The order costs something else than what was shown, if anything was; the pay button shows the new amount. A page may show
 * it too by then.
 */
export const renderChangedAmount = (
  words: Messages,
  locale: string,
  before: Money | undefined,
  after: Money,
): TemplateResult =>
  renderNotice(
    'news',
    before && !isSameAmount(before, after)
      ? fill(words.amountChanged, { before: formatMoney(before, locale), after: formatMoney(after, locale) })
      : fill(words.amountUnseen, { amount: formatMoney(after, locale) }),
  );

/** There is a payment already that may be the one which the payer means. */
const renderEarlier = (
  words: Messages,
  { id, reference, status }: Transaction,
  onShow: (id: string) => void,
): TemplateResult =>
  renderNotice(
    'news',
    html`${`${status === 'APPROVED' ? words.approved : words.pending}. ${words.reference}: ${cleanText(reference)}`}${
      // From a receipt nothing leads back to the form.
      status === 'APPROVED'
        ? nothing
        : html`<br><button type="button" class="link" @click=${() => onShow(id)}>${words.checkAgain}</button>`
    }`,
  );

interface FormNotices extends Pick<FormContext, 'words' | 'locale'> {
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
  /** Asks about a payment that may have been made. */
  renderUnconfirmed: (payment: Unconfirmed) => TemplateResult;
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
  // Until it is answered, a press of pay comes to nothing else, a yes to another amount included.
  if (ready?.unconfirmed) return notices.renderUnconfirmed(ready.unconfirmed);
  // Before all else that may be so just now: the next press is a yes to it.
  if (!error && ready?.changedAmount) return renderChangedAmount(words, locale, amount, ready.changedAmount);
  // Whoever has tried all the same hears that it went wrong: the notice of before would say nothing new. And of a payment
  // that is on its way nobody can say that it is still here.
  if (isOffline && state.status !== 'submitting' && error?.code !== 'network')
    return renderNotice('alert', words.offline, look);
  if (isSlow) return renderNotice('info', words.slow, look);
  // That it is paid already is no mistake.
  if (error) return renderNotice(error.code === 'cart_paid' ? 'news' : 'alert', explain(error, words));
  const earlier = ready?.earlier;
  // The page may ask for something else since.
  return earlier && earlier.amount_in_cents === amount?.amountInCents ? renderEarlier(words, earlier, onShow) : nothing;
}
