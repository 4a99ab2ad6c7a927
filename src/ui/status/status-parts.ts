import { html, nothing, type TemplateResult } from 'lit';
import { formatMoney } from '../../domain/money.ts';
import { extraOf, type Transaction } from '../../domain/transaction.ts';
import { fill } from '../../messages/catalogue.ts';
import type { StatusContext } from './status-context.ts';
import { toneIcons, type Tone } from './tone-icons.ts';

/** What every status screen is made of. */
export interface Screen {
  tone: Tone;
  title: string;
  text?: unknown;
  /** Between the text and the ways on. */
  body?: unknown;
  /** The ways on, the best one first. */
  ways?: unknown;
}

/** One status screen. Its heading takes the focus, so that the reading goes on from there. */
export const renderScreen = ({ tone, title, text, body = nothing, ways = nothing }: Screen): TemplateResult => html`
  <section part="status" class="status ${tone}" aria-labelledby="status-title">
    <div class="headline">
      ${toneIcons[tone]}
      <h2 id="status-title" tabindex="-1">${title}</h2>
      ${
        text
          ? html`
              <p>${text}</p>
            `
          : nothing
      }
    </div>
    ${body}
    <div class="ways">${ways}</div>
  </section>
`;

/** One way on. */
export const renderWay = (
  label: string,
  onClick: () => void,
  { isMain = false, part = '' } = {},
): TemplateResult => html`
  <button type="button" class=${isMain ? 'pay' : 'pay plain'} part=${part || nothing} @click=${onClick}>
    ${label}
  </button>
`;

/** Back to the shop, when its address is known. */
export const renderShopLink = ({ words, shopUrl }: StatusContext, isMain = false): TemplateResult | typeof nothing =>
  shopUrl
    ? html`
        <a class=${isMain ? 'pay' : 'pay plain'} href=${shopUrl}>${words.backToShop}</a>
      `
    : nothing;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function methodOf(transaction: Transaction, { words, methodTitle }: StatusContext): string | undefined {
  const extra = extraOf(transaction);
  const digits = textOf(extra['last_four']);
  if (!digits) return methodTitle?.(transaction.payment_method_type);
  return fill(words.cardEnding, { brand: textOf(extra['brand']) || words.card, digits });
}

function dateOf(transaction: Transaction, locale: string): string | undefined {
  const date = new Date(transaction.finalized_at ?? transaction.created_at ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return;
  return new Intl.DateTimeFormat(locale === 'es' ? 'es-CO' : locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(date);
}

/** Amount, reference, method and date of a payment, as far as they are known. */
export function renderSummary(transaction: Transaction, context: StatusContext): TemplateResult {
  const { words, locale } = context;
  const { amount_in_cents: amountInCents, currency, reference } = transaction;
  const rows: [string, string | undefined][] = [
    [words.amount, formatMoney({ amountInCents, currency }, locale)],
    [words.reference, reference],
    [words.method, methodOf(transaction, context)],
    [words.date, dateOf(transaction, locale)],
  ];
  return html`
    <dl class="summary">
      ${rows.map(([name, value]) =>
        value
          ? html`
              <div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>
            `
          : nothing,
      )}
    </dl>
  `;
}

/** A value to keep, with a button that copies it and says so. */
export function renderCopy(label: string, value: string, { words }: StatusContext): TemplateResult {
  const copy = async (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    const said = button.querySelector('span');
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // Without the permission the text is selected, for the payer to copy.
      const text = button.previousElementSibling;
      if (text) getSelection()?.selectAllChildren(text);
      return;
    }
    if (said) said.textContent = words.copied;
  };
  return html`
    <p class="keep">
      <span>${label}</span>
      <strong>${value}</strong>
      <button type="button" class="link" @click=${copy}>
        <span role="status">${words.copy}</span>
        <span class="hidden">${label}</span>
      </button>
    </p>
  `;
}
