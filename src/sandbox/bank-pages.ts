import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import type { TransactionStatus } from '../domain/transaction.ts';
import { outcomeNamed } from './config.ts';
import type { Desk } from './desk.ts';
import { bankPage, formatAmount, type Markup, type PageOptions } from './page.ts';
import { notFound } from './service-error.ts';
import { answerChallenge, type Challenge, findChallenge } from './three-ds.ts';
import type { BankPage, Transaction } from './transaction-book.ts';
import { type CodeSession, findCode } from './wallet-b.ts';

const STATUS_WORDS: Readonly<Record<TransactionStatus, string>> = {
  PENDING: 'Pago en proceso',
  APPROVED: 'Pago aprobado',
  DECLINED: 'Pago rechazado',
  VOIDED: 'Pago anulado',
  ERROR: 'No se pudo procesar el pago',
};

const NO_CHOICE = { note: 'Elige una de las opciones.', status: 422 } as const;
const DECIDES_ALONE = 'Este banco de pruebas decide solo; los demás bancos de la lista dejan elegir.';
const SLOW_PAGE_MS = 4000;

/** The pages that a payer is sent to, and wallet B's code page (SPEC.md 8.2, rules 5, 7 and 8). */
export function bankPageRoutes(desk: Desk): Hono {
  const { book } = desk;
  return new Hono()
    .on(['GET', 'POST'], '/bank/pay/:id', async (context) => {
      const transaction = book.find(context.req.param('id'));
      const { page } = transaction;
      if (page === undefined) throw notFound('Esta transacción no tiene una página del banco');
      if (context.req.method === 'GET') page.opened?.();
      if (context.req.method !== 'POST') return outcomePage(transaction, page);
      const outcome = (await readForm(context)).get('outcome');
      if (transaction.record.status !== 'PENDING') return leave(transaction);
      const choice = page.choices.find(({ value }) => value === outcome);
      if (choice === undefined) return outcomePage(transaction, page, NO_CHOICE);
      choice.choose();
      return leave(transaction);
    })
    .on(['GET', 'POST'], '/bank/code/:id', async (context) => {
      const transaction = book.find(context.req.param('id'));
      if (transaction.record.payment_method_type !== 'WALLET_B') throw notFound('Esta transacción no usa un código');
      book.showExtras(transaction);
      const session = findCode(desk, transaction.record.id);
      if (context.req.method !== 'POST') return codePage(transaction, session);
      const form = await readForm(context);
      try {
        if (form.get('action') === 'send') {
          session.send();
          return await codePage(transaction, session, { note: 'Te enviamos un código nuevo.' });
        }
        session.validate(form.get('otp'));
        return leave(transaction);
      } catch (error) {
        if (!(error instanceof HTTPException)) throw error;
        if (!session.isOpen) return leave(transaction);
        return codePage(transaction, session, { note: `${error.message}.`, status: error.status });
      }
    });
}

/** The bank's side of a 3D Secure challenge, meant for a frame in a shop of another origin (SPEC.md 10). */
export function challengeRoutes(desk: Desk): Hono {
  return new Hono()
    .on(['GET', 'POST'], '/bank/challenge/:id', async (context) => {
      const challenge = findChallenge(desk, context.req.param('id'));
      if (challenge.variant === 'slow') {
        const wait = desk.world.options.slowPageMs ?? SLOW_PAGE_MS;
        await new Promise<void>((resolve) => setTimeout(resolve, wait));
      }
      const isSecondHost = context.req.query('host') === '2';
      if (challenge.variant === 'second-host' && !isSecondHost) return redirectToSecondHost(context.req.url);
      return challengePage(challenge);
    })
    .post('/bank/challenge/:id/outcome', async (context) => {
      const challenge = findChallenge(desk, context.req.param('id'));
      const outcome = outcomeNamed((await readForm(context)).get('outcome'));
      if (outcome === undefined) return challengePage(challenge, NO_CHOICE);
      answerChallenge(desk, challenge, outcome);
      return challengePage(challenge);
    });
}

/** A form's fields; a form that cannot be read has none. */
async function readForm(context: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await context.req.text());
}

function paragraph(text: string): Markup {
  return html`
    <p>${text}</p>
  `;
}

/** Buttons of which the first one stands out. */
function outcomeForm(address: string, choices: readonly { readonly value: string; readonly label: string }[]): Markup {
  return html`
    <form method="post" action="${address}">
      ${choices.map(
        ({ value, label }, index) => html`
          <button name="outcome" value="${value}" class="${index === 0 ? 'main' : ''}">${label}</button>
        `,
      )}
    </form>
  `;
}

