import type { SandboxRequest } from '../start-sandbox.ts';
import type { Shop } from './shop.ts';
import type { SeenState } from './watched-page.ts';

/** The status of the transaction that a state or an event carries. */
export const statusOf = (seen: Record<string, unknown>): unknown =>
  (seen['transaction'] as { status?: string } | undefined)?.status;

/** The code of the error that a state or an event carries. */
export const codeOf = (seen: Record<string, unknown>): unknown =>
  (seen['error'] as { code?: string } | undefined)?.code;

/** Accepts both contracts and types a card; by default one that is approved. */
export const fillIn = async (shop: Shop, number = '4242424242424242'): Promise<void> => {
  await shop.acceptContracts();
  await shop.fillCard({ number });
};

/** Pays by card, to the end. */
export const payWith = async (shop: Shop, number?: string): Promise<SeenState> => {
  await fillIn(shop, number);
  await shop.pay();
  return shop.waitForState('settled');
};

/** What was posted to a path of the service. */
export const posts = async (shop: Shop, path: string): Promise<SandboxRequest[]> =>
  (await shop.requests()).filter((one) => one.method === 'POST' && one.path === path);
