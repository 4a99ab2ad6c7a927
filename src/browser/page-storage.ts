import type { JournalStorage } from '../checkout/environment.ts';

/** What a storage holds, by the interface alone: a page may have put something of its own in the place of the browser's. */
export const storageKeys = (storage: Storage): string[] =>
  [...Array(storage.length).keys()].map((place) => `${storage.key(place)}`);

/** The page's local storage, or nothing where the browser refuses it; it never throws. */
export function pageStorage(): JournalStorage | undefined {
  try {
    const storage = window.localStorage;
    storage.getItem('');
    return {
      keys: () => storageKeys(storage),
      read: (key) => storage.getItem(key),
      write: (key, value) => {
        try {
          storage.setItem(key, value);
          return true;
        } catch {
          return false;
        }
      },
      remove: (key) => storage.removeItem(key),
    };
  } catch {
    return;
  }
}
