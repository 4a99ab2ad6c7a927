import { cleanText } from './clean-text.ts';

/** What is known about the payer. */
export interface Customer {
  email?: string | null | undefined;
  fullName?: string | null | undefined;
  /** International format with a plus sign (SPEC.md section 4.2). */
  phoneNumber?: string | null | undefined;
}

/** Whether this can be an e-mail address; whether the mailbox exists is the service's to say. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@<]+@([^\s@.]+\.)+[\w-]{2,}$/.test(text);

/** A phone number without what groups it, and with a plus sign in front of a country's code. */
export const compactPhone = (text: string): string =>
  cleanText(text)
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+');

/** Whether this is a Colombian number without its country: ten digits, of a mobile phone or of a landline. */
export const isColombianPhone = (digits: string): boolean => /^(?:3\d|60)\d{8}$/.test(digits);

/** A phone number in international format, however it is written; one without its country is a Colombian number. */
export function internationalPhone(text: string): string | undefined {
  const phone = compactPhone(text);
  const national = phone.replace(/^\+?57(?=\d{10}$)/, '');
  if (isColombianPhone(national)) return `+57${national}`;
  // A Colombian mobile number with a digit too few or too many is none of another country.
  return /^\+(?!573)[1-9]\d{6,14}$/.test(phone) ? phone : undefined;
}

/** Whoever sets properties from data may set a number. */
type Given = string | number | null | undefined;

/** What a page says about the payer, as far as it can be used: for the rest, where it is needed, the payer is asked. */
export const knownCustomer = (given: { customerEmail: Given; customerName: Given; customerPhone: Given }): Customer => {
  const text = (value: Given): string => cleanText(`${value ?? ''}`);
  const email = text(given.customerEmail);
  return {
    email: isEmail(email) ? email : undefined,
    fullName: text(given.customerName) || undefined,
    phoneNumber: internationalPhone(text(given.customerPhone)),
  };
};
