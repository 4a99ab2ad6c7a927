import type { PayoutBatch, SandboxOutcome } from '../../domain/payout-batch.ts';
import type { World } from '../world.ts';
import { APPROVAL_ACCOUNT_ID, type Accounts } from './accounts.ts';
import { messageOf } from './envelope.ts';
import { designatedFailure } from './key-directory.ts';

/** Long enough for a client to see PENDING, short enough to count as immediate (SPEC.md 8.2, rule 9). */
const STEP_MS = 50;

/** Transfers that settle together; a big batch goes on in steps, so that its events do not leave all at once. */
const TRANSFERS_PER_STEP = 1000;

/** Nobody is there to approve a batch that needs it: it is approved by itself, late enough to be looked at before. */
const APPROVAL_MS = 2000;

type BatchStatus = 'PENDING' | 'PENDING_APPROVAL' | 'REJECTED' | 'PARTIAL_PAYMENT' | 'TOTAL_PAYMENT';
type TransferStatus = 'PENDING' | 'PROCESSING' | 'APPROVED' | 'FAILED';
type Payout = ReturnType<typeof newPayout>;
type Transfer = Payout['transactions'][number];

/** The batches of one sandbox: taken, settled a moment later, told by events (SPEC.md 4.8 and 6). */
export class PayoutBook {
  readonly #world: World;
  readonly #accounts: Accounts;
  readonly #payouts: Map<string, Payout>;

  constructor(world: World, accounts: Accounts) {
    this.#world = world;
    this.#accounts = accounts;
    this.#payouts = world.records();
  }

  find(id: string): Payout | undefined {
    return this.#payouts.get(id);
  }

  /**
   * Takes a batch that was checked, and its money.
   *
   * @throws {HTTPException} when the account cannot pay it
   */
  create(batch: PayoutBatch): Payout {
    const amountInCents = batch.transactions.reduce((total, { amount }) => total + amount, 0);
    this.#accounts.withdraw(batch.accountId, amountInCents);
    const payout = newPayout(batch, amountInCents, this.#world.now());
    this.#payouts.set(payout.id, payout);
    this.#tellPayout(payout);
    const process = () => this.#world.after(STEP_MS, () => this.#settle(payout, batch.transactionStatus, 0));
    if (payout.status === 'PENDING') process();
    else
      this.#world.after(APPROVAL_MS, () => {
        payout.status = 'PENDING';
        this.#tellPayout(payout);
        process();
      });
    return payout;
  }

  #settle(payout: Payout, outcome: SandboxOutcome | undefined, from: number): void {
    const until = from + TRANSFERS_PER_STEP;
    for (const transfer of payout.transactions.slice(from, until)) this.#settleTransfer(payout, transfer, outcome);
    if (until < payout.transactions.length) {
      for (const transfer of payout.transactions.slice(until, until + TRANSFERS_PER_STEP))
        transfer.status = 'PROCESSING';
      this.#world.after(STEP_MS, () => this.#settle(payout, outcome, until));
      return;
    }
    const unpaid = payout.transactions.filter(({ status }) => status === 'FAILED');
    const refund = unpaid.reduce((total, { amount }) => total + amount, 0);
    this.#accounts.settle(payout.accountId, payout.amountInCents, refund);
    if (unpaid.length === 0) payout.status = 'TOTAL_PAYMENT';
    else payout.status = unpaid.length < payout.totalTransactions ? 'PARTIAL_PAYMENT' : 'REJECTED';
    this.#tellPayout(payout);
  }

  #settleTransfer(payout: Payout, transfer: Transfer, outcome: SandboxOutcome | undefined): void {
    // What the batch asks for holds for all of it; without a wish a designated failing key fails, or no merchant could rehearse a partial payment.
    const failure = outcome === undefined ? designatedFailure(this.#world.config, transfer.key) : undefined;
    transfer.status = outcome === 'FAILED' || failure ? 'FAILED' : 'APPROVED';
    if (failure) transfer.statusMessage = `${failure}: ${messageOf(failure)}`;
    else if (transfer.status === 'FAILED') transfer.statusMessage = 'Rechazada por transactionStatus';
    const { id, status, statusMessage, amount, key, name } = transfer;
    const { id: payoutId, reference, currency } = payout;
    this.#world.webhooks.emit({
      event: 'transaction.updated',
      data: {
        transaction: { id, status, statusMessage, amountInCents: amount, currency, key, name, payoutId, reference },
      },
      properties: ['transaction.id', 'transaction.status', 'transaction.amountInCents'],
    });
  }

  #tellPayout(payout: Payout): void {
    // The transfers tell of themselves, and an event has to stay small.
    const { transactions: transfers, ...batch } = payout;
    const failed = transfers.filter(({ status }) => status === 'FAILED').length;
    this.#world.webhooks.emit({
      event: 'payout.updated',
      data: { payout: { ...batch, failedTransactions: failed } },
      properties: ['payout.id', 'payout.status', 'payout.amountInCents'],
    });
  }
}

/** Amounts are in minor units. */
const newPayout = ({ reference, accountId, paymentType, transactions }: PayoutBatch, cents: number, now: number) => ({
  id: crypto.randomUUID(),
  reference,
  status: (accountId === APPROVAL_ACCOUNT_ID ? 'PENDING_APPROVAL' : 'PENDING') as BatchStatus,
  accountId,
  paymentType,
  amountInCents: cents,
  currency: 'COP',
  totalTransactions: transactions.length,
  createdAt: new Date(now).toISOString(),
  transactions: transactions.map(({ amount, key, name, email }) => ({
    id: crypto.randomUUID(),
    status: 'PENDING' as TransferStatus,
    statusMessage: null as string | null,
    amount,
    key,
    name,
    email,
  })),
});
