/**
 * Writes the declarations of the package's entry points into dist/types, for consumers of any module resolution:
 * the compiler leaves `.ts` in the addresses of its imports, which only some of them follow to a `.d.ts`.
 * Declarations that no entry point reaches are left out, and with them the types of what was bundled.
 */
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageBin, runNode } from './node-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/types');
const reference = /\/\/\/ <reference path="[^"]*\/([^"/]+)"[^>]*>/g;
const imported = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])(\.[^'"]+)\.ts\2/g;

/** @type {{ exports: Record<string, { types?: string } | string> }} */
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
const { code, output } = await runNode([packageBin('typescript', 'tsc'), '-p', join(root, 'tsconfig.build.json')]);
if (output) console.log(output);
process.exitCode = code;

/** @type {Set<string>} */
const reached = new Set();

/**
 * Takes a declaration file along that was written by hand, which the compiler leaves where it is.
 * @param {string} name
 */
function take(name) {
  copyFileSync(join(root, 'src', name), join(folder, name));
  reached.add(join(folder, name));
  return `/// <reference path="./${name}" />`;
}

/** @param {string} file */
function visit(file) {
  if (reached.has(file)) return;
  reached.add(file);
  const linked = readFileSync(file, 'utf8').replace(reference, (_all, name) => take(name));
  const text = linked.replace(imported, (_all, before, quote, path) => {
    visit(join(dirname(file), `${path}.d.ts`));
    return `${before}${quote}${path}.js${quote}`;
  });
  writeFileSync(file, text);
}

for (const entry of Object.values(exports))
  if (typeof entry === 'object' && entry.types) visit(join(root, entry.types));
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const file = join(folder, name);
  if (name.endsWith('.ts') && !reached.has(file)) rmSync(file);
}
