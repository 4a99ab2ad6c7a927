import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inlineRuntime } from '../../scripts/inline-runtime.ts';
import { sameNames } from '../../scripts/same-names.ts';

const shared = Array.from(
  { length: 12 },
  (_none, place) => `export const shared${place} = (value) => [value, ${place}];`,
);
const all = shared.map((_text, place) => `shared${place}`);
const files: Record<string, string> = {
  'package.json': '{"name": "sample", "type": "module"}',
  'entry.js': `
    export const early = async () => (await import('./first.js')).first();
    export const late = async () => [await (await import('./second.js')).second(), (await import('./third.js')).third()];`,
  'first.js': `import { ${all.join(', ')} } from './shared.js'; export const first = () => [${all.map((name) => `${name}('a')`).join()}];`,
  'second.js': `import { ${all.slice(2).join(', ')} } from './shared.js'; import { first } from './first.js';
    export const second = () => [first(), ${all
      .slice(2)
      .map((name) => `${name}('b')`)
      .join()}];`,
  'third.js': `import { shared1 } from './shared.js'; export const third = () => shared1('c');`,
  'shared.js': shared.join('\n'),
};
const groups = [
  { name: 'one', test: /first\.js|shared\.js/ },
  { name: 'two', test: /second\.js|third\.js/ },
];

describe('what one file of the script-tag build gives to another', () => {
  let folder = '';

  const built = async (name: string): Promise<{ code: string; url: string }> => {
    const file = (await readdir(join(folder, 'out'))).find((one) => one.startsWith(name) && one.endsWith('.js')) ?? '';
    const path = join(folder, 'out', file);
    return { code: await readFile(path, 'utf8'), url: pathToFileURL(path).href };
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'same-names-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [inlineRuntime(), sameNames()],
      build: {
        outDir: join(folder, 'out'),
        modulePreload: false,
        minify: true,
        sourcemap: true,
        lib: { entry: { entry: join(folder, 'entry.js') }, formats: ['es'] },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          output: {
            chunkFileNames: '[name].js',
            codeSplitting: { includeDependenciesRecursively: false, groups },
          },
        },
      },
    });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('is called as the file calls it that takes most of it, and arrives', async () => {
    const [list = ''] = /import ?\{[^}]*\}/.exec((await built('two')).code) ?? [];
    assert.match(list, /\w/);
    assert.doesNotMatch(list, / as /);
    const { early, late } = (await import((await built('entry')).url)) as Record<string, () => Promise<unknown>>;
    const ofA = all.map((_name, place) => ['a', place]);
    assert.deepEqual(await early?.(), ofA);
    assert.deepEqual(await late?.(), [
      [ofA, ...ofA.slice(2).map(([, place]) => ['b', place])],
      ['c', 1],
    ]);
  });

  it('is asked for lazily by its own name, in the file itself', async () => {
    assert.match((await built('two')).code, / as second\b/);
    assert.match((await built('two')).code, / as third\b/);
    assert.doesNotMatch((await built('entry')).code, /\.then\(/);
  });
});
