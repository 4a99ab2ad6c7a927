import {
  DisbursementError,
  type Disbursements,
  type PayoutBatch,
  type PayoutRecord,
  type PayoutRowProblem,
  type ServiceEvent,
} from '../../src/server/index.ts';

/**
 * Where a batch stands between the shop and the service. `refused`: nothing was paid, the batch can be corrected.
 * `unknown`: it may have been taken, and goes again as it is or not at all. `taken`: its record says the rest.
 */
type BatchStage = 'sending' | 'refused' | 'unknown' | 'taken';

/** Why a batch is not taken, in the service's words. */
interface BatchProblem {
  code: string;
  messages: readonly string[];
  rows: readonly PayoutRowProblem[];
  traceId: string | undefined;
}

/** A verified event about a batch or one of its transfers. */
interface BatchEvent {
  event: string;
  status: string;
  time: string;
}

/** A batch that somebody asked the shop to pay. */
export interface DeskBatch {
  /** Made by the page for this batch alone, and sent along each time: under one key one batch is paid. */
  readonly idempotencyKey: string;
  batch: PayoutBatch;
  readonly createdAt: string;
  stage: BatchStage;
  problem: BatchProblem | undefined;
  payoutId: string | undefined;
  record: PayoutRecord | undefined;
  /** The newest first. */
  events: BatchEvent[];
}

/** Another batch came under a key, or a reference, that is in use. */
export class BatchConflict extends Error {
  override readonly name = 'BatchConflict';
}

/** What a batch comes to, in minor units. */
export const totalOf = ({ transactions }: PayoutBatch): number =>
  transactions.reduce((total, { amount }) => total + amount, 0);

/** Statuses of a batch after which nothing more is expected (SERVICE-NOTES.md "payout record"). */
const finalStatuses: readonly string[] = ['TOTAL_PAYMENT', 'PARTIAL_PAYMENT', 'REJECTED'];

/** How long the service remembers an idempotency key (SPEC.md section 8.1): sent again after that, a batch would be another one. */
const rememberedMs = 24 * 3_600_000;

const refreshAfterMs = 250;
const eventsKept = 100;
const batchLimit = 1_000;

/** Sends batches once each, and follows them by the service's events. In memory; a real shop stores a batch before it sends it. */
export class PayoutDesk {
  readonly #disbursements: Disbursements;
  readonly #now: () => Date;
  readonly #batches = new Map<string, DeskBatch>();
  readonly #sending = new Map<DeskBatch, Promise<void>>();
  readonly #refreshes = new Map<DeskBatch, ReturnType<typeof setTimeout>>();
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(disbursements: Disbursements, now: () => Date = () => new Date()) {
    this.#disbursements = disbursements;
    this.#now = now;
  }

  /** The batch of a key; when it is not final, it is also looked up anew. */
  find(idempotencyKey: string): DeskBatch | undefined {
    const entry = this.#batches.get(idempotencyKey);
    if (entry && !finalStatuses.includes(entry.record?.status ?? '')) this.#refreshSoon(entry);
    return entry;
  }

