import {
  DisbursementError,
  EventVerificationError,
  PaymentsError,
  verifyEvent,
  type PaymentsBackend,
  type ServiceEvent,
} from '../../src/server/index.ts';
import type { HandledEvents } from './handled-events.ts';
import type { EventOutcome, Orders } from './orders.ts';
import type { PayoutDesk } from './payout-desk.ts';
import { refusal } from './read-json.ts';
import type { SecondPayments } from './second-payments.ts';

export interface EventDesk {
  eventsSecret: string;
  payments: PaymentsBackend;
  orders: Orders;
  payouts: PayoutDesk;
  handled: HandledEvents;
  second: SecondPayments;
}

/** What an event led to. `repeated`: it was here before. */
export type TakenEvent = EventOutcome | 'ignored' | 'repeated';

/**
 * Takes one event of the service in. Its signature covers the id, the status and the amount, not the reference:
 * a genuine event with another reference written into it would pay another order. So the event only says which
 * transaction to look at, and the record that the service then gives is what counts. An event that was acted on is
 * acknowledged when it comes again, or the service would go on delivering it, and does nothing.
 *
 * @throws HTTPException 401 for what is not genuine; 503 when the record could not be read or is not as far as the event,
 *   or a second payment could not be voided, so that the service delivers again
 */
export async function takeEvent(rawBody: string, desk: EventDesk): Promise<TakenEvent> {
  const event = await verifyEvent(rawBody, desk.eventsSecret).catch((error: unknown) => {
    if (!(error instanceof EventVerificationError)) throw error;
    throw refusal(401, 'INVALID_EVENT', { reason: error.message });
  });
  if (desk.handled.has(event)) return 'repeated';
  const taken = await actOn(event, desk);
  // Only now: what could not be read yet is delivered again, and has to count then.
  if (taken !== 'ignored' && taken !== 'unknown_order') desk.handled.add(event);
  return taken;
}

async function actOn(event: ServiceEvent, { payments, orders, payouts, second }: EventDesk): Promise<TakenEvent> {
  const { transaction } = event.data;
  const id = event.signed['transaction.id'];
  // Both APIs tell of a `transaction`; one that belongs to a batch of payouts is no payment of an order.
  if (typeof id !== 'string' || !transaction || 'payoutId' in transaction) {
    return payouts.take(event).catch((error: unknown) => {
      if (!(error instanceof DisbursementError)) throw error;
      throw refusal(503, 'SERVICE_UNREACHABLE', { reason: 'The batch could not be read. Deliver the event again.' });
    });
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
  // A record that lags behind its own event: acknowledged now, the news would never come again.
  const told = event.signed['transaction.status'];
  const isPending = record.status === 'PENDING' && told !== undefined && told !== 'PENDING';
  if (isPending || (record.status === 'APPROVED' && told === 'VOIDED'))
    throw refusal(503, 'NOT_YET', { reason: `The transaction is ${record.status} still. Deliver the event again.` });
  const outcome = orders.record(record);
  const order = orders.find(record.reference);
  if (!order) return outcome;
  // Whatever the record was for: an event that comes again finds here what could not be given back before.
  await second.giveBack(order.cart);
  return outcome;
}
