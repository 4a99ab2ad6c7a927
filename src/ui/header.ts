import { html, nothing, type TemplateResult } from 'lit';
import { initialOf } from '../domain/clean-text.ts';
import { formatMoney, type Money } from '../domain/money.ts';
import type { FormContext } from './method-form.ts';

interface Header extends Pick<FormContext, 'words' | 'locale' | 'isTest' | 'isSource'> {
  /** Absent while the merchant record is on its way. */
  merchantName: string | undefined;
  logoUrl: string | undefined;
  /** Absent while the page has not given one. */
  amount?: Money | undefined;
  /** What is absent is on its way. */
  isLoading?: boolean;
  /** It stands above a form, which nothing that is missing moves. */
  isForm?: boolean;
}

/** The amount, whom it goes to, and whether this is a test. What comes later finds its place kept. */
export function renderHeader(header: Header): TemplateResult {
  const { words, locale, merchantName, logoUrl, amount, isTest, isLoading, isSource, isForm } = header;
  const initial = merchantName && initialOf(merchantName);
  const awaited = (value: unknown): string => (isLoading && !value ? 'skeleton' : '');
  return html`<slot name="header"></slot>
    <div class="header">
      <div class="payee">
        ${isLoading || initial || logoUrl ? html`<span class="avatar" aria-hidden="true">${initial}${logoUrl ? html`<img src=${logoUrl} alt="" decoding="async" @error=${handleLogoError}>` : nothing}</span>` : nothing}
        ${isForm || isLoading || initial ? html`<span class="merchant ${awaited(merchantName)}">${merchantName}</span>` : nothing}
        ${isTest ? html`<span part="test-badge" class="badge">${words.testMode}</span>` : nothing}
      </div>
      ${!isSource && (amount ?? isLoading) ? html`<p class="total"><span>${words.total}</span><strong class="amount ${awaited(amount)}">${amount && formatMoney(amount, locale)}</strong></p>` : nothing}
    </div>`;
}

/** A logo that cannot be shown, or that the page's policy refuses, leaves the initial. */
function handleLogoError(event: Event): void {
  (event.target as HTMLElement).hidden = true;
}
