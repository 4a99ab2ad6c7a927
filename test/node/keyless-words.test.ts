import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, it } from 'node:test';
import { build } from 'vite';
import { keylessWords } from '../../scripts/keyless-words.ts';
import { loadMessages } from '../../src/messages/catalogue.ts';
import { MethodWords } from '../../src/messages/method-words.ts';

const source = (name: string): string => fileURLToPath(new URL(`../../src/messages/${name}.ts`, import.meta.url));

interface Built {
  catalogue: { loadMessages: typeof loadMessages };
  'method-words': { MethodWords: typeof MethodWords };
}

describe('words without keys', () => {
  it('are the words of the source, each under its key', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'keyless-words-'));
    try {
      await build({
        configFile: false,
        logLevel: 'silent',
        plugins: [keylessWords()],
        build: {
          outDir,
          minify: true,
          lib: {
            entry: { catalogue: source('catalogue'), 'method-words': source('method-words') },
            fileName: (_format, name) => `${name}.mjs`,
            formats: ['es'],
          },
        },
      });
      const load = async <Name extends keyof Built>(name: Name): Promise<Built[Name]> =>
        (await import(/* @vite-ignore */ pathToFileURL(join(outDir, `${name}.mjs`)).href)) as Built[Name];
      const { loadMessages: loadKeyless } = await load('catalogue');
      const { MethodWords: Keyless } = await load('method-words');
      for (const language of ['es', 'en', 'pt'] as const) {
        const messages = await loadMessages(language);
        assert.deepEqual(await loadKeyless(language), messages);
        const [mine, theirs] = await Promise.all([Keyless.load(language), MethodWords.load(language)]);
        assert.deepEqual(
          mine.in(language, messages, () => undefined),
          theirs.in(language, messages, () => undefined),
        );
      }
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  });
});
