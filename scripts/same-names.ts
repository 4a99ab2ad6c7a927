import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { edited, moved, type Edit } from './edited.ts';

/** A name in a list of what a file gives or takes: what others call it, and what the file itself does. */
interface Entry {
  start: number;
  end: number;
  outside: string;
  inside: string;
  /** The entry with another name for the others. */
  text: (outside: string) => string;
}

interface List {
  file: string;
  /** Whose names these are: of a file, or of what the entry leaves to its chunks under one symbol. */
  owner: string;
  isGiving: boolean;
  entries: Entry[];
}

type Named = { name: string } | { value: unknown };
const nameOf = (node: Named): string => ('name' in node ? node.name : String(node.value));

/** Two names of one thing, said once where they are the same. */
const pair = (first: string, second: string, joint: ' as ' | ':'): string =>
  first === second ? first : first + joint + second;

const bridge = /globalThis\[Symbol\.for\("[^"]+"\)\](?:\.\w+)?/;

/** Properties of an object or a pattern. What the minifier has put in place of a name is left as it is. */
function keyedEntries(code: string, properties: readonly unknown[]): Entry[] {
  return properties.map((property) => {
    const { start, end, key, value, method } = property as Edit & { key: Named; value: Edit; method?: boolean };
    if (method) throw new Error(`${code.slice(start, start + 40)} is a method, and is not known here (same-names.ts).`);
    const inside = code.slice(value.start, value.end);
    return { start, end, outside: nameOf(key), inside, text: (name) => pair(name, inside, ':') };
  });
}

/** All such lists of one file. */
function listsOf(context: Rolldown.PluginContext, { fileName: file, code }: Rolldown.OutputChunk): List[] {
  return context.parse(code).body.flatMap((node): List | List[] => {
    const owner = bridge.exec(code.slice(node.start, node.end))?.[0] ?? '';
    if (
      node.type === 'ExportAllDeclaration' ||
      node.type === 'ExportDefaultDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && (node.source || node.declaration)) ||
      (node.type === 'ImportDeclaration' && node.specifiers.some(({ type }) => type !== 'ImportSpecifier'))
    )
      return context.error(`${file} gives or takes names in a way that is not known.`);
    if (node.type === 'ExportNamedDeclaration') {
      const entries = node.specifiers.map(({ start, end, local, exported }) => {
        const inside = nameOf(local);
        return { start, end, outside: nameOf(exported), inside, text: (name: string) => pair(inside, name, ' as ') };
      });
      return { file, owner: file, isGiving: true, entries };
    }
    if (node.type === 'ImportDeclaration') {
      const entries = node.specifiers.flatMap((specifier) =>
        specifier.type === 'ImportSpecifier'
          ? {
              start: specifier.start,
              end: specifier.end,
              outside: nameOf(specifier.imported),
              inside: specifier.local.name,
              text: (name: string) => pair(name, specifier.local.name, ' as '),
            }
          : [],
      );
      return { file, owner: posix.join(posix.dirname(file), node.source.value), isGiving: false, entries };
    }
    if (node.type === 'VariableDeclaration') {
      return node.declarations.flatMap(({ id, init }) => {
        const from = init && bridge.exec(code.slice(init.start, init.end))?.[0];
        return id.type === 'ObjectPattern' && from
          ? { file, owner: from, isGiving: false, entries: keyedEntries(code, id.properties) }
          : [];
      });
    }
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return [];
    const { right } = node.expression;
    return owner && right.type === 'ObjectExpression'
      ? { file, owner, isGiving: true, entries: keyedEntries(code, right.properties) }
      : [];
  });
}

/**
 * New names for what a list gives: those of the file that takes most of it, where no other name is in the way. What is
 * asked for lazily is asked for by its whole name; the bundler gives one letter or two to the rest.
 */
function renamings(given: List, takers: readonly List[]): Map<string, string> {
  const [main] = takers.toSorted((one, other) => other.entries.length - one.entries.length);
  const isShort = ({ outside }: Entry): boolean => given.file !== given.owner || outside.length < 3;
  const wanted = new Map(main?.entries.filter(isShort).map(({ outside, inside }) => [outside, inside]));
  for (let isClear = false; !isClear;) {
    const kept = new Set(given.entries.map(({ outside }) => outside).filter((name) => !wanted.has(name)));
    const clashes = [...wanted].filter(([, name]) => kept.has(name));
    for (const [outside] of clashes) wanted.delete(outside);
    isClear = clashes.length === 0;
  }
  return wanted;
}

/**
 * Calls what one file gives to another as the other calls it: `import{A as e}` says each name twice, and so does the list
 * of what is exported. A tenth of a KB in all.
 */
export const sameNames = (): Plugin => ({
  name: 'same-names',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const lists = chunks.flatMap((chunk) => listsOf(this, chunk));
    const edits = new Map<string, Edit[]>(chunks.map(({ fileName }) => [fileName, []]));
    for (const given of lists.filter(({ isGiving }) => isGiving)) {
      const those = lists.filter(({ owner }) => owner === given.owner);
      const takers = those.filter(({ isGiving }) => !isGiving);
      if (those.length > takers.length + 1) return this.error(`${given.owner} is given in two lists.`);
      const renamed = renamings(given, takers);
      for (const { file, entries } of [given, ...takers])
        for (const { start, end, outside, text } of entries) {
          const name = renamed.get(outside);
          if (name) edits.get(file)?.push({ start, end, text: text(name) });
        }
    }
    for (const chunk of chunks) {
      const own = edits.get(chunk.fileName) ?? [];
      // What is written is this file of its own, and no longer `chunk.map`.
      const written = bundle[`${chunk.fileName}.map`];
      if (written?.type === 'asset') {
        const map = JSON.parse(String(written.source)) as { mappings: string };
        written.source = JSON.stringify({ ...map, mappings: moved(map.mappings, chunk.code, own) });
      }
      chunk.code = edited(chunk.code, own);
    }
  },
});
