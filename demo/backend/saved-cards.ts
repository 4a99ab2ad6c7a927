import type { PaymentSource } from '../../src/server/index.ts';

/** A card that a customer lets the shop charge again. The number is nowhere: the service has it, the shop has its id. */
export interface SavedCard {
  /** The shop's own name for it; the service's stays in the backend. */
  readonly id: string;
  readonly sourceId: string | number;
  readonly customerEmail: string;
  readonly brand: string;
  readonly lastFour: string;
  readonly expiry: string;
  readonly holder: string;
}

const customerLimit = 10_000;
const cardLimit = 10;

/** The saved cards of all customers, in memory. */
export class SavedCards {
  readonly #byCustomer = new Map<string, SavedCard[]>();

  of(customer: string): readonly SavedCard[] {
    return this.#byCustomer.get(customer) ?? [];
  }

  find(customer: string, id: string): SavedCard | undefined {
    return this.of(customer).find((card) => card.id === id);
  }

  /** Keeps a payment source for a customer, the newest first. */
  add(customer: string, source: PaymentSource, customerEmail: string): SavedCard {
    const shown = source.public_data ?? {};
    const text = (name: string) => (typeof shown[name] === 'string' ? shown[name] : '');
    const card: SavedCard = {
      id: crypto.randomUUID(),
      sourceId: source.id,
      customerEmail,
      brand: text('brand'),
      lastFour: text('last_four'),
      expiry: `${text('exp_month')}/${text('exp_year')}`,
      holder: text('card_holder'),
    };
    this.#byCustomer.set(customer, [card, ...this.of(customer)].slice(0, cardLimit));
    if (this.#byCustomer.size > customerLimit) this.#byCustomer.delete([...this.#byCustomer.keys()][0] ?? '');
    return card;
  }

  /** Forgets a card. @returns whether there was one */
  remove(customer: string, id: string): boolean {
    const kept = this.of(customer).filter((card) => card.id !== id);
    const isKnown = kept.length < this.of(customer).length;
    this.#byCustomer.set(customer, kept);
    return isKnown;
  }
}
