import type { JournalStorage } from '../checkout/environment.ts';
import { storageKeys } from './storage-keys.ts';

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
