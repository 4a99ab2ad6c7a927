/**
 * What keeps a value from being an amount in minor units, in the words of SPEC.md section 7.4, or undefined. Fractions
 * of a minor unit are what a computed float leaves behind; they are named apart from zero and negative amounts.
 */
export function amountProblem(value: unknown, field: string): string | undefined {
  if (typeof value !== 'number' || !(value > 0)) return `${field} must be a positive number`;
  return Number.isSafeInteger(value) ? undefined : `${field} must be an integer number of minor units`;
}
