import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { textLike } from './fields.ts';
import { requirePublicKey } from './keys.ts';
import { randomText } from './random.ts';
import { parseFields, readJsonObject } from './request-body.ts';
import { invalidField, methodNotAllowed, notFound } from './service-error.ts';
import type { CodeServices, WalletB } from './wallet-b.ts';
import { WALLET_B_CODES, type WalletEnd, walletAOutcome, walletBOutcome } from './config.ts';
import type { World } from './world.ts';

/** How long the owner of wallet A takes to allow a token, in milliseconds. */
const CONSENT_MS = 1500;

type WalletType = 'WALLET_A' | 'WALLET_B';

interface WalletToken {
  readonly id: string;
  readonly type: WalletType;
  readonly phone_number: string;
  readonly end: WalletEnd;
  status: 'PENDING' | 'APPROVED' | 'DECLINED' | 'ERROR';
  status_message: string | null;
  url_services?: CodeServices;
}

const walletShape = z.object({ phone_number: textLike(/^\d{10}$/, 'Debe tener 10 dígitos') });

/** Tokens of wallets, for payment sources (SERVICE-NOTES.md, wallet A token; SPEC.md 8.2, rule 7). */
export class WalletTokens {
  readonly #world: World;
  readonly #walletB: WalletB;
  readonly #tokens = new Map<string, WalletToken>();

  constructor(world: World, walletB: WalletB) {
    this.#world = world;
    this.#walletB = walletB;
    world.onReset(() => this.#tokens.clear());
  }

  /** Asks the owner of a wallet for permission: by a notification (wallet A) or by a one-time code (wallet B). */
  issue(type: WalletType, phone: string, origin: string): WalletToken {
    const id = `${type === 'WALLET_A' ? 'walleta' : 'walletb'}_test_${randomText(24)}`;
    const end = type === 'WALLET_A' ? { outcome: walletAOutcome(phone) } : walletBOutcome(phone);
    const token: WalletToken = { id, type, phone_number: phone, end, status: 'PENDING', status_message: null };
    this.#tokens.set(id, token);
    if (type === 'WALLET_A') this.#world.after(CONSENT_MS, () => void (token.status = end.outcome));
    else token.url_services = this.#walletB.open(id, origin, confirmation(token));
    return token;
  }

  /** @throws {ServiceError} 404 when there is no such token */
  find(id: string, type: WalletType): WalletToken {
    const token = this.#tokens.get(id);
    if (token?.type !== type) throw notFound('El token no existe');
    return token;
  }

  /**
   * The token for a payment source.
   * @throws {ServiceError} 422 when it is unknown or was not approved
   */
  take(id: string, type: WalletType, field: string): WalletToken {
    const token = this.#tokens.get(id);
    if (token?.type !== type) throw invalidField(field, 'El token de la billetera no existe');
    if (token.status !== 'APPROVED') throw invalidField(field, 'El token de la billetera no está aprobado');
    return token;
  }
}

// Wallet B's number says how later charges end; the code alone decides about the token.
function confirmation(token: WalletToken) {
  return {
    meaning: (code: string): WalletEnd | undefined => {
      if (code === WALLET_B_CODES.APPROVED) return { outcome: 'APPROVED' };
      const isDeclined = code === WALLET_B_CODES.DECLINED;
      return isDeclined ? { outcome: 'DECLINED', reason: 'Ya existe una suscripción' } : undefined;
    },
    ended: (outcome: WalletEnd['outcome'], reason?: string): void => {
      token.status = outcome;
      token.status_message = reason ?? null;
    },
  };
}

/** `POST /tokens/<wallet>` and `GET /tokens/<wallet>/<id>`, wallet being `wallet_a` or `wallet_b`. */
export function walletTokenRoutes(tokens: WalletTokens): Hono {
  const app = new Hono();
  app.post('/tokens/:wallet', async (context) => {
    const type = walletOf(context);
    const body = await readJsonObject(context);
    requirePublicKey(context);
    const { phone_number } = parseFields(walletShape, body);
    return context.json(
      { data: shown(tokens.issue(type, phone_number, new URL(context.req.url).origin)), meta: {} },
      201,
    );
  });
  app.get('/tokens/:wallet/:id', (context) => {
    const type = walletOf(context);
    requirePublicKey(context);
    return context.json({ data: shown(tokens.find(context.req.param('id'), type)), meta: {} });
  });
  app.all('/tokens/:wallet', methodNotAllowed('POST'));
  app.all('/tokens/:wallet/:id', methodNotAllowed('GET'));
  return app;
}

function walletOf(context: Context): WalletType {
  const wallet = context.req.param('wallet')?.toUpperCase();
  if (wallet === 'WALLET_A' || wallet === 'WALLET_B') return wallet;
  throw notFound('No existe esa dirección');
}

function shown({ id, status, status_message, phone_number, url_services }: WalletToken): object {
  return { id, status, status_message, phone_number, ...(url_services === undefined ? {} : { url_services }) };
}
