/** How deep a body may be nested: more than anything that the service takes needs, and nothing that a stack runs out of. */
export const MOST_LEVELS = 100;

/** Whether a JSON value has objects or lists in more than `MOST_LEVELS` levels. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MOST_LEVELS) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
