import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { type DesignatedEnd, WALLET_B_CODES, walletAEnd, walletBEnd } from './config.ts';
import type { Desk } from './desk.ts';
import { parseFields, textLike } from './fields.ts';
import { requireKey } from './keys.ts';
import { randomText } from './random.ts';
import { readJsonObject } from './request-body.ts';
import { invalidField, notFound } from './service-error.ts';
import type { CodePurpose, CodeServices } from './wallet-b.ts';

/** How long the owner of wallet A takes to allow a token, in milliseconds. */
const CONSENT_MS = 1500;

type WalletType = 'WALLET_A' | 'WALLET_B';

export interface WalletToken {
  readonly type: WalletType;
  /** How later charges end. */
  readonly end: DesignatedEnd;
  readonly shown: {
    readonly id: string;
    status: 'PENDING' | 'APPROVED' | 'DECLINED' | 'ERROR';
    status_message: string | null;
    readonly phone_number: string;
    url_services?: CodeServices;
  };
}

const walletShape = z.object({ phone_number: textLike(/^\d{10}$/, 'Debe tener 10 dígitos') });

/**
 * The token for a payment source.
 * @throws {HTTPException} 422 when it is unknown or was not approved
 */
export function takeWalletToken({ walletTokens }: Desk, id: string, type: WalletType): WalletToken {
  const token = walletTokens.get(id);
  if (token?.type !== type) throw invalidField('token', 'El token de la billetera no existe');
  if (token.shown.status !== 'APPROVED') throw invalidField('token', 'El token de la billetera no está aprobado');
  return token;
}

// Wallet B's number says how later charges end; the code alone decides about the token.
function confirmation({ shown }: WalletToken): CodePurpose {
  return {
    meaning: (code) => {
      if (code === WALLET_B_CODES.APPROVED) return { outcome: 'APPROVED' };
      const isDeclined = code === WALLET_B_CODES.DECLINED;
      return isDeclined ? { outcome: 'DECLINED', reason: 'Ya existe una suscripción' } : undefined;
    },
    ended: ({ outcome, reason }) => void Object.assign(shown, { status: outcome, status_message: reason ?? null }),
  };
}

/**
 * `POST /tokens/<wallet>` and `GET /tokens/<wallet>/<id>`, wallet being `wallet_a` or `wallet_b` (SERVICE-NOTES.md,
 * wallet A token; SPEC.md 8.2, rule 7). The owner is asked by a notification (wallet A) or by a one-time code (wallet B).
 */
export function walletTokenRoutes({ world, walletB, walletTokens }: Desk): Hono {
  return new Hono()
    .post('/tokens/:wallet', async (context) => {
      const type = walletOf(context);
      const body = await readJsonObject(context);
      requireKey(context, 'public');
      const { phone_number } = parseFields(walletShape, body);
      const id = `${type === 'WALLET_A' ? 'walleta' : 'walletb'}_test_${randomText(24)}`;
      const end = type === 'WALLET_A' ? walletAEnd(phone_number) : walletBEnd(phone_number);
      const token: WalletToken = { type, end, shown: { id, status: 'PENDING', status_message: null, phone_number } };
      walletTokens.set(id, token);
      if (type === 'WALLET_A') world.after(CONSENT_MS, () => void (token.shown.status = end.outcome));
      else token.shown.url_services = walletB.open(id, new URL(context.req.url).origin, confirmation(token));
      return context.json({ data: token.shown, meta: {} }, 201);
    })
    .get('/tokens/:wallet/:id', (context) => {
      const type = walletOf(context);
      requireKey(context, 'public');
      const token = walletTokens.get(context.req.param('id'));
      if (token?.type !== type) throw notFound('El token no existe');
      return context.json({ data: token.shown, meta: {} });
    });
}

function walletOf(context: Context): WalletType {
  const wallet = context.req.param('wallet')?.toUpperCase();
  if (wallet === 'WALLET_A' || wallet === 'WALLET_B') return wallet;
  throw notFound('No existe esa dirección');
}
