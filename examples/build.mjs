// node build.mjs [name…]   builds these examples, or all of them, each into its own dist
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
export const examples = ['angular', 'preact', 'react', 'solid', 'svelte', 'vanilla', 'vue'];

/** The program of a package, as a path for Node. */
function program(name, bin) {
  const { resolve } = createRequire(import.meta.url);
  const manifest = resolve(`${name}/package.json`);
  return join(dirname(manifest), createRequire(manifest)('./package.json').bin[bin]);
}

export function build(name) {
  const args = name === 'angular' ? [program('@angular/cli', 'ng'), 'build'] : [program('vite', 'vite'), 'build'];
  const { status } = spawnSync(process.execPath, args, {
    cwd: join(root, name),
    stdio: 'inherit',
    env: { ...process.env, NG_CLI_ANALYTICS: 'false' },
  });
  if (status !== 0) throw new Error(`The example ${name} was not built: see above.`);
  keepNotices(builtFolder(name));
}

/** Bundlers leave out licences, which ask to be in every copy of the code: of the package, and of what it is made of. */
function keepNotices(folder) {
  const installed = dirname(createRequire(import.meta.url).resolve('pay-checkout/package.json'));
  for (const file of ['LICENSE', 'THIRD-PARTY-NOTICES.md'])
    cpSync(join(installed, file), join(folder, 'licences', 'pay-checkout', file));
}

/** Where an example is once it was built. */
export const builtFolder = (name) => join(root, name, 'dist', ...(name === 'angular' ? ['browser'] : []));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  for (const name of names.length > 0 ? names : examples) build(name);
}
