import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runNode } from '../../scripts/run-node.mjs';
import { snippetsOf } from './doc-files.ts';

const folder = 'test/documented';

describe('the code that docs/testing.md tells to copy', () => {
  const shown = snippetsOf('docs/testing.md').map(({ code }) => code);

  for (const name of readdirSync(folder)) {
    it(`is what the tests run: ${name}`, () => {
      assert(shown.includes(readFileSync(join(folder, name), 'utf8')));
    });
  }

  it('passes its own tests of a backend', async () => {
    const { code, output } = await runNode(['--test', join(folder, 'shop.test.mjs')]);
    assert.equal(code, 0, output);
    assert.match(output, /^# pass 2$/m);
  });
});
