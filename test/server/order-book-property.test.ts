import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  memoryStore,
  OrderBook,
  OrderBookError,
  type CartOrder,
  type OrderStore,
  type TransactionRecord,
} from '../../src/server/index.ts';
import { remainderOf } from '../../src/domain/transaction.ts';
import { cart, eventOf, Service } from './open-book.ts';

const { PROPERTY_RUNS = '1000', PROPERTY_SEED = '20261128', PROPERTY_PATH } = process.env;

/** One thing that somebody does; `pick` chooses among what there is. */
interface Step {
  do: 'order' | 'pay' | 'charge' | 'settle' | 'event' | 'crash';
  pick: number;
  status: 'APPROVED' | 'HALF' | 'DECLINED' | 'ERROR' | 'VOIDED';
  after: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('order', 'order', 'order', 'pay', 'charge', 'settle', 'settle', 'event', 'event', 'crash'),
  pick: fc.nat(11),
  status: fc.constantFrom('APPROVED', 'HALF', 'DECLINED', 'DECLINED', 'ERROR', 'VOIDED'),
  after: fc.boolean(),
});

/** Steps of a group are taken at once, and come apart wherever the store or the service is waited for. */
const anyRun = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 14 });

const chosen = <One>(all: readonly One[], pick: number): One | undefined => all[pick % Math.max(all.length, 1)];

/** Several processes of a shop on one store, and browsers that order, pay and lie. */
class World {
  readonly service = new Service();
  readonly orders: CartOrder[] = [];
  readonly #store = memoryStore();
  readonly #events: TransactionRecord[] = [];
  readonly #pause: () => Promise<void>;
  /** Whether the next change is stored and not answered. */
  #willCrash = false;

  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
    this.service.pause = pause;
  }

  async take({ do: deed, pick, status, after }: Step): Promise<void> {
    const { service } = this;
    const named = chosen([...service.transactions.keys()], pick);
    switch (deed) {
      case 'order':
        return this.#order(after ? { after: named } : status === 'HALF' ? { restOf: named } : {});
      case 'pay': {
        const order = chosen(this.orders, pick);
        if (order) service.take(order);
        return;
      }
      case 'charge': {
        const order = chosen(this.orders, pick);
        const details = { customer_email: 'ana@example.com', payment_source_id: 1 };
        if (order) await this.#book().charge(order.reference, details).catch(expected);
        return;
      }
      case 'settle': {
        const before = named && service.transactions.get(named);
        if (!before || !(before.status === 'PENDING' || (before.status === 'APPROVED' && status === 'VOIDED'))) return;
        const half = Math.floor(before.amount_in_cents / 2);
        this.#events.push(
          status === 'HALF' ? service.settle(before.id, 'APPROVED', half) : service.settle(before.id, status),
        );
        return;
      }
      case 'event': {
        const record = chosen(this.#events, pick);
        if (record) await this.#book().record(eventOf(record)).catch(expected);
        return;
      }
      case 'crash':
        this.#willCrash = true;
    }
  }

  /** What has been charged, as the service has it. */
  get chargedInCents(): number {
    return [...this.service.transactions.values()]
      .filter(({ status }) => status === 'APPROVED')
      .reduce((sum, record) => sum + record.amount_in_cents - (remainderOf(record)?.amountInCents ?? 0), 0);
  }

  async #order(hints: { after?: string | undefined; restOf?: string | undefined }): Promise<void> {
    const order = await this.#book().order(cart, hints).catch(expected);
    if (!order || this.orders.some(({ reference }) => reference === order.reference)) return;
    // What was given out before can take no money any more.
    for (const { reference } of this.orders) {
      const paid = [...this.service.transactions.values()].find((one) => one.reference === reference);
      assert.ok(paid && paid.status !== 'PENDING', `${order.reference} was given out while ${reference} was open`);
    }
    this.orders.push(order);
  }

  /** Each request in a process of its own. */
  #book(): OrderBook {
    const store: OrderStore = {
      get: async (key) => {
        await this.#pause();
        return this.#store.get(key);
      },
      compareAndSet: async (...change) => {
        await this.#pause();
        const isDone = await this.#store.compareAndSet(...change);
        await this.#pause();
        if (isDone && this.#willCrash) {
          this.#willCrash = false;
          throw new Crash();
        }
        return isDone;
      },
    };
    return new OrderBook({ store, secret: 'integrity-of-test', payments: this.service.payments });
  }
}

class Crash extends Error {}

/** What a request may end with; anything else is a fault. */
function expected(error: unknown): undefined {
  const isRefused = error instanceof Error && 'status' in error && error.status === 422;
  if (!isRefused && !(error instanceof OrderBookError) && !(error instanceof Crash)) throw error;
  // However many come at once, none is sent away for that: each failed attempt is another's success.
  assert.notEqual(error instanceof OrderBookError && error.type, 'BUSY');
}

describe('an order book, whatever happens at once, is lost, comes late or is lied about', () => {
  it('gives out no second order while the first can be paid, and takes no more than the price', async () => {
    let renewed = 0;
    let paid = 0;
    const property = fc.asyncProperty(fc.scheduler(), anyRun, async (scheduler, run) => {
      const world = new World(() => scheduler.schedule(Promise.resolve()));
      for (const group of run) {
        await scheduler.waitFor(Promise.all(group.map((one) => world.take(one))));
        assert.ok(world.chargedInCents <= cart.amountInCents, `${world.chargedInCents} was charged`);
      }
      renewed += Number(world.orders.length > 1);
      paid += Number(world.chargedInCents === cart.amountInCents);
    });
    const seed = PROPERTY_SEED === 'random' ? {} : { seed: Number(PROPERTY_SEED) };
    await fc.assert(property, {
      ...seed,
      ...(PROPERTY_PATH && { path: PROPERTY_PATH }),
      numRuns: Number(PROPERTY_RUNS),
    });
    // What never came to a second order, or to a paid cart, would prove nothing.
    if (!PROPERTY_PATH) assert.ok(renewed >= 50 && paid >= 50, `${renewed} with a second order, ${paid} paid`);
  });
});
