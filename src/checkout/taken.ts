/**
 * What the page gives, as it is now: what it changes later in its own objects is nothing that it has given. The fields
 * that have a name here are read, whatever class or realm their object is of, and a function stays the page's own.
 */
import type { Customer } from '../domain/customer.ts';
import type { Money } from '../domain/money.ts';
import type { Order, OrderSource } from '../domain/order.ts';
import { present } from '../domain/present.ts';
import type { ServiceProfile } from '../domain/service-profile.ts';
import { wireCopy } from '../domain/wire-copy.ts';
import type { CheckoutConfiguration, PaymentDetails } from './configuration.ts';

/** All fields of a record, so that none can be forgotten. */
type Whole<Of> = { [Name in keyof Required<Of>]: Of[Name] };

type Given<Of> = Of | null | undefined;

export const takenMoney = (money: Given<Money>): Money | undefined =>
  money ? { amountInCents: money.amountInCents, currency: money.currency } : undefined;

const takenOrder = ({ reference, signature, amountInCents, currency, cartId }: Order): Order =>
  present<Whole<Order>>({ reference, signature, amountInCents, currency, cartId });

function takenOrders(orders: Given<OrderSource>): OrderSource | undefined {
  if (orders?.kind === 'fixed') return { kind: 'fixed', order: takenOrder(orders.order) };
  if (!orders) return;
  const { create } = orders;
  return { kind: 'created', create: (request) => create.call(orders, request) };
}

function takenCustomer(customer: Given<Customer>): Customer {
  const { email, fullName, phoneNumber } = customer ?? {};
  return present<Whole<Customer>>({ email, fullName, phoneNumber });
}

export function takenProfile(profile: Given<ServiceProfile>): ServiceProfile | undefined {
  if (!profile) return;
  const { wireTypes, paths, externalThreeDsField, sendBrowserInfo, extraFields, authorization, fetchTransaction } =
    profile;
  return present<Whole<ServiceProfile>>({
    wireTypes: wireCopy(wireTypes),
    paths: wireCopy(paths),
    externalThreeDsField,
    sendBrowserInfo,
    extraFields: wireCopy(extraFields),
    authorization: authorization && ((publicKey) => authorization.call(profile, publicKey)),
    fetchTransaction: fetchTransaction && ((id) => fetchTransaction.call(profile, id)),
  });
}

export function taken(configuration: CheckoutConfiguration): CheckoutConfiguration {
  const { publicKey, baseUrl, cartId, scope, mode, redirectUrl, transactionId } = configuration;
  const { amount, orders, customer, externalThreeDs, profile, resolveReference, chargeSource } = configuration;
  return {
    publicKey,
    baseUrl,
    cartId,
    amount: takenMoney(amount),
    orders: takenOrders(orders),
    scope,
    mode,
    redirectUrl,
    customer: takenCustomer(customer),
    externalThreeDs: wireCopy(externalThreeDs),
    profile: takenProfile(profile),
    transactionId,
    resolveReference,
    chargeSource,
  } satisfies Whole<CheckoutConfiguration>;
}

export const takenDetails = ({ paymentMethod, customer }: PaymentDetails): PaymentDetails => ({
  paymentMethod: wireCopy(paymentMethod),
  customer: takenCustomer(customer),
});
