import { type Context, Hono } from 'hono';
import { CodeSession, type CodePurpose } from './code-session.ts';
import { endTransaction } from './end-transaction.ts';
import { readJsonObject } from './request-body.ts';
import { methodNotAllowed, notFound, unauthorized } from './service-error.ts';
import type { TransactionBook } from './transaction-book.ts';
import type { Transaction } from './transaction-record.ts';
import { codeEnd } from './wallet-outcomes.ts';
import type { World } from './world.ts';

/** Where a client sends and validates a code, and with which bearer token. */
export interface CodeServices {
  readonly token: string;
  readonly code_otp_send: string;
  readonly code_otp_validate: string;
}

/** The code sessions of wallet B, for single payments and for recurring tokens (SPEC.md 8.2, rule 7). */
export class WalletB {
  readonly #world: World;
  readonly #book: TransactionBook;
  readonly #sessions = new Map<string, CodeSession>();

  constructor(world: World, book: TransactionBook) {
    this.#world = world;
    this.#book = book;
    world.onReset(() => this.#sessions.clear());
  }

  /** Promises a pending payment its code page and its code addresses. */
  begin(transaction: Transaction): void {
    const { id, payment_method: method } = transaction.record;
    transaction.appears = () => {
      method.extra['url'] = `${transaction.bankOrigin}/bank/code/${id}`;
      method.extra['url_services'] = this.open(id, transaction.origin, {
        meaning: codeEnd,
        ended: (outcome, reason) => endTransaction(this.#book, transaction, outcome, reason),
      });
    };
  }

  /** Opens a code session under an id and says where it is reached. */
  open(id: string, origin: string, purpose: CodePurpose): CodeServices {
    const session = new CodeSession(this.#world, purpose);
    this.#sessions.set(id, session);
    const base = `${origin}/wallet-b/${id}`;
    return { token: session.token, code_otp_send: `${base}/send`, code_otp_validate: `${base}/validate` };
  }

  /** @throws {ServiceError} 404 when there is no such session */
  sessionOf(id: string): CodeSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw notFound('No hay una sesión de código con ese identificador');
    return session;
  }
}

/** The addresses of `extra.url_services`. */
export function walletBRoutes(walletB: WalletB): Hono {
  const app = new Hono();
  app.post('/wallet-b/:id/send', (context) => {
    const session = authorizedSession(context, walletB);
    return context.json({ data: { attempts: session.send() } });
  });
  app.post('/wallet-b/:id/validate', async (context) => {
    const body = await readJsonObject(context);
    const session = authorizedSession(context, walletB);
    const { outcome, reason } = session.validate(body['code']);
    return context.json({ data: { status: outcome, status_message: reason ?? null, attempts: session.attempts } });
  });
  app.all('/wallet-b/:id/send', methodNotAllowed('POST'));
  app.all('/wallet-b/:id/validate', methodNotAllowed('POST'));
  return app;
}

function authorizedSession(context: Context, walletB: WalletB): CodeSession {
  const session = walletB.sessionOf(context.req.param('id') ?? '');
  if (context.req.header('authorization') !== `Bearer ${session.token}`) {
    throw unauthorized('Falta el token de url_services en el encabezado Authorization: Bearer <token>');
  }
  return session;
}
