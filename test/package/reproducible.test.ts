import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { packageBin, runNode } from '../../scripts/node-tools.mjs';

describe('two builds of one commit', () => {
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** The files of a build, by their paths. */
  async function built(mode: string): Promise<Map<string, string>> {
    const folder = mkdtempSync(join(tmpdir(), 'reproducible-'));
    folders.push(folder);
    const options = ['--mode', mode, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
    const { code, output } = await runNode([packageBin('vite'), 'build', ...options]);
    assert.equal(code, 0, output);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    return new Map(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), readFileSync(path, 'base64')];
      }),
    );
  }

  for (const mode of ['npm', 'cdn', 'sandbox'])
    it(`are the same to the byte (${mode})`, async () => {
      const [first, second] = [await built(mode), await built(mode)];
      assert.deepEqual([...second.keys()].toSorted(), [...first.keys()].toSorted());
      const differing = [...first].filter(([name, content]) => second.get(name) !== content);
      assert.deepEqual(
        differing.map(([name]) => name),
        [],
      );
      assert(first.has('sbom.cdx.json') && first.has('THIRD-PARTY-NOTICES.md'));
    });
});
