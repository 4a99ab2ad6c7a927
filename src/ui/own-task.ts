import { isServer } from 'lit';

/**
 * The end of the task that reads and runs the script, until it is over, in engines that let others have a turn between.
 * What was on the page ahead of the script is filled after it: with the script, a slow phone would be deaf for 0.2 s.
 */
export let evaluated: Promise<unknown> | undefined = isServer
  ? undefined
  : globalThis.scheduler?.yield?.().finally(() => (evaluated = undefined));
