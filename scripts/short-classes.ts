import type { Plugin } from 'vite';
import { edited, type Edit } from './edited.ts';
import { isNode, type Node } from './syntax-node.ts';

/**
 * Classes that styles and markup alone know of; of the orders that were tried, this one is packed the smallest. Not here
 * is what is put together (`field ${name}`), handed on as a look (`pay plain`), or looked for by the tests of the built
 * script.
 */
const classes =
  'method-form fine control merchant ways plate avatar payee icon later keep asked network-logo stage card wait ink badge list leaving problem center field ghost sheet resend choice picker rim code foot user other voucher veil form summary note searchable spinner stroke missed seal dots total last shield box choices methods mark full room'.split(
    ' ',
  );

/** Common letters first: what is made of few of them is packed the smallest. */
const letters = Array.from('etsirnaolcduhpgmfbkvwxyzjq');
const names = [...letters, ...['t', 's'].flatMap((first) => letters.map((second) => first + second))];
if (classes.length > names.length) throw new Error('There are no more names for classes.');
const shortened = new Map(classes.map((name, place) => [name, names[place] ?? name]));

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

const shortOf = (text: string): string => text.replaceAll(/[a-z-]+/g, (name) => shortened.get(name) ?? name);

/** What reads as a selector by its beginning, such as `.form :focus` and `dialog.sheet`. */
const selector = /^["'`]?[a-z]*\.[a-z]/;
const inSelectors = (text: string): string => text.replaceAll(/(?<=\.)[a-z-]+/g, (name) => shortened.get(name) ?? name);
const inAttributes = (text: string): string => text.replaceAll(/(?<=\sclass=\\?")[^"\\]*/g, shortOf);

/** The texts that an expression may come to, where it is written out. */
function textsOf(node: Node): Node[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node];
  if (node.type === 'ConditionalExpression') return nodesIn([node.consequent, node.alternate]).flatMap(textsOf);
  return [];
}

/** The values of a template that stand in a `class` attribute. */
const valuesInClasses = (quasis: Node[], values: Node[], code: string): Node[] =>
  values.filter((_value, place) => {
    const texts = quasis.slice(0, place + 1).map(({ start, end }) => code.slice(start, end));
    return /\sclass=(?:"[^"]*)?$/.test(texts.join(''));
  });

/** What names classes by itself: the values of attributes, and all of a `className`. */
function namesIn(node: Node, code: string): Node[] {
  if (node.type === 'TemplateLiteral')
    return valuesInClasses(nodesIn(node.quasis), nodesIn(node.expressions), code).flatMap(textsOf);
  const [left] = nodesIn(node.left);
  return node.type === 'AssignmentExpression' && left && code.slice(left.start, left.end).endsWith('.className')
    ? nodesIn(node.right).flatMap(textsOf)
    : [];
}

/**
 * @param code what the nodes are of.
 * @param isStyle whether they are within styles.
 */
function renamings(node: Node, code: string, isStyle = false): Edit[] {
  if (node.type === 'ImportDeclaration') return [];
  const [tag] = node.type === 'TaggedTemplateExpression' ? nodesIn(node.tag) : [];
  const inner = Object.values(node)
    .flatMap(nodesIn)
    .flatMap((one) => renamings(one, code, isStyle || tag?.name === 'css'));
  const change = ({ start, end }: Node, by: (text: string) => string): Edit[] => {
    const text = code.slice(start, end);
    return by(text) === text ? [] : [{ start, end, text: by(text) }];
  };
  const isText = node.type === 'TemplateElement' || (node.type === 'Literal' && typeof node.value === 'string');
  const own = [
    ...namesIn(node, code).flatMap((one) => change(one, shortOf)),
    ...(isText
      ? change(node, (text) => (isStyle || selector.test(text) ? inSelectors(text) : inAttributes(text)))
      : []),
  ];
  // What is named by itself is a text that was looked at as well.
  return [...own, ...inner.filter(({ start }) => !own.some((one) => one.start === start))];
}

/**
 * Calls what only styles and markup know of by a letter or two in the script-tag build: each chunk says it anew. What a
 * page styles, the parts, and what it finds, the controls, stay.
 */
export const shortClasses = (): Plugin => ({
  name: 'short-classes',
  transform: {
    filter: { id: /[\\/]src[\\/](?!sandbox|server).*\.ts$/ },
    handler(code) {
      const program: unknown = this.parse(code);
      const edits = isNode(program) ? renamings(program, code) : [];
      return edits.length > 0 ? { code: edited(code, edits), map: null } : null;
    },
  },
});
