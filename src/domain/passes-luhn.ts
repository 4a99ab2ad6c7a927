/** Whether the last digit of a card number fits the others (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) {
    const weighted = Number(digits.at(-place)) * (2 - (place % 2));
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
