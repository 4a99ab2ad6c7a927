import { transactionIdPattern } from '../domain/transaction.ts';

/** Why a value is no record's id. */
export const recordIdMessage = 'An id is a text of 1 to 100 letters, digits, hyphens or underscores.';

/** Whether a value may stand as an id in an address. `undefined` spells one too: a pattern alone would take it. */
export const isRecordId = (value: unknown): value is string =>
  typeof value === 'string' && transactionIdPattern.test(value);
