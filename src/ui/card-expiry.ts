import { cleanText } from '../domain/clean-text.ts';

/** Month and year of a card's expiry as the service takes them: two digits each (SPEC.md section 4.7). */
export interface CardExpiry {
  month: string;
  year: string;
}

/** A year of four digits or, where it can be nothing else, of two; then the month, as far as it is there. */
const yearFirst = /^(?:20(?=\d\d)|(?=[2-9](?:\d\D|[016-9][01]\d)))(\d\d)\D*(\d{0,2})$/;

/**
 * What the payer typed or pasted, as `MM/YY`: takes `1227`, `12/27`, `12/2027`, `1/27`, `2027-12`, `27/12`, in one go or
 * key by key. While deleting, nothing is put back.
 */
export function formatExpiry(typed: string, isDeleting: boolean): string {
  if (isDeleting) return typed;
  const text = cleanText(typed);
  // A year's first digit was taken for a month when it was typed: `39/` is here as `03/9/`.
  const [, late, first = ''] = yearFirst.exec(text.replace(/^0([2-9])\//, '$1')) ?? [];
  if (late) return first > '1' || first[1] ? `${first.padStart(2, '0')}/${late}` : `${late}/${first}`;
  let digits = text.replace(/\D/g, '');
  // No month begins with 2 to 9, and `1/` can only be January.
  if (/^[2-9]/.test(digits) || /^\d\D/.test(text)) digits = `0${digits}`;
  const [, month, year] = /^(\d\d)(?:20(?=\d\d))?(20\d?$|\d{0,2})/.exec(digits) ?? [];
  return month ? `${month}/${year}` : digits;
}

/** Reads `MM/YY`; `undefined` for anything that is no month of a year. */
export function parseExpiry(text: string): CardExpiry | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(formatExpiry(text, false)) ?? [];
  return month && year ? { month, year } : undefined;
}

/** Whether a card is good no more: it is until its month has ended in Colombia (UTC−5). */
export const isPast = ({ month, year }: CardExpiry, now: number): boolean =>
  Date.UTC(2000 + Number(year), Number(month), 1, 5) <= now;
