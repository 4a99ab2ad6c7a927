import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { edited, editedInPlace, type Edit } from './edited.ts';
import { inLetters } from './in-letters.ts';
import { reassignedNames } from './reassigned-names.ts';

type Context = Rolldown.PluginContext;
type Statement = ReturnType<Context['parse']>['body'][number];

/** A name in an import or export list, which may be spelt as a string. */
const nameOf = (node: { name: string } | { value: string }): string => ('name' in node ? node.name : node.value);

/** A property's name in an object or a pattern. */
function keyOf(property: { type: string; key?: unknown }): string | undefined {
  const { key } = property;
  if (typeof key !== 'object' || key === null) return undefined;
  if ('name' in key) return String(key.name);
  return 'value' in key ? String(key.value) : undefined;
}

/** What a module exports, star exports followed. */
async function exportsOf(context: Context, id: string): Promise<string[]> {
  const info = context.getModuleInfo(id);
  if (!info?.exports.includes('*')) return info?.exports ?? [];
  const stars = context
    .parse(info.code ?? '')
    .body.flatMap((node) => (node.type === 'ExportAllDeclaration' && !node.exported ? node.source.value : []));
  const names = stars.map(async (specifier) => {
    const resolved = await context.resolve(specifier, id);
    return resolved ? exportsOf(context, resolved.id) : [];
  });
  return [...info.exports, ...(await Promise.all(names)).flat()].filter((name) => name !== '*');
}

/** The object that a statement leaves under the symbol, or undefined. */
const legacyOf = (statement: Statement | undefined) =>
  statement?.type === 'ExpressionStatement' &&
  statement.expression.type === 'AssignmentExpression' &&
  statement.expression.right.type === 'ObjectExpression'
    ? statement.expression.right
    : undefined;

/** A piece of a chunk as it is written. */
const textOf = ({ code }: { code: string }, { start, end }: { start: number; end: number }): string =>
  code.slice(start, end);

/** What a chunk exports by lists, with where the lists are. */
function exportLists(program: ReturnType<Context['parse']>) {
  const lists = program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source ? node : [],
  );
  const names = lists.flatMap((list) =>
    list.specifiers.map(({ local, exported }) => ({ inside: nameOf(local), outside: nameOf(exported) })),
  );
  return { lists, names };
}

const root = join(import.meta.dirname, '..');

/** What a build is made by, beside its modules: a new minifier, too, writes other files. */
const tools = (): string[] =>
  [
    'package-lock.json',
    'vite.config.ts',
    ...readdirSync(join(root, 'scripts'))
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
      .map((name) => `scripts/${name}`),
  ].map((name) => `${name}\0${readFileSync(join(root, name), 'utf8')}\0`);

/**
 * Lets lazy chunks use what the entry and other chunks hold without importing them.
 *
 * A chunk's `import … from "../pay-checkout.js"` names an address without a query. On a page that loads
 * `pay-checkout.js?v=1` that is another module: the entry would be fetched and run a second time, and would share
 * nothing with the first. So the entry leaves what its chunks need under one symbol, and they read it from there; and so
 * does a chunk that others need, for it may have come by another address than theirs of it. That one has to be there
 * first, which is what `lateParts` sees to, ahead of this.
 * The symbol holds a mark of all that the build is made of, so that another version on the same page has another one. Of
 * one build loaded twice the first copy stays, as its element definitions do.
 *
 * The chunks' names hold the same mark (`best-mark.ts`). Each of them would change with the symbol anyway, and one mark
 * for all is said again and again in the files, which costs them next to nothing: hashes of their own made a
 * file bigger or smaller by some ten bytes by chance.
 */
