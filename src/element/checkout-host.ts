import type { LitElement } from 'lit';
import type { ExternalThreeDs } from './checkout/configuration.ts';
import type { CheckoutState } from './checkout/state.ts';
import type { Order, OrderAnswer, OrderRequest } from './domain/order.ts';
import type { ServiceProfile } from './domain/service-profile.ts';
import type { Transaction } from './domain/transaction.ts';
import type { CheckoutWords } from './messages/own-words.ts';

/** What a page can set. What each means stands at the element. */
export interface CheckoutProperties {
  publicKey: string | null | undefined;
  baseUrl: string | null | undefined;
  libraryUrl: string | null | undefined;
  libraryGlobal: string;
  amountInCents: number | null | undefined;
  currency: string;
  reference: string | null | undefined;
  signature: string | null | undefined;
  orderUrl: string | null | undefined;
  customerEmail: string | null | undefined;
  customerName: string | null | undefined;
  customerPhone: string | null | undefined;
  redirectUrl: string | null | undefined;
  methods: string | null | undefined;
  locale: string;
  words: CheckoutWords | null | undefined;
  mode: 'payment' | 'source';
  transactionId: string | null | undefined;
  keepTitle: boolean;
  createOrder: ((request: OrderRequest) => Promise<Order | OrderAnswer>) | null | undefined;
  resolveReference: ((reference: string) => Promise<Transaction | null>) | null | undefined;
  externalThreeDs: ExternalThreeDs | null | undefined;
  profile: ServiceProfile | null | undefined;
}

/** The element to what stands behind it: what the page has set, where the payment stands, and a place to show things. */
export type CheckoutHost = LitElement & CheckoutProperties & { readonly state: CheckoutState };
