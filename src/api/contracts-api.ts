import { merchantShape, type Merchant } from '../domain/merchant.ts';
import { ServiceClient, type ServiceClientOptions } from './service-client.ts';
import { merchantHeaders } from './service-request.ts';

/** As much of the payments API, over HTTP, as a form needs that nobody has paid with yet. */
export class ContractsApi {
  protected readonly client: ServiceClient;
  readonly #publicKey: string;

  constructor(options: ServiceClientOptions) {
    this.client = new ServiceClient(options);
    this.#publicKey = options.publicKey;
  }

  /** The merchant record with fresh acceptance tokens (SPEC.md section 4.1). */
  fetchMerchant(signal?: AbortSignal): Promise<Merchant> {
    return this.client.fetchData({
      path: this.client.path('merchant'),
      headers: merchantHeaders(this.#publicKey),
      shape: merchantShape,
      signal,
    });
  }
}
