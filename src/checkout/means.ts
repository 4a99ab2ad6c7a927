/** What makes a transaction of an order: the details that were typed, or a saved card. */
import { CheckoutError } from '../domain/checkout-error.ts';
import type { Order } from '../domain/order.ts';
import { present } from '../domain/present.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Attempt as FormPress, CheckoutConfiguration, PaymentDetails, SavedCardAttempt } from './configuration.ts';
import type { AntifraudIds } from './environment.ts';
import { termsOf, type Creation } from './outcome.ts';
import type { Stage } from './stage.ts';
import { takenDetails } from './taken.ts';
import { transactionRequest } from './transaction-request.ts';

/** One press of the pay button. */
export type Press = FormPress | SavedCardAttempt;

export interface Means {
  /** Gets ready what can be had before there is an order. */
  prepare: () => Promise<unknown>;
  create: (order: Order) => Promise<Creation>;
}

/** What a request to the service needs beside its order. */
interface Preparation {
  details: PaymentDetails;
  /** Come when they come: what goes wrong otherwise is said without them. */
  ids: Promise<AntifraudIds>;
}

/** Pays with what a form asks for, by a request to the service. */
export function typedMeans(stage: Stage, press: FormPress, configuration: CheckoutConfiguration): Means {
  const { acceptance, api, environment } = stage;
  const { method } = press;
  let preparation: Preparation | undefined;
  const prepare = async (): Promise<Preparation> => (preparation ??= await prepareDetails(stage, press));
  return {
    prepare,
    create: async (order) => {
      const { reference } = order;
      stage.apply({ type: 'advanced', step: 'details', reference });
      const { details, ids: asked } = await prepare();
      stage.apply({ type: 'advanced', step: 'create', reference });
      const [ids, tokens] = [await asked, await acceptance.tokens()];
      const request = transactionRequest({ configuration, method, order, details, tokens, ids, environment });
      const send = (): Promise<Transaction> => {
        acceptance.spend();
        return api.createTransaction(request);
      };
      return { ...termsOf(order), send };
    },
  };
}

/**
 * Pays with a saved card, by a request to the merchant's backend. Both contracts have to be accepted as they are now
 * (SPEC.md section 5), and their tokens are not used up by it: the backend has its own.
 *
 * @throws CheckoutError `missing_order` where the page has not said who makes orders for saved cards and charges them.
 */
export function savedCardMeans(
  stage: Stage,
  { source, installments, ready }: SavedCardAttempt,
  { mode, orders, chargeSource }: CheckoutConfiguration,
): Means {
  const { acceptance, api } = stage;
  if (mode === 'source' || orders?.kind !== 'created' || !chargeSource)
    throw new CheckoutError(
      'missing_order',
      'A saved card is paid with in mode payment alone, and needs order-url or createOrder, and charge-url or chargeSource.',
    );
  return {
    prepare: () => allOf([Promise.resolve(ready?.()), acceptance.tokens()]),
    create: async (order) => {
      const { reference } = order;
      await ready?.();
      await acceptance.tokens();
      stage.apply({ type: 'advanced', step: 'create', reference });
      const charge = async (): Promise<unknown> => chargeSource(present({ reference, source, installments }));
      return { ...termsOf(order), send: () => api.chargeSource(charge) };
    },
  };
}

/**
 * Asks for all that a request needs beside its order, side by side. Acceptance tokens are kept where they belong, until
 * they are used.
 *
 * @throws CheckoutError what is wrong with the details, or with the consents.
 */
async function prepareDetails(stage: Stage, press: FormPress): Promise<Preparation> {
  const ids = stage.identify();
  const [details] = await allOf([collected(press), stage.acceptance.tokens()]);
  return { details, ids };
}

/**
 * Waits for all of these, also where one has failed: what the others give is kept for the next press.
 *
 * @throws what the first of them has thrown that failed, by their order here.
 */
export async function allOf<First, Second>(
  parts: readonly [Promise<First>, Promise<Second>],
): Promise<[First, Second]> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

const collected = async (press: FormPress): Promise<PaymentDetails> => takenDetails(await press.collect());
