/** The screens for what only some methods ask of the payer. They are fetched with the first payment by such a method. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ShownAction } from '../../checkout/next-action.ts';
import type { CheckoutState } from '../../checkout/state.ts';
import { cleanText } from '../../domain/clean-text.ts';
import { formatMoney } from '../../domain/money.ts';
import { remainderOf, type Transaction } from '../../domain/transaction.ts';
import { fill } from '../../messages/catalogue.ts';
import { renderWay } from '../way.ts';
import type { Screen, StatusContext } from '../status/screen.ts';
import {
  amountOf,
  renderCheckAgain,
  renderCopy,
  renderRetry,
  renderShopLink,
  renderSummary,
  renderWaysOut,
} from '../status/status-parts.ts';
import { screenOf } from '../status/status-view.ts';
import { isDone, type CodeContext, type CodeForm } from './code-form.ts';
import { download, drawSheet, fileName, savePicture } from './pictures.ts';
import { renderPrint, saveSheet } from './receipt.ts';

type Of<Kind extends ShownAction['kind']> = Extract<ShownAction, { kind: Kind }>;
type Settled = Extract<CheckoutState, { status: 'settled' }>;

export interface ActionContext extends StatusContext, CodeContext {
  /** The payment, by its id, that has no tries for a code left; undefined while there is none. */
  lostId: string | undefined;
}

/** The screen of a state, with a code form where one is needed; undefined for a state that has a plain screen. */
export function actionScreenOf(state: CheckoutState, context: ActionContext, codeForm: CodeForm): Screen | undefined {
  if (state.status === 'settled')
    return state.transaction.id === context.lostId ? outOfTries(state, context) : halfPaid(state, context);
  if (state.status !== 'action') return;
  const { action, transaction, error } = state;
  // The payer looks at these screens for long: they say when the result cannot be asked for.
  const missed = error && context.words.missedText;
  if (action.kind === 'qr') return qr(action, transaction, context, missed);
  if (action.kind === 'voucher') return voucher(action, transaction, context, missed);
  if (action.kind === 'otp') return otp(action, transaction, context, codeForm, missed);
}

const missedNote = (text: string | undefined): TemplateResult | typeof nothing =>
  text ? html`<p class="fine missed">${text}</p>` : nothing;

const waysOut = (context: ActionContext, isBound?: unknown): unknown[] => [
  renderCheckAgain(context),
  renderWaysOut(context, isBound),
];

function qr({ image }: Of<'qr'>, transaction: Transaction, context: ActionContext, missed?: string): Screen {
  const { words } = context;
  const name = fileName('qr', transaction);
  const save = (event: Event): void => {
    event.preventDefault();
    savePicture(image, name).catch(() => download(image, name));
  };
  return {
    tone: 'busy',
    title: words.qr,
    text: words.qrText,
    missed,
    body: html`
      <figure class="qr">
        <img part="qr" src=${image} alt=${fill(words.qrAlt, { amount: amountOf(transaction, context) })} />
        <figcaption>
          <span class="fine">${words.qrPhone}</span>
          <a class="pay plain" href=${image} download=${name} @click=${save}>${words.qrSave}</a>
        </figcaption>
      </figure>
      ${missedNote(missed)}${renderSummary(transaction, context)}
    `,
    ways: waysOut(context, missed),
  };
}

function voucher(
  { agreementCode, paymentIntention }: Of<'voucher'>,
  transaction: Transaction,
  context: ActionContext,
  missed?: string,
): Screen {
  const { words, merchantName } = context;
  const title = words.voucher;
  const amount = amountOf(transaction, context);
  const draw = (): HTMLCanvasElement =>
    drawSheet({
      title,
      rows: [
        [words.agreement, agreementCode],
        [words.intention, paymentIntention],
        // To whom, and how much.
        [merchantName || words.total, amount],
        [words.reference, cleanText(transaction.reference)],
      ],
    });
  const save = (): void => void saveSheet(fileName('voucher', transaction), draw, title);
  return {
    tone: 'slip',
    title,
    text: fill(words.voucherText, { amount, place: words.voucherPlace }),
    missed,
    body: html`
      <div part="voucher" class="voucher">
        ${renderCopy(words.agreement, agreementCode, context)}${renderCopy(words.intention, paymentIntention, context)}
      </div>
      <p>${words.voucherWait}</p>
      ${missedNote(missed)}${renderSummary(transaction, context)}
    `,
    ways: html`${renderWay(words.qrSave, save, { isMain: true })}${renderPrint(words.print, draw, title)}${waysOut(context, missed)}`,
  };
}

function otp(
  action: Of<'otp'>,
  transaction: Transaction,
  context: ActionContext,
  codeForm: CodeForm,
  missed?: string,
): Screen {
  const { words, code, on } = context;
  const isAccepted = code?.phase === 'accepted';
  const isOver = code && isDone(code);
  const page = html`<button type="button" class="link center" @click=${() => on.leave()}>${words.otpPage}</button>`;
  return {
    tone: 'busy',
    title: isOver ? words.pending : words.otpTitle,
    text: isAccepted ? words.otpAccepted : isOver ? words.pendingText : words.otpText,
    missed,
    body: html`
      ${code ? codeForm.render(context, code) : nothing}${action.pageUrl && !isAccepted ? page : nothing}
      ${missedNote(missed)}${renderSummary(transaction, context)}
    `,
    // Before there is a code, there is no result to ask for. After the right one, the payer has nothing left to leave undone.
    ways: isAccepted || missed ? waysOut(context, true) : renderWaysOut(context),
  };
}

/** Whoever declined it, the reason is the code: the payer need not look after the balance or the bank. */
function outOfTries(state: Settled, context: ActionContext): Screen | undefined {
  const screen = screenOf(state, context);
  const { otpWrong, otpOver } = context.words;
  return screen && state.transaction.status === 'DECLINED' ? { ...screen, text: `${otpWrong} ${otpOver}` } : screen;
}

function halfPaid({ transaction, awaitsOrder, error }: Settled, context: ActionContext): Screen | undefined {
  const rest = remainderOf(transaction);
  if (!rest) return;
  const { words, locale, elseWay } = context;
  const { currency, amountInCents } = rest;
  const paid = formatMoney({ amountInCents: transaction.amount_in_cents - amountInCents, currency }, locale);
  const left = formatMoney(rest, locale);
  return {
    tone: 'open',
    title: words.halfPaid,
    text: fill(words.halfPaidText, { paid, rest: left }),
    body: renderSummary(transaction, context),
    ways: [
      renderRetry(fill(words.payRest, { rest: left }), context, { awaitsOrder, error }),
      elseWay,
      renderShopLink(context),
    ],
  };
}
