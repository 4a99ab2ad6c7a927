import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const inPlaceOf: Record<string, string> = {
  'src/checkout/ledger/may-send.ts': './may-send.ts',
  'src/browser/page-storage.ts': './page-storage.ts',
};

/** Builds the script-tag bundle with its ledger switched off, for tests alone, into a folder of theirs. */
export async function buildWithoutLedger(folder: string): Promise<void> {
  const left = new Set(Object.keys(inPlaceOf));
  const replacement = {
    name: 'without-ledger',
    enforce: 'pre',
    load(id: string) {
      const file = Object.keys(inPlaceOf).find((path) => id.endsWith(`/${path}`));
      if (!file) return null;
      left.delete(file);
      return readFileSync(fileURLToPath(new URL(inPlaceOf[file] ?? '', import.meta.url)), 'utf8');
    },
  } as const;
  const outDir = { outDir: folder, emptyOutDir: true };
  await build({ mode: 'cdn', logLevel: 'silent', build: outDir, plugins: [replacement] });
  if (left.size > 0) throw new Error(`The build has no longer: ${[...left].join(', ')}`);
}
