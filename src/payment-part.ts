/** What a payment needs and a form does not, in one file: see `LatePayment`. */
export { fetchOrder } from './browser/order-endpoint.ts';
export { Payment } from './checkout/payment.ts';
