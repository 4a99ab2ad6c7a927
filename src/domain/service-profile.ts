/**
 * What SPEC.md leaves open about the live service, so that a merchant can match it without a fork. Every field has a
 * default: SPEC.md where it speaks, else SERVICE-NOTES.md.
 */
export interface ServiceProfile {
  /** The service's own name of a method, by the checkout's: `{ WALLET_A: 'NEQUI' }`. Default: the same. */
  wireTypes?: Record<string, string>;
  /** Value of the `Authorization` header of public-key requests. Default: `Bearer <public key>`. */
  authorization?: (publicKey: string) => string;
  /** Paths below the base address; `{id}` stands for the transaction's id, `{wallet}` for the wallet's name on the wire. */
  paths?: Partial<ServicePaths>;
  /** Name under which `externalThreeDs` is sent. Default `extra_three_ds_aut_external_provider` (SPEC.md section 4.4). */
  externalThreeDsField?: string;
  /** Send `customer_data.browser_info` for 3D Secure. Default: false. */
  sendBrowserInfo?: boolean;
  /** More fields of the transaction request, by their wire names. They never replace a field that the checkout fills itself. */
  extraFields?: Record<string, unknown>;
  /**
   * Fetches a transaction's record elsewhere, for services that answer no browser; null when there is none of that id.
   * Whatever it throws counts as a bad connection, and it is asked again. Default: `GET /v1/transactions/<id>`.
   */
  fetchTransaction?: (id: string) => Promise<unknown>;
}

export interface ServicePaths {
  merchant: string;
  transactions: string;
  transaction: string;
  cardTokens: string;
  walletTokens: string;
  institutions: string;
}

/** The paths of SPEC.md sections 4.1, 4.2 and 4.5 to 4.7, and of SERVICE-NOTES.md "wallet A token". */
export const defaultPaths: ServicePaths = {
  merchant: '/merchants/info',
  transactions: '/transactions',
  transaction: '/v1/transactions/{id}',
  cardTokens: '/v1/tokens/cards',
  walletTokens: '/v1/tokens/{wallet}',
  institutions: '/v1/pse/financial_institutions',
};
