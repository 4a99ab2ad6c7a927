import { amountProblem } from './amount-problem.ts';
import { isEmailAddress, keyTypesOf } from './breb-keys.ts';
import { cleanText } from './clean-text.ts';

/** What a batch pays for (SPEC.md section 4.8). */
export const paymentTypes = ['PAYROLL', 'PROVIDERS', 'OTHER'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** Sandbox only: how all transactions of a batch end. */
export const sandboxOutcomes = ['APPROVED', 'FAILED'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

/** One transfer of a batch. */
export interface PayoutTransaction {
  /** Positive integer in minor units (cents): 11900000 is $ 119.000; `minorUnits('119000.00')` makes one from text. */
  amount: number;
  /** The beneficiary's name. */
  name: string;
  /** The beneficiary's e-mail address. */
  email: string;
  /** BRE-B key of any type of SPEC.md section 7.5. */
  key: string;
  [field: string]: unknown;
}

/** Body of `POST /v2/payouts` (SPEC.md section 4.8). */
export interface PayoutBatch {
  /** The merchant's own name for the batch; comes back in the record and in events. */
  reference: string;
  /** Source account, from `listAccounts`. */
  accountId: string;
  paymentType: PaymentType;
  /** Sandbox only; default APPROVED. */
  transactionStatus?: SandboxOutcome;
  /** At least one. */
  transactions: PayoutTransaction[];
  [field: string]: unknown;
}

/** What is wrong with one transfer of a batch. */
export interface PayoutRowProblem {
  /** Position in `transactions`, from 0. */
  index: number;
  /** In the words of SPEC.md section 7.4. */
  messages: string[];
}

/** Everything that is wrong with a batch. */
export interface PayoutBatchProblems {
  /** About the batch itself, in the words of SPEC.md section 7.4. */
  messages: string[];
  /** The bad transfers, in order. */
  rows: PayoutRowProblem[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const oneOfProblem = (known: readonly unknown[], value: unknown, field: string): string | false =>
  !known.includes(value) && `${field} must be one of: ${known.join(', ')}`;

/** Signs that nobody can see name nobody. */
const isBlank = (value: unknown): boolean => typeof value !== 'string' || cleanText(value) === '';

function rowMessages(row: unknown): string[] {
  const { amount, name, email, key } = fieldsOf(row);
  return [
    amountProblem(amount, 'amount'),
    isBlank(name) && 'name should not be empty',
    !isEmailAddress(email) && 'email must be an email',
    keyTypesOf(key).length === 0 && 'key must be a valid BRE-B key',
  ].filter((problem) => typeof problem === 'string');
}

const textProblem = (value: unknown, field: string): string | false =>
  typeof value === 'string' ? isBlank(value) && `${field} should not be empty` : `${field} must be a string`;

function batchMessages({ reference, accountId, paymentType, transactionStatus, transactions }: Fields): string[] {
  return [
    textProblem(reference, 'reference'),
    textProblem(accountId, 'accountId'),
    oneOfProblem(paymentTypes, paymentType, 'paymentType'),
    transactionStatus !== undefined && oneOfProblem(sandboxOutcomes, transactionStatus, 'transactionStatus'),
    (!Array.isArray(transactions) || transactions.length === 0) && 'transactions must contain at least 1 element',
  ].filter((problem) => typeof problem === 'string');
}

/** All that is wrong with a batch in the words of SPEC.md section 7.4, each said once, however many transfers it is about. */
export const payoutBatchMessages = ({ messages, rows }: PayoutBatchProblems): string[] => [
  ...new Set([...messages, ...rows.flatMap((row) => row.messages)]),
];

/** Most bad transfers that are reported: whoever has so many has made one mistake. */
const mostRows = 10_000;

/**
 * Checks a whole batch in one pass, so that a payroll of thousands is mended once and not row by row. Both lists are
 * empty for a batch that can be sent. It stops after 10,000 bad transfers.
 */
export function payoutBatchProblems(batch: unknown): PayoutBatchProblems {
  const fields = fieldsOf(batch);
  const messages = batchMessages(fields);
  const rows: PayoutRowProblem[] = [];
  const transactions: readonly unknown[] = Array.isArray(fields['transactions']) ? fields['transactions'] : [];
  let total = 0;
  for (const [index, row] of transactions.entries()) {
    const found = rowMessages(row);
    if (found.length > 0) rows.push({ index, messages: found });
    if (rows.length === mostRows) break;
    if (found.length === 0) total += Number(fieldsOf(row)['amount']);
  }
  if (!Number.isSafeInteger(total)) messages.push('the total amount is too large');
  return { messages, rows };
}
