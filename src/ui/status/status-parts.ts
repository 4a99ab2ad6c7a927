/** The parts that status screens have in common: ways on, the summary, a value to copy. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutState, Unconfirmed } from '../../checkout/state.ts';
import type { CheckoutError } from '../../domain/checkout-error.ts';
import { cleanText } from '../../domain/clean-text.ts';
import { formatMoney } from '../../domain/money.ts';
import { safeAddress } from '../../domain/safe-address.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { methodOutputOf } from '../../domain/wire/method-output.ts';
import { fill } from '../../messages/catalogue.ts';
import type { AllWords } from '../../messages/catalogue.ts';
import { renderNotice } from '../notices.ts';
import { renderWay } from '../way.ts';
import { sentences, wordsOf, type StatusContext } from './screen.ts';

/** How long an answer beside a button stands, in ms. */
const answerMs = 5000;

/** Says what a press has come to. The answer goes again, for it is not true for ever, nor in every language. */
function answer(region: Element, text: string): void {
  region.textContent = text;
  setTimeout(() => (region.textContent = ''), answerMs);
}

/** Asks now where the payment stands. While that stays the same, the payer sees and hears that somebody looked. */
export const renderCheckAgain = (
  { words, locale, askedAt, current, on }: StatusContext,
  isMain = false,
): TemplateResult => {
  const check = ({ currentTarget }: Event): void => {
    const button = currentTarget as Element;
    const region = button.nextElementSibling as Element;
    region.textContent = '';
    // Longer than most answers take, and than it takes to find out that none can come. Simulated documents move nothing.
    const look = button.closest('.status')?.animate?.({ opacity: [0.4, 1] }, 1500);
    look?.addEventListener('finish', () => {
      const screen = current();
      if (screen) answer(region, screen.missed ?? sentences(wordsOf(screen)));
    });
    on.checkAgain();
  };
  return html`${renderWay(words.checkAgain, check, { isMain })}<p class="unseen" role="status"></p>${askedAt ? html`<p class="fine">${words.checkedAt}: ${formatTime(askedAt, locale)}</p>` : nothing}`;
};

interface Retry {
  awaitsOrder?: boolean | undefined;
  /** Why the last try came to nothing. */
  error?: CheckoutError | undefined;
  isMain?: boolean;
}

/** Another try. It needs an order of the shop's: until that is there, the payer is told to wait. */
export const renderRetry = (
  label: string,
  { words, on }: StatusContext,
  { awaitsOrder, error, isMain = true }: Retry = {},
): unknown =>
  awaitsOrder
    ? html`<p class="wait"><span class="spinner" aria-hidden="true"></span>${words.awaitsOrder}</p>`
    : [
        error ? renderNotice('alert', words.errorOrder) : nothing,
        renderWay(label, () => on.retry(), { isMain, part: 'retry-button' }),
      ];

/**
 * The address of the way back to the shop; undefined where the payer is there already, or where the address is not safe.
 * It carries the payment's id, behind whatever id the shop has there, as it does when the bank sends the payer back: the
 * shop's page then shows that payment and asks for no other.
 */
export function shopUrlOf(redirectUrl: string | undefined, state: CheckoutState): string | undefined {
  const target = safeAddress(redirectUrl, { allowLoopback: true });
  if (!target) return;
  if (target.origin === window.location.origin && target.pathname === window.location.pathname) return;
  if ('transaction' in state) target.searchParams.append('id', state.transaction.id);
  return target.href;
}

/** Back to the shop, where its address is known. */
export function renderShopLink({ words, shopUrl, on }: StatusContext, isMain = false): TemplateResult | typeof nothing {
  if (!shopUrl) return nothing;
  const go = (event: MouseEvent): void => {
    // Another tab or window leaves this page as it is.
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!isElsewhere && !on.goBack(shopUrl)) event.preventDefault();
  };
  return html`<a class=${isMain ? 'pay' : 'shop'} href=${shopUrl} @click=${go}>${words.backToShop}</a>`;
}