function outcomePage(transaction: Transaction, page: BankPage, options?: PageOptions): Promise<Response> {
  const { id, status } = transaction.record;
  const isDone = status !== 'PENDING';
  const decided = page.opened ? ` ${DECIDES_ALONE}` : '';
  const lead = isDone ? `${STATUS_WORDS[status]}.${decided}` : 'Elige cómo debe terminar este pago de prueba.';
  const choices = isDone ? [{ value: status, label: 'Volver a la tienda' }] : page.choices;
  const form = outcomeForm(`/bank/pay/${id}`, choices);
  const wayBack = isDone ? '' : pendingWay(transaction);
  return bankPage(page.title, html`${summary(transaction)} ${paragraph(lead)} ${form} ${wayBack}`, options);
}

/** As a payer does who comes back without having paid. */
function pendingWay({ record: { id, redirect_url: address } }: Transaction): Markup | '' {
  if (address === null) return '';
  return html`
    <p><a href="${returnAddress(address, id)}" rel="noreferrer">Volver a la tienda y dejar el pago pendiente</a></p>
  `;
}

function codePage(transaction: Transaction, session: CodeSession, options?: PageOptions): Promise<Response> {
  if (transaction.record.status !== 'PENDING') return closingPage(transaction);
  const { limitSendCode, limitValidateCode } = session.attempts;
  return bankPage(
    'Escribe el código de tu billetera',
    html`
      ${summary(transaction)}
      <form method="post">
        <label>
          Código de 6 dígitos
          <input
            name="otp"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="6"
            pattern="[0-9]{6}"
            required
            autofocus
          />
        </label>
        <button name="action" value="validate" class="main">Confirmar</button>
      </form>
      <p>Intentos que te quedan: ${limitValidateCode}. El código vive 3 minutos.</p>
      <form method="post"><button name="action" value="send">Enviar otra vez (quedan ${limitSendCode})</button></form>
    `,
    options,
  );
}

function summary({ record }: Transaction): Markup {
  return html`
    <dl>
      <dt>Comercio</dt>
      <dd>${record.merchant['name']}</dd>
      <dt>Referencia</dt>
      <dd>${record.reference}</dd>
      <dt>Valor</dt>
      <dd>${formatAmount(record.amount_in_cents, record.currency)}</dd>
    </dl>
  `;
}

function challengePage({ transaction, variant, state }: Challenge, refused: PageOptions = {}): Promise<Response> {
  const { id, amount_in_cents, currency, merchant } = transaction.record;
  const cookie = `bank_session=${id}; Path=/bank; HttpOnly; SameSite=None; Secure; Partitioned; Max-Age=600`;
  const options = {
    ...refused,
    headers: { 'set-cookie': cookie },
    ...(variant === 'refuses-frames' && { frameAncestors: "'none'" }),
  };
  if (state === 'expired')
    return bankPage('La verificación expiró', paragraph('Vuelve a la tienda e intenta de nuevo.'), options);
  if (state === 'answered')
    return bankPage('Verificación terminada', paragraph('Tu banco le informó el resultado a la tienda.'), options);
  const amount = formatAmount(amount_in_cents, currency);
  const lead = paragraph(`Tu banco quiere confirmar que eres tú quien paga ${amount} en ${merchant['name']}.`);
  if (variant === 'never-finishes') {
    const note = paragraph('Estamos esperando la confirmación de tu aplicación.');
    return bankPage('Verificación en curso', html`${lead} ${note}`, options);
  }
  const form = outcomeForm(`/bank/challenge/${id}/outcome`, [
    { value: 'APPROVED', label: 'Confirmar' },
    { value: 'DECLINED', label: 'Rechazar' },
    { value: 'ERROR', label: 'Simular un error' },
  ]);
  return bankPage('Confirma tu compra', html`${lead} ${form}`, options);
}

// The same machine under its other name is another site to the browser.
function redirectToSecondHost(address: string): Response {
  const url = new URL(address);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  else if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  url.search = '?host=2';
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } });
}

/** What a payer sees who has nowhere to return to. */
function closingPage({ record }: Transaction): Promise<Response> {
  return bankPage(STATUS_WORDS[record.status], paragraph('Ya puedes cerrar esta ventana y volver a la tienda.'));
}

function leave(transaction: Transaction): Promise<Response> | Response {
  const { id, redirect_url: address } = transaction.record;
  if (address === null) return closingPage(transaction);
  return new Response(null, {
    status: 303,
    headers: { location: returnAddress(address, id), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

/**
 * The address at which a payer comes back: `id` and `env=test` in the query, everything else as the merchant wrote it.
 * The query stands before the hash also when the shop routes by hash.
 * @param address an absolute address
 */
function returnAddress(address: string, transactionId: string): string {
  const url = new URL(address);
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^(id|env)(=|$)/.test(part));
  url.search = [...kept, `id=${encodeURIComponent(transactionId)}`, 'env=test'].join('&');
  return url.href;
}
