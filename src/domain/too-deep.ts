import { isRecord } from './published.ts';

/** How deep JSON may be nested: more than anything here needs, and nothing that a stack runs out of. */
export const mostLevels = 100;

/** Whether there are plain records or lists in more levels than there may be. */
export function isTooDeep(value: unknown, levels = mostLevels): boolean {
  if (!isRecord(value) && !Array.isArray(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
