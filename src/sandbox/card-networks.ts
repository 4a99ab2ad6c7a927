interface Network {
  readonly brand: string;
  readonly numbers: RegExp;
  readonly cvcLength: 3 | 4;
}

const NETWORKS: readonly Network[] = [
  { brand: 'VISA', numbers: /^4/, cvcLength: 3 },
  { brand: 'MASTERCARD', numbers: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, cvcLength: 3 },
  { brand: 'AMEX', numbers: /^3[47]/, cvcLength: 4 },
  { brand: 'DINERS', numbers: /^3(0[0-5]|095|[68-9])/, cvcLength: 3 },
  { brand: 'DISCOVER', numbers: /^6(011|4[4-9]|5)/, cvcLength: 3 },
  { brand: 'JCB', numbers: /^35(2[89]|[3-8])/, cvcLength: 3 },
  { brand: 'MAESTRO', numbers: /^(5018|5020|5038|5893|6304|6759|676[1-3])/, cvcLength: 3 },
];

const UNKNOWN: Network = { brand: 'UNKNOWN', numbers: /^/, cvcLength: 3 };

/** The network of a card number by its first digits. */
export function networkOf(number: string): { readonly brand: string; readonly cvcLength: 3 | 4 } {
  return NETWORKS.find(({ numbers }) => numbers.test(number)) ?? UNKNOWN;
}

/** Whether the last digit of a number fits the others (Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
