import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutState } from '../../checkout/state.ts';
import { formatMoney } from '../../domain/money.ts';
import { remainderOf, type Transaction } from '../../domain/transaction.ts';
import { fill } from '../../messages/catalogue.ts';
import type { NextAction } from '../../checkout/next-action.ts';
import {
  renderCheckAgain,
  renderCopy,
  renderRetry,
  renderScreen,
  renderShopLink,
  renderSummary,
  renderWaysOut,
} from '../status/status-parts.ts';
import { renderStatus } from '../status/status-view.ts';
import { renderWay } from '../notices.ts';
import type { ActionContext } from './action-context.ts';
import { isDone, type CodeForm } from './code-form.ts';
import { printPicture } from './print-picture.ts';
import { download, drawSheet, handOn, savePicture } from './save-picture.ts';

type Of<Kind extends NextAction['kind']> = Extract<NextAction, { kind: Kind }>;

/** Undefined for a state that has a plain screen. */
export type ActionScreen = TemplateResult | typeof nothing | undefined;

/** The screen for what a pending payment asks of the payer, for a half payment, and for one that wrong codes have ended. */
export function renderAction(state: CheckoutState, context: ActionContext, codeForm: CodeForm): ActionScreen {
  if (state.status === 'settled')
    return state.transaction.id === context.lostId ? outOfTries(state, context) : halfPaid(state, context);
  if (state.status !== 'action') return;
  const { action, transaction, error } = state;
  // Screens that are looked at for long say so when the result cannot be asked for.
  const trouble = error && context.words.missedText;
  if (action.kind === 'qr') return qr(action, transaction, context, trouble);
  if (action.kind === 'voucher') return voucher(action, transaction, context, trouble);
  if (action.kind === 'otp') return otp(action, transaction, context, codeForm, trouble);
}

const amountOf = ({ amount_in_cents: amountInCents, currency }: Transaction, { locale }: ActionContext): string =>
  formatMoney({ amountInCents, currency }, locale);

const fileName = (kind: string, { reference }: Transaction): string => `${kind}-${reference.replace(/[^\w-]/g, '_')}`;

const troubleNote = (text: string | undefined): TemplateResult | typeof nothing =>
  text ? html`<p class="fine missed">${text}</p>` : nothing;

const waysOut = (context: ActionContext, trouble?: unknown): unknown[] => [
  renderCheckAgain(context),
  renderWaysOut(context, trouble),
];

function qr({ image }: Of<'qr'>, transaction: Transaction, context: ActionContext, trouble?: string): TemplateResult {
  const { more } = context;
  const name = fileName('qr', transaction);
  const save = (event: Event): void => {
    event.preventDefault();
    savePicture(image, name).catch(() => download(image, name));
  };
  return renderScreen({
    tone: 'busy',
    title: more.qr,
    text: more.qrText,
    body: html`
      <figure class="qr">
        <img part="qr" src=${image} alt=${fill(more.qrAlt, { amount: amountOf(transaction, context) })} />
        <figcaption>
          <span class="fine">${more.qrPhone}</span>
          <a class="pay plain" href=${image} download=${name} @click=${save}>${more.qrSave}</a>
        </figcaption>
      </figure>
      ${troubleNote(trouble)}${renderSummary(transaction, context)}
    `,
    ways: waysOut(context, trouble),
  });
}

function voucher(
  { agreementCode, paymentIntention }: Of<'voucher'>,
  transaction: Transaction,
  context: ActionContext,
  trouble?: string,
): TemplateResult {
  const { more, words, merchantName } = context;
  const title = more.voucher;
  const draw = (): HTMLCanvasElement =>
    drawSheet({
      title,
      rows: [
        [more.agreement, agreementCode],
        [more.intention, paymentIntention],
        // To whom, and how much.
        [merchantName || words.total, amountOf(transaction, context)],
        [words.reference, transaction.reference],
      ],
    });
  // A picture that cannot be handed on can still be printed.
  const save = (): void =>
    void handOn(fileName('voucher', transaction), draw()).catch(() => printPicture(draw(), title));
  const print = html`<button type="button" class="link center" @click=${({ currentTarget }: Event) => printPicture(draw(), title, currentTarget as HTMLElement)}>${more.print}</button>`;
  return renderScreen({
    tone: 'open',
    title,
    text: fill(more.voucherText, { amount: amountOf(transaction, context) }),
    body: html`
      <div part="voucher" class="voucher">
        ${renderCopy(more.agreement, agreementCode, context)}${renderCopy(more.intention, paymentIntention, context)}
      </div>
      <p>${more.voucherWait}</p>
      ${troubleNote(trouble)}${renderSummary(transaction, context)}
    `,
    ways: html`${renderWay(more.qrSave, save, { isMain: true })}${print}${waysOut(context, trouble)}`,
  });
}

function otp(
  action: Of<'otp'>,
  transaction: Transaction,
  context: ActionContext,
  codeForm: CodeForm,
  trouble?: string,
): TemplateResult {
  const { more, words, code, on } = context;
  const isAccepted = code?.phase === 'accepted';
  const isOver = code && isDone(code);
  const page = html`<button type="button" class="link center" @click=${() => on.leave()}>${more.otpPage}</button>`;
  return renderScreen({
    tone: 'busy',
    title: isOver ? words.pending : more.otpTitle,
    text: isAccepted ? more.otpAccepted : isOver ? words.pendingText : more.otpText,
    body: html`
      ${code ? codeForm.render(context, code) : nothing}${action.pageUrl && !isAccepted ? page : nothing}
      ${troubleNote(trouble)}${renderSummary(transaction, context)}
    `,
    // Before there is a code, nothing is to be asked for. Whoever has given the right one has nothing to leave undone.
    ways: isAccepted || trouble ? waysOut(context, true) : renderWaysOut(context),
  });
}

/** Whoever declined it, the reason is the code: neither the balance nor the bank is to be looked after. */
const outOfTries = (state: CheckoutState, context: ActionContext): ActionScreen =>
  renderStatus(state, {
    ...context,
    words: { ...context.words, declinedText: `${context.more.otpWrong} ${context.more.otpOver}` },
  });

function halfPaid(
  { transaction, awaitsOrder, error }: Extract<CheckoutState, { status: 'settled' }>,
  context: ActionContext,
): TemplateResult | undefined {
  const rest = remainderOf(transaction);
  if (!rest) return;
  const { more, locale } = context;
  const { currency, amountInCents } = rest;
  const paid = formatMoney({ amountInCents: transaction.amount_in_cents - amountInCents, currency }, locale);
  const left = formatMoney(rest, locale);
  return renderScreen({
    tone: 'open',
    title: more.halfPaid,
    text: fill(more.halfPaidText, { paid, rest: left }),
    body: renderSummary(transaction, context),
    ways: [renderRetry(fill(more.payRest, { rest: left }), context, { awaitsOrder, error }), renderShopLink(context)],
  });
}
