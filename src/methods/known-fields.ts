import { compactPhone, internationalPhone, isColombianPhone, knownCustomer } from '../domain/customer.ts';
import type { FormContext } from '../ui/method-form.ts';
import type { FieldDescriptor, FieldOption, ValueOf } from '../ui/fields/field-descriptor.ts';

const legalIds: readonly FieldOption[] = [
  { value: 'CC', initials: 'CC', label: 'idCC' },
  { value: 'CE', initials: 'CE', label: 'idCE' },
  { value: 'NIT', initials: 'NIT', label: 'idNIT' },
];
/** How many digits each kind of document has: a hint for the payer, not the service's rule (SERVICE-NOTES.md). */
const legalIdDigits: Record<string, string> = { CC: '4–10', CE: '4–7', NIT: '6–10' };
const isBusiness = (valueOf: ValueOf): boolean => valueOf('user_type') === '1';

/**
 * The digits of a Colombian mobile number, however it was typed or pasted: `+57`, blanks and hyphens go. The number of
 * another country keeps its plus sign: without it, it could be somebody else's here.
 */
function mobileDigits(text: string): string {
  const phone = compactPhone(text);
  // No mobile number begins with 57, so that this can only be the country's code.
  return phone.replace(/^\+?57(?=\d)/, '');
}

/** As it is said: `300 123 4567`. */
const groupedMobile = (text: string): string =>
  mobileDigits(text).replace(/^(\d{3})(\d{1,3})(\d*)$/, (_, area: string, middle: string, end: string) =>
    [area, middle, end].filter(Boolean).join(' '),
  );

const isMobile = (digits: string): boolean => /^3\d{9}$/.test(digits);
const knownMobile = ({ given = {} }: FormContext): string => {
  const digits = mobileDigits(knownCustomer(given).phoneNumber ?? '');
  return isMobile(digits) ? groupedMobile(digits) : '';
};

/** A number beside its country's code, which may have been typed with it all the same. */
function nationalDigits(text: string, valueOf: ValueOf): string {
  const code = valueOf('phone_code');
  const typed = compactPhone(text);
  const phone = typed.startsWith('+') ? typed : compactPhone(`${code} ${text}`);
  const digits = phone.startsWith(code) ? phone.slice(code.length) : phone;
  return code === '+57' ? mobileDigits(digits) : digits;
}

const isNational = (digits: string, valueOf: ValueOf): boolean =>
  valueOf('phone_code') === '+57' ? isColombianPhone(digits) : /^\d{4,14}$/.test(digits);

const isName = (text: string): boolean => /\p{L}/u.test(text) && !/[\d@]/.test(text);

/**
 * The fields that payment methods ask for, by their wire names: how each is typed, shown, checked and sent. A method
 * names the ones it needs, and says what differs.
 */
export const knownFields = {
  user_type: {
    kind: 'radio',
    label: 'payerType',
    options: [
      { value: '0', label: 'person' },
      { value: '1', label: 'business' },
    ],
    write: Number,
  },
  user_legal_id_type: {
    label: 'idType',
    options: (valueOf) => (isBusiness(valueOf) ? legalIds.filter(({ value }) => value === 'NIT') : legalIds),
  },
  user_legal_id: {
    label: 'idNumber',
    hint: 'idDigits',
    count: (valueOf) => legalIdDigits[valueOf('user_legal_id_type')] ?? '',
    inputMode: 'numeric',
    // What may stand between two numbers stays, and is refused.
    read: (text) => text.replace(/[^\p{L}\d@+/;]/gu, ''),
    check: (value) => /^[A-Za-z0-9]{4,15}$/.test(value),
    invalid: 'idInvalid',
  },
  financial_institution_code: { kind: 'bank', label: 'bank', hint: 'bankHint', invalid: 'bankMissing' },
  full_name: {
    label: (valueOf) => (isBusiness(valueOf) ? 'companyName' : 'fullName'),
    autocomplete: 'name',
    maxLength: 100,
    check: (value, valueOf) =>
      isBusiness(valueOf) ? /[\p{L}\d].*[\p{L}\d]/u.test(value) : isName(value) && /\s/.test(value),
    invalid: 'fullNameInvalid',
  },
  name: { label: 'firstName', autocomplete: 'given-name', maxLength: 60, check: isName },
  last_name: { label: 'lastName', autocomplete: 'family-name', maxLength: 60, check: isName },
  phone_code: {
    label: 'phoneCode',
    kind: 'tel',
    inputMode: 'tel',
    autocomplete: 'tel-country-code',
    initial: () => '+57',
    read: (text) => compactPhone(text).replace(/^\+?0*(?=\d)/, '+'),
    check: (value) => /^\+\d{1,3}$/.test(value),
  },
  phone_number: {
    label: 'phone',
    hint: 'phoneHint',
    kind: 'tel',
    inputMode: 'tel',
    autocomplete: 'tel-national',
    initial: knownMobile,
    format: groupedMobile,
    read: mobileDigits,
    check: isMobile,
    invalid: 'phoneInvalid',
  },
  /** Where the payer can be reached, anywhere: no wallet is at it. */
  contact_phone: {
    label: 'contactPhone',
    hint: 'contactPhoneHint',
    kind: 'tel',
    inputMode: 'tel',
    autocomplete: 'tel',
    read: (text) => internationalPhone(text) ?? text,
    check: (value) => internationalPhone(value) === value,
    invalid: 'contactPhoneInvalid',
  },
  /** The same beside `phone_code`. */
  national_phone: {
    label: 'contactPhone',
    kind: 'tel',
    inputMode: 'tel',
    autocomplete: 'tel-national',
    initial: knownMobile,
    read: nationalDigits,
    check: isNational,
    invalid: 'nationalPhoneInvalid',
  },
  payment_description: {
    label: 'description',
    isUnasked: ({ isDescribed }) => !isDescribed,
    initial: ({ merchantName }, say) =>
      merchantName ? say('descriptionFor', { merchant: merchantName }) : say('descriptionPlain'),
  },
  sandbox_status: {
    label: 'outcome',
    testOnly: true,
    optional: true,
    options: [
      { value: '', label: 'continue' },
      { value: 'APPROVED', label: 'approved' },
      { value: 'DECLINED', label: 'declined' },
      { value: 'ERROR', label: 'errored' },
    ],
  },
} as const satisfies Record<string, Omit<FieldDescriptor, 'name'>>;

export type KnownFieldName = keyof typeof knownFields;
