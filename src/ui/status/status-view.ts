import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutState, SubmissionStep } from '../../checkout/state.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { fill } from '../../messages/catalogue.ts';
import type { Messages } from '../../messages/es.ts';
import { errorWords } from '../error-words.ts';
import type { StatusContext } from './status-context.ts';
import { statusTitle } from './status-line.ts';
import { renderCopy, renderScreen, renderShopLink, renderSummary, renderWay } from './status-parts.ts';

export { statusStyles } from './status-styles.ts';
export type { StatusContext, StatusHandlers } from './status-context.ts';

type Of<Status extends CheckoutState['status']> = Extract<CheckoutState, { status: Status }>;

const steps: Record<SubmissionStep, keyof Messages> = {
  order: 'stepOrder',
  details: 'stepDetails',
  create: 'stepCreate',
  confirm: 'stepConfirm',
};

/** The screen of a state; nothing while the form is what the payer needs, or another module shows the action. */
export function renderStatus(state: CheckoutState, context: StatusContext): TemplateResult | typeof nothing {
  switch (state.status) {
    case 'submitting':
      return submitting(state, context);
    case 'processing':
      return processing(state, context);
    case 'action':
      return action(state, context);
    case 'settled':
      return settled(state, context);
    case 'unknown':
      return unknown(state, context);
    case 'failed':
      return failed(state, context);
    case 'ready':
      return state.handedOver ? handedOver(context) : nothing;
    case 'loading':
      return nothing;
  }
  return state satisfies never;
}

function submitting({ step, elsewhere }: Of<'submitting'>, { words, isSlow }: StatusContext): TemplateResult {
  if (elsewhere) return renderScreen({ tone: 'busy', title: words.elsewhere, text: words.elsewhereText });
  const names = Object.keys(steps) as SubmissionStep[];
  const at = names.indexOf(step);
  return renderScreen({
    tone: 'busy',
    title: words.paying,
    text: isSlow ? words.slow : undefined,
    body: html`
      <ol class="steps">
        ${names.map(
          (name, place) => html`
            <li
              class=${place < at ? 'done' : place === at ? 'now' : ''}
              aria-current=${place === at ? 'step' : nothing}
            >
              ${words[steps[name]]}
            </li>
          `,
        )}
      </ol>
    `,
  });
}

function processing({ transaction, stalled, error }: Of<'processing'>, context: StatusContext): TemplateResult {
  const { words, on, isSlow } = context;
  const text = error ? words.missedText : stalled ? words.stalledText : words.pendingText;
  const isOpenEnded = stalled || error || isSlow;
  return renderScreen({
    tone: stalled || error ? 'open' : 'busy',
    title: words.pending,
    text,
    body: renderSummary(transaction, context),
    ways: isOpenEnded
      ? html`
          ${renderWay(words.checkAgain, () => on.checkAgain(), { isMain: true })} ${wayOut(context)}
          ${renderShopLink(context)}
        `
      : nothing,
  });
}

const wayOut = ({ words, canRenew, on }: StatusContext): TemplateResult | typeof nothing =>
  canRenew ? renderWay(words.otherMethod, () => on.otherMethod()) : nothing;

function action(state: Of<'action'>, context: StatusContext): TemplateResult {
  const { words, on } = context;
  const { action: next, transaction, error } = state;
  const ways = html`
    ${renderWay(words.checkAgain, () => on.checkAgain())} ${wayOut(context)} ${renderShopLink(context)}
  `;
  const common = { tone: 'busy' as const, body: renderSummary(transaction, context), ways };
  if (next.kind === 'redirect') {
    const host = URL.canParse(next.url) ? new URL(next.url).host : '';
    return renderScreen({
      ...common,
      title: words.redirect,
      text: next.left ? words.redirectLeft : fill(words.redirectText, { host }),
      ways: html`
        ${renderWay(next.left ? words.goAgain : words.continue, () => on.leave(), { isMain: true })}
        ${next.left ? ways : nothing}
      `,
    });
  }
  const isPush = next.kind === 'push';
  return renderScreen({
    ...common,
    title: isPush ? words.push : words.pending,
    text: error ? words.missedText : state.stalled ? words.stalledText : isPush ? words.pushText : words.pendingDetails,
  });
}

function settled({ transaction, awaitsOrder }: Of<'settled'>, context: StatusContext): TemplateResult {
  const { words, merchantName, on } = context;
  const { status } = transaction;
  const title = words[statusTitle[status]];
  const body = renderSummary(transaction, context);
  if (status === 'APPROVED') {
    const text = merchantName ? fill(words.approvedText, { merchant: merchantName }) : words.approvedTextPlain;
    return renderScreen({ tone: 'good', title, text, body, ways: renderShopLink(context, true) });
  }
  return renderScreen({
    tone: status === 'DECLINED' ? 'bad' : 'open',
    title,
    text: explained(transaction, words),
    body,
    ways: awaitsOrder
      ? html`
          <p class="wait">
            <span class="spinner" aria-hidden="true"></span>
            ${words.awaitsOrder}
          </p>
          ${renderShopLink(context)}
        `
      : html`
          ${renderWay(words.retry, () => on.retry(), { isMain: true, part: 'retry-button' })}
          ${renderWay(words.otherMethod, () => on.otherMethod())} ${renderShopLink(context)}
        `,
  });
}

function explained({ status, payment_method_type: method }: Transaction, words: Messages): string {
  if (status === 'VOIDED') return words.voidedText;
  if (status === 'ERROR') return words.erroredText;
  return method === 'CARD' ? words.declinedCard : words.declinedText;
}

function unknown({ reference, resendable }: Of<'unknown'>, context: StatusContext): TemplateResult {
  const { words, on } = context;
  return renderScreen({
    tone: 'open',
    title: words.unknown,
    text: words.unknownText,
    body: html`
      ${renderCopy(words.reference, reference, context)}
      <p class="fine">${words.resendText}</p>
    `,
    ways: html`
      ${renderWay(words.checkAgain, () => on.checkAgain(), { isMain: true })}
      ${renderWay(words[resendable ? 'resend' : 'retry'], () => on.resend(), { part: 'retry-button' })}
      ${renderShopLink(context)}
    `,
  });
}

function failed({ error }: Of<'failed'>, context: StatusContext): TemplateResult {
  const { words, on } = context;
  return renderScreen({
    tone: 'open',
    title: words.failed,
    text: errorWords(error, words),
    ways: html`
      ${error.retryable ? renderWay(words.retry, () => on.checkAgain(), { isMain: true, part: 'retry-button' }) : nothing}
      ${renderShopLink(context)}
    `,
  });
}

const handedOver = (context: StatusContext): TemplateResult =>
  renderScreen({ tone: 'good', title: context.words.handedOver, ways: renderShopLink(context) });
