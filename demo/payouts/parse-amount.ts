import { minorUnits } from '../../src/domain/minor-units.ts';

const dotted = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/;
const commaed = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const plain = /^\d+(?:[.,]\d{1,2})?$/;

/** The amount as digits with a dot before the decimals, whichever way its separators go. */
function asDecimal(text: string): string | undefined {
  if (dotted.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (commaed.test(text)) return text.replaceAll(',', '');
  return plain.test(text) ? text.replace(',', '.') : undefined;
}

/**
 * An amount in pesos as people in Colombia write and paste it, in minor units: `$ 1.250.000`, `1'250.000`, `1250000,50`,
 * `1,250,000.50`. Three digits after a separator are thousands, as no peso has a thousandth part. Undefined for
 * anything that leaves a doubt.
 */
export function parseAmount(text: string): number | undefined {
  const bare = text.replace(/\s|\$|COP/gi, '').replace(/['’]/g, '.');
  const decimal = asDecimal(bare);
  if (decimal === undefined) return undefined;
  try {
    return minorUnits(decimal);
  } catch {
    return undefined;
  }
}
