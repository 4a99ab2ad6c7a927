import { HTTPException } from 'hono/http-exception';
import type { Desk } from './desk.ts';
import { randomText } from './random.ts';
import { invalidInput } from './service-error.ts';

const LIFETIME_MS = 60 * 60 * 1000;

/** The two contracts that a payer has to accept (SPEC.md 2.1). */
export type ContractType = 'END_USER_POLICY' | 'PERSONAL_DATA_AUTH';

const CONSENTS = { acceptance_token: 'END_USER_POLICY', accept_personal_auth: 'PERSONAL_DATA_AUTH' } as const;
const CONSENT_FIELDS = ['acceptance_token', 'accept_personal_auth'] as const;

/** The tokens of both contracts, as far as a request carries them. */
type Consents<Token> = { readonly [Field in keyof typeof CONSENTS]?: Token | undefined };

/** An acceptance token that was given out (SPEC.md 2.1; SERVICE-NOTES.md, acceptance tokens). */
export interface IssuedAcceptance {
  readonly type: ContractType;
  readonly expiresAt: number;
  used: boolean;
}

/** A new token, which lasts an hour and serves once. It reads as a JWT, though nobody can check its signature. */
export function issueAcceptance({ world, acceptances }: Desk, contract: ContractType, permalink: string): string {
  const now = world.now();
  const expiresAt = now + LIFETIME_MS;
  const [iat, exp] = [now, expiresAt].map((time) => Math.floor(time / 1000));
  const claims = { contract, permalink, jti: randomText(20), iat, exp };
  const token = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}.${randomText(43)}`;
  acceptances.set(token, { type: contract, expiresAt, used: false });
  return token;
}

/**
 * Runs a request that uses both acceptance tokens up. Any 422 burns them, whatever it is about; a 401 does not
 * (SERVICE-NOTES.md, acceptance tokens).
 * @param run calls `take` when what has to be in order before the tokens are looked at is in order
 */
export async function withConsents<Result>(
  desk: Desk,
  body: Consents<unknown>,
  run: (take: (consents: Consents<string>) => void) => Result | Promise<Result>,
): Promise<Result> {
  const burnAll = (): void => {
    for (const field of CONSENT_FIELDS) {
      const token = body[field];
      const issued = typeof token === 'string' ? desk.acceptances.get(token) : undefined;
      if (issued !== undefined) issued.used = true;
    }
  };
  try {
    return await run((consents) => {
      checkConsents(desk, consents);
      // At once, with nothing awaited in between: of two requests with the same tokens only one gets here.
      burnAll();
    });
  } catch (error) {
    if (error instanceof HTTPException && error.status === 422) burnAll();
    throw error;
  }
}

function checkConsents(desk: Desk, consents: Consents<string>): void {
  const messages: Record<string, string[]> = {};
  for (const field of CONSENT_FIELDS) {
    const token = consents[field];
    const objection = token === undefined ? undefined : objectionTo(desk, token, CONSENTS[field]);
    if (objection !== undefined) messages[field] = [objection];
  }
  if (Object.keys(messages).length > 0) throw invalidInput(messages);
}

/** What is wrong with a token, in the service's words; undefined when it may be used. */
function objectionTo({ world, acceptances }: Desk, token: string, type: ContractType): string | undefined {
  const issued = acceptances.get(token);
  if (issued === undefined || issued.type !== type) return 'El token de aceptación es inválido';
  if (issued.used) return 'El token de aceptación ya fue usado';
  if (world.now() >= issued.expiresAt) return 'El token de aceptación expiró';
  return undefined;
}

function encoded(part: object): string {
  return btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
