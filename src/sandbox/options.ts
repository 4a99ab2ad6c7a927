import { paymentMethodTypes } from '../domain/payment-method-type.ts';

/** How a sandbox differs from the documented defaults. */
export interface SandboxOptions {
  /**
   * The one clock, in milliseconds since the epoch or as a date. Default: `Date.now`, also one that a test has put in its
   * place since. Expiry and settlement follow it.
   */
  now?: () => number | Date;
  /**
   * How long a transaction that settles by itself stays PENDING: with an address or a picture to show it takes the
   * longest time, so that a poll can see it before; without one it ends in the first half. Default: 1000 to 2900 ms.
   */
  settleMs?: { min: number; max: number };
  /**
   * When the address, picture or numbers that a method promises appear in the record: at the poll with this number or
   * at the first poll after this time, whichever comes first. Default: second poll, 1000 ms. Never in the creation's answer.
   */
  appearsAfter?: { polls: number; ms: number };
  /** Answers 404 to a transaction query without a key, as some services do. Default: false. */
  strictReading?: boolean;
  /** Origin of the bank's pages. Default: the origin that the transaction was created at. */
  bankOrigin?: string;
  /** Overrides of the merchant record, for example `{ accepted_payment_methods: ['CARD'] }`. */
  merchant?: Partial<MerchantRecord>;
  /** How long the slow bank page takes. Default: 4000 ms. */
  slowPageMs?: number;
  /** Delivers events. Default: the global `fetch`. */
  fetch?: typeof fetch;
}

const MERCHANT = {
  id: 15113,
  name: 'Tienda de pruebas',
  legal_name: 'Tienda de Pruebas S.A.S.',
  legal_id_type: 'NIT',
  legal_id: '900123456',
  contact_name: 'Ana María Peña',
  phone_number: '+573001234567',
  email: 'contacto@tienda.example',
  logo_url: null as string | null,
  active: true,
  accepted_payment_methods: [...paymentMethodTypes] as string[],
  accepted_currencies: ['COP', 'USD'],
};

/** What `GET /merchants/info` says about the merchant beyond the two contracts. */
export type MerchantRecord = typeof MERCHANT;

/** The merchant record of this sandbox, overrides included. */
export function merchantOf({ merchant }: SandboxOptions): MerchantRecord {
  return { ...MERCHANT, ...merchant };
}
