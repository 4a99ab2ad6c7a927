import { Hono } from 'hono';
import * as z from 'zod/mini';
import { networkOf, passesLuhn } from './card-data.ts';
import { filledText, textLike } from './fields.ts';
import { requirePublicKey } from './keys.ts';
import { randomText } from './random.ts';
import { parseFields, readJsonObject } from './request-body.ts';
import { invalidField, methodNotAllowed } from './service-error.ts';
import { type CardCourse, courseOf } from './config.ts';
import type { World } from './world.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const TOKEN_FORM = /^tok_test_[A-Za-z0-9]{8,64}$/;

/** What remains of a card: enough to show it and to know where it leads, never the number or the CVC. */
export interface CardToken {
  readonly id: string;
  readonly bin: string;
  readonly last_four: string;
  readonly brand: string;
  readonly exp_month: string;
  readonly exp_year: string;
  readonly card_holder: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly course: CardCourse;
}

const cardShape = z.object({
  number: textLike(/^\d{13,19}$/, 'Debe tener entre 13 y 19 dígitos'),
  cvc: textLike(/^\d{3,4}$/, 'Debe tener 3 o 4 dígitos'),
  exp_month: textLike(/^(0[1-9]|1[0-2])$/, 'Debe ser un mes de dos dígitos, de 01 a 12'),
  exp_year: textLike(/^\d{2}$/, 'Debe ser un año de dos dígitos'),
  card_holder: filledText(),
});

/** Keeps card tokens and gives each of them out once. */
export class CardTokens {
  readonly #world: World;
  readonly #tokens = new Map<string, CardToken & { used: boolean }>();

  constructor(world: World) {
    this.#world = world;
    world.onReset(() => this.#tokens.clear());
  }

  /** Whether a text can be a card token at all. */
  static isWellFormed(token: string): boolean {
    return TOKEN_FORM.test(token);
  }

  /** A token for a card whose fields were checked. */
  issue(card: z.output<typeof cardShape>): CardToken {
    const createdAt = this.#world.now();
    const token = {
      id: `tok_test_${randomText(32)}`,
      bin: card.number.slice(0, 6),
      last_four: card.number.slice(-4),
      brand: networkOf(card.number).brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      card_holder: card.card_holder,
      createdAt,
      expiresAt: createdAt + LIFETIME_MS,
      course: courseOf(card.number),
      used: false,
    };
    this.#tokens.set(token.id, token);
    return token;
  }

  /**
   * Uses a token up.
   * @param field where the request carries it, for the message
   * @throws {ServiceError} 422 when the token is unknown, used or expired
   */
  take(id: string, field: string): CardToken {
    const token = this.#tokens.get(id);
    if (token === undefined) throw invalidField(field, 'El token de la tarjeta no existe');
    if (token.used) throw invalidField(field, 'El token de la tarjeta ya fue usado');
    if (this.#world.now() >= token.expiresAt) throw invalidField(field, 'El token de la tarjeta expiró');
    token.used = true;
    return token;
  }
}

/** `POST /tokens/cards` (SPEC.md 4.7). */
export function cardTokenRoutes(world: World, tokens: CardTokens): Hono {
  const app = new Hono();
  app.post('/tokens/cards', async (context) => {
    const body = await readJsonObject(context);
    requirePublicKey(context);
    const card = parseFields(cardShape, body);
    if (!passesLuhn(card.number)) throw invalidField('number', 'El número de tarjeta es inválido. Luhn check falló.');
    const { cvcLength } = networkOf(card.number);
    // Three digits are always valid here (SPEC.md 8.2).
    if (card.cvc.length !== 3 && card.cvc.length !== cvcLength)
      throw invalidField('cvc', `Debe tener ${cvcLength} dígitos para esta tarjeta`);
    if (isPast(card.exp_year, card.exp_month, world.now())) throw invalidField('exp_year', 'La tarjeta está vencida');
    const token = tokens.issue(card);
    return context.json(
      {
        status: 'CREATED',
        data: {
          id: token.id,
          created_at: new Date(token.createdAt).toISOString(),
          brand: token.brand,
          name: `${token.brand}-${token.last_four}`,
          last_four: token.last_four,
          bin: token.bin,
          exp_year: token.exp_year,
          exp_month: token.exp_month,
          card_holder: token.card_holder,
          expires_at: new Date(token.expiresAt).toISOString(),
        },
      },
      201,
      { 'cache-control': 'no-store' },
    );
  });
  app.all('/tokens/cards', methodNotAllowed('POST'));
  return app;
}

// A card is good until its month ends in Colombia, five hours after it has ended in UTC.
function isPast(year: string, month: string, now: number): boolean {
  return Date.UTC(2000 + Number(year), Number(month), 1, 5) <= now;
}
