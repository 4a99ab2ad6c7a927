import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build, parseAst, type Rolldown } from 'vite';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { proseOf } from '../docs/doc-files.ts';
import { manifest, MerchantProject } from './merchant-project.ts';

/** What a consumer may write to import code, with the file that is behind it. */
const entries = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'object' && target.default?.endsWith('.js')
    ? { specifier: join(manifest.name, path), file: target.default }
    : [],
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

describe('the package as its users get it', () => {
  let project: MerchantProject;

  before(() => {
    project = new MerchantProject();
  });
  after(() => project.remove());

  const scripts = (folder: string): string[] =>
    project.files
      .filter((name) => name.startsWith(folder) && name.endsWith('.js'))
      .map((name) => join(project.installed, name));

  it('satisfies publint', async () => {
    const { messages } = await publint({ pkgDir: resolve('.'), strict: true });
    const shown = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.deepEqual(
      messages.map((message) => formatMessage(message, shown)),
      [],
    );
  });

  it('has each file that its package.json promises', () => {
    const own = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'));
    const promised: string[] = [own.types, own.customElements, own['web-types'], ...Object.values(manifest.bin)];
    for (const target of Object.values(manifest.exports)) {
      promised.push(...(typeof target === 'string' ? [target] : Object.values(target)));
    }
    const missing = promised
      .map((path) => path.replace(/^\.\//, ''))
      .filter(
        (path) =>
          !project.files.some((name) => (path.endsWith('*') ? name.startsWith(path.slice(0, -1)) : name === path)),
      );
    assert.deepEqual(missing, []);
    for (const bin of Object.values(manifest.bin)) {
      assert.match(readFileSync(join(project.installed, bin), 'utf8'), /^#!\/usr\/bin\/env node\n/);
    }
  });

  it('ships the built files, their types and maps, what editors and people read, and no more', () => {
    const expected =
      /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|custom-elements\.json|docs\/.+\.(?:md|png|webp)|docs\/other-languages\/.+|dist\/[a-z]+\.js(?:\.map)?|dist\/(?:chunks|cdn)\/.+|dist\/sandbox\/(?:chunks\/)?[\w-]+\.js|dist\/types\/.+\.d\.ts|dist\/editor\/.+\.json|(?:dist\/(?:sandbox\/)?)?(?:THIRD-PARTY-NOTICES\.md|sbom\.cdx\.json))$/;
    assert.deepEqual(
      project.files.filter((name) => !expected.test(name)),
      [],
    );
  });

  it('links to nothing that it does not bring', () => {
    const documents = project.files.filter((name) => name.endsWith('.md'));
    assert(documents.length > 10);
    const dead = documents.flatMap((file) =>
      proseOf(join(project.installed, file)).flatMap(({ line, text }) =>
        [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
          .map(([, target = '']) => target)
          .filter((target) => !/^[a-z]+:/i.test(target))
          .map((target) => posix.join(posix.dirname(file), target))
          .filter((target) => !project.files.some((name) => name === target || name.startsWith(`${target}/`)))
          .map((target) => `${file}:${line}: ${target}`),
      ),
    );
    assert.deepEqual(dead, []);
  });

  it('imports nothing that it does not depend on', () => {
    const allowed = (name: string, dependencies: string[]) =>
      name.startsWith('.') || dependencies.some((known) => name === known || name.startsWith(`${known}/`));
    for (const file of scripts('dist/')) {
      const alone = /dist[\\/](?:cdn|sandbox)[\\/]/.test(file);
      const names = importsOf(readFileSync(file, 'utf8')).filter((name) => !name.startsWith('node:'));
      const foreign = names.filter((name) => !allowed(name, alone ? [] : Object.keys(manifest.dependencies)));
      assert.deepEqual(foreign, [], file);
    }
  });

  it('keeps Node out of what runs in browsers, and out of the backend kit, which also runs in workers', () => {
    const outside = /dist[\\/]sandbox[\\/]/;
    const reached = new Set(scripts('dist/').filter((name) => !outside.test(name)));
    // Of the sandbox, what bundlers find that build for browsers and workers.
    const { worker, browser } = manifest.exports['./sandbox'] as Record<string, string>;
    for (const entry of [worker, browser]) reached.add(join(project.installed, entry ?? assert.fail()));
    for (const file of reached) {
      const names = importsOf(readFileSync(file, 'utf8'));
      assert.deepEqual(
        names.filter((name) => name.startsWith('node:')),
        [],
        file,
      );
      for (const name of names.filter((one) => one.startsWith('.'))) reached.add(join(dirname(file), name));
    }
    assert.ok([...reached].some((file) => /sandbox[\\/]chunks[\\/]app\./.test(file)));
  });

  it('says of each file of the script-tag build what it is for, and which hash it has', () => {
    const text = readFileSync(join(project.installed, 'dist/cdn/integrity.json'), 'utf8');
    const inventory: { scripts: Record<string, Record<string, unknown>> } = JSON.parse(text);
    const table = readFileSync(join(project.installed, 'dist/cdn/script-inventory.md'), 'utf8');
    const found = scripts('dist/cdn/').map((file) => {
      const name = file.slice(join(project.installed, 'dist/cdn/').length).replaceAll('\\', '/');
      const hash = createHash('sha384').update(readFileSync(file)).digest('base64');
      assert(table.includes(`| \`${name}\` |`) && table.includes(hash), name);
      return [name, `sha384-${hash}`];
    });
    assert.deepEqual(
      Object.fromEntries(Object.entries(inventory.scripts).map(([name, { integrity }]) => [name, integrity])),
      Object.fromEntries(found),
    );
    for (const [name, { purpose, contains, bytes }] of Object.entries(inventory.scripts)) {
      assert(String(purpose).length > 10 && typeof contains === 'object' && Number(bytes) > 0, name);
    }
  });

  it('S4: names whose code is in it: in each file, in the notices and in the bill of materials', () => {
    const read = (name: string): string => readFileSync(join(project.installed, name), 'utf8');
    const bundles: Record<string, string[]> = {
      'dist/': [],
      'dist/cdn/': ['lit', 'lit-html', 'dompurify'],
      'dist/sandbox/': ['zod', 'hono', 'uqr'],
    };
    bundles[''] = Object.values(bundles).flat();
    for (const [folder, packages] of Object.entries(bundles)) {
      const bill = JSON.parse(read(`${folder}sbom.cdx.json`)) as { components: { name: string; purl?: string }[] };
      const notices = read(`${folder}THIRD-PARTY-NOTICES.md`);
      for (const name of packages) {
        assert(
          bill.components.some((one) => one.name === name && one.purl?.startsWith(`pkg:npm/${name}@`)),
          name,
        );
        assert.match(notices, new RegExp(`^## ${name} \\d`, 'm'));
      }
    }
    assert.match(read('THIRD-PARTY-NOTICES.md'), /Copyright \(c\) 2017 Google LLC/);
    for (const file of scripts('dist/'))
      assert.match(readFileSync(file, 'utf8'), /^(?:#!.*\n)?\/\*! pay-checkout \d[^\n]*\(MIT\)[^\n]*\*\/\n/, file);
    assert.match(read('dist/cdn/pay-checkout.js'), /contains [^\n]*lit-html/);
  });

  it('ships no development code in the script-tag build', () => {
    for (const file of scripts('dist/cdn/')) {
      assert.doesNotMatch(readFileSync(file, 'utf8'), /dev mode|process\.env/i, file);
    }
  });

  for (const { specifier } of entries) {
    it(`${specifier} can be imported in plain Node, in silence, and lets it end`, () => {
      const { status, stdout, stderr } = project.node(
        '--input-type=module',
        '--eval',
        `await import(${JSON.stringify(specifier)})`,
      );
      assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
    });
  }

  it('lets a bundler keep what a page uses, and leave out the rest', async () => {
    /** What the page loads at once. */
    const bundled = async (code: string): Promise<string> => {
      project.write('page.js', code);
      const built = await build({
        configFile: false,
        root: project.folder,
        logLevel: 'error',
        build: {
          write: false,
          minify: false,
          target: 'es2022',
          rolldownOptions: { input: join(project.folder, 'page.js') },
        },
      });
      const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
      const chunks = outputs.flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
      const loaded = (chunk: Rolldown.OutputChunk): string[] => [
        chunk.code,
        ...chunks.filter(({ fileName }) => chunk.imports.includes(fileName)).flatMap(loaded),
      ];
      return chunks
        .filter(({ isEntry }) => isEntry)
        .flatMap(loaded)
        .join('\n')
        .trim();
    };
    assert.match(await bundled(`import 'pay-checkout';`), /customElements\.define\(/);
    assert.equal(await bundled(`import { PayCheckout } from 'pay-checkout/element';`), '');
    const money = await bundled(`import { formatMoney } from 'pay-checkout/core'; console.log(formatMoney);`);
    assert.doesNotMatch(money, /PENDING|merchants\/info/);
  });

  it('runs its sandbox as a command', async () => {
    const command = join(project.installed, manifest.bin['pay-checkout-sandbox'] ?? '');
    const { status, stdout, stderr } = project.node(command, '--no-such-option');
    assert.deepEqual([status, stdout, stderr.trim().split('\n').length], [1, '', 1]);

    const served = spawn(process.execPath, [command, '--port', '0'], { cwd: project.folder, timeout: 60_000 });
    const ended = once(served, 'close');
    const [line] = (await once(served.stdout, 'data')) as [Buffer];
    const [, url] = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line.toString()) ?? [];
    const headers = { 'x-merchant-public-key': 'pub_test_shop' };
    const { data } = (await (await fetch(`${url}/merchants/info`, { headers })).json()) as { data: { id: number } };
    assert.equal(data.id, 15113);
    served.kill();
    await ended;
  });
});
