/** Which screen a state has: the words, and the ways on from it. */
import { html, nothing } from 'lit';
import type { CheckoutState } from '../../checkout/state.ts';
import { cleanText } from '../../domain/clean-text.ts';
import { CheckoutError, type CheckoutErrorCode } from '../../domain/checkout-error.ts';
import { remainderOf, type TransactionStatus } from '../../domain/transaction.ts';
import { fill, fillParts, type AllWords, type CatalogueKey } from '../../messages/catalogue.ts';
import { renderKeepReceipt } from '../actions/receipt.ts';
import { renderNotice } from '../notices.ts';
import { renderWay } from '../way.ts';
import { sentences, type Screen, type StatusContext, type Tone } from './screen.ts';
import {
  amountOf,
  describeUnconfirmed,
  renderCheckAgain,
  factsOf,
  renderCopy,
  renderReceipt,
  renderRetry,
  renderShopLink,
  renderSummary,
  renderWaysOut,
} from './status-parts.ts';

/** The key of the words for an error, by its code. */
const keys: Partial<Record<CheckoutErrorCode, CatalogueKey>> = {
  network: 'errorNetwork',
  timeout: 'errorNetwork',
  aborted: 'errorUnsent',
  contracts_unreachable: 'errorNetwork',
  part_unavailable: 'errorPart',
  rate_limited: 'errorService',
  service_unavailable: 'errorService',
  invalid_response: 'errorService',
  card_rejected: 'cardRefused',
  token_rejected: 'cardRefused',
  consent_required: 'policyMissing',
  consent_changed: 'errorConsent',
  acceptance_rejected: 'errorService',
  order_unavailable: 'errorOrder',
  cart_paid: 'errorPaid',
  source_rejected: 'errorSource',
  request_rejected: 'errorRefused',
};

/** What an error says to the payer. All that only the shop can mend sounds the same: the payer can only write to it. */
export function errorWords({ code, cause }: CheckoutError, words: AllWords): string {
  // What kept the contracts away is the cause: the service may have answered badly, which is not the payer's connection.
  const isContracts = code === 'contracts_unreachable' && cause instanceof CheckoutError;
  return words[keys[isContracts ? cause.code : code] ?? 'errorShop'];
}

type Of<Status extends CheckoutState['status']> = Extract<CheckoutState, { status: Status }>;

/** The screen of a state; undefined while the payer needs the form. */
export function screenOf(state: CheckoutState, context: StatusContext): Screen | undefined {
  const { words } = context;
  switch (state.status) {
    case 'loading':
      // A payment that may be under way is looked up. The payer may be back from the bank, and is shown no form.
      return confirming(context);
    case 'ready':
      return state.handedOver && { tone: 'good', title: words.handedOver, ways: renderShopLink(context, true) };
    case 'submitting':
      // An earlier payment may be what the service is asked about: nothing of a new one is shown.
      return state.elsewhere
        ? { tone: 'busy', title: words.elsewhere, text: words.elsewhereText }
        : confirming(context);
    case 'processing':
      return pending(state, context);
    case 'action':
      if (state.action.kind === 'redirect') return redirect(state, context);
      return state.action.kind === 'challenge' && context.fetchChallenge
        ? lostChallenge(state, context, context.fetchChallenge)
        : pending(state, context);
    case 'settled':
      // The screen that says how much the points have paid is still being fetched: until then nothing is called paid.
      if (remainderOf(state.transaction)) return { tone: 'busy', title: words.loading };
      return state.transaction.status === 'APPROVED' ? approved(state, context) : notPaid(state, context);
    case 'unknown':
      return unknown(state, context);
    case 'failed':
      return failed(state, context);
  }
  return state satisfies never;
}

/** What became of a payment is being asked. */
const confirming = (context: StatusContext): Screen => {
  const { words, isSlow } = context;
  return {
    tone: 'busy',
    title: words.stepConfirm,
    text: isSlow ? `${words.pendingText} ${words.slow}` : words.pendingText,
    // No way to the shop: its page may not know of this payment, and would ask for another one.
    ways: isSlow ? renderCheckAgain(context, true) : nothing,
  };
};

/** Nothing to do here: the payer waits, answers on the phone, or has a screen of its own that is still being fetched. */
function pending(state: Of<'processing'> | Of<'action'>, context: StatusContext): Screen {
  const { words, isSlow, isLong } = context;
  const isAction = state.status === 'action';
  // A card payment has nothing left to complete or to leave undone: another payment could be a second charge.
  const isBound = !isAction && state.transaction.payment_method_type === 'CARD';
  const isPush = isAction && state.action.kind === 'push';
  const isOpen = !isAction && (state.stalled ?? Boolean(state.error));
  const news = state.error ? words.missedText : state.stalled ? words.stalledText : undefined;
  // What the payer has to do stays on the screen, though nobody knows for now whether it was done.
  const task = isPush ? words.pushText : undefined;
  // Nobody thinks of paying again within some seconds, nor waits that long for a page without wondering.
  const isEarly = !isAction && !isSlow && !isOpen;
  const title = (isEarly && context.opening) || words.pending;
  return {
    tone: isOpen ? 'open' : 'busy',
    title: isPush ? words.push : title,
    text: [task, news].filter(Boolean).join(' ') || (isEarly ? words.waitText : words.pendingText),
    body: renderSummary(state.transaction, context),
    ways:
      isAction || isOpen || isLong
        ? [renderCheckAgain(context, !isAction), renderWaysOut(context, isBound || state.error)]
        : context.elseWay,
  };
}

