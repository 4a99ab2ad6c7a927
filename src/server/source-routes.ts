/** Keeps cards and wallets, and charges them: `POST …/source` and `POST …/charge` of `checkoutRoutes`. */
import * as z from 'zod/mini';
import type { PaymentSource } from '../domain/wire/payment-source.ts';
import type { TransactionRecord } from '../domain/wire/transaction.ts';
import { impersonal } from './cart-state.ts';
import { requireObject } from './client-options.ts';
import { unstorable, type OrderBook } from './order-book.ts';
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
  /** Of a card, such as `{ installments: 1 }`. */
  payment_method?: { installments?: number };
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
   * Keeps what the service has made for this owner. The same one may come again.
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

/** So many requests to keep something are remembered, as one whose answer was lost comes again. */
const rememberedRequests = 1000;

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

  /** By owner and request. What failed made nothing. */
  const made = new Map<string, Promise<PaymentSource>>();
  const keep = async (request: Request): Promise<Response> => {
    const body: PaymentSourceRequest = await readPageBody(request, sourceBody as z.ZodMiniType<PaymentSourceRequest>);
    const owner = await mustOwn(request);
    const key = JSON.stringify([owner, body]);
    const making = made.get(key) ?? createPaymentSource.call(payments, body);
    made.set(key, making);
    if (made.size > rememberedRequests) made.delete([...made.keys()][0] ?? '');
    const source = await making.catch((error: unknown) => {
      made.delete(key);
      throw refusalBy(error);
    });
    // Undefined where the service does not say.
    if (source.status && source.status !== 'AVAILABLE')
      throw new Refusal(422, 'SOURCE_REFUSED', 'The service did not take the card or wallet.');
    return Response.json(await sources.keep(owner, source, body), { status: 201 });
  };

  /** Those on their way, by owner and reference: a second one is answered with what the first one comes to. */
  const charging = new Map<string, Promise<TransactionRecord>>();
  const charge = async (request: Request): Promise<Response> => {
    const { reference, source, ...seen } = await readPageBody(request, chargeBody);
    const found = await orders.find(reference);
    if (!found) throw new OrderBookError('UNKNOWN_ORDER');
    // Whatever it is asked with: a reference has one transaction.
    if (found.order.transaction) return Response.json(found.order.transaction);
    const { amountInCents, currency } = found.order;
    if ((seen.amount_in_cents ?? amountInCents) !== amountInCents || (seen.currency ?? currency) !== currency)
      throw new Refusal(409, 'AMOUNT_CHANGED', 'The order is of another amount than the payer saw.');
    const owner = await mustOwn(request);
    const begin = async (): Promise<TransactionRecord> => {
      const details = await sources.find(owner, source, { reference, cartId: found.cartId }, request);
      if (!details)
        throw new Refusal(422, 'UNKNOWN_SOURCE', 'There is no such card or wallet of this customer.', {
          messages: { payment_source_id: ['There is no such card or wallet of this customer.'] },
        });
      const { payment_source_id: id } = requireObject(details, 'What sources.find gives');
      if (typeof id !== 'number' && (typeof id !== 'string' || id === ''))
        throw new TypeError('What sources.find gives must have a payment_source_id.');
      return orders.charge(reference, { ...details });
    };
    const key = JSON.stringify([owner, reference]);
    const going = charging.get(key) ?? begin().finally(() => charging.delete(key));
    charging.set(key, going);
    const record = await going.catch((error: unknown) => {
      throw refusalBy(error);
    });
    return Response.json(impersonal(record));
  };

  return { keep, charge };
}

/** A refusal by the service, as it gave it; 503 where nobody knows what it has done. */
function refusalBy(error: unknown): unknown {
  if (!(error instanceof PaymentsError)) return error;
  const { status, type, reason, messages, outcomeUnknown } = error;
  if (outcomeUnknown || status < 400) return new Refusal(503, 'OUTCOME_UNKNOWN', 'Nobody knows yet what came of it.');
  return new Refusal(status, type, reason, { messages });
}
