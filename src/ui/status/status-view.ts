import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutState } from '../../checkout/state.ts';
import { remainderOf, type TransactionStatus } from '../../domain/transaction.ts';
import type { Messages } from '../../messages/es.ts';
import { errorWords } from '../error-words.ts';
import { renderWay } from '../notices.ts';
import type { Tone } from './seals.ts';
import type { StatusContext } from './status-context.ts';
import {
  renderCheckAgain,
  renderCopy,
  renderRetry,
  renderScreen,
  renderShopLink,
  renderSummary,
  renderWaysOut,
} from './status-parts.ts';

export type { StatusContext } from './status-context.ts';

type Of<Status extends CheckoutState['status']> = Extract<CheckoutState, { status: Status }>;
type Screen = TemplateResult | typeof nothing;

/** The screen of a state; nothing while the form is what the payer needs. */
export function renderStatus(state: CheckoutState, context: StatusContext): Screen {
  switch (state.status) {
    case 'loading':
      return lookingBack(context);
    case 'ready':
      return state.handedOver ? handedOver(context) : nothing;
    case 'submitting':
      return submitting(state, context);
    case 'processing':
      return pending(state, context);
    case 'action':
      return state.action.kind === 'redirect' ? redirect(state, context) : pending(state, context);
    case 'settled':
      if (remainderOf(state.transaction)) return partlyPaid(context);
      return state.transaction.status === 'APPROVED' ? approved(state, context) : notPaid(state, context);
    case 'unknown':
      return unknown(state, context);
    case 'failed':
      return failed(state, context);
  }
  return state satisfies never;
}

/** A payment that may be under way is looked up: whoever comes back from the bank is not shown a form. */
const lookingBack = (context: StatusContext): TemplateResult => {
  const { words, isSlow } = context;
  return renderScreen({
    tone: 'busy',
    title: words.stepConfirm,
    text: isSlow ? `${words.pendingText} ${words.slow}` : words.pendingText,
    // Not to the shop: its page may not know of this payment, and would ask for another one.
    ways: isSlow ? renderCheckAgain(context, true) : nothing,
  });
};

/** It may be a payment of before that is asked for: nothing of a new one is shown. */
const submitting = ({ elsewhere }: Of<'submitting'>, { words }: StatusContext): TemplateResult =>
  renderScreen({
    tone: 'busy',
    title: elsewhere ? words.elsewhere : words.stepConfirm,
    text: elsewhere ? words.elsewhereText : words.pendingText,
  });

/** Nothing to do here: wait, or answer on the phone, or have a screen of its own that is on its way. */
function pending(state: Of<'processing'> | Of<'action'>, context: StatusContext): TemplateResult {
  const { words, isSlow } = context;
  const isAction = state.status === 'action';
  // Whoever pays by card has nothing left to complete or to leave undone: another payment could be a second charge.
  const isBound = !isAction && state.transaction.payment_method_type === 'CARD';
  const isPush = isAction && state.action.kind === 'push';
  const isOpen = !isAction && (state.stalled ?? Boolean(state.error));
  const text = state.error ? words.missedText : state.stalled ? words.stalledText : isPush ? '' : words.pendingText;
  return renderScreen({
    tone: isOpen ? 'open' : 'busy',
    title: isPush ? words.push : words.pending,
    // What the payer has to do stays, though nobody knows for now whether it was done.
    text: isPush ? `${words.pushText} ${text}` : text,
    body: renderSummary(state.transaction, context),
    ways:
      isAction || isOpen || isSlow
        ? [renderCheckAgain(context, !isAction), renderWaysOut(context, isBound || state.error)]
        : nothing,
  });
}

function redirect({ action, transaction, error }: Of<'action'>, context: StatusContext): TemplateResult {
  const { words, on } = context;
  const [url, hasLeft] = action.kind === 'redirect' ? [action.url, action.left] : [''];
  const host = url && new URL(url).host;
  const [before, after] = words.redirectText.split('{host}');
  return renderScreen({
    tone: 'busy',
    title: hasLeft ? words.pending : words.redirect,
    text: error ? words.missedText : hasLeft ? words.redirectLeft : html`${before}<strong>${host}</strong>${after}`,
    body: renderSummary(transaction, context),
    ways: [
      renderWay(hasLeft ? words.goAgain : words.continue, () => on.leave(), { isMain: true }),
      hasLeft ? [renderCheckAgain(context), renderWaysOut(context, error)] : nothing,
    ],
  });
}

const approved = ({ transaction, wasPaid }: Of<'settled'>, context: StatusContext): TemplateResult =>
  renderScreen({
    tone: 'good',
    title: context.words.approved,
    text: wasPaid ? context.words.wasPaidText : context.words.approvedText,
    body: renderSummary(transaction, context),
    ways: renderShopLink(context, true),
  });

/** What says how much points have paid, and how to pay the rest, is on its way: until then nothing is called paid. */
const partlyPaid = (context: StatusContext): TemplateResult =>
  renderScreen({ tone: 'busy', title: context.words.loading });

/** The headline of a payment that did not go through, and what it means; whatever is not here failed outside. */
const explained: Partial<Record<TransactionStatus, readonly [keyof Messages, keyof Messages, Tone?]>> = {
  DECLINED: ['declined', 'declinedText', 'bad'],
  VOIDED: ['voided', 'voidedText'],
};

function notPaid({ transaction, awaitsOrder, error }: Of<'settled'>, context: StatusContext): TemplateResult {
  const { words, on, isAlone } = context;
  const [title, text, tone = 'open'] = explained[transaction.status] ?? ['errored', 'erroredText'];
  // The shop itself has taken it back, it may be because the payer had paid twice: nobody is led to pay once more.
  const isVoided = transaction.status === 'VOIDED';
  return renderScreen({
    tone,
    title: words[title],
    text: words[text],
    body: renderSummary(transaction, context),
    ways: [
      isVoided ? renderShopLink(context, true) : nothing,
      renderRetry(words.retry, context, { awaitsOrder, error, isMain: !isVoided }),
      awaitsOrder || isAlone ? nothing : renderWay(words.otherMethod, () => on.otherMethod()),
      isVoided ? nothing : renderShopLink(context),
    ],
  });
}

function unknown({ reference, resendable }: Of<'unknown'>, context: StatusContext): TemplateResult {
  const { words, on, canCheck = true, isCreated } = context;
  return renderScreen({
    tone: 'open',
    title: words.unknown,
    text: words.unknownText,
    body: renderCopy(words.reference, reference, context),
    ways: [
      canCheck ? renderCheckAgain(context, true) : nothing,
      isCreated
        ? nothing
        : html`<p class="fine">${words.resendText}</p>${renderWay(resendable ? words.resend : words.retry, () => on.resend(), { part: 'retry-button' })}`,
      renderShopLink(context),
    ],
  });
}

function failed({ error }: Of<'failed'>, context: StatusContext): TemplateResult {
  const { words } = context;
  // What the service refuses while the form opens has that as its cause; without one, a payment was looked up.
  const isLookUp =
    !error.cause && ['unauthorized', 'not_found', 'request_rejected', 'foreign_transaction'].includes(error.code);
  const [title = '', text] = isLookUp ? words.errorLookup.split(/\. (.*)/s) : [words.failed, errorWords(error, words)];
  return renderScreen({
    tone: 'open',
    title,
    text,
    ways: [error.retryable ? renderRetry(words.retry, context) : nothing, renderShopLink(context)],
  });
}

const handedOver = (context: StatusContext): TemplateResult =>
  renderScreen({ tone: 'good', title: context.words.handedOver, ways: renderShopLink(context, true) });
