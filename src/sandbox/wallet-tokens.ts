import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { type DesignatedEnd, type DesignatedOutcome, WALLET_B_CODES, walletEnd } from './config.ts';
import type { Desk } from './desk.ts';
import { parseFields, textLike } from './fields.ts';
import { requireKey } from './keys.ts';
import { randomText } from './random.ts';
import { readJsonObject } from './request-body.ts';
import { invalidField, notFound } from './service-error.ts';
import { openCode } from './wallet-b.ts';

/** How long the owner of wallet A takes to allow a token, in milliseconds. */
const CONSENT_MS = 1500;

type WalletType = 'WALLET_A' | 'WALLET_B';

/** A token of a wallet, and how later charges end. */
export type WalletToken = ReturnType<typeof newToken>;

const newToken = (type: WalletType, phone_number: string) => ({
  type,
  end: walletEnd(type, phone_number),
  shown: {
    id: `${type.toLowerCase().replace('_', '')}_test_${randomText(24)}`,
    status: 'PENDING' as 'PENDING' | DesignatedOutcome,
    status_message: null as string | null,
    phone_number,
    url_services: undefined as ReturnType<typeof openCode> | undefined,
  },
});

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
const CONFIRMATIONS: Readonly<Record<string, DesignatedEnd>> = {
  [WALLET_B_CODES.APPROVED]: { outcome: 'APPROVED' },
  [WALLET_B_CODES.DECLINED]: { outcome: 'DECLINED', reason: 'Ya existe una suscripción' },
};

/**
 * `POST /tokens/<wallet>` and `GET /tokens/<wallet>/<id>`, wallet being `wallet_a` or `wallet_b` (SERVICE-NOTES.md,
 * wallet A token; SPEC.md 8.2, rule 7). The owner is asked by a notification (wallet A) or by a one-time code (wallet B).
 */
export function walletTokenRoutes(desk: Desk): Hono {
  const { world, walletTokens } = desk;
  return new Hono()
    .post('/tokens/:wallet', async (context) => {
      const type = walletOf(context);
      const body = await readJsonObject(context);
      requireKey(context, 'public');
      const { phone_number } = parseFields(walletShape, body);
      const token = newToken(type, phone_number);
      const { end, shown } = token;
      walletTokens.set(shown.id, token);
      if (type === 'WALLET_A') world.after(CONSENT_MS, () => void (shown.status = end.outcome));
      else
        shown.url_services = openCode(desk, shown.id, new URL(context.req.url).origin, {
          codes: CONFIRMATIONS,
          ended: ({ outcome, reason = null }) => void Object.assign(shown, { status: outcome, status_message: reason }),
        });
      return context.json({ data: shown, meta: {} }, 201);
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
