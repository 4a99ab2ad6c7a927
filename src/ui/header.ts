import { html, nothing, type TemplateResult } from 'lit';
import { initialOf } from '../domain/clean-text.ts';
import { formatMoney, type Money } from '../domain/money.ts';
import type { FormContext } from './method-form.ts';

interface Header extends Pick<FormContext, 'words' | 'locale' | 'isTest' | 'isSource'> {
  /** Absent while the merchant record is on its way. */
  merchantName: string | undefined;
  /** A picture that holds all of itself. */
  logo: string | undefined;
  /** Absent while the page has not given one. */
  amount?: Money | undefined;
  /** The service has said that the whole amount is paid. */
  isPaid?: boolean;
  /** What is absent is on its way. */
  isLoading?: boolean;
  /** It stands above a form, which nothing that is missing moves. */
  isForm?: boolean;
  /** The page says itself whom the payment goes to, and how much it is. */
  isHidden?: boolean;
}

/**
 * One line: whom the payment goes to, and the amount. Below it whether this is a test, which the page cannot hide. What
 * comes later finds its place kept.
 */
export function renderHeader(header: Header): TemplateResult {
  const { words, isTest, isHidden } = header;
  return html`<slot name="header"></slot>
    ${isHidden ? nothing : renderLine(header)}
    ${isTest ? html`<p class="badge"><span part="test-badge">${words.testMode}</span></p>` : nothing}`;
}

function renderLine(header: Header): TemplateResult {
  const { words, locale, merchantName, logo, amount, isPaid, isLoading, isSource, isForm } = header;
  const initial = merchantName && initialOf(merchantName);
  const awaited = (value: unknown): string => (isLoading && !value ? 'skeleton' : '');
  return html`<div part="header" class="header">
    ${isLoading || initial || logo ? html`<span class="avatar" aria-hidden="true">${initial}${logo ? html`<img src=${logo} alt="" decoding="async" @error=${handleLogoError}>` : nothing}</span>` : nothing}
    ${isForm || isLoading || initial ? html`<span class="merchant ${awaited(merchantName)}">${merchantName}</span>` : nothing}
    ${!isSource && (amount ?? isLoading) ? html`<p class="total"><span class="unseen">${isPaid ? words.paid : words.total} </span><strong class="amount ${awaited(amount)}">${amount && formatMoney(amount, locale)}</strong></p>` : nothing}
  </div>`;
}

/** A logo that cannot be shown, or that the page's policy refuses, leaves the initial. */
function handleLogoError(event: Event): void {
  (event.target as HTMLElement).hidden = true;
}
