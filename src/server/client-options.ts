import { platformFetch, type Fetch } from './exchange.ts';

/**
 * What a constructor or a call was given, before anything is read from it.
 *
 * @throws TypeError in words that say which argument is wrong, rather than which property of nothing was read
 */
export function requireObject<Value extends object>(value: Value, what: string): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${what} must be an object.`);
  return value;
}

/** @throws TypeError for what cannot be called: it would look like a service that does not answer. */
export function requireFetch(value: Fetch | null | undefined): Fetch {
  if (value === undefined || value === null) return platformFetch;
  if (typeof value !== 'function') throw new TypeError('fetch must be a function.');
  return value;
}

/**
 * The paths of an API with a merchant's own in place of some; what is undefined or null stays as it was.
 *
 * @throws TypeError
 */
export function requirePaths<Paths extends object>(defaults: Paths, given: Partial<Paths> | null | undefined): Paths {
  const own = Object.entries(requireObject(given ?? {}, 'paths')).filter(
    ([, path]) => path !== undefined && path !== null,
  );
  for (const [name, path] of own)
    if (typeof path !== 'string' || !path.startsWith('/'))
      throw new TypeError(`paths.${name} must begin with a slash.`);
  return { ...defaults, ...Object.fromEntries(own) };
}
