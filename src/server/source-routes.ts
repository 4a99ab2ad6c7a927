/** Keeps cards and wallets, and charges them: `POST …/source` and `POST …/charge` of `checkoutRoutes`. */
import * as z from 'zod/mini';
import { isInstallments } from '../domain/saved-source.ts';
import { wireCopy } from '../domain/wire-copy.ts';
import type { PaymentSource } from '../domain/wire/payment-source.ts';
import type { TransactionRecord } from '../domain/wire/transaction.ts';
import { impersonal } from './cart-state.ts';
import { requireObject } from './client-options.ts';
import { fieldName, typeName } from './hide-secrets.ts';
import { unstorable, type ChargeDetails, type OrderBook } from './order-book.ts';
import { OrderBookError } from './order-book-error.ts';
import { readPageBody, Refusal } from './page-request.ts';
import type { CustomerData, PaymentSourceRequest } from './payment-requests.ts';
import type { PaymentsBackend } from './payments-backend.ts';
import { PaymentsError } from './payments-error.ts';

/** What is to be charged. */
export interface ChargedOrder {
  reference: string;
  cartId: string;
}

/** What a charge of a kept card or wallet says beside the order (SPEC.md section 4.2). */
export interface SourceDetails {
  /** The service's id of it, from `createPaymentSource`. */
  payment_source_id: string | number;
  customer_email: string;
  /** Of a card, such as `{ installments: 1 }`: what counts where the page names no number of installments. */
  payment_method?: { installments?: number };
  /**
   * In how many installments the page may have it charged at most, 1 to 36: `maxInstallments` of its `savedSources`. 1
   * where it is absent.
   */
  maxInstallments?: number;
  /** For a service that asks for the contracts at each charge: new ones, from `getMerchant`. */
  acceptance_token?: string;
  accept_personal_auth?: string;
  redirect_url?: string;
  /** For a service that may challenge a payer who is there: `browser_info`, from the request (SPEC.md section 10). */
  customer_data?: CustomerData;
}

/** Whose cards and wallets are kept, by the merchant's own records and never by what a browser says. */
export interface KeptSources {
  /** The merchant's id of the visitor, by the session. Undefined answers 401: nothing is kept or charged for nobody. */
  owner: (request: Request) => string | undefined | Promise<string | undefined>;
  /**
   * Keeps what the service has made for this owner. The same one may come again, where an answer was lost.
   *
   * @returns what the page is answered
   */
  keep: (owner: string, source: PaymentSource, request: PaymentSourceRequest) => object | Promise<object>;
  /**
   * What charges a card or wallet of this owner, by the id that the page gives.
   *
   * @param request the page's own, which tells of the payer's browser. Its body has been read.
   * @returns undefined for one that is not this owner's, or is gone
   */
  find: (
    owner: string,
    id: string,
    order: ChargedOrder,
    request: Request,
  ) => SourceDetails | undefined | Promise<SourceDetails | undefined>;
}

interface SourceRoutesOptions {
  orders: OrderBook;
  payments: Pick<PaymentsBackend, 'createPaymentSource'> | undefined;
  sources: KeptSources;
}

/** So long an answer is remembered, as it may be lost and the payer press again. */
const rememberedMs = 2 * 60_000;

/** So many answers are remembered: the oldest go first. */
const maxRemembered = 1000;

const text = z.string().check(z.minLength(1), z.maxLength(200));
const tokenText = z.string().check(z.minLength(1), z.maxLength(8000));

/** What `pay-source` hands over (SPEC.md section 4.3), and nothing that a page might add. */
const sourceBody = z.object({
  acceptance_token: tokenText,
  accept_personal_auth: tokenText,
  customer_email: z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/)),
  type: text,
  token: tokenText,
  session_id: z.optional(tokenText),
  customer_data: z.optional(
    z.object({ device_id: z.optional(tokenText), full_name: z.optional(text), phone_number: z.optional(text) }),
  ),
});

const chargeBody = z.object({
  reference: text.check(z.refine((value) => !unstorable.test(value))),
  source: text,
  /** Looked at once it is known that nothing is charged yet: a reference that was charged is answered, whatever it says. */
  installments: z.optional(z.unknown()),
  /** What the payer saw, where the page says it. */
  amount_in_cents: z.optional(z.int()),
  currency: z.optional(text),
});

