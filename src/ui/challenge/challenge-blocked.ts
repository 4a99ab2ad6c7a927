import { CheckoutError } from '../../domain/checkout-error.ts';

/** Something that a policy stopped: the fields of a `securitypolicyviolation` that matter here. */
export interface Blocked {
  effectiveDirective: string;
  blockedURI?: string;
  originalPolicy?: string;
}

const aliases: Record<string, string> = {
  'child-src': 'frame-src',
  'default-src': 'frame-src',
  'require-trusted-types-for': 'trusted-types',
  'script-src-elem': 'script-src',
  'script-src-attr': 'script-src',
};

/** What the shop has to change, by the directive that stopped the challenge. */
const advice: Record<string, string> = {
  'frame-src': `Add "frame-src https:" to its Content-Security-Policy: banks' hosts cannot be listed.`,
  'form-action': `Add "form-action https:" to its Content-Security-Policy: banks' hosts cannot be listed.`,
  sandbox: 'It runs in a sandbox, which needs allow-same-origin, allow-scripts and allow-forms.',
  'script-src': `The fragment works by an inline script alone, which needs "script-src 'unsafe-inline'" and "frame-src https: data:" in its Content-Security-Policy; better is a fragment with a form.`,
  'trusted-types': 'Add "trusted-types lit-html pay-checkout" to its Content-Security-Policy.',
};

const directiveOf = ({ effectiveDirective }: Blocked): string => aliases[effectiveDirective] ?? effectiveDirective;

/** Whether a challenge cannot go on without what was stopped; a picture or a font is no reason to give it up. */
export const isFatal = (blocked: Blocked): boolean => directiveOf(blocked) in advice;

/**
 * Tells the shop's developer which directive keeps the bank out. Of an address only the origin: the rest may be personal.
 *
 * @param ownPolicy the shell's own policy, which stops only what no page should let in.
 */
export function blockedError(blocked: Blocked, ownPolicy?: string, cause?: unknown): CheckoutError {
  const { blockedURI = '', originalPolicy } = blocked;
  const url = URL.canParse(blockedURI) ? new URL(blockedURI) : undefined;
  const place = url?.host ? ` (${url.origin})` : '';
  const isOwn = ownPolicy !== undefined && originalPolicy === ownPolicy;
  const text = isOwn
    ? `The bank's 3D Secure challenge leads to an address that is not https${place}.`
    : `The page keeps the bank's 3D Secure challenge out${place}. ${advice[directiveOf(blocked)] ?? ''}`;
  return new CheckoutError('challenge_blocked', text, cause === undefined ? {} : { cause });
}
