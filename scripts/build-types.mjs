/**
 * Writes the declarations of the package's entry points into dist/types, for consumers of any module resolution:
 * the compiler leaves `.ts` in the addresses of its imports, which only some of them follow to a `.d.ts`.
 * Declarations that no entry point reaches are left out, and with them the types of what was bundled.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageBin, runNode } from './node-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/types');
const reference = /\/\/\/ <reference path="[^"]*\/([^"/]+)"[^>]*>/g;
const commentOrImport = /\/\*[^]*?\*\/|(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bdeclare module\s+)(['"])([^'"]+)\2/g;

/** @type {{ exports: Record<string, { types?: string } | string>, dependencies: Record<string, string> }} */
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
const { code, output } = await runNode([packageBin('typescript', 'tsc'), '-p', join(root, 'tsconfig.build.json')]);
if (output) console.log(output);

const entries = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === 'object' && entry.types ? join(root, entry.types) : [],
);
/** @type {Set<string>} */
const reached = new Set();
/** @type {string[]} */
const problems = [];
/** Beginnings and ends of the module names that a declaration of ours stands in for. */
/** @type {string[][]} */
const substitutes = [];

/**
 * Takes a declaration file along that was written by hand, which the compiler leaves where it is.
 * @param {string} name
 */
function take(name) {
  const text = readFileSync(join(root, 'src', name), 'utf8');
  for (const [, pattern = ''] of text.matchAll(/declare module '([^']*\*[^']*)'/g))
    substitutes.push(pattern.split('*'));
  writeFileSync(join(folder, name), text);
  reached.add(join(folder, name));
  return `/// <reference path="./${name}" />`;
}

/** @param {string} name */
const isKnown = (name) =>
  name.startsWith('node:') ||
  Boolean(manifest.dependencies[name]) ||
  substitutes.some(([start = '', end = '']) => name.startsWith(start) && name.endsWith(end));

/** @param {string} file */
function visit(file) {
  if (reached.has(file)) return;
  reached.add(file);
  const linked = readFileSync(file, 'utf8').replace(reference, (_all, name) => take(name));
  const text = linked.replace(commentOrImport, (all, before, quote, name) => {
    if (!name) return all;
    if (!name.startsWith('.')) {
      const bare = name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/');
      if (!isKnown(bare) && !isKnown(name)) {
        problems.push(`${file.slice(root.length)} names ${name}, which the package does not depend on.`);
      }
      return all;
    }
    const path = name.replace(/\.(?:ts|js)$/, '');
    visit(join(dirname(file), `${path}.d.ts`));
    return `${before}${quote}${path}.js${quote}`;
  });
  writeFileSync(file, text);
}

for (const entry of entries) {
  if (existsSync(entry)) visit(entry);
  // That a promised file is missing is for the check of the package to refuse.
  else console.warn(`${entry.slice(root.length)} is named in package.json, but no source makes it.`);
}
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const file = join(folder, name);
  if (name.endsWith('.ts') && !reached.has(file)) rmSync(file);
}
for (const problem of problems) console.error(problem);
process.exitCode = code === 0 && problems.length === 0 ? 0 : 1;
