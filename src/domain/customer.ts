import { cleanText } from './clean-text.ts';
import { knownEmail } from './email.ts';

/** What is known about the payer. */
export interface Customer {
  email?: string | null | undefined;
  fullName?: string | null | undefined;
  /** International format with a plus sign (SPEC.md section 4.2). */
  phoneNumber?: string | null | undefined;
}

/** What a phone number is written with; hyphens have many forms. */
const phoneSigns = /^[\d\s+().·\u2212\p{Pd}]*$/u;

/** What people write in front of a number, `Cel. 300…`, `tel:+57…`, and behind it. */
const aroundNumber = /^\p{L}{1,20}[.:]?\s?(?=[+(\d])|[,;]$/gu;

/**
 * The zero that is dialled inside of a country alone, behind its code: in brackets, or where the code stands apart and is
 * of Colombia, of a neighbour, or of another country where numbers are written so. Elsewhere it may belong to the number,
 * as it does in Italy.
 */
const trunkZero =
  /^(\(?(?:\+|00)(?!39|378)\d{1,3}\)?)[\s.\p{Pd}]*\(\s*0\s*\)|^(\(?(?:\+|00)(?:57|58|593|51|54|55|591|595|598|44|49|33)\)?)[\s.\p{Pd}]+\(?0/u;

/**
 * A phone number without what groups it, and with a plus sign in front of a country's code. A text with anything else in
 * it, such as an extension or a second number, stays as it is: its digits together are somebody else's number.
 */
export function compactPhone(text: string): string {
  const phone = cleanText(text).replace(aroundNumber, '');
  if (!phoneSigns.test(phone)) return phone;
  return phone
    .replace(trunkZero, '$1$2')
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+');
}

/** Whether this is a Colombian number without its country: ten digits, of a mobile phone or of a landline. */
export const isColombianPhone = (digits: string): boolean => /^(?:3\d|60)\d{8}$/.test(digits);

const foreignPhone = /^\+(?!57)[1-9]\d{6,14}$/;
/** Ten digits, or the eight of a landline as it was until 2021. */
const colombianPhone = /^\+57(?:[1-9]\d{9}|[124-8][2-9]\d{6})$/;

/** A phone number in international format, however it is written; one without its country is a Colombian number. */
export function internationalPhone(text: string): string | undefined {
  const phone = compactPhone(text);
  const national = phone.replace(/^\+?57(?=\d{10}$)/, '');
  if (isColombianPhone(national)) return `+57${national}`;
  return foreignPhone.test(phone) || colombianPhone.test(phone) ? phone : undefined;
}

/** Whoever sets properties from data may set a number. */
type Given = string | number | null | undefined;

/** What a page says about the payer, by its attributes. */
export interface GivenCustomer {
  customerEmail?: Given;
  customerName?: Given;
  customerPhone?: Given;
}

/** The same as far as it can be used: for the rest, where it is needed, the payer is asked. */
export function knownCustomer({ customerEmail, customerName, customerPhone }: GivenCustomer): Customer {
  return {
    email: knownEmail(customerEmail),
    fullName: cleanText(`${customerName ?? ''}`) || undefined,
    phoneNumber: internationalPhone(`${customerPhone ?? ''}`),
  };
}
