import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { challengeRules, type RulesBeside } from '../src/ui/challenge/challenge-rules.ts';
import { edited, type Edit } from './edited.ts';
import {
  decided,
  defaults,
  empty,
  foreignTags,
  handed,
  idle,
  offers,
  readWithout,
  settled,
  unread,
} from './sanitiser-reach.ts';

/** SHA-256 of the file that was read for what follows: DOMPurify 3.4.18. */
const known = '1a06b721ad8b46d6174b21f22ea70290aaf3e5a81d65af3b7178113953f7c9b1';

/** What the checkout gives beside its rules, anew each time (src/ui/challenge/challenge-plan.ts). */
const givenBeside = Object.keys({
  ALLOWED_URI_REGEXP: true,
  TRUSTED_TYPES_POLICY: true,
} satisfies Record<keyof RulesBeside, true>);

/** The rules that this was read for: another one may need what is left out. */
const rulesReadFor = [
  'ALLOWED_TAGS',
  'ALLOWED_ATTR',
  'ADD_URI_SAFE_ATTR',
  'ALLOW_DATA_ATTR',
  'ALLOW_ARIA_ATTR',
  'SANITIZE_DOM',
  'RETURN_DOM_FRAGMENT',
];

interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  computed?: boolean;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const partsOf = (node: Node): [string, Node][] =>
  Object.entries(node).flatMap(([name, part]) =>
    (Array.isArray(part) ? part : [part]).filter(isNode).map((one): [string, Node] => [name, one]),
  );
const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? (node.name ?? '') : '');

/** Whether the rules give an option; what is asked by a variable name is none. */
const isGiven = (option: string): boolean => givenBeside.includes(option) || option in challengeRules;

/** Whether a condition is that a tag or an attribute is one which the rules do not allow. */
function isForeign(condition: string): boolean {
  const [, name] = /^(?:tagName|stringToLowerCase\(name\)) === "([\w-]+)"$/.exec(condition) ?? [];
  return name !== undefined && ![...challengeRules.ALLOWED_TAGS, ...challengeRules.ALLOWED_ATTR].includes(name);
}

