import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import type { TransactionStatus } from '../domain/transaction.ts';
import type { Desk } from './desk.ts';
import { bankPage, formatAmount, type Markup } from './page.ts';
import { notFound } from './service-error.ts';
import type { Challenge } from './three-ds.ts';
import type { BankPage, Transaction, TransactionBook } from './transaction-book.ts';
import type { WalletB } from './wallet-b.ts';

const STATUS_WORDS: Readonly<Record<TransactionStatus, string>> = {
  PENDING: 'Pago en proceso',
  APPROVED: 'Pago aprobado',
  DECLINED: 'Pago rechazado',
  VOIDED: 'Pago anulado',
  ERROR: 'No se pudo procesar el pago',
};

/** The pages that a payer is sent to, and wallet B's code page (SPEC.md 8.2, rules 5, 7 and 8). */
export function bankPageRoutes({ book, walletB }: Desk): Hono {
  const app = new Hono();
  app.get('/bank/pay/:id', (context) => {
    const { transaction, page } = findPage(book, context);
    if (context.req.method === 'GET') page.opened?.();
    return outcomePage(transaction, page);
  });
  app.post('/bank/pay/:id', async (context) => {
    const { transaction, page } = findPage(book, context);
    const outcome = (await readForm(context)).get('outcome');
    if (transaction.record.status !== 'PENDING') return leave(transaction);
    const choice = page.choices.find(({ value }) => value === outcome);
    if (choice === undefined) return outcomePage(transaction, page, 'Elige una de las opciones.');
    choice.choose();
    return leave(transaction);
  });
  app.get('/bank/code/:id', (context) => codePage(findCodeTransaction(context), walletB));
  app.post('/bank/code/:id', async (context) => {
    const transaction = findCodeTransaction(context);
    const session = walletB.sessionOf(transaction.record.id);
    const form = await readForm(context);
    try {
      if (form.get('action') === 'send') {
        session.send();
        return await codePage(transaction, walletB, 'Te enviamos un código nuevo.');
      }
      session.validate(form.get('otp') ?? '');
      return leave(transaction);
    } catch (error) {
      if (!(error instanceof HTTPException)) throw error;
      return session.isOpen ? codePage(transaction, walletB, `${error.message}.`, 422) : leave(transaction);
    }
  });
  return app;

  function findCodeTransaction(context: Context): Transaction {
    const transaction = book.find(context.req.param('id') ?? '');
    if (transaction.record.payment_method_type !== 'WALLET_B') throw notFound('Esta transacción no usa un código');
    book.showExtras(transaction);
    return transaction;
  }
}

/** A form's fields; a form that cannot be read has none. */
async function readForm(context: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await context.req.text());
}

/** What a payer sees who has nowhere to return to. */
function closingPage({ record }: Transaction): Promise<Response> {
  return bankPage(STATUS_WORDS[record.status], paragraph('Ya puedes cerrar esta ventana y volver a la tienda.'));
}

function paragraph(text: string): Markup {
  return html`
    <p>${text}</p>
  `;
}

function findPage(book: TransactionBook, context: Context): { transaction: Transaction; page: BankPage } {
  const transaction = book.find(context.req.param('id') ?? '');
  if (transaction.page === undefined) throw notFound('Esta transacción no tiene una página del banco');
  return { transaction, page: transaction.page };
}

