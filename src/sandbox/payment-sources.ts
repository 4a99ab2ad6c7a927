import { Hono } from 'hono';
import * as z from 'zod/mini';
import { withConsents } from './acceptance.ts';
import { checkCardTokenForm, takeCardToken } from './card-tokens.ts';
import type { CardCourse, DesignatedEnd } from './config.ts';
import type { Desk } from './desk.ts';
import { consentFields, customerFields, email, filledText, oneOf, parseFields, text } from './fields.ts';
import { requireKey } from './keys.ts';
import { readJsonObject } from './request-body.ts';
import { notFound } from './service-error.ts';
import { takeWalletToken } from './wallet-tokens.ts';

const FIRST_ID = 3891;

const sourceShape = z.object({
  ...consentFields,
  customer_email: email(),
  type: oneOf('CARD', 'WALLET_A', 'WALLET_B'),
  token: filledText(),
  session_id: z.nullish(text()),
  customer_data: z.nullish(z.looseObject(customerFields, { error: 'Debe ser un objeto' })),
});

/** A stored means of payment (SPEC.md 2.5; SERVICE-NOTES.md, payment source) and where charging it leads. */
export interface StoredSource {
  readonly source: {
    readonly id: number;
    readonly type: 'CARD' | 'WALLET_A' | 'WALLET_B';
    readonly token: string;
    readonly status: 'AVAILABLE';
    readonly customer_email: string;
    readonly public_data: Readonly<Record<string, string>>;
  };
  /** How a charge ends that nobody authenticates. */
  readonly end: DesignatedEnd;
  /** Of a card: where it leads when its payer is there. */
  readonly course?: CardCourse;
  /** What charging it adds to `payment_method.extra`. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** `POST /payment_sources` and reading one back, both with the private key (SPEC.md 4.3). */
export function paymentSourceRoutes(desk: Desk): Hono {
  const { sources } = desk;
  return new Hono()
    .post('/payment_sources', async (context) => {
      const body = await readJsonObject(context);
      const data = await withConsents(desk, body, (take) => {
        const request = parseFields(sourceShape, body);
        requireKey(context, 'private');
        const { type, token, customer_email } = request;
        if (type === 'CARD') checkCardTokenForm(token, 'token');
        take(request);
        const { public_data, ...rest } = type === 'CARD' ? cardPart(desk, token) : walletPart(desk, token, type);
        const id = FIRST_ID + sources.size;
        const source = { id, type, token, status: 'AVAILABLE', customer_email, public_data } as const;
        sources.set(String(id), { source, ...rest });
        return source;
      });
      return context.json({ data, meta: {} }, 201);
    })
    .get('/payment_sources/:id', (context) => {
      requireKey(context, 'private');
      const stored = sources.get(context.req.param('id'));
      if (stored === undefined) throw notFound('La fuente de pago no existe');
      return context.json({ data: stored.source, meta: {} });
    });
}

function cardPart(desk: Desk, token: string) {
  const { card, course } = takeCardToken(desk, token, 'token');
  const { bin, last_four, exp_month, exp_year, card_holder, brand } = card;
  const end: DesignatedEnd = { outcome: course.kind === 'challenge' ? 'APPROVED' : course.outcome };
  return { public_data: { bin, last_four, exp_month, exp_year, card_holder, brand }, end, course, extra: card };
}

function walletPart(desk: Desk, token: string, type: 'WALLET_A' | 'WALLET_B') {
  const { end, shown } = takeWalletToken(desk, token, type);
  return { public_data: { phone_number: shown.phone_number }, end, extra: {} };
}
