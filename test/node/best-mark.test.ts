import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { bestMark } from '../../scripts/best-mark.ts';

interface File {
  type: 'chunk' | 'asset';
  fileName: string;
  code?: string;
  source?: string;
}

const entry = (mark: string): string =>
  `const ask=name=>import(\`./chunks/\${name}-${mark}.js\`);globalThis[Symbol.for("pay-checkout:${mark}")]??={ask};`;
const part = (mark: string, words: string): string =>
  `const{ask}=globalThis[Symbol.for("pay-checkout:${mark}")];ask(${JSON.stringify(words)});`;

const filesWith = (mark: string, words = 'once, twice and thrice'): File[] => [
  { type: 'chunk', fileName: 'pay-checkout.js', code: entry(mark) },
  { type: 'chunk', fileName: `chunks/flow-${mark}.js`, code: part(mark, words) },
  { type: 'asset', fileName: `chunks/flow-${mark}.js.map`, source: JSON.stringify({ file: `flow-${mark}.js` }) },
];

/** What the build comes to, by the plugin's own last step. */
async function run(files: File[]): Promise<File[]> {
  const { generateBundle } = bestMark();
  assert(typeof generateBundle === 'function');
  const fail = (text: string): never => {
    throw new Error(text);
  };
  const bundle = Object.fromEntries(files.map((file) => [file.fileName, file]));
  await Reflect.apply(generateBundle, { error: fail }, [{}, bundle, true]);
  return files;
}

const packed = (files: File[]): number =>
  files.reduce((total, { code }) => total + (code === undefined ? 0 : brotliCompressSync(code).length), 0);

describe('the mark of a build', () => {
  it('is the same in all that says it, follows from the first one, and packs no bigger than that', async () => {
    for (const first of ['abcde', 'ponml', 'fifif', 'aapoj']) {
      const files = await run(filesWith(first));
      const [, mark = ''] = /-([a-p]{5})\.js$/.exec(files[1]?.fileName ?? '') ?? [];
      assert.deepEqual(files, filesWith(mark));
      assert.deepEqual(await run(filesWith(first)), files);
      assert.ok(packed(files) <= packed(filesWith(first)));
    }
  });

  it('is not changed where something else is called so', async () => {
    await assert.rejects(run(filesWith('image', 'an image of it')), /flow-image\.js says image otherwise/);
    await assert.rejects(run([...filesWith('abcde'), ...filesWith('ponml')]), /not one mark, but 2/);
  });
});
