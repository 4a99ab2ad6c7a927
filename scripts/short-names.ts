import type { Plugin } from 'vite';
import { edited, type Edit } from './edited.ts';
import { litNames } from './lit-names.ts';
import { oftenSaid, ownNames, partNames } from './own-names.ts';

const all = new Set([...oftenSaid, ...ownNames, ...partNames]);
/** Letters that lit leaves free, then two of the most common ones: what is made of few letters is packed the smallest. */
const free = Array.from('abcdfglmnqvwzEGJKQSWXYZ');
const pairs = Array.from('etisrnaolc').flatMap((first) =>
  Array.from('tesirnaolcduhpgmfbkv', (second) => first + second),
);
/** What the platform or the service calls so, and languages. */
const known = new Set(['at', 'el', 'en', 'es', 'id', 'in', 'is', 'lt', 'of', 'ok', 'on', 'pt', 'to']);
const names = [...free, ...pairs.filter((pair) => !known.has(pair))];
if (all.size > names.length) throw new Error('There are no more names of two letters.');
const letters = 'abcdefghijklmnopqrstuvwxyz';
const shortened = new Map([
  ...Array.from(all, (name, place): [string, string] => [name, names[place] ?? name]),
  // These are the element's, where a page's libraries keep things of theirs by short names, too: Preact by a letter.
  ...litNames.map((name, place): [string, string] => [name, `$${letters[place] ?? name}`]),
]);

const codes: ReadonlySet<string> = new Set(shortened.values());

/** A syntax node as parsers hand it out, read without its type: the walk below needs a handful of fields. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node.name) : '');

/** What stands for a property by its plain name. */
function propertyNameIn(node: Node): Node | undefined {
  const name = node.type === 'MemberExpression' ? node.property : node.key;
  return !node.computed && isNode(name) && name.type === 'Identifier' ? name : undefined;
}

const partCodes = new Map(partNames.map((name) => [name, shortened.get(name) ?? name]));

/** What a declaration names. @throws where that is taken out of something: its names would be missed. */
const namesOf = (declaration: Node): string[] =>
  [declaration, declaration.declarations]
    .flat()
    .filter(isNode)
    .filter(({ type }) => type !== 'VariableDeclaration')
    .map(({ id }) => {
      if (nameOf(id) === '') throw new Error('An export takes something apart: see short-names.ts.');
      return nameOf(id);
    });

/**
 * Modules give and take the parts by their short names; inside of them nothing changes.
 *
 * @throws when another name that is to be shortened is exported.
 */
function portRenamings({ type, start, end, source, declaration, specifiers }: Node): Edit[] {
  const isExport = type === 'ExportNamedDeclaration';
  if (!isExport && type !== 'ImportDeclaration') return [];
  const shortOf = (name: string): string => {
    if (shortened.has(name) && !partCodes.has(name)) throw new Error(`${name} is exported: see short-names.ts.`);
    return partCodes.get(name) ?? name;
  };
  if (isNode(declaration)) {
    const short = namesOf(declaration).filter((name) => shortOf(name) !== name);
    if (short.length === 0) return [];
    const list = short.map((name) => `${name} as ${shortOf(name)}`).join(', ');
    return [
      { start, end: declaration.start, text: '' },
      { start: end, end, text: `;export { ${list} };` },
    ];
  }
  return (Array.isArray(specifiers) ? specifiers : []).filter(isNode).flatMap((one) => {
    // What another module gives is known by its short name on both sides.
    const [theirs, ours] = isExport ? [one.local, one.exported] : [one.imported, one.local];
    const [from, to] = [nameOf(theirs), nameOf(ours)];
    const text = `${isExport && !source ? from : shortOf(from)} as ${isExport ? shortOf(to) : to}`;
    return from && text !== `${from} as ${to}` ? [{ start: one.start, end: one.end, text }] : [];
  });
}

/** A text may be the name of a property, and markup gives some: `.name=`, or `.name|` where it was read at the build. */
function namesSaidBy({ type, value }: Node): string[] {
  if (typeof value === 'string') return [value];
  if (type !== 'TemplateElement') return [];
  const { raw } = value as { raw: string };
  return [raw, ...[...raw.matchAll(/[.?@](\w+)(?=[=|])/g)].map(([, name = '']) => name)];
}

/** @throws when a name that is to be shortened, or a short one, is used for something else. */
function renamings(node: Node): Edit[] {
  const fail = (what: string): never => {
    throw new Error(`${what}: see short-names.ts.`);
  };
  const ports = portRenamings(node);
  const said = namesSaidBy(node).find((one) => shortened.has(one));
  if (said) fail(`"${said}" may name a property`);
  const name = propertyNameIn(node);
  const short = shortened.get(nameOf(name));
  if (codes.has(nameOf(name))) fail(`${nameOf(name)} is taken`);
  const inner = [...ports, ...Object.values(node).flat().filter(isNode).flatMap(renamings)];
  if (!name || !short) return inner;
  // `{ name }` stands for `{ name: name }`, and its only name is not a property's.
  if (node.shorthand) return [{ start: name.start, end: name.start, text: `${short}: ` }, ...withoutKey(node)];
  return [{ start: name.start, end: name.end, text: short }, ...inner];
}

/** Of `{ name = given }` the value alone, in which there may be more to rename. */
const withoutKey = ({ value }: Node): Edit[] => (isNode(value) ? renamings(value) : []);

/**
 * Calls what only the checkout's own parts know of each other by names of one or two characters: minifiers leave the names of
 * properties as they are, for they cannot know who else reads them.
 */
export const shortNames = (): Plugin => ({
  name: 'short-names',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$|[\\/]node_modules[\\/].*\blit\b.*\.js$/ },
    order: 'post',
    handler(code) {
      const program: unknown = this.parse(code);
      return isNode(program) ? { code: edited(code, renamings(program)), map: null } : null;
    },
  },
});
