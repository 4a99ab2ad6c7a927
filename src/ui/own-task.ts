import { isServer } from 'lit';

/**
 * The end of the task that defines the element, until it is over, in engines that let others have a turn between. What
 * was on the page ahead of the script is filled after it: with the script, a slow phone would be deaf for 0.2 s.
 */
export let defining: Promise<unknown> | undefined;

/**
 * The element is about to be defined. Not for the top of a module: Chromium notes where `yield` was called from, for
 * which it parses that function anew, and at the top that is the whole script, 3 ms of it.
 */
export function beginDefining(): void {
  if (!isServer) defining = globalThis.scheduler?.yield?.().finally(() => (defining = undefined));
}
