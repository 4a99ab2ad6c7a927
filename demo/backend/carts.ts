import { firstItems } from './catalogue.ts';

/** A visitor's cart. Whether it is paid is for the order book to know. */
export interface Cart {
  /** Unguessable: whoever has it may change the cart, so it travels in an HttpOnly cookie alone. */
  readonly id: string;
  items: ReadonlyMap<string, number>;
}

const cartLimit = 10_000;

/** The carts of all visitors, in memory. */
export class Carts {
  readonly #carts = new Map<string, Cart>();

  open(items = firstItems): Cart {
    const cart: Cart = { id: crypto.randomUUID(), items };
    this.#carts.set(cart.id, cart);
    // Visitors without cookies open a cart at each visit: the oldest make room.
    if (this.#carts.size > cartLimit) this.#carts.delete([...this.#carts.keys()][0] ?? '');
    return cart;
  }

  find(id: string): Cart | undefined {
    return this.#carts.get(id);
  }
}
