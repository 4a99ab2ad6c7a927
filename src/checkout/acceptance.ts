import type { PaymentsApi } from '../api/payments-api.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import {
  acceptanceDocuments,
  type AcceptanceDocument,
  type AcceptanceField,
  type Merchant,
} from '../domain/merchant.ts';

/** Tokens live about an hour (SERVICE-NOTES.md "acceptance tokens"); half of that leaves room for a slow payer. */
const freshForMs = 30 * 60 * 1000;

/** A contract with the moment of its acceptance: the merchant's consent receipt. */
export interface AcceptedDocument {
  type: string;
  permalink: string;
  /** ISO 8601. */
  acceptedAt: string;
}

/** The two contracts, the payer's consent to each, and the single-use tokens that prove it (SPEC.md sections 1 and 4.1). */
export class Acceptance {
  readonly #api: Pick<PaymentsApi, 'fetchMerchant'>;
  readonly #now: () => number;
  readonly #isSafe: (permalink: string) => boolean;
  merchant: Merchant | undefined;
  /** When the tokens were fetched that can still be sent. */
  #fetchedAt = -Infinity;
  readonly #accepted = new Map<AcceptanceField, { permalink: string; acceptedAt: string }>();

  constructor(
    api: Pick<PaymentsApi, 'fetchMerchant'>,
    { now, isSafe }: { now: () => number; isSafe: (permalink: string) => boolean },
  ) {
    this.#api = api;
    this.#now = now;
    this.#isSafe = isSafe;
  }

  get documents(): AcceptanceDocument[] {
    return this.merchant ? acceptanceDocuments(this.merchant) : [];
  }

  /** Fetches the contracts with new tokens. A consent given to a contract that has changed since does not hold. */
  async load(signal?: AbortSignal): Promise<void> {
    const merchant = await this.#api.fetchMerchant(signal);
    if (!acceptanceDocuments(merchant).every(({ permalink }) => this.#isSafe(permalink)))
      throw new CheckoutError('invalid_response', "The service's record has a contract that is not safe to open.");
    this.merchant = merchant;
    this.#fetchedAt = this.#now();
  }

  isAccepted(field: AcceptanceField): boolean {
    const permalink = this.documents.find((document) => document.field === field)?.permalink;
    return permalink !== undefined && this.#accepted.get(field)?.permalink === permalink;
  }

  /** @returns whether both contracts are accepted now. */
  accept(field: AcceptanceField, accepted: boolean): boolean {
    const document = this.documents.find((one) => one.field === field);
    if (!accepted) this.#accepted.delete(field);
    else if (document)
      this.#accepted.set(field, { permalink: document.permalink, acceptedAt: new Date(this.#now()).toISOString() });
    return this.isComplete;
  }

  /** The next payer has accepted nothing. */
  withdraw(): void {
    this.#accepted.clear();
  }

  get isComplete(): boolean {
    return this.documents.length === 2 && this.documents.every(({ field }) => this.isAccepted(field));
  }

  get receipt(): AcceptedDocument[] {
    return this.documents.flatMap(({ field, type, permalink }) => {
      const accepted = this.#accepted.get(field);
      return accepted ? [{ type, permalink, acceptedAt: accepted.acceptedAt }] : [];
    });
  }

  /** The tokens were sent, or refused: they will not be used again. */
  spend(): void {
    this.#fetchedAt = -Infinity;
  }

  /**
   * Tokens that can be sent now, fetched anew when used, old or refused.
   *
   * @throws CheckoutError `consent_changed` when a new contract has come and the payer has to be asked again.
   */
  async tokens(signal?: AbortSignal): Promise<Record<AcceptanceField, string>> {
    if (this.#now() - this.#fetchedAt > freshForMs) await this.load(signal);
    const merchant = this.merchant;
    if (!merchant || !this.isComplete)
      throw new CheckoutError(
        'consent_changed',
        'A contract has changed since the payer accepted it: both have to be accepted again.',
      );
    return {
      acceptance_token: merchant.presigned_acceptance.acceptance_token,
      accept_personal_auth: merchant.presigned_personal_data_auth.acceptance_token,
    };
  }
}
