import type { Acceptance } from './acceptance.ts';
import { ServiceError, invalidInput } from './service-error.ts';

/** The tokens of both contracts, as far as a request carries them. */
export interface Consents {
  readonly acceptance_token?: string | undefined;
  readonly accept_personal_auth?: string | undefined;
}

/**
 * Runs the checks of a request that uses both acceptance tokens up. Any 422 burns them, whatever it is about; a 401 does
 * not (SERVICE-NOTES.md, acceptance tokens).
 * @param before what has to be in order before the tokens are looked at
 * @param after everything else; runs once the tokens were found to be good, and are used up
 */
export async function takeConsents<Request, Result>(
  acceptance: Acceptance,
  body: Readonly<Record<string, unknown>>,
  before: () => { request: Request; consents: Consents },
  after: (request: Request) => Result | Promise<Result>,
): Promise<Result> {
  try {
    const { request, consents } = before();
    checkConsents(acceptance, consents);
    // At once, with nothing awaited in between: of two requests with the same tokens only one gets here.
    burnAll();
    return await after(request);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422) burnAll();
    throw error;
  }

  function burnAll(): void {
    acceptance.burn(body['acceptance_token']);
    acceptance.burn(body['accept_personal_auth']);
  }
}

function checkConsents(acceptance: Acceptance, consents: Consents): void {
  const messages: Record<string, string[]> = {};
  for (const [field, type] of [
    ['acceptance_token', 'END_USER_POLICY'],
    ['accept_personal_auth', 'PERSONAL_DATA_AUTH'],
  ] as const) {
    const token = consents[field];
    const objection = token === undefined ? undefined : acceptance.objection(token, type);
    if (objection !== undefined) messages[field] = [objection];
  }
  if (Object.keys(messages).length > 0) throw invalidInput(messages);
}
