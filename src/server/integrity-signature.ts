import { isAmountInCents, isCurrency } from '../domain/money.ts';
import { requireObject } from './client-options.ts';
import { requireSecret } from './credential.ts';
import { sha256Hex } from './sha256-hex.ts';

export interface IntegritySignatureInput {
  /** The merchant's unique reference, exactly as it is sent; of one length, and with a letter at the end. */
  reference: string;
  /** Positive integer in minor units (cents): 11900000 is $ 119.000. */
  amountInCents: number;
  /** Three upper-case letters, such as `COP`. */
  currency: string;
  /** The integrity secret of the dashboard; neither the public nor the private key. It never goes to the browser. */
  secret: string;
  /** ISO 8601 time after which the payment may no longer be made; signed after the currency when it is sent. */
  expirationTime?: string;
}

/**
 * The `signature` of SPEC.md section 4.2: lowercase hex SHA-256 of reference, amount in minor units, currency,
 * expiration time if there is one, and the integrity secret, joined without separators (SERVICE-NOTES.md).
 *
 * @throws TypeError (as a rejection) for values that no service would accept: a signature over them fails later, with
 * less to go by.
 */
export async function integritySignature(input: IntegritySignatureInput): Promise<string> {
  const { reference, amountInCents, currency, expirationTime } = requireObject(input, 'What is to be signed');
  const secret = requireSecret(input.secret, 'integrity secret');
  if (typeof reference !== 'string' || reference.trim() === '')
    throw new TypeError('reference must be a non-empty text.');
  // Halves of characters all become the same bytes: one signature would fit several references.
  if (/\p{Cs}/u.test(reference)) throw new TypeError('reference must not have half of a character in it.');
  if (!isAmountInCents(amountInCents))
    throw new TypeError('amountInCents must be a positive integer in minor units (cents): $ 119.000 is 11900000.');
  if (!isCurrency(currency)) throw new TypeError('currency must be three upper-case letters, such as COP.');
  if (/\d$/.test(reference)) warnOfDigit();
  if (expirationTime !== undefined && !isTime(expirationTime))
    throw new TypeError('expirationTime must be an ISO 8601 time, such as 2026-12-31T23:59:59.000Z.');
  return sha256Hex(`${reference}${amountInCents}${currency}${expirationTime ?? ''}${secret}`);
}

let isWarned = false;

/** Once in a process: who signs this way does so each time. */
function warnOfDigit(): void {
  if (isWarned) return;
  isWarned = true;
  console.warn(
    'pay-checkout: a reference that is signed ends in a digit. The signature has no mark between reference and amount, so it also fits a longer reference with a smaller amount, which may be another order of yours: let references have one length and end in a letter.',
  );
}

const isoTime = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Whether a text is a time; a day that the month does not have would else be taken for one of the next. */
function isTime(value: unknown): boolean {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return false;
  const [isWhole, year, month, day] = isoTime.exec(value) ?? [];
  // Another way to write a time, which `Date.parse` knows as well: `EST` at its end could be read as a currency.
  if (isWhole === undefined) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}
