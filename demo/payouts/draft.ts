import {
  paymentTypes,
  payoutBatchProblems,
  type PaymentType,
  type PayoutBatch,
  type SandboxOutcome,
} from '../../src/domain/payout-batch.ts';
import { parseAmount } from './parse-amount.ts';
import type { TypedRow } from './parse-table.ts';
import { plainKey } from './plain-key.ts';
import type { PayoutText } from './payout-words.ts';

/** A transfer in the form. */
export interface DraftRow extends TypedRow {
  /** Stays with the row while others come and go. */
  id: number;
}

/** A batch in the making. */
export interface Draft {
  /** Made for this batch alone, and kept until the shop has said what became of it. */
  idempotencyKey: string;
  reference: string;
  accountId: string;
  paymentType: PaymentType;
  /** How the sandbox ends it; '' leaves that to the keys. */
  outcome: SandboxOutcome | '';
  rows: DraftRow[];
  /** It went off and nobody has said what became of it: it may not be changed, only sent again as it is. */
  isSent: boolean;
}

let lastId = 0;
export const newRow = (row: TypedRow = { key: '', name: '', email: '', amount: '' }): DraftRow => ({
  ...row,
  id: (lastId += 1),
});

const isBlank = ({ key, name, email, amount }: TypedRow): boolean => `${key}${name}${email}${amount}`.trim() === '';

export function newDraft(accountId = ''): Draft {
  const today = new Date().toLocaleDateString('en-CA');
  const idempotencyKey = crypto.randomUUID();
  return {
    idempotencyKey,
    reference: `LOTE-${today}-${idempotencyKey.slice(0, 4).toUpperCase()}`,
    accountId,
    paymentType: 'PROVIDERS',
    outcome: '',
    rows: [newRow()],
    isSent: false,
  };
}

/** The rows that say anything. */
export const filledRows = ({ rows }: Draft): DraftRow[] => rows.filter((row) => !isBlank(row));

/** The draft as the service takes it. An amount that cannot be read is 0, which no batch may hold. */
export function batchOf(draft: Draft): PayoutBatch {
  const { reference, accountId, paymentType, outcome } = draft;
  return {
    reference: reference.trim(),
    accountId,
    paymentType,
    ...(outcome && { transactionStatus: outcome }),
    transactions: filledRows(draft).map(({ key, name, email, amount }) => ({
      amount: parseAmount(amount) ?? 0,
      name: name.trim(),
      email: email.trim(),
      key: plainKey(key),
    })),
  };
}

/** What the rows come to so far, in minor units. */
export const totalInCents = (draft: Draft): number =>
  draft.rows.reduce((total, { amount }) => total + (parseAmount(amount) ?? 0), 0);

const noKey: PayoutText = 'Escribe la llave';
/** The messages of SPEC.md section 7.4 that are about a field, in the page's words. */
const fieldWords: Record<string, [field: keyof TypedRow, words: PayoutText]> = {
  'amount must be a positive number': ['amount', 'Escribe el valor, así: 150.000'],
  'amount must be an integer number of minor units': ['amount', 'Este valor es demasiado grande'],
  'name should not be empty': ['name', 'Escribe el nombre'],
  'email must be an email': ['email', 'Escribe el correo, así: nombre@correo.com'],
  'key must be a valid BRE-B key': ['key', 'No tiene la forma de una llave Bre-B'],
};

/** As the form has them: the first problem is the first that is met. */
const fieldOrder: readonly (keyof TypedRow)[] = ['key', 'name', 'email', 'amount'];

const noRows = 'transactions must contain at least 1 element';
const batchWords: Record<string, PayoutText> = {
  'reference should not be empty': 'Escribe una referencia.',
  'accountId should not be empty': 'Elige la cuenta de la que sale el dinero.',
  [noRows]: 'Agrega al menos un pago.',
  'the total amount is too large': 'El total es demasiado grande.',
};

/** By field, in Spanish: each is a text of the page. */
export type RowProblems = Partial<Record<keyof TypedRow, PayoutText>>;

/** What keeps a draft from being sent. */
export interface DraftProblems {
  /** Texts of the page, in Spanish; what it has none for, in the service's words. */
  batch: string[];
  /** By the row's id. */
  rows: ReadonlyMap<number, RowProblems>;
}

/** Checks the whole draft in one pass, with the rules that the backend checks it by. */
export function problemsOf(draft: Draft): DraftProblems {
  const { messages, rows } = payoutBatchProblems(batchOf(draft));
  const filled = filledRows(draft);
  const byRow = new Map<number, RowProblems>();
  for (const { index, messages: found } of rows) {
    const row = filled[index];
    if (!row) continue;
    const words = new Map(found.flatMap((message) => (fieldWords[message] ? [fieldWords[message]] : [])));
    if (row.key.trim() === '') words.set('key', noKey);
    byRow.set(
      row.id,
      Object.fromEntries(fieldOrder.flatMap((field) => (words.has(field) ? [[field, words.get(field)]] : []))),
    );
  }
  const [first] = draft.rows;
  // Nothing is filled in: the first row is the place to begin.
  const isEmpty = first !== undefined && messages.includes(noRows);
  if (isEmpty) byRow.set(first.id, { key: noKey });
  const batch = messages.filter((message) => !(isEmpty && message === noRows));
  return { batch: batch.map((message) => batchWords[message] ?? message), rows: byRow };
}

const storageKey = 'neblina-payout-draft';

/** The draft that a reload left behind, or undefined. Of this tab alone: it names people. */
export function readDraft(): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { idempotencyKey, reference, accountId, paymentType, outcome, rows, isSent } = stored as Partial<Draft>;
    if (typeof idempotencyKey !== 'string' || !Array.isArray(rows) || typeof reference !== 'string') return undefined;
    return {
      idempotencyKey,
      reference,
      accountId: accountId ?? '',
      paymentType: paymentTypes.find((known) => known === paymentType) ?? 'OTHER',
      outcome: outcome === 'APPROVED' || outcome === 'FAILED' ? outcome : '',
      rows: rows.map((row) => newRow(row)),
      isSent: isSent === true,
    };
  } catch {
    return undefined;
  }
}

/** @returns false when the browser keeps nothing: a reload would then forget what was sent. */
export function storeDraft(draft: Draft): boolean {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