/** @throws TypeError for unusable options */
export function sourceRoutes({ orders, payments, sources }: SourceRoutesOptions) {
  requireObject(sources, 'sources');
  for (const name of ['owner', 'keep', 'find'] as const)
    if (typeof sources[name] !== 'function') throw new TypeError(`sources.${name} must be a function.`);
  const { createPaymentSource } = requireObject(payments ?? ({} as PaymentsBackend), 'payments');
  if (typeof createPaymentSource !== 'function') throw new TypeError('sources needs payments, a PaymentsBackend.');

  const mustOwn = async (request: Request): Promise<string> => {
    const owner = await sources.owner(request);
    if (typeof owner !== 'string' || owner === '')
      throw new Refusal(401, 'UNKNOWN_CUSTOMER', 'Nobody is signed in whose cards are kept here.');
    return owner;
  };

  const making = answersOnce<PaymentSource>(rememberedMs);
  // By itself, so that what the shop could not keep is not made again, and what it has removed is not kept again.
  const keeping = answersOnce<() => Response>(rememberedMs);
  const keep = async (request: Request): Promise<Response> => {
    const body: PaymentSourceRequest = await readPageBody(request, sourceBody as z.ZodMiniType<PaymentSourceRequest>);
    const owner = await mustOwn(request);
    const key = JSON.stringify([owner, body]);
    const source = await making(key, () => createPaymentSource.call(payments, body)).catch(refuse);
    // Undefined where the service does not say.
    if (source.status && source.status !== 'AVAILABLE')
      throw new Refusal(422, 'SOURCE_REFUSED', 'The service did not take the card or wallet.');
    const answer = await keeping(key, async () => {
      // A copy, and a finished text: what the shop writes into either of its objects is not what comes next time.
      const record = await sources.keep(owner, wireCopy(source), body);
      return finished(record);
    });
    return answer();
  };

  /** A second one on its way is answered with what the first one comes to; of a later one the order knows. */
  const charging = answersOnce<TransactionRecord>(0);
  const charge = async (request: Request): Promise<Response> => {
    const { reference, source, installments, ...seen } = await readPageBody(request, chargeBody);
    const found = await orders.find(reference);
    if (!found) throw new OrderBookError('UNKNOWN_ORDER');
    // Whatever it is asked with: a reference has one transaction.
    if (found.order.transaction) return Response.json(found.order.transaction);
    const owner = await mustOwn(request);
    const { amountInCents, currency } = found.order;
    if ((seen.amount_in_cents ?? amountInCents) !== amountInCents || (seen.currency ?? currency) !== currency)
      throw new Refusal(409, 'AMOUNT_CHANGED', 'The order is of another amount than the payer saw.', {
        amount_in_cents: amountInCents,
        currency,
      });
    const begin = async (): Promise<TransactionRecord> => {
      const details = await sources.find(owner, source, { reference, cartId: found.cartId }, request);
      if (!details)
        throw new Refusal(422, 'UNKNOWN_SOURCE', 'There is no such card or wallet of this customer.', {
          messages: { payment_source_id: ['There is no such card or wallet of this customer.'] },
        });
      const { payment_source_id: id } = requireObject(details, 'What sources.find gives');
      if (typeof id !== 'number' && (typeof id !== 'string' || id === ''))
        throw new TypeError('What sources.find gives must have a payment_source_id.');
      return orders.charge(reference, chargeDetails(details, installments));
    };
    const record = await charging(JSON.stringify([owner, reference]), begin).catch(refuse);
    return Response.json(impersonal(record));
  };

  return { keep, charge };
}

/**
 * What a charge says, with the number of installments that the page names.
 *
 * @throws Refusal for a number that is none, or more than the card can be charged in
 */
function chargeDetails({ maxInstallments, ...details }: SourceDetails, installments: unknown): ChargeDetails {
  const most = maxInstallments ?? 1;
  if (!isInstallments(most)) throw new TypeError('maxInstallments of what sources.find gives must be from 1 to 36.');
  if (installments === undefined) return details;
  if (!isInstallments(installments) || installments > most) {
    const reason =
      most === 1
        ? 'This card is charged in one installment: sources.find gives no more as maxInstallments.'
        : `installments must be a whole number from 1 to ${most}.`;
    throw new Refusal(422, 'UNUSABLE_INSTALLMENTS', reason, {
      messages: { 'payment_method.installments': [reason] },
    });
  }
  return { ...details, payment_method: { ...details.payment_method, installments } };
}

/** An answer as often as it is asked for, or each time why there is none: what was kept is not kept again for that. */
function finished(record: unknown): () => Response {
  try {
    const body = JSON.stringify(record ?? null);
    return () => new Response(body, { status: 201, headers: { 'content-type': 'application/json' } });
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}

/**
 * Asks once for all that comes under one key until there is an answer, and so many ms longer; what has failed is asked
 * again. Keys hold tokens: they go by a timer, and by the next request where a runtime stops timers.
 */
function answersOnce<Answer>(ms: number) {
  const known = new Map<string, { answer: Promise<Answer>; until: number }>();
  const forgetOld = (): void => {
    let surplus = known.size - maxRemembered;
    for (const [key, { until }] of known) {
      // What is still on its way stays: it may be a charge.
      const isSurplus = surplus > 0 && until < Infinity;
      if (until > Date.now() && !isSurplus) continue;
      known.delete(key);
      surplus -= 1;
    }
  };
  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    forgetOld();
    const entry = known.get(key) ?? { answer: ask(), until: Infinity };
    if (!known.has(key)) {
      known.set(key, entry);
      const forget = (): void => {
        if (known.get(key) === entry) known.delete(key);
      };
      entry.answer.then(() => {
        entry.until = Date.now() + ms;
        // Node would wait for it before it ends; elsewhere it is a number.
        (setTimeout(forget, ms) as { unref?: () => void }).unref?.();
      }, forget);
    }
    return entry.answer;
  };
}

/**
 * Gives on what the service refuses: status, type and the names of fields, and none of its words, as they may quote what
 * was sent. 503 where nobody knows what it has done.
 */
function refuse(error: unknown): never {
  if (!(error instanceof PaymentsError)) throw error;
  const { status, type, messages, outcomeUnknown } = error;
  if (outcomeUnknown || status < 400) throw new Refusal(503, 'OUTCOME_UNKNOWN', 'Nobody knows yet what came of it.');
  throw new Refusal(status, typeName.test(type) ? type : `HTTP_${status}`, 'The service has refused it.', {
    messages: Object.fromEntries(Object.keys(messages).map((name) => [fieldName.test(name) ? name : 'other', []])),
  });
}
