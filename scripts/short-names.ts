import type { Plugin } from 'vite';
import { edited, type Edit } from './edited.ts';
import { litNames } from './lit-names.ts';
import { partNames, shortNameOf } from './own-names.ts';
import { isNode, type Node } from './syntax-node.ts';

if (new Set(shortNameOf.values()).size < shortNameOf.size) throw new Error('Two names have the same short one.');
const letters = 'abcdefghijklmnopqrstuvwxyz';
const shortened: ReadonlyMap<string, string> = new Map([
  ...shortNameOf,
  // These are the element's, where a page's libraries keep things of theirs by short names, too: Preact by a letter.
  ...litNames.map((name, place): [string, string] => [name, `$${letters[place] ?? name}`]),
]);

const codes: ReadonlySet<string> = new Set(shortened.values());
/** What is not to be the name of anything else in lit: it has letters of its own, for things that nobody else has. */
const litCodes: ReadonlySet<string> = new Set([...codes].filter((code) => code.length > 1));

const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node.name) : '');

/** How a property is called by a text in brackets, or in quotes. */
function quotedIn(node: Node): string {
  const name = node.type === 'MemberExpression' ? node.property : node.key;
  return isNode(name) && typeof name.value === 'string' ? name.value : '';
}

/** What stands for a property by its plain name. */
function propertyNameIn(node: Node): Node | undefined {
  const name = node.type === 'MemberExpression' ? node.property : node.key;
  return !node.computed && isNode(name) && name.type === 'Identifier' ? name : undefined;
}

const partCodes = new Map(partNames.map((name) => [name, shortNameOf.get(name) ?? name]));

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

/**
 * @param taken what nothing else may be called
 * @throws when a name that is to be shortened, or one of those, is used for something else.
 */
function renamings(node: Node, taken: ReadonlySet<string>): Edit[] {
  const fail = (what: string): never => {
    throw new Error(`${what}: see short-names.ts.`);
  };
  const ports = portRenamings(node);
  const said = namesSaidBy(node).find((one) => shortened.has(one));
  if (said) fail(`"${said}" may name a property`);
  const name = propertyNameIn(node);
  const short = shortened.get(nameOf(name));
  const other = nameOf(name) || quotedIn(node);
  if (taken.has(other)) fail(`${other} is taken`);
  const inner = [
    ...ports,
    ...Object.values(node)
      .flat()
      .filter(isNode)
      .flatMap((one) => renamings(one, taken)),
  ];
  if (!name || !short) return inner;
  // `{ name }` stands for `{ name: name }`, and its only name is not a property's.
  if (node.shorthand) return [{ start: name.start, end: name.start, text: `${short}: ` }, ...withoutKey(node, taken)];
  return [{ start: name.start, end: name.end, text: short }, ...inner];
}

/** Of `{ name = given }` the value alone, in which there may be more to rename. */
const withoutKey = ({ value }: Node, taken: ReadonlySet<string>): Edit[] =>
  isNode(value) ? renamings(value, taken) : [];

/**
 * Calls what only the checkout's own parts know of each other by names of one or two characters: minifiers leave the
 * names of properties as they are, for they cannot know who else reads them.
 */
export const shortNames = (): Plugin => ({
  name: 'short-names',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$|[\\/]node_modules[\\/].*\blit\b.*\.js$/ },
    order: 'post',
    handler(code, id) {
      const program: unknown = this.parse(code);
      const taken = id.includes('node_modules') ? litCodes : codes;
      return isNode(program) ? { code: edited(code, renamings(program, taken)), map: null } : null;
    },
  },
});
