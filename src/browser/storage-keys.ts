/** What a storage holds. A page may have put something of its own in the place of the browser's. */
export function storageKeys(storage: Storage): string[] {
  // Asked for one by one, thousands of keys take Firefox the square of their number.
  const keys = Object.keys(storage);
  const isOfBrowser = Object.prototype.toString.call(storage) === '[object Storage]';
  if (isOfBrowser && keys.length === storage.length) return keys;
  return [...Array(storage.length).keys()].map((place) => `${storage.key(place)}`);
}
