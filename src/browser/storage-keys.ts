/** What a storage holds. A page may have put something of its own in the place of the browser's, or around it. */
export const storageKeys = (storage: Storage): string[] =>
  ownKeys(storage) ?? [...Array(storage.length).keys()].map((place) => `${storage.key(place)}`);

/** All at once, where it is the browser's: thousands of keys that are asked for one by one take Firefox quadratic time. */
function ownKeys(storage: Storage): string[] | undefined {
  if (Object.prototype.toString.call(storage) !== '[object Storage]') return;
  const keys = new Set(Object.keys(storage));
  // A key that has the name of a function of it is not among these.
  for (let type: unknown = storage; (type = Object.getPrototypeOf(type));)
    for (const name of Object.getOwnPropertyNames(type)) if (storage.getItem(name) !== null) keys.add(name);
  const isWhole = keys.size === storage.length && (keys.size === 0 || keys.has(`${storage.key(0)}`));
  return isWhole ? [...keys] : undefined;
}
