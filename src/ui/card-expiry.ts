/** Month and year of a card's expiry as the service takes them: two digits each (SPEC.md section 4.7). */
export interface CardExpiry {
  month: string;
  year: string;
}

/**
 * What the payer typed or pasted, as `MM/YY`: takes `1227`, `12/27`, `12/2027`, `1/27`, `2027-12`. While deleting,
 * nothing is put back.
 */
export function formatExpiry(text: string, isDeleting: boolean): string {
  if (isDeleting) return text;
  const [, century, late] = /^\s*20(\d\d)\D?(\d\d)\s*$/.exec(text) ?? [];
  if (late) return `${late}/${century}`;
  let digits = text.replace(/\D/g, '');
  // No month begins with 2 to 9, and `1/` can only be January.
  if (/^[2-9]/.test(digits) || /^\s*\d\D/.test(text)) digits = `0${digits}`;
  const year = digits.slice(2, 6);
  if (digits.length < 2) return digits;
  return `${digits.slice(0, 2)}/${/^20\d\d/.test(year) ? year.slice(2) : year.startsWith('20') ? year : year.slice(0, 2)}`;
}

/** Reads `MM/YY`; `undefined` for anything that is no month of a year. */
export function parseExpiry(text: string): CardExpiry | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(formatExpiry(text.trim(), false)) ?? [];
  return month && year ? { month, year } : undefined;
}

/** Whether a card is good no more: it is until its month has ended in Colombia (UTC−5). */
export const isPast = ({ month, year }: CardExpiry, now: number): boolean =>
  Date.UTC(2000 + Number(year), Number(month), 1, 5) <= now;
