/** An order store for a shop that runs in one process and has no database. */
import type { OrderStore, StoredRecord } from './order-store.ts';
import { sha256Hex } from './sha256-hex.ts';

/** What is used of `node:fs/promises`, which Deno and Bun have too. The kit is compiled without Node's types. */
interface Files {
  mkdir(path: string, options: { recursive: boolean }): Promise<unknown>;
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  writeFile(path: string, text: string, options: { flush: boolean }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  open(path: string, flags: 'r'): Promise<{ sync(): Promise<void>; close(): Promise<void> }>;
}

// Only when a file is used: workers have none. By a name that no bundler follows.
const files = () => import(/* @vite-ignore */ ['node:fs', 'promises'].join('/')) as Promise<Files>;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Makes the names in a folder outlive a power cut. Windows, and some file systems, let no folder be opened or synced. */
async function syncFolder(fs: Files, path: string): Promise<void> {
  try {
    const folder = await fs.open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    if (!['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP'].includes(String(codeOf(error)))) throw error;
  }
}

/** One change at a time in this process, also of two stores of the same folder. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Orders in the files of a folder, which is made when it is missing: one per cart and one per reference, each replaced in
 * one step (written beside it, flushed, renamed, the folder flushed), so that a crash leaves the old one or the new one. For **one process**:
 * nothing keeps two of them apart. Needs `node:fs`.
 */
export function fileStore(folder: string): OrderStore {
  const pathOf = async (key: string) => `${folder}/${await sha256Hex(key)}.json`;
  const get = async (key: string): Promise<StoredRecord | undefined> => {
    const fs = await files();
    try {
      return JSON.parse(await fs.readFile(await pathOf(key), 'utf8')) as StoredRecord;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  };
  const set = async (...[key, expected, next]: Parameters<OrderStore['compareAndSet']>): Promise<boolean> => {
    if ((await get(key))?.version !== expected?.version) return false;
    const fs = await files();
    const path = await pathOf(key);
    const isMade = await fs.mkdir(folder, { recursive: true });
    if (isMade) await syncFolder(fs, `${folder}/..`);
    await fs.writeFile(`${path}.new`, JSON.stringify(next), { flush: true });
    await fs.rename(`${path}.new`, path);
    await syncFolder(fs, folder);
    return true;
  };
  return {
    get,
    compareAndSet(...change) {
      const changing = last.then(() => set(...change));
      last = changing.catch(() => {});
      return changing;
    },
  };
}