function leave(transaction: Transaction): Promise<Response> | Response {
  const { id, redirect_url: address } = transaction.record;
  if (address === null) return closingPage(transaction);
  return new Response(null, {
    status: 303,
    headers: { location: returnAddress(address, id), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

function outcomePage(transaction: Transaction, page: BankPage, problem?: string): Promise<Response> {
  const { status } = transaction.record;
  const isDone = status !== 'PENDING';
  return bankPage(
    page.title,
    html`
      ${summary(transaction)} ${problemNote(problem)}
      <p>${isDone ? `${STATUS_WORDS[status]}.` : 'Elige cómo debe terminar este pago de prueba.'}</p>
      <form method="post">
        ${
          isDone
            ? outcomeButton(status, 'Volver a la tienda', true)
            : page.choices.map(({ value, label }, index) => outcomeButton(value, label, index === 0))
        }
      </form>
    `,
    problem === undefined ? {} : { status: 422 },
  );
}

function outcomeButton(value: string, label: string, isMain: boolean): Markup {
  return html`
    <button name="outcome" value="${value}" class="${isMain ? 'main' : ''}">${label}</button>
  `;
}

function codePage(transaction: Transaction, walletB: WalletB, note?: string, status = 200): Promise<Response> {
  if (transaction.record.status !== 'PENDING') return closingPage(transaction);
  const { limitSendCode, limitValidateCode } = walletB.sessionOf(transaction.record.id).attempts;
  return bankPage(
    'Escribe el código de tu billetera',
    html`
      ${summary(transaction)} ${problemNote(note)}
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
    { status },
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

function problemNote(note: string | undefined): Markup | string {
  return note === undefined
    ? ''
    : html`
        <p class="problem" role="alert">${note}</p>
      `;
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

const SLOW_PAGE_MS = 4000;
const OUTCOMES = ['APPROVED', 'DECLINED', 'ERROR'] as const;

/** The bank's side of a 3D Secure challenge, meant for a frame in a shop of another origin (SPEC.md 10). */
export function challengeRoutes({ world, threeDs }: Desk): Hono {
  const app = new Hono();
  const show = async (context: Context): Promise<Response> => {
    const challenge = threeDs.challengeOf(context.req.param('id') ?? '');
    if (challenge.variant === 'slow') {
      const wait = world.options.slowPageMs ?? SLOW_PAGE_MS;
      await new Promise<void>((resolve) => setTimeout(resolve, wait));
    }
    const isSecondHost = context.req.query('host') === '2';
    if (challenge.variant === 'second-host' && !isSecondHost) return redirectToSecondHost(context);
    return challengePage(challenge);
  };
  app.on(['GET', 'POST'], '/bank/challenge/:id', show);
  app.post('/bank/challenge/:id/outcome', async (context) => {
    const challenge = threeDs.challengeOf(context.req.param('id') ?? '');
    const chosen = (await readForm(context)).get('outcome');
    const outcome = OUTCOMES.find((known) => known === chosen);
    if (outcome === undefined) return challengePage(challenge, 'Elige una de las opciones.');
    threeDs.answer(challenge, outcome);
    return challengePage(challenge);
  });
  return app;
}

// The same machine under its other name is another site to the browser.
function redirectToSecondHost(context: Context): Response {
  const url = new URL(context.req.url);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  else if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  url.search = '?host=2';
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } });
}

function challengePage(challenge: Challenge, problem?: string): Promise<Response> {
  const { transaction, variant, state } = challenge;
  const { record } = transaction;
  const headers = {
    'set-cookie': `bank_session=${record.id}; Path=/bank; HttpOnly; SameSite=None; Secure; Partitioned; Max-Age=600`,
  };
  const options = {
    headers,
    ...(problem === undefined ? {} : { status: 422 }),
    ...(variant === 'refuses-frames' ? { frameAncestors: "'none'" } : {}),
  };
  if (state === 'expired')
    return bankPage('La verificación expiró', paragraph('Vuelve a la tienda e intenta de nuevo.'), options);
  if (state === 'answered')
    return bankPage('Verificación terminada', paragraph('Tu banco le informó el resultado a la tienda.'), options);
  const amount = formatAmount(record.amount_in_cents, record.currency);
  const lead = paragraph(`Tu banco quiere confirmar que eres tú quien paga ${amount} en ${record.merchant['name']}.`);
  if (variant === 'never-finishes') {
    const note = paragraph('Estamos esperando la confirmación de tu aplicación.');
    return bankPage('Verificación en curso', html`${lead} ${note}`, options);
  }
  return bankPage(
    'Confirma tu compra',
    html`
      ${lead} ${problemNote(problem)}
      <form method="post" action="/bank/challenge/${record.id}/outcome">
        <button name="outcome" value="APPROVED" class="main">Confirmar</button>
        <button name="outcome" value="DECLINED">Rechazar</button>
        <button name="outcome" value="ERROR">Simular un error</button>
      </form>
    `,
    options,
  );
}
