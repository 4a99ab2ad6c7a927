import type { Messages } from './es.ts';

/**
 * The words of a language by key. The script-tag build leaves the keys out of the lazy files of words, where they are
 * those of the Spanish ones, and has this give them back (scripts/keyless-words.ts).
 */
export const keyed = (messages: Messages): Messages => messages;
