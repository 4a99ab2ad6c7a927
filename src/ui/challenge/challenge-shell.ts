import type { Blocked } from './challenge-blocked.ts';
import type { ChallengePlan } from './challenge-plan.ts';

/**
 * What the frame that hosts a challenge may do. With scripts and its own origin together a frame could undo this, but
 * the only document of the shop's origin in it is the shell below, which runs nothing; the bank's pages need both.
 */
export const sandboxTokens = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** Biometrics and passkeys, which banks ask for, handed on at both levels. */
export const permissions = 'payment *; publickey-credentials-get *';

// Banks' hosts cannot be listed. Their local stand-ins speak plain http, which a test key alone opens.
const live = 'https:';
const local = 'https: http://127.0.0.1:* http://localhost:* http://*.localhost:*';

const policyOf = (banks: string, more = ''): string =>
  `default-src 'none'; frame-src ${banks}${more}; form-action ${banks}; base-uri 'none'`;

/** A script's frame is a `data:` document: of no origin, but it takes over the policy of the shell. */
const forScript = (banks: string): string =>
  `${policyOf(banks, ' data:')}; script-src 'unsafe-inline' ${banks}; style-src 'unsafe-inline'; img-src data: ${banks}`;

/** The shell's own policy, as its violations quote it. */
export const shellPolicy = (kind: ChallengePlan['kind'], isTest: boolean): string =>
  (kind === 'script' ? forScript : policyOf)(isTest ? local : live);

/** The document that hosts a challenge: a constant, whatever the fragment holds. */
export const shellHtml = (kind: ChallengePlan['kind'], isTest: boolean): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${shellPolicy(kind, isTest)}"><title>3D Secure</title>`;

/** Ahead of a fragment that works by a script alone: tells the shell whether scripts run, and what was stopped. */
export const scriptPrologue =
  '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><script>(function(){' +
  "function say(directive,address){parent.postMessage({payCheckoutChallenge:directive,address:address},'*')}" +
  "addEventListener('securitypolicyviolation',function(event){say(event.effectiveDirective,event.blockedURI)});say('runs')})()</script>";

/** Reads what the prologue said; the script behind it can say the same, and gains a message to the payer by it. */
export function readReport(message: unknown): 'runs' | Blocked | undefined {
  if (typeof message !== 'object' || message === null || !('payCheckoutChallenge' in message)) return;
  const { payCheckoutChallenge: said, address } = message as Record<string, unknown>;
  if (said === 'runs') return said;
  return { effectiveDirective: String(said), blockedURI: typeof address === 'string' ? address : '' };
}
