import { Acceptance } from './acceptance.ts';
import type { CardToken } from './card-tokens.ts';
import { Contracts } from './contracts.ts';
import { Faults } from './faults.ts';
import type { StoredSource } from './payment-sources.ts';
import type { LoggedRequest } from './request-log.ts';
import { ThreeDs } from './three-ds.ts';
import { TransactionBook } from './transaction-book.ts';
import type { CodeSession } from './wallet-b.ts';
import type { WalletToken } from './wallet-tokens.ts';
import type { World } from './world.ts';

/** The data of one sandbox: what its routes look at and change. */
export type Desk = ReturnType<typeof createDesk>;

export function createDesk(world: World) {
  const book = new TransactionBook(world);
  const log: LoggedRequest[] = [];
  world.onReset(() => log.splice(0));
  return {
    world,
    book,
    log,
    faults: new Faults(world),
    acceptance: new Acceptance(world),
    contracts: new Contracts(world),
    threeDs: new ThreeDs(world, book),
    codes: world.records<CodeSession>(),
    cardTokens: world.records<CardToken>(),
    walletTokens: world.records<WalletToken>(),
    sources: world.records<StoredSource>(),
  };
}
