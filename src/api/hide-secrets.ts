/** Fields of requests whose values end up in no error: the card, one-time codes, and tokens that serve once. */
const secretName = /^(?:number|cvc|code|accept_personal_auth|(?:.+_)?token)$/;

function secretsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? (value && secretName.test(name) ? [value] : []) : secretsIn(value),
  );
}

/** Digits are found in groups too: a card number may be quoted as it is printed. */
const patternOf = (secret: string): RegExp | string =>
  /^\d+$/.test(secret) ? new RegExp(secret.replaceAll(/\B/g, '[ -]?'), 'g') : secret;

/** Takes out of what a service says whatever secret it quotes from the request that it answers. */
export function hideSecrets(body: unknown): (text: string) => string {
  const patterns = secretsIn(body).map(patternOf);
  return (text) => patterns.reduce<string>((clean, pattern) => clean.replaceAll(pattern, '…'), text);
}
