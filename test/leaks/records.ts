import type { Harness } from '../e2e/harness.ts';
import { payBy, type OtherMethod } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

export type RecordName = 'challenge' | 'redirect' | 'qr' | 'voucher' | 'otp' | 'push' | 'processing' | 'settled';

export type ServiceRecord = { id: string; status: string; payment_method: { extra?: Record<string, unknown> } };

const payWithCard = async (shop: Shop, number: string): Promise<void> => {
  await shop.acceptContracts();
  await shop.fillCard({ number });
  await shop.pay();
};

const other = (method: OtherMethod) => (shop: Shop) => payBy(shop, method);

const isPending = ({ status }: ServiceRecord): boolean => status === 'PENDING';

const payments: Record<
  RecordName,
  { pay: (shop: Shop) => Promise<void>; isThere: (record: ServiceRecord) => boolean }
> = {
  challenge: {
    pay: (shop) => payWithCard(shop, '4000000000003220'),
    isThere: ({ payment_method: { extra } }) =>
      (extra?.['three_ds_auth'] as { current_step?: string } | undefined)?.current_step === 'CHALLENGE',
  },
  redirect: {
    pay: other('BANKA_TRANSFER'),
    isThere: ({ payment_method: { extra } }) => 'async_payment_url' in (extra ?? {}),
  },
  qr: { pay: other('BANKA_QR'), isThere: ({ payment_method: { extra } }) => 'qr_image' in (extra ?? {}) },
  voucher: {
    pay: other('BANKA_COLLECT'),
    isThere: ({ payment_method: { extra } }) => 'payment_intention_identifier' in (extra ?? {}),
  },
  otp: { pay: other('WALLET_B'), isThere: ({ payment_method: { extra } }) => 'url_services' in (extra ?? {}) },
  push: { pay: other('WALLET_A'), isThere: isPending },
  processing: { pay: (shop) => payWithCard(shop, '4242424242424242'), isThere: isPending },
  settled: { pay: (shop) => payWithCard(shop, '4242424242424242'), isThere: ({ status }) => status === 'APPROVED' },
};

/**
 * How soon payments settle by themselves: not before a machine, however busy, has read of one that is pending, and then at
 * once, for the sandbox's clock can be put forward.
 */
export class Pace {
  #aheadMs = 0;
  readonly settleMs = { min: 60_000, max: 60_000 };
  readonly now = (): number => Date.now() + this.#aheadMs;

  settle(): void {
    this.#aheadMs += this.settleMs.max;
  }
}

/** The service's record of a real payment, at the moment in which the payer has to do something, or nothing. */
export async function recordToFollow(harness: Harness, name: RecordName, pace: Pace): Promise<ServiceRecord> {
  const { pay, isThere } = payments[name];
  await harness.sandbox.reset();
  const shop = await harness.openShop();
  // Where a bank's page takes the payer to is of no interest here.
  shop.allow(/./);
  await pay(shop);
  const found = await until(async () => {
    const [made] = await harness.sandbox.transactions();
    const record = made as unknown as ServiceRecord | undefined;
    if (name === 'settled' && record?.status === 'PENDING') pace.settle();
    return record && isThere(record) ? record : undefined;
  }, name);
  await harness.closeShops();
  return found;
}
