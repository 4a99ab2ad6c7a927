/** What is known about the payer. */
export interface Customer {
  email?: string | null | undefined;
  fullName?: string | null | undefined;
  /** International format with a plus sign (SPEC.md section 4.2). */
  phoneNumber?: string | null | undefined;
}

/** Whether this can be an e-mail address; whether the mailbox exists is the service's to say. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@<]+@([^\s@.]+\.)+[\w-]{2,}$/.test(text);

/** A phone number in international format, however it is written; one without its country is a Colombian mobile number. */
function phoneNumber(text: string): string | undefined {
  const digits = text.replace(/[^\d+]/g, '').replace(/^00/, '+');
  return /^\+\d{7,15}$/.test(digits) ? digits : /^(57)?3\d{9}$/.test(digits) ? `+57${digits.slice(-10)}` : undefined;
}

/** Whoever sets properties from data may set a number. */
type Given = string | number | null | undefined;

/** What a page says about the payer, as far as it can be used: for the rest, where it is needed, the payer is asked. */
export const knownCustomer = (given: { customerEmail: Given; customerName: Given; customerPhone: Given }): Customer => {
  const text = (value: Given): string => `${value ?? ''}`.trim();
  const email = text(given.customerEmail);
  return {
    email: isEmail(email) ? email : undefined,
    fullName: text(given.customerName) || undefined,
    phoneNumber: phoneNumber(text(given.customerPhone)),
  };
};
