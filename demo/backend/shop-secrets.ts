/**
 * What the shop's backend knows and the page never learns, and the public key, which the page shows.
 * The defaults are the sandbox's documented ones.
 */
export interface ShopSecrets {
  /** Signs orders (SPEC.md section 4.2, `signature`). */
  integritySecret: string;
  /** Verifies events (SPEC.md section 6). */
  eventsSecret: string;
  /** Reads transactions back from the service (SPEC.md sections 4.5 and 5). */
  privateKey: string;
  /** `x-api-key` of the disbursements API (SPEC.md section 5). */
  payoutsApiKey: string;
  /** `user-principal-id` of the disbursements API. */
  payoutsPrincipalId: string;
}

/**
 * The secrets from the environment: `SHOP_INTEGRITY_SECRET`, `SHOP_EVENTS_SECRET`, `SHOP_PRIVATE_KEY`,
 * `SHOP_PAYOUTS_API_KEY`, `SHOP_PAYOUTS_PRINCIPAL_ID`. Empty ones count as absent.
 */
export function readShopSecrets(environment: Readonly<Record<string, string | undefined>>): ShopSecrets {
  return {
    integritySecret: environment['SHOP_INTEGRITY_SECRET'] || 'test_integrity_pay_checkout',
    eventsSecret: environment['SHOP_EVENTS_SECRET'] || 'test_events_pay_checkout',
    privateKey: environment['SHOP_PRIVATE_KEY'] || 'prv_test_pay_checkout_demo',
    payoutsApiKey: environment['SHOP_PAYOUTS_API_KEY'] || 'test_api_key_pay_checkout',
    payoutsPrincipalId: environment['SHOP_PAYOUTS_PRINCIPAL_ID'] || 'test_principal_pay_checkout',
  };
}
