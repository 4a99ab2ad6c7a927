import { cleanText } from './clean-text.ts';

/** An e-mail address as it was meant: hyphens that no line is broken at, as documents have them, are usual ones. */
export const emailOf = (text: string): string => cleanText(text).replace(/[\u2010\u2011]/g, '-');

/** Parts of RFC 5322 between dots, and a domain name; letters and digits of any script are both. */
const mailbox =
  /^(?!\.|[^@]*\.[.@])[\p{L}\p{M}\p{N}!#-'*+./=?^-~-]+@(?:[\p{L}\p{M}\p{N}]+(?:-+[\p{L}\p{M}\p{N}]+)*\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** Whether this can be an e-mail address; whether the mailbox exists is the service's to say. */
export const isEmail = (text: string): boolean => text.length <= 254 && mailbox.test(text);

/** The address that a page gives, if it can be one: whoever sets properties from data may set a number. */
export function knownEmail(given: string | number | null | undefined): string | undefined {
  const email = emailOf(`${given ?? ''}`);
  return isEmail(email) ? email : undefined;
}
