import type { LitElement } from 'lit';
import type { CheckoutHost } from '../checkout-host.ts';

/**
 * Attributes that are spelled like properties. HTML knows no capitals, so that `publicKey` arrives as `publickey` and
 * means nothing; a property that takes a function arrives as text.
 */
export function checkSpelling(host: CheckoutHost): string | undefined {
  const found: string[] = [];
  const { elementProperties } = host.constructor as typeof LitElement;
  for (const [property, { attribute = true }] of elementProperties) {
    const name = String(property).toLowerCase();
    const right = attribute === true ? name : attribute;
    for (const given of host.getAttributeNames())
      if (given !== right && given.replace(/[^a-z]/g, '') === name)
        found.push(
          right ? `${given} is written ${right}` : `${given} is no attribute: set the property ${String(property)}`,
        );
  }
  if (found.length > 0) return `HTML attributes are public-key, amount-in-cents and so on: ${found.join('; ')}.`;
}
