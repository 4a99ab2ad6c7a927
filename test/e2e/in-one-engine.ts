import { describe, it } from 'node:test';
import { engine } from './engine.ts';

const isFirstEngine = engine === 'chromium';

/** A test of what has nothing to do with the engine: it is tried in one of them. */
export const inOne = (name: string, run: () => Promise<void>): void => {
  if (isFirstEngine) void it(name, run);
};

/** A group of such tests. */
export const groupInOne = (name: string, tests: () => void): void => {
  if (isFirstEngine) void describe(name, tests);
};
