import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { it } from 'node:test';
import { build, type Rolldown } from 'vite';
import { componentsOf } from '../../build/bill-of-materials.ts';

async function builtIn(mode: string): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const built = (await build({
    configFile: resolve('vite.config.ts'),
    mode,
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  return [built].flat().flatMap(({ output }) => output);
}

it('S4: the pages of the demo, wherever they are put, name whose code is in them', async () => {
  const output = await builtIn('demo');
  const lines = output.flatMap((file) =>
    file.type === 'chunk' ? [/^\/\*! pay-checkout .+\*\/$/m.exec(file.code)?.[0] ?? `none in ${file.fileName}`] : [],
  );
  assert.deepEqual(
    lines.filter((line) => line.startsWith('none')),
    [],
  );
  const notices = output.find(({ fileName }) => fileName === 'THIRD-PARTY-NOTICES.md');
  assert(notices?.type === 'asset');
  for (const name of [
    'lit',
    'lit-html',
    'lit-element',
    '@lit/reactive-element',
    'dompurify',
    'zod',
    'vite',
    'rolldown',
  ]) {
    assert.ok(
      lines.some((line) => line.includes(` ${name} `)),
      name,
    );
    assert.match(String(notices.source), new RegExp(`^## ${name} \\d`, 'm'));
  }
  for (const file of output)
    if (file.type === 'chunk' && file.moduleIds.includes('\0vite/preload-helper.js'))
      assert.match(file.code, /^\/\*! pay-checkout .+[ (]vite \d.+\*\/$/m, file.fileName);
  assert.doesNotMatch(String(notices.source), /Bundled dependencies/i);
});

it('S4: names whose code a package has taken over from others, as its files say', async () => {
  for (const mode of ['cdn', 'demo']) {
    const output = await builtIn(mode);
    const said = (fileName: string): string => {
      const file = output.find((one) => one.fileName === fileName);
      assert(file?.type === 'asset', fileName);
      return String(file.source);
    };
    const legal = output
      .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      .filter((id) => id.includes('node_modules') && !id.startsWith('\0'))
      .flatMap((id) => readFileSync(id, 'utf8').match(/Copyright (?:\(c\) )?[\w-]+,? [A-Z][^\n*]*?(?= --|\n)/g) ?? []);
    assert(
      legal.some((line) => line.includes('Facebook')),
      'a package that holds code of others',
    );
    for (const line of legal) assert(said('THIRD-PARTY-NOTICES.md').includes(line), line);
    assert.match(said('sbom.cdx.json'), /"copyright": "[^"]*Facebook, Inc\./);
  }
});

it('S4: a helper without a file is named by who brings it, and one that nobody is known to bring ends the build', () => {
  const namesOf = (...ids: string[]) => componentsOf(ids).map(({ name }) => name);
  assert.deepEqual(namesOf('\0vite/preload-helper.js', '\0vite/modulepreload-polyfill.js'), ['vite']);
  assert.deepEqual(namesOf('\0rolldown/runtime.js'), ['rolldown']);
  assert.deepEqual(namesOf('\0@oxc-project+runtime@0.156.0/helpers/esm/decorate.js'), ['rolldown']);
  assert.throws(() => namesOf('\0another-plugin/helper.js'), /another-plugin\/helper\.js is in a bundle/);
});

it('S4: each file of the script tag that holds the bundler’s helper names it', async () => {
  const output = await builtIn('cdn');
  const helper = /Object\.defineProperty,\w+=\(\w+,\w+\)=>\{let \w+=\{\};for\(var/;
  const holders = output.filter((file) => file.type === 'chunk').filter(({ code }) => helper.test(code));
  assert(holders.length > 0);
  for (const { fileName, code } of holders) assert.match(code, /^\/\*! pay-checkout .+ rolldown \d.+\*\/$/m, fileName);
});
