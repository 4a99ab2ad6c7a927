import type { IssuedAcceptance } from './acceptance.ts';
import type { CardToken } from './card-tokens.ts';
import { Faults } from './faults.ts';
import type { StoredSource } from './payment-sources.ts';
import { RequestLog } from './request-log.ts';
import type { Challenge } from './three-ds.ts';
import { TransactionBook } from './transaction-book.ts';
import type { CodeSession } from './wallet-b.ts';
import type { WalletToken } from './wallet-tokens.ts';
import type { World } from './world.ts';

/** The data of one sandbox: what its routes look at and change. */
export type Desk = ReturnType<typeof createDesk>;

export function createDesk(world: World) {
  const book = new TransactionBook(world);
  const log = new RequestLog();
  const contracts = { version: 1 };
  world.onReset(() => {
    log.clear();
    contracts.version = 1;
  });
  return {
    world,
    book,
    log,
    faults: new Faults(world),
    /** The version of the contracts that is in force. */
    contracts,
    acceptances: world.records<IssuedAcceptance>(),
    challenges: world.records<Challenge>(),
    codes: world.records<CodeSession>(),
    cardTokens: world.records<CardToken>(),
    walletTokens: world.records<WalletToken>(),
    sources: world.records<StoredSource>(),
  };
}