/** What shows the bank's step could not be fetched. The payment waits for it: another one could be a second charge. */
const lostChallenge = (
  { transaction, error }: Of<'action'>,
  context: StatusContext,
  fetchAgain: () => void,
): Screen => ({
  tone: 'open',
  title: context.words.challengeFailed,
  text: `${error ? context.words.missedText : context.words.pendingText} ${context.words.errorPart}`,
  body: renderSummary(transaction, context),
  ways: [renderWay(context.words.challengeStay, fetchAgain, { isMain: true }), renderWaysOut(context, true)],
});

function redirect({ action, transaction, error }: Of<'action'>, context: StatusContext): Screen {
  const { words, on } = context;
  const [url, hasLeft] = action.kind === 'redirect' ? [action.url, action.left] : [''];
  const host = url && new URL(url).host;
  const body = renderSummary(transaction, context);
  if (!hasLeft) {
    return {
      tone: 'busy',
      title: context.opening ?? words.redirect,
      text: error ? words.missedText : fill(words.redirectText, { host }),
      markedText: error ? undefined : fillParts(words.redirectText, { host: html`<strong>${host}</strong>` }),
      body,
      ways: [renderWay(words.continue, () => on.leave(), { isMain: true }), context.elseWay],
    };
  }
  return {
    tone: 'busy',
    title: words.pending,
    text: error ? words.missedText : words.redirectLeft,
    body,
    ways: [
      renderWay(words.goAgain, () => on.leave(), { isMain: true }),
      renderCheckAgain(context),
      renderWaysOut(context, error),
    ],
  };
}

function approved({ transaction, wasPaid }: Of<'settled'>, context: StatusContext): Screen {
  const { words, merchantName: merchant, elseWay } = context;
  const amount = amountOf(transaction, context);
  const paid = merchant ? fill(words.paidTo, { amount, merchant }) : `${words.paid} ${amount}`;
  const text = wasPaid ? words.wasPaidText : words.approvedText;
  return {
    tone: 'good',
    title: words.approved,
    text: sentences([paid, text]),
    markedText: html`<strong class="paid">${paid}</strong> ${text}`,
    body: renderReceipt(transaction, context),
    ways: [renderKeepReceipt(transaction, context), renderShopLink(context, true), elseWay],
  };
}

/** The title and the text of a payment that did not go through. A status that is not here is an error outside of the bank. */
const explained: Partial<Record<TransactionStatus, readonly [CatalogueKey, CatalogueKey, Tone?]>> = {
  DECLINED: ['declined', 'declinedText', 'bad'],
  VOIDED: ['voided', 'voidedText'],
};

function notPaid({ transaction, awaitsOrder, error }: Of<'settled'>, context: StatusContext): Screen {
  const { words, on, isAlone } = context;
  const [title, text, tone = 'open'] = explained[transaction.status] ?? ['errored', 'erroredText'];
  // The shop itself has taken it back, perhaps because the payer had paid twice: no button leads on to paying once more.
  const isVoided = transaction.status === 'VOIDED';
  return {
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
  };
}

function unknown({ reference, resendable, guessed }: Of<'unknown'>, context: StatusContext): Screen {
  const { words, on, canCheck = true, isCreated, elseWay } = context;
  return {
    tone: 'open',
    title: words.unknown,
    // What was never seen at the service may be sent once more: beside that button nothing forbids it.
    text: isCreated ? words.unknownText : words.unknownResendText,
    body: [
      guessed ? html`<p>${factsOf(guessed, context)}</p>` : nothing,
      renderCopy(words.reference, cleanText(reference), context),
    ],
    ways: [
      canCheck ? renderCheckAgain(context, true) : nothing,
      isCreated
        ? nothing
        : html`<p class="fine">${words.resendText}</p>${renderWay(resendable ? words.resend : words.retry, () => on.resend(), { part: 'retry-button' })}`,
      elseWay,
      renderShopLink(context),
    ],
  };
}

/** What the service refuses, another method would not mend: there is no form to choose one in. */
const failureText = (error: CheckoutError, words: AllWords): string =>
  error.code === 'request_rejected' ? words.errorShop : errorWords(error, words);

function failed({ error, lookup, unconfirmed }: Of<'failed'>, context: StatusContext): Screen {
  const { words } = context;
  // A payment that can be looked up later is no reason to write to the shop.
  const [title, text] =
    lookup && !error.retryable
      ? [words.errorLookupTitle, words.errorLookup]
      : [words.failed, failureText(error, words)];
  return {
    tone: 'open',
    title,
    text,
    body: unconfirmed && renderNotice('news', describeUnconfirmed(unconfirmed, context)),
    ways: [error.retryable ? renderRetry(words.retry, context) : nothing, renderShopLink(context)],
  };
}