/** The way to another purchase from a payment that was found by where the page is; nothing for any other one. */
export const renderElseWay = (
  state: CheckoutState,
  words: AllWords,
  onBuyElse: () => void,
): TemplateResult | undefined => {
  if (!('guessed' in state) || !state.guessed) return;
  if (state.status === 'settled') return renderWay(words.nextPurchase, onBuyElse);
  const text = state.status === 'unknown' ? words.otherPurchaseUnknown : words.otherPurchaseText;
  return html`<p class="fine">${text}</p>
    ${renderWay(words.otherPurchase, onBuyElse)}`;
};

/**
 * The ways out of a pending payment: to another method where the page can give a new order, and to the shop.
 *
 * @param isBound only to the shop: another payment may be a second charge, or nobody can say now where this one stands.
 */
export const renderWaysOut = (context: StatusContext, isBound?: unknown): unknown[] => {
  const { words, canRenew, elseWay, on } = context;
  const other = (): unknown[] => [
    // The payer can still complete this payment, on a phone or in a shop. Both would be charged.
    html`<p class="fine">${words.otherMethodText}</p>`,
    renderWay(words.otherMethod, () => on.otherMethod()),
  ];
  return [canRenew && !isBound ? other() : nothing, elseWay, renderShopLink(context)];
};

/** How the payer knows what is paid with: a card by its last digits, a wallet by the number of its phone. */
export function methodOf(transaction: Transaction, { words, methodTitle }: StatusContext): string | undefined {
  const { last_four: digits, brand: network } = methodOutputOf(transaction);
  if (!digits) {
    const title = methodTitle?.(transaction.payment_method_type);
    // With the number the payer can tell a mistyped number from a notification that takes its time.
    const phone = transaction.payment_method['phone_number'];
    return title && phone && typeof phone === 'string'
      ? `${title} ${cleanText(phone).replace(/^(...)(...)(....)$/, '$1\u00a0$2\u00a0$3')}`
      : title;
  }
  // The service writes capitals: VISA. Three letters are initials and stay.
  const brand = network?.replace(/^UNKNOWN$/, '').replace(/\B[A-Z]{3,}/g, (end) => end.toLowerCase());
  return fill(words.cardEnding, { brand: brand || words.card, digits });
}

