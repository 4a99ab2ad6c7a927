import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

/**
 * The JavaScript file behind a package's command. Run with Node it needs no shell, also on Windows.
 * @param {string} name of the package
 * @param {string} [command] when the package has several
 */
export function packageBin(name, command = name) {
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin[command];
  if (!file) throw new Error(`${name} has no command ${command}.`);
  return join(modules, name, file);
}
