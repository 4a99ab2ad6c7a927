import { trustedTypesPolicy } from '../../browser/trusted-types.ts';
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
};

/** What the shop's policy has to let in, by the directive that stopped the challenge. Banks' hosts cannot be listed. */
const needed: Record<string, string> = {
  'frame-src': 'frame-src https:',
  'form-action': 'form-action https:',
  sandbox: 'sandbox allow-same-origin allow-scripts allow-forms',
  'trusted-types': 'trusted-types pay-checkout',
};

const directiveOf = ({ effectiveDirective }: Blocked): string => aliases[effectiveDirective] ?? effectiveDirective;

/** Whether a challenge cannot go on without what was stopped; a picture or a font is no reason to give it up. */
export const isFatal = (blocked: Blocked): boolean => directiveOf(blocked) in needed;

/**
 * Tells the shop's developer which directive keeps the bank out. Of an address only the origin: the rest may be personal.
 *
 * @param ownPolicy the shell's own policy, which stops only what no page should let in.
 */
export function blockedError(blocked: Blocked, ownPolicy?: string, cause?: unknown): CheckoutError {
  const { blockedURI = '', originalPolicy } = blocked;
  const [origin] = /^\w+:\/\/[^/]+/.exec(blockedURI) ?? [];
  const place = origin ? ` (${origin})` : '';
  const isOwn = ownPolicy !== undefined && originalPolicy === ownPolicy;
  const text = isOwn
    ? `The bank's 3D Secure challenge leads to an address that is not https${place}.`
    : `The page keeps the bank's 3D Secure challenge out${place}: its policy needs ${needed[directiveOf(blocked)]}.`;
  return new CheckoutError('challenge_blocked', text, cause === undefined ? {} : { cause });
}

/** The widget's Trusted Types policy; throws `challenge_blocked` when the page's own policy does not list it. */
export function challengePolicy(): ReturnType<typeof trustedTypesPolicy> {
  try {
    return trustedTypesPolicy();
  } catch (cause) {
    throw blockedError({ effectiveDirective: 'trusted-types' }, undefined, cause);
  }
}
