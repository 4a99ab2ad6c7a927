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

/** The shell's own policy, as its violations quote it. */
export function shellPolicy(isTest: boolean): string {
  const banks = isTest ? local : live;
  return `default-src 'none'; frame-src ${banks}; form-action ${banks}; base-uri 'none'`;
}

/** The document that hosts a challenge: a constant, whatever the fragment holds. */
export const shellHtml = (isTest: boolean): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${shellPolicy(isTest)}"><title>3D Secure</title>`;
