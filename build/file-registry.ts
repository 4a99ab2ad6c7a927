import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { MagicString } from 'magic-string';
import type { Plugin, Rolldown } from 'vite';

type Chunks = Readonly<Record<string, Rolldown.RenderedChunk>>;

/** Stands for the build's id until all files are known; as long as the id, so that source maps stay right. */
const placeholder = 'BUILD_ID';
/** What the files of one build have in common on a page. Another version, or another build of this one, has its own. */
const registry = `globalThis[Symbol.for("pay-checkout:${placeholder}")]`;
const entryOf = (name: string): string => `${registry}[${JSON.stringify(name)}]`;

/** How the bundler writes that a file is loaded later. */
const dynamicImport = /\bimport\("(\.[^"]+)"\)/g;

/**
 * The entry's function that loads files by name, one after the other, and gives the last. A file that did not come, or
 * came empty, is asked for again with something behind a `#`: the same address on the network, another module to the browser. A page
 * that pins files to hashes pins whole addresses, so there the address stays as it is: what was refused for its content
 * must not get in by another name.
 */
const loader = `(${registry} ??= {}).load ??= ((failures) => async (...names) => {
  let file;
  for (const name of names) {
    const tries = failures.get(name);
    try {
      file = await import(\`./chunks/\${name}-${placeholder}.js\${tries ? "#" + tries : ""}\`);
      if (!Object.hasOwn(${registry}, name)) throw new Error(\`\${name} came without its content\`);
    } catch (error) {
      const isPinned = document.querySelector("[type=importmap], [rel=modulepreload][integrity]");
      if (!isPinned) failures.set(name, (tries ?? 0) + 1);
      throw error;
    }
  }
  return file;
})(new Map());`;

const nameOf = (node: { name: string } | { value: string }): string => ('name' in node ? node.name : node.value);

/** The bundler's own helper for lazy files with several modules, which it puts into a file that comes ahead of all. */
const helperOf = (chunk: Rolldown.RenderedChunk | Rolldown.OutputChunk | undefined): string | null | undefined =>
  chunk?.modules['\0rolldown/runtime.js']?.code;

/** The lazy files that one imports, those that they import first. */
function neededBy(chunks: Chunks, file: string): string[] {
  const direct = (chunks[file]?.imports ?? []).filter(
    (needed) => chunks[needed]?.isEntry === false && !helperOf(chunks[needed]),
  );
  return [...new Set(direct.flatMap((needed) => [...neededBy(chunks, needed), needed]))];
}

/**
 * Has the files of the script-tag build find one another under a symbol of the page instead of by address. Without it
 *
 * - a page that loads `pay-checkout.js?v=1`, or the copy with the version in its name, would fetch and run the entry
 *   twice, since a lazy file's `import … from "../pay-checkout.js"` is another address, and so another module;
 * - a payer whose connection failed once could not pay until the page is loaded again, since browsers keep a module that
 *   could not be fetched, and with it all that import it, as failed for as long as the page lives.
 *
 * The symbol and the names of the lazy files hold an id of all that was built, so that two versions on one page keep
 * apart. Of one build loaded twice the first copy stays, as its element does. A value is handed over once, when a file has
 * run: what modules export must not be assigned again later, which the linter sees to (`import/no-mutable-exports`).
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
        if (chunk.isEntry) text.remove(node.start, node.end);
      } else if (node.type.startsWith('Export')) {
        return this.error(`${chunk.fileName} exports in a way that is not known here.`);
      }
    }
    if (left.length > 0)
      text.append(`\n(${registry} ??= {})[${JSON.stringify(chunk.name)}] ??= { ${left.join(', ')} };`);

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
