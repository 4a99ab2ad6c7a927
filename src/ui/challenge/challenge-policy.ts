import { trustedTypesPolicy } from '../../browser/trusted-types.ts';
import { blockedError } from './challenge-blocked.ts';

/**
 * The widget's Trusted Types policy.
 *
 * @throws CheckoutError `challenge_blocked` when the page's own policy does not list it.
 */
export function challengePolicy(): ReturnType<typeof trustedTypesPolicy> {
  try {
    return trustedTypesPolicy();
  } catch (cause) {
    throw blockedError({ effectiveDirective: 'trusted-types' }, undefined, cause);
  }
}
