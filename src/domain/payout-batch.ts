import { amountProblem } from './amount-problem.ts';
import { isEmailAddress, keyTypesOf } from './breb-keys.ts';

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

const oneOf = (values: readonly string[], value: unknown): boolean => values.some((known) => known === value);

const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

function rowMessages(row: unknown): string[] {
  const { amount, name, email, key } = fieldsOf(row);
  const messages: string[] = [];
  const badAmount = amountProblem(amount, 'amount');
  if (badAmount) messages.push(badAmount);
  if (isBlank(name)) messages.push('name should not be empty');
  if (!isEmailAddress(email)) messages.push('email must be an email');
  if (keyTypesOf(key).length === 0) messages.push('key must be a valid BRE-B key');
  return messages;
}

function batchMessages({ reference, accountId, paymentType, transactionStatus, transactions }: Fields): string[] {
  const messages: string[] = [];
  if (typeof reference !== 'string') messages.push('reference must be a string');
  else if (isBlank(reference)) messages.push('reference should not be empty');
  if (typeof accountId !== 'string') messages.push('accountId must be a string');
  else if (isBlank(accountId)) messages.push('accountId should not be empty');
  if (!oneOf(paymentTypes, paymentType)) messages.push(`paymentType must be one of: ${paymentTypes.join(', ')}`);
  if (transactionStatus !== undefined && !oneOf(sandboxOutcomes, transactionStatus))
    messages.push(`transactionStatus must be one of: ${sandboxOutcomes.join(', ')}`);
  if (!Array.isArray(transactions) || transactions.length === 0)
    messages.push('transactions must contain at least 1 element');
  return messages;
}

/** All that is wrong with a batch in the words of SPEC.md section 7.4, each said once, however many transfers it is about. */
export const payoutBatchMessages = ({ messages, rows }: PayoutBatchProblems): string[] => [
  ...new Set([...messages, ...rows.flatMap((row) => row.messages)]),
];

/**
 * Checks a whole batch in one pass, so that a payroll of thousands is mended once and not row by row. Both lists are
 * empty for a batch that can be sent.
 */
export function payoutBatchProblems(batch: unknown): PayoutBatchProblems {
  const fields = fieldsOf(batch);
  const messages = batchMessages(fields);
  const rows: PayoutRowProblem[] = [];
  const transactions: readonly unknown[] = Array.isArray(fields['transactions']) ? fields['transactions'] : [];
  let total = 0;
  for (let index = 0; index < transactions.length; index += 1) {
    const found = rowMessages(transactions[index]);
    if (found.length > 0) rows.push({ index, messages: found });
    else total += Number(fieldsOf(transactions[index])['amount']);
  }
  if (!Number.isSafeInteger(total)) messages.push('the total amount is too large');
  return { messages, rows };
}
