// webhook.ts
import { EventVerificationError, PaymentsError, verifyEvent, type PaymentsBackend } from 'pay-checkout/server';

interface ShopOrder {
  amountInCents: number;
  currency: string;
  isPaid: boolean;
}

export interface WebhookDesk {
  eventsSecret: string;
  payments: PaymentsBackend;
  findOrder(reference: string): Promise<ShopOrder | undefined>;
  markPaid(reference: string, transactionId: string): Promise<void>;
  /** What was paid was taken back: it is not shipped any more, or is called back. */
  markVoided(reference: string, transactionId: string): Promise<void>;
  /**
   * Points have paid a part: what they have left, in minor units, is what the cart's next order is for. The event may
   * come again: once the cart is paid, this does nothing.
   */
  markPartlyPaid(reference: string, transactionId: string, leftInCents: number): Promise<void>;
}

/** Takes one event: any framework that speaks `Request` and `Response` can call it. */
export async function takeEvent(request: Request, desk: WebhookDesk): Promise<Response> {
  let event;
  try {
    event = await verifyEvent(await request.text(), desk.eventsSecret, { timestampUnit: 'seconds' });
  } catch (error) {
    if (error instanceof EventVerificationError) return new Response(null, { status: 401 });
    throw error;
  }
  const { signed, data } = event;
  const id = signed['transaction.id'];
  // An event about something else: a saved card's, a batch of payouts or one of its transfers.
  if (typeof id !== 'string' || (data.transaction && 'payoutId' in data.transaction)) return new Response();

  try {
    const transaction = await desk.payments.getTransaction(id);
    // A record may lag behind its own event. Anything but 2xx, and the service delivers again later.
    const told = signed['transaction.status'];
    const isPending = transaction.status === 'PENDING' && told !== undefined && told !== 'PENDING';
    if (isPending || (transaction.status === 'APPROVED' && told === 'VOIDED'))
      return new Response(null, { status: 503 });
    const order = await desk.findOrder(transaction.reference);
    const isOurs = order?.amountInCents === transaction.amount_in_cents && order.currency === transaction.currency;
    // Points may have paid a part alone: the order is paid with the rest.
    const extra = transaction.payment_method?.extra;
    const isHalf = extra instanceof Object && 'remaining_amount_in_cents' in extra;
    const left = isHalf ? Number(extra['remaining_amount_in_cents']) : 0;
    if (isOurs && transaction.status === 'APPROVED' && !order.isPaid) {
      if (left !== 0) await desk.markPartlyPaid(transaction.reference, transaction.id, left);
      else await desk.markPaid(transaction.reference, transaction.id);
    }
    if (isOurs && transaction.status === 'VOIDED') await desk.markVoided(transaction.reference, transaction.id);
    return new Response();
  } catch (error) {
    if (error instanceof PaymentsError) return new Response(null, { status: 503 });
    throw error;
  }
}
