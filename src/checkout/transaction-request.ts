import type { TransactionRequest } from '../api/payments-api.ts';
import type { AcceptanceField } from '../domain/merchant.ts';
import type { Order } from '../domain/order.ts';
import type { CheckoutConfiguration, PaymentDetails, PaymentSourceRequest } from './configuration.ts';
import type { AntifraudIds, Environment } from './environment.ts';

interface RequestParts {
  configuration: CheckoutConfiguration;
  method: string;
  details: PaymentDetails;
  tokens: Record<AcceptanceField, string>;
  ids: AntifraudIds;
}

/** The fields that transactions and payment sources share (SPEC.md sections 4.2 and 4.3). */
function sharedFields({ configuration, details, tokens, ids }: RequestParts, browserInfo?: Record<string, unknown>) {
  const customer = { ...configuration.customer, ...details.customer };
  const customerData = {
    ...(ids.deviceId && { device_id: ids.deviceId }),
    ...(customer.fullName && { full_name: customer.fullName }),
    ...(customer.phoneNumber && { phone_number: customer.phoneNumber }),
    ...(browserInfo && { browser_info: browserInfo }),
  };
  return {
    ...tokens,
    customer_email: customer.email ?? '',
    ...(ids.sessionId && { session_id: ids.sessionId }),
    ...(Object.keys(customerData).length > 0 && { customer_data: customerData }),
  };
}

/** The body of POST /transactions, field by field as SPEC.md section 4.2 lists them. */
export function transactionRequest(
  parts: RequestParts & { order: Order; environment: Pick<Environment, 'browserInfo'> },
): TransactionRequest {
  const { configuration, method, details, order } = parts;
  const { externalThreeDs, redirectUrl } = configuration;
  const profile = configuration.profile ?? {};
  const external = method === 'CARD' && externalThreeDs;
  return {
    ...sharedFields(parts, profile.sendBrowserInfo ? parts.environment.browserInfo() : undefined),
    amount_in_cents: order.amountInCents,
    currency: order.currency,
    signature: order.signature,
    reference: order.reference,
    payment_method_type: method,
    payment_method: {
      ...details.paymentMethod,
      ...(external && { [profile.externalThreeDsField ?? 'extra_three_ds_aut_external_provider']: external }),
      type: method,
    },
    ...(redirectUrl && { redirect_url: redirectUrl }),
  };
}

/** The body of POST /payment_sources, for the merchant's backend to send (SPEC.md section 4.3). */
export function paymentSourceRequest(parts: RequestParts): PaymentSourceRequest {
  const { token } = parts.details.paymentMethod;
  return {
    ...sharedFields(parts),
    type: parts.configuration.profile?.wireTypes?.[parts.method] ?? parts.method,
    token: String(token),
  };
}
