import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const { name, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  dependencies: Record<string, string>;
};
/** Of each, a page that is written in it has the types itself. */
const frameworks = ['react', 'preact', 'solid-js', 'svelte', 'vue'];

it('the types of the package name no other package than what it brings, or a framework that the page is written in', () => {
  const files = readdirSync('dist/types', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.d.ts'),
  );
  assert(files.length > 0);
  const known = new Set([name, ...Object.keys(dependencies), ...frameworks]);
  const foreign = files.flatMap((file) =>
    [
      ...readFileSync(join('dist/types', file), 'utf8').matchAll(
        /(?:from|import\()\s*['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)/g,
      ),
    ]
      .filter(([, named]) => named !== undefined && !known.has(named))
      .map(([, named]) => `${file}: ${named}`),
  );
  assert.deepEqual(foreign, []);
});