function dateOf({ finalized_at: end, created_at: start }: Transaction, locale: string): string | undefined {
  const date = new Date(end ?? start ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return;
  return formatTime(date, locale, 'medium');
}

/** A time as the payer reads it; without a `dateStyle` only the time of day. */
export const formatTime = (time: Date | number, locale: string, dateStyle?: 'medium'): string =>
  new Intl.DateTimeFormat(locale === 'es' ? 'es-CO' : locale, { dateStyle, timeStyle: 'short' }).format(time);

const isToday = (time: number): boolean => new Date(time).toDateString() === new Date().toDateString();

/** The amount, method and time of a payment that has no record. */
export function factsOf(
  payment: Unconfirmed,
  { locale, methodTitle }: Pick<StatusContext, 'locale' | 'methodTitle'>,
): string {
  const { at, method } = payment;
  const when = formatTime(at, locale, isToday(at) ? undefined : 'medium').replace(/\s/g, '\u00a0');
  return [formatMoney(payment, locale), methodTitle?.(method), when].filter(Boolean).join(', ');
}

/** Which payment may have been made, and what that means. */
export function describeUnconfirmed(
  payment: Unconfirmed,
  context: Pick<StatusContext, 'words' | 'locale' | 'methodTitle'>,
): TemplateResult {
  const { words } = context;
  const { reference, isPaid } = payment;
  return html`<strong>${isPaid ? words.alreadyPaid : words.unconfirmed}</strong>
    <p>${factsOf(payment, context)}<br />${words.reference}: ${cleanText(reference)}</p>
    <p>${isPaid ? words.alreadyPaidText : words.unconfirmedText}</p>`;
}

/** The network's logo has to be visible before and after a 3D Secure challenge (SPEC.md section 10). */
function renderAuthentication(transaction: Transaction, { networkLogo }: StatusContext): unknown {
  const { brand, three_ds_auth: authentication } = methodOutputOf(transaction);
  return authentication ? networkLogo?.(brand) : nothing;
}

/** The payer pressed pay, and a payment that was begun before is shown, in another tab or by another method. */
export function renderMet({ elsewhere, turnedFrom, words }: StatusContext): unknown {
  if (elsewhere) return renderNotice('news', words.elsewhere);
  return turnedFrom ? renderNotice('news', words.sameOrder) : nothing;
}

export const amountOf = (
  { amount_in_cents: amountInCents, currency }: Transaction,
  { locale }: Pick<StatusContext, 'locale'>,
): string => formatMoney({ amountInCents, currency }, locale);

/** What is known of a payment, each with its name, and with what stands before it. */
export type Rows = readonly (readonly [name: string, value: string | undefined, mark?: TemplateResult])[];

const renderRows = (rows: Rows): TemplateResult =>
  html`<dl class="summary">
    ${rows.map(([name, value, mark = nothing]) => (value ? html`<div><dt>${name}</dt><dd>${mark}${value}</dd></div>` : nothing))}
  </dl>`;

/** The method has its logo before it where the page has given one. */
const methodRow = (transaction: Transaction, context: StatusContext): Rows[number] => [
  context.words.method,
  methodOf(transaction, context),
  html`<span class="logo"><slot name="method-${transaction.payment_method_type}"></slot></span>`,
];

/** Reference, method and date of the payment, as far as they are known; the amount where no header says it. */
export function renderSummary(transaction: Transaction, context: StatusContext): TemplateResult {
  const { words, locale, isHeaderHidden } = context;
  return html`${renderMet(context)}${renderRows([
    [words.total, isHeaderHidden ? amountOf(transaction, context) : undefined],
    [words.reference, cleanText(transaction.reference)],
    methodRow(transaction, context),
    [words.date, dateOf(transaction, locale)],
  ])}
    ${renderAuthentication(transaction, context)}`;
}

/** What is on a receipt beside the amount and the reference, as far as it is known. */
export function receiptRows(transaction: Transaction, context: StatusContext): Rows {
  const { words, locale } = context;
  return [
    methodRow(transaction, context),
    [words.approvalNumber, methodOutputOf(transaction).external_identifier],
    [words.date, dateOf(transaction, locale)],
  ];
}

/** The same for a payment that is made: its reference can be copied, for it is what the shop is asked with. */
export const renderReceipt = (transaction: Transaction, context: StatusContext): TemplateResult =>
  html`${renderMet(context)}<div class="receipt">
      ${renderRows(receiptRows(transaction, context))}${renderCopy(context.words.reference, cleanText(transaction.reference), context)}
    </div>
    ${renderAuthentication(transaction, context)}`;

/** A value to keep, with a button that copies it and says so. Where the page may not copy, the value is selected and read out. */
export function renderCopy(label: string, value: string, { words }: StatusContext): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const around = (currentTarget as Element).parentElement as Element;
    try {
      await navigator.clipboard.writeText(value);
      answer(around.lastElementChild as Element, words.copied);
    } catch {
      const shown = around.querySelector('strong') as HTMLElement;
      shown.tabIndex = -1;
      shown.focus();
      getSelection()?.selectAllChildren(shown);
    }
  };
  return html`<p class="keep">
    <span>${label}</span><strong>${value}</strong>
    <button type="button" class="link" @click=${copy}>${words.copy}<span class="unseen"> ${label}</span></button>
    <span role="status"></span>
  </p>`;
}
