import { html, nothing, type TemplateResult } from 'lit';
import { lenient, someText } from '../../domain/shape.ts';
import { extraOf, type Transaction } from '../../domain/transaction.ts';
import type { CheckoutError } from '../../domain/checkout-error.ts';
import { fill } from '../../messages/catalogue.ts';
import { renderNotice, renderWay } from '../notices.ts';
import type { StatusContext } from './status-context.ts';
import { sentences, wordsOf } from './screen.ts';

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
    // Longer than most answers take, and than it takes to find out that none can come.
    const look = button.closest('.status')?.animate({ opacity: [0.4, 1] }, 1500);
    look?.addEventListener('finish', () => {
      const screen = current();
      if (screen) answer(region, screen.missed ?? sentences(wordsOf(screen)));
    });
    on.checkAgain();
  };
  return html`${renderWay(words.checkAgain, check, { isMain })}<p class="unseen" role="status"></p>${askedAt ? html`<p class="fine">${words.checkedAt}: ${formatTime(askedAt, locale)}</p>` : nothing}`;
};

/** How another try stands. */
interface Retry {
  awaitsOrder?: boolean | undefined;
  /** Why the last one came to nothing. */
  error?: CheckoutError | undefined;
  isMain?: boolean;
}

/** Another try; until the shop has given the order that it needs, that is waited for. */
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

/** Back to the shop, when its address is known. */
export const renderShopLink = ({ words, shopUrl }: StatusContext, isMain = false): TemplateResult | typeof nothing =>
  shopUrl ? html`<a class=${isMain ? 'pay' : 'shop'} href=${shopUrl}>${words.backToShop}</a>` : nothing;

/**
 * Out of a pending payment: to another method where a new order can be had, or to the shop.
 *
 * @param isBound another payment may be a second charge, or nobody can say now how this one stands: to the shop alone.
 */
export const renderWaysOut = (context: StatusContext, isBound?: unknown): unknown[] => {
  const { words, canRenew, on } = context;
  const other = (): unknown[] => [
    // The payer can still complete this one, on a phone or in a shop: both would be charged.
    html`<p class="fine">${words.otherMethodText}</p>`,
    renderWay(words.otherMethod, () => on.otherMethod()),
  ];
  return [canRenew && !isBound ? other() : nothing, renderShopLink(context)];
};

const textOf = lenient(someText);

/** What is paid with, as the payer knows it: a card by its last digits, what belongs to a phone by its number. */
export function methodOf(transaction: Transaction, { words, methodTitle }: StatusContext): string | undefined {
  const extra = extraOf(transaction);
  const digits = textOf(extra['last_four']);
  if (!digits) {
    const title = methodTitle?.(transaction.payment_method_type);
    // Whose phone is awaited: a number that was mistyped is told apart from a notification that takes its time.
    const phone = textOf(transaction.payment_method['phone_number']);
    return title && phone ? `${title} ${phone.replace(/^(...)(...)(....)$/, '$1\u00a0$2\u00a0$3')}` : title;
  }
  // The service shouts it: VISA. Three letters are initials.
  const brand = textOf(extra['brand'])
    ?.replace(/^UNKNOWN$/, '')
    .replace(/\B[A-Z]{3,}/g, (end) => end.toLowerCase());
  return fill(words.cardEnding, { brand: brand || words.card, digits });
}

function dateOf({ finalized_at: end, created_at: start }: Transaction, locale: string): string | undefined {
  const date = new Date(end ?? start ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return;
  return formatTime(date, locale, 'medium');
}

/** When something was or will be, as the payer reads it; without a `dateStyle` the time of day alone. */
export const formatTime = (time: Date | number, locale: string, dateStyle?: 'medium'): string =>
  new Intl.DateTimeFormat(locale === 'es' ? 'es-CO' : locale, { dateStyle, timeStyle: 'short' }).format(time);

/** Ahead of a 3D Secure challenge, and again when it is over, the network's logo has to be seen (SPEC.md section 10). */
function renderAuthentication(transaction: Transaction, { networkLogo }: StatusContext): unknown {
  const { brand, three_ds_auth: authentication } = extraOf(transaction);
  return authentication ? networkLogo?.(brand) : nothing;
}

/** Who pressed here was paying already: that payment is shown, and no other is made. */
export const renderElsewhere = ({ elsewhere, words }: StatusContext): unknown =>
  elsewhere ? renderNotice('news', words.elsewhere) : nothing;

/** Whose payment it is, reference, method and date, as far as they are known; the amount stands in the header. */
export function renderSummary(transaction: Transaction, context: StatusContext): TemplateResult {
  const { words, locale } = context;
  const rows: [string, string | undefined][] = [
    [words.reference, transaction.reference],
    [words.method, methodOf(transaction, context)],
    [words.date, dateOf(transaction, locale)],
  ];
  return html`${renderElsewhere(context)}<dl class="summary">
      ${rows.map(([name, value]) => (value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : nothing))}
    </dl>
    ${renderAuthentication(transaction, context)}`;
}

/** A value to keep, with a button that copies it and says so; where copying is not allowed, it is selected and read. */
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