/** The changes that leave out what the rules never reach; `met` learns which of the names above are really there. */
function leavingOut(code: string, program: Node, met: Set<string>): Edit[] {
  const textOf = (node: unknown): string => (isNode(node) ? code.slice(node.start, node.end) : '');
  const instead = ({ start, end }: Node, text: string): Edit[] => [{ start, end, text }];
  const has = (names: Record<string, unknown> | string[], name: string): boolean => {
    const isKnown = Array.isArray(names) ? names.includes(name) : Object.hasOwn(names, name);
    if (isKnown) met.add(name);
    return isKnown;
  };
  const leavingOutOf = (list: Node, isKept: (text: string) => boolean): Edit[] =>
    list.type === 'ArrayExpression'
      ? instead(
          list,
          JSON.stringify(partsOf(list).flatMap(([, { value }]) => (isKept(String(value)) ? String(value) : []))),
        )
      : partsOf(list).flatMap(([, one]) => leavingOutOf(one, isKept));
  const inner = (node: Node): Edit[] => partsOf(node).flatMap(([part, one]) => visit(one, node, part));

  function visit(node: Node, parent: Node, part: string): Edit[] {
    if (node.type === 'ExpressionStatement' && isNode(node['expression'])) {
      const { type, left } = node['expression'];
      const owner = isNode(left) && left.type === 'MemberExpression' ? left : undefined;
      if (type === 'AssignmentExpression' && has(settled, nameOf(left))) return instead(node, ';');
      if (type === 'AssignmentExpression' && has(empty, nameOf(left))) return instead(node, ';');
      if (type === 'AssignmentExpression' && has(empty, nameOf(owner?.['object']))) return instead(node, ';');
      if (nameOf(owner?.['object']) === 'DOMPurify' && has(offers, nameOf(owner?.['property'])))
        return instead(node, ';');
      if (type === 'AssignmentExpression' && nameOf(owner?.['object']) === 'hookEvent') return instead(node, ';');
      if (textOf(node).startsWith('AsyncGenerator.prototype')) return instead(node, ';');
    }
    if (node.type === 'VariableDeclaration' && Array.isArray(node['declarations'])) {
      const name = nameOf((node['declarations'] as Node[])[0]?.['id']);
      if (has(foreignTags, name) && challengeRules.ALLOWED_TAGS.some((tag) => textOf(node).includes(`"${tag}"`)))
        throw new Error(`The rules allow a tag of ${name}, which is left out of the sanitiser.`);
      // Only of an attribute that the rules allow is it asked whether its value has to be an address.
      if (name === 'DEFAULT_URI_SAFE_ATTRIBUTES')
        return leavingOutOf(node, (attribute) => challengeRules.ALLOWED_ATTR.includes(attribute));
      if ([settled, empty, defaults, foreignTags, unread].some((names) => has(names, name))) return instead(node, '');
    }
    if (node.type === 'CallExpression' && Array.isArray(node['arguments'])) {
      const callee = nameOf(node['callee']);
      const given = node['arguments'] as Node[];
      const [first, second, third] = given;
      const option = nameOf(first) === 'cfg' && typeof second?.value === 'string' ? second.value : undefined;
      if (option !== undefined && !isGiven(option)) {
        if (callee === 'objectHasOwnProperty') return instead(node, 'false');
        if (callee === '_resolveSetOption' || callee === '_resolveObjectOption') return instead(node, textOf(third));
      }
      if (has(idle, callee)) return instead(node, idle[callee]?.(...given.map(textOf)) ?? '');
      if (callee === 'objectHasOwnProperty' && has(empty, nameOf(first))) return instead(node, 'false');
      if (callee === '_isNode' && nameOf(first) === 'dirty') return instead(node, 'false');
      if (callee === 'seal' && has(empty, nameOf(first))) return instead(node, 'void 0');
      // Only what follows could change a pattern of its own.
      if (callee === 'seal' && textOf(first).startsWith('/')) return instead(node, textOf(first));
    }
    if (node.type === 'BinaryExpression' && node['operator'] === 'instanceof' && isNode(node['left'])) {
      if (has(empty, nameOf(node['left']['object']))) return instead(node, 'false');
    }
    if (part === 'test' && has(decided, textOf(node))) return instead(node, String(decided[textOf(node)]));
    if (node.type === 'LogicalExpression' && textOf(node).endsWith('&& DATA_URI_TAGS[lcTag]'))
      return instead(node, 'false');
    // It is asked only of what the rules allow, or comes to the same.
    if (node.type === 'BinaryExpression' && isForeign(textOf(node))) return instead(node, 'false');
    if (node.type === 'MemberExpression') {
      const object = nameOf(node['object']);
      if (has(empty, object)) return instead(node, 'void 0');
      if (object === 'hookEvent') return instead(node, handed[nameOf(node['property'])] ?? '');
      if (object === 'cfg' && !node.computed && !isGiven(nameOf(node['property']))) return instead(node, 'void 0');
    }
    const isName = part === 'property' || part === 'key' ? parent.computed === true : true;
    if (isName && has(settled, nameOf(node))) return instead(node, settled[nameOf(node)] ?? '');
    if (isName && has(empty, nameOf(node))) return instead(node, '{}');
    return inner(node);
  }

  return inner(program);
}

/**
 * Leaves out of the sanitiser what the checkout's rules never reach: three quarters of it serve other rules, nodes instead of
 * text, hooks, custom elements and old browsers. What stays is every check that a text goes through under these rules; an end-to-end
 * test compares both in real browsers. A file that is not the one which was read breaks the build.
 */
export const smallerSanitiser = (): Plugin => ({
  name: 'smaller-sanitiser',
  transform: {
    filter: { id: /[\\/]dompurify[\\/]dist[\\/]purify\.es\.mjs$/ },
    handler(code, id) {
      const lookAgain = (why: string): never => this.error(`${id}: ${why}. Look again at what is left out of it.`);
      for (const rule of Object.keys(challengeRules))
        if (!rulesReadFor.includes(rule)) lookAgain(`the rules have ${rule} now`);
      for (const name of [...challengeRules.ALLOWED_TAGS, ...challengeRules.ALLOWED_ATTR])
        if (readWithout.includes(name)) lookAgain(`the rules allow ${name} now`);
      if (createHash('sha256').update(code).digest('hex') !== known) lookAgain('it is not the version that was read');
      const met = new Set<string>();
      const text = edited(code, leavingOut(code, this.parse(code) as unknown as Node, met));
      const names = [
        ...Object.keys(settled),
        ...empty,
        ...defaults,
        ...foreignTags,
        ...Object.keys(idle),
        ...offers,
        ...unread,
        ...Object.keys(decided),
      ];
      for (const name of names) if (!met.has(name)) lookAgain(`there is no ${name}`);
      return { code: text, map: null };
    },
  },
});
