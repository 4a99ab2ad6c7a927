import { firstItems } from './catalogue.ts';

/** A visitor's cart. Whether it is paid is for the order book to know. */
export interface Cart {
  /** What the order book and the visitor's page call it: `cart-id`. */
  readonly id: string;
  /** Unguessable: whoever has it may change the cart, so it travels in an HttpOnly cookie alone. */
  readonly key: string;
  items: ReadonlyMap<string, number>;
}

const cartLimit = 10_000;

/** The carts of all visitors, in memory. */
export class Carts {
  readonly #byKey = new Map<string, Cart>();
  readonly #byId = new Map<string, Cart>();

  open(items = firstItems): Cart {
    const cart: Cart = { id: crypto.randomUUID(), key: crypto.randomUUID(), items };
    this.#byKey.set(cart.key, cart);
    this.#byId.set(cart.id, cart);
    // Visitors without cookies open a cart at each visit: the oldest make room.
    const [oldest] = this.#byKey.values();
    if (oldest && this.#byKey.size > cartLimit) {
      this.#byKey.delete(oldest.key);
      this.#byId.delete(oldest.id);
    }
    return cart;
  }

  /** The cart of a visitor, by its key. */
  find(key: string): Cart | undefined {
    return this.#byKey.get(key);
  }

  /** The cart that an order is of, by its id. */
  named(id: string): Cart | undefined {
    return this.#byId.get(id);
  }
}
