import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { build, type Rolldown } from 'vite';
import { smallerSanitiser } from '../../scripts/smaller-sanitiser.ts';

const dompurify = fileURLToPath(import.meta.resolve('dompurify'));
const sanitiser = dompurify.replace(/purify[.\w]*$/, 'purify.es.mjs');

const built = async (text: string): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'given', load: (id) => (id === sanitiser ? text : null) }, smallerSanitiser()],
    build: { write: false, minify: false, lib: { entry: sanitiser, formats: ['es'] } },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) => output.map((file) => (file.type === 'chunk' ? file.code : ''))).join('');
};

describe('the sanitiser of the script-tag build', () => {
  it('lets nothing through by default, and knows what belongs to SVG and MathML', async () => {
    const code = await built(await readFile(sanitiser, 'utf8'));
    for (const allowed of ['autocapitalize', 'blockquote', 'stroke-dasharray', 'columnspan', 'xml:space'])
      assert(!code.includes(`"${allowed}"`), allowed);
    for (const known of ['foreignobject', 'feTurbulence', 'annotation-xml', 'mglyph', 'lineargradient'])
      assert(code.includes(`"${known}"`), known);
  });

  it('is not built from a version that nobody has looked at', async () => {
    const text = await readFile(sanitiser, 'utf8');
    await assert.rejects(
      built(text.replace('const mathMl = freeze([', 'const mathMl = freeze([...[],')),
      /look at it again/,
    );
  });
});
