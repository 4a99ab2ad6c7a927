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
}

/**
 * The secrets from the environment: `SHOP_INTEGRITY_SECRET`, `SHOP_EVENTS_SECRET`, `SHOP_PRIVATE_KEY`.
 * Empty ones count as absent.
 */
export function readShopSecrets(environment: Readonly<Record<string, string | undefined>>): ShopSecrets {
  return {
    integritySecret: environment['SHOP_INTEGRITY_SECRET'] || 'test_integrity_pay_checkout',
    eventsSecret: environment['SHOP_EVENTS_SECRET'] || 'test_events_pay_checkout',
    privateKey: environment['SHOP_PRIVATE_KEY'] || 'prv_test_pay_checkout_demo',
  };
}
