import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { MagicString } from 'magic-string';
import type { Plugin, Rolldown } from 'vite';
import { helperOf } from './bundler-helper.ts';

type Chunks = Readonly<Record<string, Rolldown.RenderedChunk>>;

/** Stands for the build's id until all files are known; as long as the id, so that source maps stay right. */
const placeholder = 'BUILD_ID';
/** What the files of one copy have in common: a constant of the entry, which hands it to each lazy file. */
const registry = 'payCheckoutFiles';
const entryOf = (name: string): string => `${registry}[${JSON.stringify(name)}]`;

/** How the bundler writes that a file is loaded later. */
const dynamicImport = /\bimport\("(\.[^"]+)"\)/g;

/**
 * The entry's function that loads files by name, one after the other, and gives the last. A file that did not come, or
 * came empty, is asked for again with something behind a `#`: the same address on the network, another module to the browser. A page
 * that pins files to hashes pins whole addresses, so there the address stays as it is: what was refused for its content
 * must not get in by another name.
 */
const loader = `const ${registry} = {};
${registry}.load = ((failures) => async (...names) => {
  for (const name of names) {
    const tries = failures.get(name);
    try {
      const { fill } = await import(\`./chunks/\${name}-${placeholder}.js\${tries ? "#" + tries : ""}\`);
      if (!fill) throw new Error(\`\${name} came without its content\`);
      ${registry}[name] ??= fill(${registry});
    } catch (error) {
      const isPinned = document.querySelector("[type=importmap], [rel=modulepreload][integrity]");
      if (!isPinned) failures.set(name, (tries ?? 0) + 1);
      throw error;
    }
  }
  return ${registry}[names.at(-1)];
})(new Map());`;

const nameOf = (node: { name: string } | { value: string }): string => ('name' in node ? node.name : node.value);

/** The lazy files that one imports, those that they import first. */
function neededBy(chunks: Chunks, file: string, above: readonly string[] = []): string[] {
  if (above.includes(file)) throw new Error(`Lazy files import each other: ${[...above, file].join(' → ')}.`);
  const direct = (chunks[file]?.imports ?? []).filter(
    (needed) => chunks[needed]?.isEntry === false && !helperOf(chunks[needed]),
  );
  return [...new Set(direct.flatMap((needed) => [...neededBy(chunks, needed, [...above, file]), needed]))];
}

/**
 * Has the entry of the script-tag build hand its lazy files what they need, instead of their importing it by address.
 * Each is a function of that, and gives what others need of it. Nothing of it is left where another script of the page
 * finds it: lit, or the Trusted Types policy, would make trusted HTML of any text. Without this
 *
 * - a page that loads `pay-checkout.js?v=1`, or the copy with the version in its name, would fetch and run the entry
 *   twice, since a lazy file's `import … from "../pay-checkout.js"` is another address, and so another module;
 * - a payer whose connection failed once could not pay until the page is loaded again, since browsers keep a module that
 *   could not be fetched, and with it all that import it, as failed for as long as the page lives.
 *
 * The names of the lazy files hold an id of all that was built. A value is handed over once, when a file has run: what
 * modules export must not be assigned again later, which the linter sees to (`import/no-mutable-exports`).
 */
export const fileRegistry = (): Plugin => ({
  name: 'file-registry',
  apply: 'build',

  outputOptions: (options) => ({ ...options, chunkFileNames: `chunks/[name]-${placeholder}.js` }),

  renderChunk(code, chunk, _options, { chunks }) {
    if (helperOf(chunk)) return null;
    if (chunk.isEntry && chunk.imports.length > 0)
      return this.error(`${chunk.fileName} must be one file, but imports ${chunk.imports.join(', ')}.`);
    const text = new MagicString(code);
    const pathOf = (address: string): string => posix.join(posix.dirname(chunk.fileName), address);
    const left: string[] = [];
    // Ahead of all that is written at the same place below.
    if (!chunk.isEntry) text.prepend(`export const fill = (${registry}) => {\n`);

    for (const node of this.parse(code).body) {
      if (node.type === 'ImportDeclaration') {
        const from = chunks[pathOf(node.source.value)];
        if (!from) return this.error(`${chunk.fileName} imports ${node.source.value}, which no browser finds.`);
        const helper = helperOf(from);
        if (helper) {
          text.update(node.start, node.end, helper);
          continue;
        }
        const names = node.specifiers.map((specifier) => {
          if (specifier.type === 'ImportSpecifier') return `${nameOf(specifier.imported)}: ${specifier.local.name}`;
          return this.error(`${chunk.fileName} imports the whole of ${from.fileName}.`);
        });
        text.update(
          node.start,
          node.end,
          names.length > 0 ? `const { ${names.join(', ')} } = ${entryOf(from.name)};` : '',
        );
      } else if (node.type === 'ExportNamedDeclaration' && !node.source && !node.declaration) {
        left.push(...node.specifiers.map(({ local, exported }) => `${nameOf(exported)}: ${nameOf(local)}`));
        text.remove(node.start, node.end);
      } else if (node.type.startsWith('Export')) {
        return this.error(`${chunk.fileName} exports in a way that is not known here.`);
      }
    }
    const given = `{ ${left.join(', ')} }`;
    if (!chunk.isEntry) text.append(`\nreturn ${given};\n};`);
    else if (left.length > 0) text.append(`\n${entryOf(chunk.name)} = ${given};`);

    const found = new Set<string>();
    text.replace(dynamicImport, (_all, address: string) => {
      const file = pathOf(address);
      found.add(file);
      const names = [...neededBy(chunks, file), file].map((one) => JSON.stringify(chunks[one]?.name));
      return `${registry}.load(${names.join(', ')})`;
    });
    const missed = chunk.dynamicImports.filter((file) => !found.has(file) || chunks[file]?.isEntry !== false);
    if (missed.length > 0)
      return this.error(`${chunk.fileName} loads ${missed.join(', ')} in a way that is not known.`);
    if (chunk.isEntry && found.size > 0) text.prepend(`${loader}\n`);
    return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }) };
  },

  // The id is made of the files as they are written, so whatever changes one of them gives all of them new names.
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk' && helperOf(file)) delete bundle[name];
    const files = Object.values(bundle).toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1));
    const hash = createHash('sha256');
    for (const file of files) if (file.type === 'chunk') hash.update(`${file.fileName}\0${file.code}\0`);
    const id = hash.digest('hex').slice(0, placeholder.length);
    for (const file of files) {
      file.fileName = file.fileName.replaceAll(placeholder, id);
      if (file.type === 'chunk') file.code = file.code.replaceAll(placeholder, id);
      else if (file.fileName.endsWith('.map')) file.source = String(file.source).replaceAll(placeholder, id);
    }
  },
});
