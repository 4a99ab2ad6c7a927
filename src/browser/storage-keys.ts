/** What a storage holds. A page may have put something of its own in the place of the browser's, or around it. */
export const storageKeys = (storage: Storage): string[] =>
  ownKeys(storage) ?? [...Array(storage.length).keys()].map((place) => `${storage.key(place)}`);

/** All at once, where it is the browser's: thousands of keys that are asked for one by one take Firefox quadratic time. */
function ownKeys(storage: Storage): string[] | undefined {
  if (Object.prototype.toString.call(storage) !== '[object Storage]') return;
  const keys = Object.keys(storage);
  const [first] = keys.length === storage.length ? keys : [];
  return first === undefined || !keys.includes(`${storage.key(0)}`) ? undefined : keys;
}
