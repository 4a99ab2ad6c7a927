import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseAst } from 'vite';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packageBin } from '../../scripts/package-bin.mjs';

interface Manifest {
  name: string;
  dependencies: Record<string, string>;
  exports: Record<string, string | { types?: string; default?: string }>;
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** What a consumer may write to import code, with the file that is behind it. */
const entries = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'object' && target.default?.endsWith('.js')
    ? { specifier: join(manifest.name, path), file: target.default }
    : [],
);

/** What a consumer may write to import types. */
const typed = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'object' && target.types ? join(manifest.name, path) : [],
);

/** The modules that a built file imports, lazily or not. */
function importsOf(code: string): string[] {
  const found: string[] = [];
  JSON.stringify(parseAst(code), (_key, node: unknown) => {
    if (typeof node === 'object' && node && 'source' in node) {
      const { source } = node;
      if (typeof source === 'object' && source && 'value' in source) found.push(String(source.value));
    }
    return node;
  });
  return found;
}

/** The built files below a folder, maps left out. */
const scriptsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));

describe('the package as its users get it', () => {
  let project: string;
  let installed: string;

  before(() => {
    project = mkdtempSync(join(tmpdir(), 'pay-checkout-user-'));
    const modules = join(project, 'node_modules');
    mkdirSync(modules);
    const packed = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    assert.equal(packed.status, 0, packed.stderr);
    const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
    assert(tarball);
    const unpacked = spawnSync('tar', ['-xzf', tarball], { cwd: project, encoding: 'utf8' });
    assert.equal(unpacked.status, 0, unpacked.stderr);
    installed = join(project, 'package');
    symlinkSync(installed, join(modules, manifest.name), 'junction');
    for (const name of Object.keys(manifest.dependencies)) {
      symlinkSync(resolve('node_modules', name), join(modules, name), 'junction');
    }
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  });

  after(() => rmSync(project, { recursive: true, force: true }));

  it('satisfies publint', async () => {
    const { messages } = await publint({ pkgDir: resolve('.'), strict: true });
    const shown = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.deepEqual(
      messages.map((message) => formatMessage(message, shown)),
      [],
    );
  });

  it('imports nothing that it does not depend on', () => {
    const allowed = (name: string, dependencies: string[]) =>
      name.startsWith('.') || dependencies.some((known) => name === known || name.startsWith(`${known}/`));
    for (const file of scriptsBelow(join(installed, 'dist'))) {
      const alone = /dist[\\/](?:cdn|sandbox)[\\/]/.test(file);
      const names = importsOf(readFileSync(file, 'utf8')).filter((name) => !name.startsWith('node:'));
      const foreign = names.filter((name) => !allowed(name, alone ? [] : Object.keys(manifest.dependencies)));
      assert.deepEqual(foreign, [], file);
    }
  });

  it('keeps Node out of what runs in browsers', () => {
    for (const file of [...scriptsBelow(join(installed, 'dist/cdn')), join(installed, 'dist/index.js')]) {
      const names = importsOf(readFileSync(file, 'utf8')).filter((name) => name.startsWith('node:'));
      assert.deepEqual(names, [], file);
    }
  });

  it('ships no source, no tests and no development code', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const strays = files.filter((name) => /^(?:src|test|demo|scripts)|(?<!\.d)\.ts$/.test(name));
    assert.deepEqual(strays, []);
    for (const file of scriptsBelow(join(installed, 'dist/cdn'))) {
      assert.doesNotMatch(readFileSync(file, 'utf8'), /dev mode|process\.env/i, file);
    }
  });

  for (const { specifier } of entries) {
    it(`${specifier} can be imported in plain Node, in silence, and lets it end`, () => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', `await import(${JSON.stringify(specifier)})`],
        { cwd: project, encoding: 'utf8', timeout: 10_000 },
      );
      assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
    });
  }

  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    it(`has types for consumers that resolve as ${resolution} does`, () => {
      const lines = typed.map((specifier, index) => `import type * as m${index} from '${specifier}';`);
      const uses = typed.map((_specifier, index) => `typeof m${index}`);
      const checks = [
        `import type { PayCheckout, PayResultEvent } from '${manifest.name}';`,
        `export const element: PayCheckout | null = document.querySelector('pay-checkout');`,
        `document.addEventListener('pay-result', (event) => { const typed: PayResultEvent = event; void typed; });`,
      ];
      writeFileSync(
        join(project, 'use.ts'),
        [...lines, `export type All = [${uses.join(', ')}];`, ...checks, ''].join('\n'),
      );
      const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--types', ''];
      const { status, stdout } = spawnSync(
        process.execPath,
        [
          packageBin('typescript', 'tsc'),
          ...options,
          '--module',
          module,
          '--moduleResolution',
          resolution,
          'use.ts',
        ].map(String),
        { cwd: project, encoding: 'utf8' },
      );
      assert.equal(status, 0, stdout);
    });
  }
});
