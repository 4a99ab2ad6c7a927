import type { PaymentSource } from '../../src/server/index.ts';

/** What a customer may be shown of a means of payment that the shop can charge. */
type ShownSource =
  | {
      readonly type: 'CARD';
      readonly brand: string;
      readonly last_four: string;
      readonly expiry: string;
      readonly holder: string;
      /** In how many installments it can pay at most. */
      readonly max_installments: number;
    }
  | {
      readonly type: 'WALLET_A';
      /** Of the phone number. */
      readonly last_four: string;
    };

/**
 * A card or a wallet that a customer lets the shop charge again. Neither number is here: the service has them, the shop
 * has its id.
 */
export interface SavedSource {
  /** The shop's own name for it; the service's stays in the backend. */
  readonly id: string;
  readonly sourceId: string | number;
  readonly customerEmail: string;
  readonly shown: ShownSource;
}

const customerLimit = 10_000;
const sourceLimit = 10;

/** The saved cards and wallets of all customers, in memory. */
export class SavedSources {
  readonly #byCustomer = new Map<string, SavedSource[]>();

  of(customer: string): readonly SavedSource[] {
    return this.#byCustomer.get(customer) ?? [];
  }

  find(customer: string, id: string): SavedSource | undefined {
    return this.of(customer).find((source) => source.id === id);
  }

  /** Keeps a payment source for a customer, the newest first. One that comes again is kept once. */
  add(customer: string, source: PaymentSource, customerEmail: string): SavedSource {
    const known = this.of(customer).find(({ sourceId }) => sourceId === source.id);
    if (known) return known;
    const saved = { id: crypto.randomUUID(), sourceId: source.id, customerEmail, shown: shownOf(source) };
    this.#byCustomer.set(customer, [saved, ...this.of(customer)].slice(0, sourceLimit));
    if (this.#byCustomer.size > customerLimit) this.#byCustomer.delete([...this.#byCustomer.keys()][0] ?? '');
    return saved;
  }

  /** Forgets one. @returns whether there was one */
  remove(customer: string, id: string): boolean {
    const kept = this.of(customer).filter((source) => source.id !== id);
    const isKnown = kept.length < this.of(customer).length;
    this.#byCustomer.set(customer, kept);
    return isKnown;
  }
}

function shownOf({ type, public_data }: PaymentSource): ShownSource {
  const text = (name: keyof NonNullable<typeof public_data>) => public_data?.[name] ?? '';
  if (type === 'WALLET_A') return { type, last_four: text('phone_number').slice(-4) };
  const brand = text('brand');
  return {
    type: 'CARD',
    brand,
    last_four: text('last_four'),
    expiry: `${text('exp_month')}/${text('exp_year')}`,
    holder: text('card_holder'),
    // A record of the service does not say which card is a debit card. In this shop those of Mastercard are.
    max_installments: brand === 'MASTERCARD' ? 1 : 36,
  };
}
