import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageBin } from '../../scripts/node-tools.mjs';
import { manifest, MerchantProject } from './merchant-project.ts';

/** What a consumer may write to import types. */
const typed = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'object' && target.types ? join(manifest.name, path) : [],
);

/** The compiler of this repository, and the older one that one of its tools brings along. */
const compilers = {
  'TypeScript 7': packageBin('typescript', 'tsc'),
  'TypeScript 5': createRequire(resolve('node_modules/@arethetypeswrong/core/package.json')).resolve(
    'typescript/bin/tsc',
  ),
};

const resolutions = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
];

const frameworks = ['react', 'preact', 'solid'];

/** Checks files of a project, all declarations included, and gives what the compiler complains about. */
function complaints(project: MerchantProject, compiler: string, options: Record<string, string>, ...files: string[]) {
  const settings = {
    target: 'es2022',
    lib: 'es2023,dom,dom.iterable',
    jsx: 'react-jsx',
    typeRoots: 'none',
    skipLibCheck: 'false',
    ...options,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  return project.node(compiler, '--strict', '--noEmit', ...args, ...files).stdout;
}

describe('the types of the package', () => {
  let project: MerchantProject;
  let withFrameworks: MerchantProject;

  before(() => {
    project = new MerchantProject();
    const lines = typed.map((specifier, index) => `import type * as m${index} from '${specifier}';`);
    const uses = typed.map((_specifier, index) => `typeof m${index}`);
    project.write(
      'use.ts',
      `${lines.join('\n')}
      import type { PayCheckout, PayResultEvent } from '${manifest.name}';
      export type All = [${uses.join(', ')}];
      export const element: PayCheckout | null = document.querySelector('pay-checkout');
      export const made: PayCheckout = document.createElement('pay-checkout');
      const handle = (event: PayResultEvent): void => console.log(event.transaction.status);
      element?.addEventListener('pay-result', handle);
      document.addEventListener('pay-result', handle);
      window.addEventListener('pay-result', handle);
      // @ts-expect-error another event's listener
      element?.addEventListener('pay-error', handle);`,
    );
    project.write('checkout-page.ts', readFileSync('test/documented/checkout-page.ts', 'utf8'));
    withFrameworks = new MerchantProject(['@types/react', 'csstype', 'preact', 'solid-js']);
    for (const name of frameworks) {
      const text = readFileSync(`test/jsx/${name}.tsx`, 'utf8');
      const imported = text
        .replace("'../../src/index.ts'", `'${manifest.name}'`)
        .replace("'../../src/jsx.ts'", `'${manifest.name}/jsx'`);
      withFrameworks.write(`${name}.tsx`, imported);
    }
  });
  after(() => {
    project.remove();
    withFrameworks.remove();
  });

  it('are right for whoever imports them', () => {
    const attw = fileURLToPath(
      import.meta.resolve('@arethetypeswrong/cli/package.json').replace('package.json', 'dist/index.js'),
    );
    const { status, stdout } = project.node(attw, project.tarball, '--profile', 'esm-only', '--format', 'ascii');
    assert.equal(status, 0, stdout);
  });

  for (const [compilerName, compiler] of Object.entries(compilers)) {
    for (const options of resolutions) {
      it(`need nothing else installed (${compilerName}, ${options.moduleResolution})`, () => {
        assert.equal(complaints(project, compiler, options, 'use.ts'), '');
      });

      it(`are all that the page object of the documents asks for (${compilerName}, ${options.moduleResolution})`, () => {
        assert.equal(complaints(project, compiler, options, 'checkout-page.ts'), '');
      });

      // How a module is found is the same whichever framework asks: the older compiler, which takes its time, is asked once.
      if (compilerName === 'TypeScript 5' && options.moduleResolution === 'nodenext') continue;
      for (const name of frameworks) {
        it(`know the tag in ${name} (${compilerName}, ${options.moduleResolution})`, () => {
          assert.equal(complaints(withFrameworks, compiler, options, `${name}.tsx`), '');
        });
      }
    }
  }
});
