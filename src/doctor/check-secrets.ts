import { isSecret } from '../checkout/check-attributes.ts';

/**
 * A secret of the backend in an attribute that the checkout knows nothing of, such as `private-key`: everybody can read it
 * there, too. One in an attribute of its own is refused (`findMistake`).
 */
export function checkSecrets(host: Element): string | undefined {
  const given = [...host.attributes].filter(({ value }) => isSecret(value));
  if (given[0])
    return `${given.map(({ name }) => name).join(' and ')}: a private key or secret, for all to read. Take it out, replace it, and keep it in the backend.`;
}
