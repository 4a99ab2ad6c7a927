/** What a storage holds, by the interface alone: a page may have put something of its own in the place of the browser's. */
export const storageKeys = (storage: Storage): string[] =>
  [...Array(storage.length).keys()].map((place) => `${storage.key(place)}`);
