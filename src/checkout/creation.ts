import type { TransactionRequest } from '../api/payments-api.ts';
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { AcceptanceField } from '../domain/merchant.ts';
import type { Order } from '../domain/order.ts';
import type { CheckoutConfiguration, PaymentDetails } from './configuration.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { createOnce, type CreationOutcome } from './outcome.ts';
import type { Stage } from './stage.ts';
import { transactionRequest } from './transaction-request.ts';

export interface CreationParts {
  stage: Stage;
  journal: Journal;
  /** The configuration at the moment when the payer pressed pay: later changes are not what was agreed to. */
  configuration: CheckoutConfiguration;
  method: string;
  order: Order;
  details: PaymentDetails;
  /** A payment that somebody else has begun meanwhile. */
  rival: () => JournalEntry | undefined;
}

/** What sending came to. */
export type Creation =
  | { kind: 'rival'; entry: JournalEntry }
  | {
      kind: 'sent';
      outcome: CreationOutcome;
      /** What was sent last, when it may be sent again as it is. */
      request?: TransactionRequest;
      /** A refusal that may hide a transaction: see `sendCreation`. */
      isDoubtful: boolean;
    };

/**
 * Sends the creation; with new acceptance tokens once more, under the same reference, when the service refused the first.
 *
 * A browser that loses the connection sends a request a second time by itself, and then the answer that is seen may say
 * that the tokens were used: by the first. So after such a refusal a transaction may exist.
 *
 * @throws CheckoutError when nothing was sent.
 */
export async function sendCreation(parts: CreationParts): Promise<Creation> {
  const { stage, journal, configuration, method, order, details, rival } = parts;
  const { acceptance, environment, api } = stage;
  const ids = await stage.identify();
  for (let round = 1; ; round++) {
    let tokens: Record<AcceptanceField, string>;
    try {
      tokens = await acceptance.tokens();
      if (!environment.isOnline()) throw new CheckoutError('network', 'The device is offline.');
    } catch (thrown) {
      if (round === 1) throw thrown;
      const error = asCheckoutError(thrown);
      // A payer who is asked again sends the same reference again, so that at most one of the two is taken.
      const kind = error.code === 'consent_changed' ? 'refused' : 'open';
      return { kind: 'sent', outcome: { kind, error }, isDoubtful: true };
    }
    const browserInfo = () => environment.browserInfo();
    const request = transactionRequest({ configuration, method, order, details, tokens, ids, browserInfo });
    // Nothing is awaited between this look and the entry: where there are no locks, the journal alone tells tabs apart.
    const entry = round === 1 ? rival() : undefined;
    if (entry) return { kind: 'rival', entry };
    // Whoever has left meanwhile sees no payment, and may buy something else.
    if (round === 1 && !stage.connection)
      throw new CheckoutError('aborted', 'The element was removed from the page before the payment was sent.');
    journal.open(order, method, configuration);
    if (!journal.isLasting) stage.warn('storage_unavailable');
    acceptance.spend();
    const outcome = await createOnce(api, request);
    if (outcome.kind === 'stale-acceptance' && round === 1) continue;
    const isDoubtful = round > 1 || (outcome.kind === 'refused' && outcome.error.code === 'token_rejected');
    return { kind: 'sent', outcome, request, isDoubtful };
  }
}
