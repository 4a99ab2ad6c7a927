import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build, createServer, type InlineConfig } from 'vite';
import { packageBin } from '../../scripts/node-tools.mjs';

const server = JSON.stringify(resolve('src/server/index.ts'));
const sandbox = JSON.stringify(resolve('src/sandbox/app.ts'));
const domain = JSON.stringify(resolve('src/domain/breb-keys.ts'));

/** Ways in which code for the browser could reach the backend kit. */
const leaks: Record<string, string> = {
  'a plain import': `import { PaymentsBackend } from ${server}; console.info(PaymentsBackend);`,
  'a side effect': `import ${server};`,
  'a re-export': `export { Disbursements } from ${server};`,
  'an import at run time': `export const load = () => import(${server});`,
  'the sandbox, which holds the kit': `export { createSandbox } from ${sandbox};`,
  'the name of the package': `export { PaymentsBackend } from 'pay-checkout/server';`,
};

describe('code for the browser that imports the backend kit', () => {
  let folder = '';
  const write = (path: string, text: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  /** The project's own build of one kind, with one module more. */
  const buildWith = (mode: string, more: InlineConfig['build']) =>
    build({ configFile: resolve('vite.config.ts'), mode, logLevel: 'silent', build: { write: false, ...more } }).then(
      () => 'built',
      (error: unknown) => String(error),
    );

  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'leaks-')));
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [title, text] of Object.entries(leaks))
    it(`fails the build: ${title}`, async () => {
      const file = write('leak.ts', text);
      const outcome = await buildWith('npm', { lib: { entry: { leak: file }, formats: ['es'] } });
      assert.match(outcome, /is for the merchant's backend/);
      assert.match(outcome, /leak\.ts imports/);
    });

  it('fails the script-tag build, the demo build and the dev server too', async () => {
    const file = write('leak.ts', leaks['a plain import'] ?? '');
    const tag = await buildWith('cdn', { lib: { entry: { leak: file }, formats: ['es'] } });
    assert.match(tag, /is for the merchant's backend/);
    const demo = await buildWith('demo', { rolldownOptions: { input: [file] } });
    assert.match(demo, /is for the merchant's backend/);
    const dev = await createServer({
      configFile: resolve('vite.config.ts'),
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false, watch: null, fs: { strict: false } },
      optimizeDeps: { noDiscovery: true },
    });
    try {
      await assert.rejects(dev.transformRequest(`/@fs${file}`), /is for the merchant's backend/);
    } finally {
      await dev.close();
    }
  });

  it('leaves alone what both sides may use', async () => {
    const file = write('fine.ts', `export { keyTypesOf } from ${domain};`);
    assert.equal(await buildWith('demo', { rolldownOptions: { input: [file] } }), 'built');
  });

  it('fails the lint, in the element and in the pages of the demo', () => {
    copyFileSync(resolve('.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    copyFileSync(resolve('tsconfig.json'), join(folder, 'tsconfig.json'));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    write('src/server/index.ts', 'export const secret = (): string => "";\n');
    const body = "export { secret } from '../server/index.ts';\n";
    const refused = ['src/ui/leak.ts', 'src/methods/leak.ts', 'src/checkout/leak.ts'].map((path) => write(path, body));
    refused.push(
      write('src/leak.ts', "import { secret } from './server/index.ts';\nconsole.info(secret());\n"),
      write(
        'src/api/leak.ts',
        "import type { PaymentSource } from 'pay-checkout/server';\nexport type P = PaymentSource;\n",
      ),
      write('demo/leak.ts', "export { secret } from '../src/server/index.ts';\n"),
      write('demo/panel/leak.ts', "export { createShopApp } from '../backend/shop-app.ts';\n"),
    );
    const allowed = [
      write('demo/backend/fine.ts', "export { secret } from '../../src/server/index.ts';\n"),
      write('src/sandbox/fine.ts', "export { secret } from '../server/index.ts';\n"),
    ];
    const lint = (file: string) =>
      spawnSync(process.execPath, [packageBin('oxlint'), '--deny-warnings', file], { cwd: folder, encoding: 'utf8' });
    for (const file of refused) {
      const { status, stdout } = lint(file);
      assert.equal(status, 1, file);
      assert.match(stdout, /belongs into src\/domain/, file);
    }
    for (const file of allowed) assert.equal(lint(file).status, 0, `${file}: ${lint(file).stdout}`);
  });
});