export function entryBridge(): Plugin {
  let sources = '';
  const publicNames = new Map<string, ReadonlySet<string>>();
  const symbol = (chunk: { name: string; isEntry: boolean }): string =>
    `globalThis[Symbol.for("pay-checkout:${sources}")]${chunk.isEntry ? '' : `.${chunk.name}`}`;

  /** The object of what a chunk exports, by the names of the lists. */
  function leftBy(context: Context, program: ReturnType<Context['parse']>, chunk: Rolldown.RenderedChunk): string {
    const { names } = exportLists(program);
    const changing = reassignedNames(program);
    for (const { inside } of names) {
      if (changing.has(inside)) {
        context.error(`${inside} may change after ${chunk.fileName} has run; a lazy chunk would not see it.`);
      }
    }
    return `{ ${names.map(({ inside, outside }) => `${JSON.stringify(outside)}: ${inside}`).join(', ')} }`;
  }

  function bridgeEntry(context: Context, code: string, chunk: Rolldown.RenderedChunk): string {
    if (chunk.imports.length > 0) {
      return context.error(`${chunk.fileName} must be one file, but imports ${chunk.imports.join(', ')}.`);
    }
    if (chunk.dynamicImports.length === 0) return code;
    const program = context.parse(code);
    const own = publicNames.get(chunk.facadeModuleId ?? '');
    const { lists, names } = exportLists(program);
    const kept = names
      .filter(({ outside }) => own?.has(outside))
      .map(({ inside, outside }) => `${inside} as ${outside}`);
    const text = `export { ${kept.join(', ')} }; ${symbol(chunk)} ??= ${leftBy(context, program, chunk)};`;
    return editedInPlace(code, [
      ...lists.map(({ start, end }) => ({ start, end, text: '' })),
      { start: code.length, end: code.length, text },
    ]);
  }

  return {
    name: 'entry-bridge',
    apply: 'build',

    outputOptions: (options) => ({ ...options, chunkFileNames: () => `chunks/[name]-${sources}.js` }),

    async buildEnd(error) {
      if (error) return;
      const hash = createHash('sha256');
      for (const tool of tools()) hash.update(tool);
      for (const id of [...this.getModuleIds()].toSorted()) {
        const info = this.getModuleInfo(id);
        if (info?.code?.includes(process.cwd() + sep))
          this.error(`${id} holds the name of a folder: no two builds were alike.`);
        hash.update(`${relative(process.cwd(), id).replaceAll(sep, '/')}\0${info?.code ?? ''}\0`);
        if (info?.isEntry) publicNames.set(id, new Set(await exportsOf(this, id)));
      }
      sources = inLetters(hash.digest('hex').slice(0, 5));
    },

    renderChunk(code, chunk, _options, { chunks }) {
      if (chunk.isEntry) return { code: bridgeEntry(this, code, chunk), map: null };
      if (chunk.dynamicImports.some((file) => chunks[file]?.isEntry)) {
        this.error(`${chunk.fileName} imports an entry lazily, which the page may have loaded from another address.`);
      }
      const program = this.parse(code);
      const edits = program.body.flatMap((node): Edit | [] => {
        if (!('source' in node) || !node.source) return [];
        const target = chunks[posix.join(posix.dirname(chunk.fileName), node.source.value)];
        if (!target) return [];
        if (node.type !== 'ImportDeclaration') return this.error(`${chunk.fileName} exports what is ${target.name}'s.`);
        const names = node.specifiers.map((specifier) => {
          if (specifier.type === 'ImportSpecifier') return `${nameOf(specifier.imported)}: ${specifier.local.name}`;
          return this.error(`${chunk.fileName} imports the whole of ${target.name}.`);
        });
        const { start, end } = node;
        return { start, end, text: names.length > 0 ? `const { ${names.join(', ')} } = ${symbol(target)};` : '' };
      });
      const isNeeded =
        chunk.name !== 'rolldown-runtime' && // goes (`inlineRuntime`)
        Object.values(chunks).some(({ imports }) => imports.includes(chunk.fileName));
      if (isNeeded && /\W/.test(chunk.name)) this.error(`${chunk.name} cannot be the name of what others need.`);
      const text = isNeeded ? `\n${symbol(chunk)} ??= ${leftBy(this, program, chunk)};` : '';
      return { code: editedInPlace(code, [...edits, { start: code.length, end: code.length, text }]), map: null };
    },

    // Only now is it known what the others read; the rest need not be left, nor what is left be exported.
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const mark = `:${sources}`;
      const read = new Map<string, Set<string>>(chunks.map(({ name }) => [name, new Set()]));
      const leaving = new Map<Rolldown.OutputChunk, NonNullable<ReturnType<typeof legacyOf>>>();
      for (const chunk of chunks) {
        const { body } = this.parse(chunk.code);
        const [legacy] = body.flatMap((node) => (textOf(chunk, node).includes(mark) ? (legacyOf(node) ?? []) : []));
        if (legacy) leaving.set(chunk, legacy);
        const patterns = body
          .flatMap((node) => (node.type === 'VariableDeclaration' ? node.declarations : []))
          .flatMap(({ id, init }) => (id.type === 'ObjectPattern' && init ? { id, from: textOf(chunk, init) } : []))
          .filter(({ from }) => from.includes(mark));
        if (patterns.length + (legacy ? 1 : 0) !== chunk.code.split(mark).length - 1)
          this.error(`${chunk.fileName} no longer reads or leaves names in the form that was written.`);
        for (const { id, from } of patterns) {
          const [, owner = 'pay-checkout'] = /\]\.(\w+)$/.exec(from) ?? [];
          for (const key of id.properties.map(keyOf)) if (key) read.get(owner)?.add(key);
        }
      }
      for (const [chunk, { start, end, properties }] of leaving) {
        const isRead = (name = ''): boolean => read.get(chunk.name)?.has(name) ?? false;
        const left = properties.filter((property) => isRead(keyOf(property))).map((one) => textOf(chunk, one));
        const edits = [{ start, end, text: `{${left.join(',')}}` }];
        // What is asked for lazily is asked for by its whole name; the bundler gives one letter or two to the rest.
        const own = chunk.isEntry ? [] : exportLists(this.parse(chunk.code)).lists;
        for (const list of own) {
          const kept = list.specifiers.filter(({ exported }) => nameOf(exported).length > 1);
          const text = kept.map((one) => textOf(chunk, one)).join(',');
          edits.push({ start: list.start, end: list.end, text: `export{${text}};` });
        }
        chunk.code = edited(chunk.code, edits);
      }
    },
  };
}
