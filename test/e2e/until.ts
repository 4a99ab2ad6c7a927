import { setTimeout as pause } from 'node:timers/promises';

/**
 * A page that is just being left, and a button that is just being taken away, answer with one of these: the question is
 * asked again of what follows.
 */
const passing =
  /context was destroyed|Cannot find context|Execution context|detached|no such frame|navigat|not clickable/i;

/**
 * Asks again and again until there is an answer other than `undefined` or `false`.
 * @throws Error with `what` and the account of `details` when there is none in time (30 s unless told otherwise).
 */
export async function until<Answer>(
  ask: () => Promise<Answer | undefined | false>,
  what: string,
  { timeoutMs = 30_000, details = async (): Promise<string> => '' } = {},
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      if (!(error instanceof Error && passing.test(error.message))) throw error;
    }
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}.\n${await details()}`);
    await pause(100);
  }
}
