import {
  DisbursementError,
  EventVerificationError,
  PaymentsError,
  verifyEvent,
  type PaymentsBackend,
} from '../../src/server/index.ts';
import type { EventOutcome, Orders } from './orders.ts';
import type { PayoutDesk } from './payout-desk.ts';
import { refusal } from './read-json.ts';

export interface EventDesk {
  eventsSecret: string;
  payments: PaymentsBackend;
  orders: Orders;
  payouts: PayoutDesk;
}

/**
 * Takes one event of the service in. Its signature covers the id, the status and the amount, not the reference:
 * a genuine event with another reference written into it would pay another order. So the event only says which
 * transaction to look at, and the record that the service then gives is what counts.
 *
 * @returns what it did, with the reference of the order that it was about
 * @throws HTTPException 401 for what is not genuine; 503 when the record could not be read, so that the service
 *   delivers again
 */
export async function takeEvent(
  rawBody: string,
  { eventsSecret, payments, orders, payouts }: EventDesk,
): Promise<{ outcome: EventOutcome | 'ignored'; reference?: string }> {
  const event = await verifyEvent(rawBody, eventsSecret).catch((error: unknown) => {
    if (!(error instanceof EventVerificationError)) throw error;
    throw refusal(401, 'INVALID_EVENT', { reason: error.message });
  });
  const { transaction } = event.data;
  const id = event.signed['transaction.id'];
  // Both APIs tell of a `transaction`; one that belongs to a batch of payouts is no payment of an order.
  if (typeof id !== 'string' || !transaction || 'payoutId' in transaction) {
    const outcome = await payouts.take(event).catch((error: unknown) => {
      if (!(error instanceof DisbursementError)) throw error;
      throw refusal(503, 'SERVICE_UNREACHABLE', { reason: 'The batch could not be read. Deliver the event again.' });
    });
    return { outcome };
  }
  const record = await payments.getTransaction(id).catch((error: unknown) => {
    if (error instanceof TypeError || (error instanceof PaymentsError && error.status === 404)) {
      throw refusal(401, 'INVALID_EVENT', { reason: 'The service knows no such transaction.' });
    }
    if (!(error instanceof PaymentsError)) throw error;
    throw refusal(503, 'SERVICE_UNREACHABLE', {
      reason: 'The transaction could not be read. Deliver the event again.',
    });
  });
  return { outcome: orders.record(record), reference: record.reference };
}
