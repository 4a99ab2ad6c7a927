import { ShopApiError } from '../shop-api.ts';
import {
  batchOf,
  filledRows,
  newDraft,
  newRow,
  problemsOf,
  readDraft,
  storeDraft,
  type Draft,
  type DraftProblems,
  type DraftRow,
} from './draft.ts';
import { KeyPreviews } from './key-previews.ts';
import { parseAmount } from './parse-amount.ts';
import type { TypedRow } from './parse-table.ts';
import { plainKey } from './plain-key.ts';
import { payoutsApi, type BatchDetails, type BatchSummary, type PayoutAccount } from './payouts-api.ts';
import { pesos, refusalOf, type Refusal } from './payout-words.ts';

const rowsAPage = 25;

const finalStatuses = ['TOTAL_PAYMENT', 'PARTIAL_PAYMENT', 'REJECTED', 'refused'];

/** The payouts page without its face: the batch in the making, the one that is watched, accounts and keys. Says `change`. */
export class PayoutsPage extends EventTarget {
  readonly previews = new KeyPreviews(() => this.#changed());
  draft: Draft = readDraft() ?? newDraft();
  accounts: PayoutAccount[] = [];
  history: BatchSummary[] = [];
  /** The batch that is shown instead of the form. */
  batch: BatchDetails | undefined;
  /** Whether what is wrong is shown everywhere, as somebody has tried to send it. */
  isChecked = false;
  isSending = false;
  /** Why the last sending came to nothing, or that nobody knows. */
  notice: ({ kind: 'refused' | 'unknown' | 'forgotten' | 'down'; detail?: string } & Refusal) | undefined;
  /** The page of rows that is shown, from 0. */
  page = 0;
  showsBadOnly = false;
  /** Rows whose fields somebody has left: what is wrong with their keys is said. */
  readonly settled = new Set<number>();
  #stopWatching = () => {};

  get problems(): DraftProblems {
    return problemsOf(this.draft);
  }

  async load(): Promise<void> {
    this.#wantShown();
    await Promise.all([this.loadAccounts(), this.#loadHistory()]);
    // A reload in the middle of a sending: the same batch under the same key, which is paid once.
    if (this.draft.isSent) await this.send();
  }

  async loadAccounts(): Promise<void> {
    try {
      this.accounts = await payoutsApi.accounts();
      if (!this.draft.accountId) this.change({ accountId: this.accounts[0]?.id ?? '' });
    } catch (error) {
      this.notice = { kind: 'down', ...whyOf(error) };
    }
    this.#changed();
  }

  change(change: Partial<Draft>): void {
    if (this.draft.isSent) return;
    this.draft = { ...this.draft, ...change };
    storeDraft(this.draft);
    this.#changed();
  }

  type(id: number, change: Partial<TypedRow>): void {
    const rows = this.draft.rows.map((row) => (row.id === id ? { ...row, ...change } : row));
    if (change.key !== undefined) this.previews.want(id, change.key);
    this.change({ rows });
  }

  /** Somebody has left a field of this row. */
  settle(id: number): void {
    this.settled.add(id);
    this.#changed();
  }

  /** @returns the new row */
  add(): DraftRow {
    const row = newRow();
    this.showsBadOnly = false;
    this.change({ rows: [...this.draft.rows, row] });
    this.page = Math.floor((this.draft.rows.length - 1) / rowsAPage);
    this.#changed();
    return row;
  }

  /** Puts pasted transfers below those that are there. */
  import(rows: readonly TypedRow[]): void {
    this.change({ rows: [...filledRows(this.draft), ...rows.map(legible)] });
    this.#wantShown();
  }

  remove(id: number): void {
    const rows = this.draft.rows.filter((row) => row.id !== id);
    this.change({ rows: rows.length > 0 ? rows : [newRow()] });
    this.show(this.page);
  }

  /** The rows to choose a page from. */
  get listed(): DraftRow[] {
    if (!this.showsBadOnly) return this.draft.rows;
    const { rows } = this.problems;
    const bad = this.draft.rows.filter(({ id }) => rows.has(id));
    return bad.length > 0 ? bad : this.draft.rows;
  }

  get pages(): number {
    return Math.max(1, Math.ceil(this.listed.length / rowsAPage));
  }

  get shown(): DraftRow[] {
    return this.listed.slice(this.page * rowsAPage, (this.page + 1) * rowsAPage);
  }

  show(page: number, showsBadOnly = this.showsBadOnly): void {
    this.showsBadOnly = showsBadOnly;
    this.page = Math.min(Math.max(0, page), this.pages - 1);
    this.#wantShown();
    this.#changed();
  }

  /** Shows the page with this row on it. */
  showRow(id: number): void {
    this.showsBadOnly = false;
    this.show(
      Math.floor(
        Math.max(
          0,
          this.draft.rows.findIndex((row) => row.id === id),
        ) / rowsAPage,
      ),
    );
  }

  /** Marks everything that is wrong. @returns whether the batch can be sent */
  check(): boolean {
    const { batch, rows } = this.problems;
    this.isChecked = true;
    this.#changed();
    return batch.length === 0 && rows.size === 0;
  }

  /** Sends the batch, or asks again what became of it: the same batch under the same key, never a second one. */
  async send(): Promise<void> {
    if (this.isSending) return;
    const wasSent = this.draft.isSent;
    this.isSending = true;
    this.notice = undefined;
    this.draft = { ...this.draft, isSent: true };
    storeDraft(this.draft);
    this.#changed();
    try {
      this.#took(await payoutsApi.send(this.draft.idempotencyKey, batchOf(this.draft)));
    } catch (error) {
      if (isRefusal(error, wasSent)) this.#release({ kind: 'refused', ...whyOf(error) });
      else this.notice = { kind: 'unknown', ...whyOf(error) };
    } finally {
      this.isSending = false;
      this.#changed();
    }
  }

  /** Shows a batch that was sent, and follows it until it is settled. */
  watch(idempotencyKey: string): void {
    this.#stopWatching();
    const stop = payoutsApi.watch(idempotencyKey, (batch) => {
      this.batch = batch;
      if (finalStatuses.includes(batch.status)) {
        stop();
        void this.loadAccounts();
        void this.#loadHistory();
      }
      this.#changed();
    });
    this.#stopWatching = stop;
  }

  /** Back to the form. */
  close(): void {
    this.#stopWatching();
    this.batch = undefined;
    this.#changed();
  }

  #took(batch: BatchDetails): void {
    const { problem, trace_id } = batch;
    const detail = [problem?.code, trace_id].filter(Boolean).join(' · ');
    if (batch.status === 'refused')
      return this.#release({ kind: 'refused', code: problem?.code, messages: problem?.messages, detail });
    if (problem?.code === 'KEY_FORGOTTEN') this.notice = { kind: 'forgotten', code: problem.code, detail };
    else if (batch.status === 'unknown') {
      this.notice = { kind: 'unknown', code: 'NO_ANSWER', detail };
      return;
    }
    this.draft = newDraft(this.draft.accountId);
    this.isChecked = false;
    this.page = 0;
    storeDraft(this.draft);
    if (this.notice) return;
    this.batch = batch;
    this.watch(batch.idempotency_key);
  }

  /** Nothing was paid: the batch may be corrected, and goes off under another key. */
  #release(notice: PayoutsPage['notice']): void {
    this.notice = notice;
    this.draft = { ...this.draft, isSent: false, idempotencyKey: crypto.randomUUID() };
    storeDraft(this.draft);
  }

  async #loadHistory(): Promise<void> {
    try {
      this.history = await payoutsApi.list();
      this.#changed();
    } catch (error) {
      if (!(error instanceof ShopApiError)) throw error;
    }
  }

  #wantShown(): void {
    for (const { id, key } of this.shown) this.previews.want(id, key);
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** An amount that can be read stands as it was read, a key as it will be sent. */
function legible(row: TypedRow): DraftRow {
  const cents = parseAmount(row.amount);
  return newRow({ ...row, key: plainKey(row.key), ...(cents !== undefined && { amount: pesos(cents) }) });
}

/**
 * Whether nothing was paid. Once a batch went off, only what is said about the batch itself settles that: a session
 * that has ended in between says nothing about it.
 */
function isRefusal(error: unknown, wasSent: boolean): boolean {
  if (!(error instanceof ShopApiError)) return false;
  if (wasSent) return ['BATCH_CONFLICT', 'INVALID_BATCH'].includes(error.refusal.type ?? '');
  return error.status >= 400 && error.status < 500;
}

function whyOf(error: unknown): Refusal {
  if (!(error instanceof ShopApiError)) throw error;
  return refusalOf(error);
}
