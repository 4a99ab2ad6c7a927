/** Why a value is no record's id. */
export const recordIdMessage = 'An id is a text of 1 to 100 letters, digits, hyphens or underscores.';

/** Whether a value may stand as an id in an address or a request. `undefined` spells one too: a pattern alone would take it. */
export const isRecordId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(value);
