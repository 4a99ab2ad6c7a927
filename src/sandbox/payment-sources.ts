import { Hono } from 'hono';
import * as z from 'zod/mini';
import { type Acceptance, takeConsents } from './acceptance.ts';
import { type CardToken, CardTokens } from './card-tokens.ts';
import { email, filledText, oneOf, text, textLike, textUpTo } from './fields.ts';
import { requirePrivateKey } from './keys.ts';
import { parseFields, readJsonObject } from './request-body.ts';
import { invalidField, methodNotAllowed, notFound } from './service-error.ts';
import type { WalletEnd } from './config.ts';
import type { WalletTokens } from './wallet-tokens.ts';
import type { World } from './world.ts';

const FIRST_ID = 3891;

const sourceShape = z.object({
  acceptance_token: filledText(),
  accept_personal_auth: filledText(),
  customer_email: email(),
  type: oneOf('CARD', 'WALLET_A', 'WALLET_B'),
  token: filledText(),
  session_id: z.nullish(text()),
  customer_data: z.nullish(
    z.looseObject(
      {
        device_id: z.nullish(text()),
        full_name: z.nullish(textUpTo(255)),
        phone_number: z.nullish(textLike(/^\+\d{7,15}$/, 'Debe estar en formato internacional, con el signo +')),
      },
      { error: 'Debe ser un objeto' },
    ),
  ),
});

/** A stored means of payment (SPEC.md 2.5; SERVICE-NOTES.md, payment source). */
export interface PaymentSource {
  readonly id: number;
  readonly type: 'CARD' | 'WALLET_A' | 'WALLET_B';
  readonly token: string;
  readonly status: 'AVAILABLE';
  readonly customer_email: string;
  readonly public_data: Readonly<Record<string, string>>;
}

/** A source and where charging it leads. */
export interface StoredSource {
  readonly source: PaymentSource;
  readonly end: WalletEnd;
  readonly card: CardToken | undefined;
}

/** Every payment source of a sandbox. */
export class PaymentSources {
  readonly #sources = new Map<string, StoredSource>();

  constructor(world: World) {
    world.onReset(() => this.#sources.clear());
  }

  /** Keeps a source under a new id. */
  add(source: Omit<PaymentSource, 'id' | 'status'>, end: WalletEnd, card?: CardToken): PaymentSource {
    const id = FIRST_ID + this.#sources.size;
    const { type, token, customer_email, public_data } = source;
    const stored = { id, type, token, status: 'AVAILABLE', customer_email, public_data } as const;
    this.#sources.set(String(id), { source: stored, end, card });
    return stored;
  }

  /** The source with an id, if there is one. */
  find(id: string): StoredSource | undefined {
    return this.#sources.get(id);
  }
}

/** `POST /payment_sources` and reading one back, both with the private key (SPEC.md 4.3). */
export function paymentSourceRoutes(
  sources: PaymentSources,
  acceptance: Acceptance,
  cardTokens: CardTokens,
  walletTokens: WalletTokens,
): Hono {
  const app = new Hono();
  app.post('/payment_sources', async (context) => {
    const body = await readJsonObject(context);
    const source = await takeConsents(
      acceptance,
      body,
      () => {
        const request = parseFields(sourceShape, body);
        requirePrivateKey(context);
        if (request.type === 'CARD' && !CardTokens.isWellFormed(request.token)) {
          throw invalidField('token', 'El token de la tarjeta tiene un formato inválido');
        }
        return { request, consents: request };
      },
      ({ type, token, customer_email }) => {
        if (type === 'CARD') {
          const card = cardTokens.take(token, 'token');
          const { bin, last_four, exp_month, exp_year, card_holder, brand } = card;
          const public_data = { bin, last_four, exp_month, exp_year, card_holder, brand };
          return sources.add({ type, token, customer_email, public_data }, endOf(card), card);
        }
        const wallet = walletTokens.take(token, type, 'token');
        return sources.add(
          { type, token, customer_email, public_data: { phone_number: wallet.phone_number } },
          wallet.end,
        );
      },
    );
    return context.json({ data: source, meta: {} }, 201);
  });
  app.get('/payment_sources/:id', (context) => {
    requirePrivateKey(context);
    const stored = sources.find(context.req.param('id'));
    if (stored === undefined) throw notFound('La fuente de pago no existe');
    return context.json({ data: stored.source, meta: {} });
  });
  app.all('/payment_sources', methodNotAllowed('POST'));
  app.all('/payment_sources/:id', methodNotAllowed('GET'));
  return app;
}

// Nobody is there to pass a challenge when a stored card is charged.
function endOf({ course }: CardToken): WalletEnd {
  return { outcome: course.kind === 'challenge' ? 'APPROVED' : course.outcome };
}
