import { Hono } from 'hono';
import * as z from 'zod/mini';
import { passesLuhn } from '../domain/passes-luhn.ts';
import { networkOf } from './card-data.ts';
import { type CardCourse, courseOf } from './config.ts';
import type { Desk } from './desk.ts';
import { filledText, parseFields, textLike } from './fields.ts';
import { requireKey } from './keys.ts';
import { randomText } from './random.ts';
import { readJsonObject } from './request-body.ts';
import { invalidField } from './service-error.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What remains of a card: enough to show it and to know where it leads, never the number or the CVC. */
export interface CardToken {
  readonly card: Readonly<
    Record<'bin' | 'name' | 'brand' | 'exp_year' | 'exp_month' | 'last_four' | 'card_holder', string>
  >;
  readonly course: CardCourse;
  readonly expiresAt: number;
  used: boolean;
}

const cardShape = z.object({
  number: textLike(/^\d{13,19}$/, 'Debe tener entre 13 y 19 dígitos'),
  cvc: textLike(/^\d{3,4}$/, 'Debe tener 3 o 4 dígitos'),
  exp_month: textLike(/^(0[1-9]|1[0-2])$/, 'Debe ser un mes de dos dígitos, de 01 a 12'),
  exp_year: textLike(/^\d{2}$/, 'Debe ser un año de dos dígitos'),
  card_holder: filledText(),
});

/** @throws {HTTPException} 422 when a text cannot be a card token at all */
export function checkCardTokenForm(token: string, field: string): void {
  if (!/^tok_test_[A-Za-z0-9]{8,64}$/.test(token))
    throw invalidField(field, 'El token de la tarjeta tiene un formato inválido');
}

/**
 * Uses a token up.
 * @param field where the request carries it, for the message
 * @throws {HTTPException} 422 when the token is unknown, used or expired
 */
export function takeCardToken({ world, cardTokens }: Desk, id: string, field: string): CardToken {
  const token = cardTokens.get(id);
  if (token === undefined) throw invalidField(field, 'El token de la tarjeta no existe');
  if (token.used) throw invalidField(field, 'El token de la tarjeta ya fue usado');
  if (world.now() >= token.expiresAt) throw invalidField(field, 'El token de la tarjeta expiró');
  token.used = true;
  return token;
}

/** `POST /tokens/cards` (SPEC.md 4.7). */
export function cardTokenRoutes({ world, cardTokens }: Desk): Hono {
  return new Hono().post('/tokens/cards', async (context) => {
    const body = await readJsonObject(context);
    requireKey(context, 'public');
    const { number, cvc, exp_month, exp_year, card_holder } = parseFields(cardShape, body);
    if (!passesLuhn(number)) throw invalidField('number', 'El número de tarjeta es inválido. Luhn check falló.');
    const { brand, cvcLength } = networkOf(number);
    // Three digits are always valid here (SPEC.md 8.2).
    if (cvc.length !== 3 && cvc.length !== cvcLength)
      throw invalidField('cvc', `Debe tener ${cvcLength} dígitos para esta tarjeta`);
    const now = world.now();
    if (isPast(exp_year, exp_month, now)) throw invalidField('exp_year', 'La tarjeta está vencida');
    const id = `tok_test_${randomText(32)}`;
    const last_four = number.slice(-4);
    const name = `${brand}-${last_four}`;
    const card = { bin: number.slice(0, 6), name, brand, exp_year, exp_month, last_four, card_holder };
    const expiresAt = now + LIFETIME_MS;
    cardTokens.set(id, { card, course: courseOf(number), expiresAt, used: false });
    const [created_at, expires_at] = [now, expiresAt].map((time) => new Date(time).toISOString());
    const data = { id, created_at, ...card, expires_at };
    return context.json({ status: 'CREATED', data }, 201, { 'cache-control': 'no-store' });
  });
}

// A card is good until its month ends in Colombia, five hours after it has ended in UTC.
function isPast(year: string, month: string, now: number): boolean {
  return Date.UTC(2000 + Number(year), Number(month), 1, 5) <= now;
}