  /** The newest first. */
  list(): DeskBatch[] {
    return [...this.#batches.values()].toReversed();
  }

  /** Calls back after each change of a batch. @returns a function that ends it */
  watch(idempotencyKey: string, listener: () => void): () => void {
    const listeners = this.#watchers.get(idempotencyKey) ?? new Set();
    this.#watchers.set(idempotencyKey, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /**
   * Has a batch paid. Asked again with the same key it joins what is under way, tells what came of it, or, when nobody
   * knows, sends the same batch again under the same key, for as long as the service remembers that.
   *
   * @throws BatchConflict when the key or the reference belongs to another batch
   */
  async submit(batch: PayoutBatch, idempotencyKey: string): Promise<DeskBatch> {
    const known = this.#batches.get(idempotencyKey);
    const isSame = known && JSON.stringify(known.batch) === JSON.stringify(batch);
    if (known && known.stage !== 'refused' && !isSame)
      throw new BatchConflict('Another batch was sent under this key.');
    if (known?.stage === 'taken') return known;
    if (known?.stage === 'unknown' && this.#now().getTime() - Date.parse(known.createdAt) >= rememberedMs) {
      const messages = ['The service has forgotten this key. Ask its support whether the batch was paid.'];
      this.#change(known, { problem: { code: 'KEY_FORGOTTEN', messages, rows: [], traceId: known.problem?.traceId } });
      return known;
    }
    const twin = this.list().find(
      (other) => other !== known && other.stage !== 'refused' && other.batch.reference === batch.reference,
    );
    if (twin) throw new BatchConflict(`There is a batch with the reference ${batch.reference} already.`);
    const entry = known ?? this.#add(batch, idempotencyKey);
    entry.batch = batch;
    const sending = this.#sending.get(entry) ?? this.#send(entry);
    this.#sending.set(entry, sending);
    await sending.finally(() => this.#sending.delete(entry));
    return entry;
  }

  /**
   * Takes a verified event in. Signed are the id and the status: which batch a transfer belongs to is only a hint, and
   * what counts is the record that the service then gives.
   *
   * @throws DisbursementError when the record of a batch that has no id yet cannot be read
   */
  async take({ event, data, signed, occurredAt }: ServiceEvent): Promise<'recorded' | 'ignored'> {
    const payoutId = signed['payout.id'] ?? data.transaction?.['payoutId'];
    if (typeof payoutId !== 'string') return 'ignored';
    const entry = this.#ofPayout(payoutId) ?? (await this.#adopt(payoutId, data.payout?.['reference']));
    if (!entry) return 'ignored';
    const status = signed['payout.status'] ?? signed['transaction.status'] ?? '';
    const news = { event, status, time: occurredAt.toISOString() };
    // One that is delivered or played back again tells nothing more.
    const isTold = entry.events.some(
      (told) => told.event === event && told.status === status && told.time === news.time,
    );
    if (!isTold) entry.events = [news, ...entry.events].slice(0, eventsKept);
    this.#refreshSoon(entry);
    return 'recorded';
  }

  async #send(entry: DeskBatch): Promise<void> {
    const { idempotencyKey, batch } = entry;
    const wasUnknown = entry.stage === 'unknown';
    this.#change(entry, { stage: 'sending', problem: undefined });
    try {
      const { payoutId } = await this.#disbursements.createPayout(batch, { idempotencyKey });
      this.#change(entry, { stage: 'taken', payoutId });
      this.#refreshSoon(entry);
    } catch (error) {
      if (!(error instanceof DisbursementError)) {
        this.#change(entry, { stage: wasUnknown ? 'unknown' : 'refused' });
        throw error;
      }
      const { code, messages, rows, traceId } = error;
      // The page makes a key for one batch alone: a key that was processed means that this batch was.
      const isTaken = code === 'EXC_032' || entry.payoutId !== undefined;
      if (isTaken) this.#change(entry, { stage: 'taken' });
      else {
        // What an earlier sending left open is settled by the service's word on the batch alone: that this one was not let in, or was one too many, says nothing about it.
        const isOpen = error.outcomeUnknown || (wasUnknown && !/^EXC_\d+$/.test(code));
        this.#change(entry, {
          stage: isOpen ? 'unknown' : 'refused',
          problem: { code, messages, rows, traceId },
        });
      }
    }
  }

  /** A batch whose answer was lost is known again by the service's record: the same reference, sum and number of transfers. */
  async #adopt(payoutId: string, reference: unknown): Promise<DeskBatch | undefined> {
    const entry = this.list().find(
      ({ payoutId: known, stage, batch }) =>
        known === undefined && stage !== 'refused' && batch.reference === reference,
    );
    if (!entry) return;
    const record = await this.#disbursements.getPayout(payoutId);
    const { transactions } = entry.batch;
    const isThis =
      record.reference === reference &&
      record.totalTransactions === transactions.length &&
      record.amountInCents === totalOf(entry.batch);
    if (!isThis) return;
    this.#change(entry, { stage: 'taken', payoutId, record, problem: undefined });
    return entry;
  }

  #ofPayout(payoutId: string): DeskBatch | undefined {
    return this.list().find((entry) => entry.payoutId === payoutId);
  }

  #add(batch: PayoutBatch, idempotencyKey: string): DeskBatch {
    const entry: DeskBatch = {
      idempotencyKey,
      batch,
      createdAt: this.#now().toISOString(),
      stage: 'sending',
      problem: undefined,
      payoutId: undefined,
      record: undefined,
      events: [],
    };
    this.#batches.set(idempotencyKey, entry);
    if (this.#batches.size > batchLimit) this.#batches.delete([...this.#batches.keys()][0] ?? '');
    return entry;
  }

  /** A big batch brings an event for each transfer: its record is read once for many of them. */
  #refreshSoon(entry: DeskBatch): void {
    if (this.#refreshes.has(entry)) return;
    const timer = setTimeout(() => {
      this.#refreshes.delete(entry);
      void this.#refresh(entry);
    }, refreshAfterMs);
    this.#refreshes.set(entry, timer);
  }

  async #refresh(entry: DeskBatch): Promise<void> {
    if (entry.payoutId === undefined) return;
    try {
      this.#change(entry, { record: await this.#disbursements.getPayout(entry.payoutId) });
    } catch (error) {
      if (!(error instanceof DisbursementError)) throw error;
      // What was known still holds; the next event reads again.
    }
  }

  #change(entry: DeskBatch, change: Partial<DeskBatch>): void {
    Object.assign(entry, change);
    for (const listener of this.#watchers.get(entry.idempotencyKey) ?? []) listener();
  }
}
