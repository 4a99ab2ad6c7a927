import type { TextStorage } from '../checkout/environment.ts';
import { storageKeys } from './storage-keys.ts';

/** A storage of the page, or nothing where the browser refuses it; it never throws. */
export function pageStorage(name: 'localStorage' | 'sessionStorage'): TextStorage | undefined {
  try {
    const storage = window[name];
    storage.getItem('');
    return {
      keys: () => storageKeys(storage),
      read: (key) => storage.getItem(key),
      write: (key, value) => {
        try {
          storage.setItem(key, value);
          // Some a page has put in its place keep nothing, and say nothing.
          return storage.getItem(key) !== null;
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
