import { hasUnseen } from '../domain/clean-text.ts';

// What an HTTP header can carry without being refused or cut: a refusal by fetch would quote the secret.
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const environmentOf = (key: string): string | undefined => /^(?:pub|prv)_([a-z]+)_/.exec(key)?.[1];

/** Refuses what cannot be a credential with a TypeError that names the option, never the value. */
export function requireCredential(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a non-empty text.`);
  if (!headerValue.test(value))
    throw new TypeError(
      `${name} must be printable ASCII without white space around it; was a line break copied with it?`,
    );
  return value;
}

/** The merchant's private key. A public key in its place is refused as such: it is the commonest mix-up. */
export function requirePrivateKey(value: unknown, name = 'privateKey'): string {
  const key = requireCredential(value, name);
  if (key.startsWith('pub_'))
    throw new TypeError(`${name} was given a public key (pub_…); a private key starts with prv_.`);
  return key;
}

/** The merchant's public key, of the same environment as the private one. */
export function requirePublicKey(value: unknown, privateKey: string): string {
  const key = requireCredential(value, 'publicKey');
  if (key.startsWith('prv_'))
    throw new TypeError('publicKey was given a private key (prv_…). Treat that key as exposed if it reached a page.');
  const [own, other] = [environmentOf(key), environmentOf(privateKey)];
  if (own && other && own !== other)
    throw new TypeError(`publicKey belongs to the environment "${own}", privateKey to "${other}".`);
  return key;
}

/** A secret that signs or verifies: any text without blanks around it, but neither of the two API keys. */
export function requireSecret(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`The ${name} must be a non-empty text.`);
  if (value !== value.trim() || /[\r\n]/.test(value))
    throw new TypeError(`The ${name} has white space around it, or a line break in it; was that copied with it?`);
  // Whatever is signed with it would be signed wrong, and nobody would see why.
  if (hasUnseen(value))
    throw new TypeError(`The ${name} has a character in it that nobody can see; was that copied with it?`);
  const kind = /^(pub|prv)_/.exec(value)?.[1];
  if (kind)
    throw new TypeError(
      `The ${name} was given ${kind === 'pub' ? 'a public key (pub_…)' : 'a private key (prv_…)'}; it is a secret of its own in the dashboard.`,
    );
  return value;
}
