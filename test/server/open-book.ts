import {
  memoryStore,
  OrderBook,
  PaymentsError,
  type Cart,
  type CartOrder,
  type OrderBookOptions,
  type ServiceEvent,
  type TransactionRecord,
} from '../../src/server/index.ts';

export const cart: Cart = { id: 'cart-1', amountInCents: 11_900_000, currency: 'COP' };

/** An order in either spelling. */
type Ordered = Pick<CartOrder, 'reference' | 'amountInCents' | 'currency'>;

/** A service that takes a reference once and does what a test says. What is asked waits for `pause`. */
export class Service {
  readonly transactions = new Map<string, TransactionRecord>();
  /** Ids that were asked for. */
  readonly read: string[] = [];
  pause: () => Promise<unknown> = async () => {};
  /** What every answer is replaced by. */
  trouble: PaymentsError | undefined;

  /** @returns undefined for a reference that is taken */
  take({ reference, amountInCents, currency }: Ordered): TransactionRecord | undefined {
    if ([...this.transactions.values()].some((one) => one.reference === reference)) return undefined;
    const id = `t-${this.transactions.size + 1}`;
    const status = 'PENDING' as const;
    const record = {
      id,
      status,
      reference,
      amount_in_cents: amountInCents,
      currency,
      customer_email: 'ana@example.com',
    };
    this.transactions.set(id, record);
    return record;
  }

  /** Ends a transaction; a half payment leaves a part. */
  settle(id: string, status: TransactionRecord['status'], leftInCents?: number): TransactionRecord {
    const before = this.transactions.get(id);
    if (!before) throw new Error(`There is no ${id}.`);
    const extra = leftInCents === undefined ? {} : { extra: { remaining_amount_in_cents: leftInCents } };
    const record = { ...before, status, payment_method_type: 'PCOL', payment_method: { type: 'PCOL', ...extra } };
    this.transactions.set(id, record);
    return record;
  }

  /** Takes an order and ends it at once. */
  pay(order: Ordered, status: TransactionRecord['status'], leftInCents?: number): TransactionRecord {
    const taken = this.take(order);
    if (!taken) throw new Error(`${order.reference} is taken.`);
    return this.settle(taken.id, status, leftInCents);
  }

  /** What is asked with the private key. */
  readonly payments: NonNullable<OrderBookOptions['payments']> = {
    getTransaction: async (id) => {
      this.read.push(id);
      await this.pause();
      if (this.trouble) throw this.trouble;
      const record = this.transactions.get(id);
      if (!record) throw new PaymentsError({ status: 404, type: 'NOT_FOUND_ERROR' });
      return record;
    },
    createTransaction: async ({ reference, amount_in_cents: amountInCents, currency }) => {
      await this.pause();
      const record = this.take({ reference, amountInCents, currency });
      await this.pause();
      if (this.trouble) throw this.trouble;
      if (record) return record;
      throw new PaymentsError({ status: 422, type: 'INPUT_VALIDATION_ERROR', messages: { reference: ['used'] } });
    },
  };
}

/** An event as `verifyEvent` gives it. Only what is signed is vouched for: the rest says what it likes. */
export const eventOf = ({ id, status, amount_in_cents }: TransactionRecord, more: object = {}): ServiceEvent => ({
  event: 'transaction.updated',
  data: { transaction: { id, status, amount_in_cents, reference: 'ANOTHER', ...more } },
  signature: { properties: [], checksum: '' },
  timestamp: 0,
  occurredAt: new Date(0),
  signed: { 'transaction.id': id, 'transaction.status': status, 'transaction.amount_in_cents': amount_in_cents },
});

/** A book on a store in memory, and the service behind it. */
export function openBook(change: Partial<OrderBookOptions> = {}) {
  const service = new Service();
  const store = memoryStore();
  const book = new OrderBook({ store, secret: 'integrity-of-test', payments: service.payments, ...change });
  return { service, store, book };
}
