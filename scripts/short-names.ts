import type { Plugin } from 'vite';
import { edited, type Edit } from './edited.ts';
import { litNames } from './lit-names.ts';

/**
 * Properties and methods by which the checkout's own parts know each other, the most used ones. None is a name of the
 * platform, of lit, of the wire, of what is stored, or of anything that a page gives or is given.
 */
export const ownNames: readonly string[] = [
  'abandon',
  'acceptance',
  'actionRequired',
  'allowLoopback',
  'askedAt',
  'askedId',
  'awaitOther',
  'begin',
  'belongs',
  'browserInfo',
  'canCheck',
  'canRenew',
  'catchUp',
  'caution',
  'clearSecrets',
  'client',
  'codeEntry',
  'codeLengths',
  'codeName',
  'collect',
  'configuration',
  'connection',
  'createTransaction',
  'deadlineMs',
  'desk',
  'dismiss',
  'dismissedId',
  'dropMistake',
  'edited',
  'environment',
  'examine',
  'expiresAt',
  'explain',
  'fetchAgain',
  'fetchAhead',
  'fetchContracts',
  'fetchData',
  'fetchInstitutions',
  'fetchMerchant',
  'forgetReturn',
  'giveUp',
  'globalName',
  'goOn',
  'handleState',
  'hasLeft',
  'hasOrderFunction',
  'hasReturned',
  'hasSettled',
  'hasten',
  'identify',
  'immediately',
  'inquiry',
  'isAccepted',
  'isAwaited',
  'isBusy',
  'isComplete',
  'isCreated',
  'isDoubtful',
  'isGone',
  'isLasting',
  'isList',
  'isLoaded',
  'isLoading',
  'isLookingBack',
  'isLookingUp',
  'isMain',
  'isMarked',
  'isMissing',
  'isMistaken',
  'isOffline',
  'isOnline',
  'isOpen',
  'isOwn',
  'isSheet',
  'isShown',
  'isSlow',
  'isSource',
  'isTaken',
  'isTest',
  'journal',
  'keepReceipt',
  'keyPrefix',
  'latePart',
  'leaveOpen',
  'lengths',
  'letGo',
  'listener',
  'loadApi',
  'lockName',
  'logoUrl',
  'lookUp',
  'lostId',
  'maxInCents',
  'mayBeUnderWay',
  'mayReuse',
  'merchantKnown',
  'merchantName',
  'methodTitle',
  'minInCents',
  'networkLogo',
  'nudge',
  'offered',
  'onChange',
  'onCode',
  'onFocus',
  'onFollowed',
  'onHasten',
  'onInput',
  'onLeave',
  'onProblem',
  'onResume',
  'onSelect',
  'onSettled',
  'onToggle',
  'openId',
  'orderCents',
  'orders',
  'outcomeUnknown',
  'paidUnder',
  'phase',
  'pickUp',
  'problems',
  'proceed',
  'pursuit',
  'questions',
  'receipt',
  'recovery',
  'refuse',
  'renderLogo',
  'renderWayBack',
  'renewalRequired',
  'restart',
  'returned',
  'reuse',
  'revisit',
  'sendCode',
  'sendsLeft',
  'sentAt',
  'setAside',
  'settleFocus',
  'shopUrl',
  'sourceReady',
  'spend',
  'spent',
  'stage',
  'stateChanged',
  'staysMounted',
  'submission',
  'takeBack',
  'takeOrder',
  'testOnly',
  'tokenize',
  'tokenizeCard',
  'transactionChanged',
  'triesLeft',
  'turnFrom',
  'turnedFrom',
  'typed',
  'underWay',
  'unkept',
  'validateCode',
  'warned',
];

const all = [...ownNames, ...litNames];
const leads = ['$', '_', 'Z'];
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
if (all.length > leads.length * letters.length) throw new Error('There are no more names of two characters.');
const shortened = new Map(
  all.map((name, place) => [name, `${leads[Math.floor(place / letters.length)]}${letters[place % letters.length]}`]),
);

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

/** Names by which other modules may ask for something of this one as for a property. */
function exportedBy({ type, declaration, specifiers }: Node): string[] {
  if (type !== 'ExportNamedDeclaration') return [];
  const declared = isNode(declaration) ? [declaration, declaration.declarations].flat().filter(isNode) : [];
  const listed = Array.isArray(specifiers) ? specifiers.filter(isNode) : [];
  return [...declared.map(({ id }) => nameOf(id)), ...listed.map(({ exported }) => nameOf(exported))];
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
  const clash = exportedBy(node).find((name) => shortened.has(name));
  if (clash) fail(`${clash} is exported`);
  const said = namesSaidBy(node).find((one) => shortened.has(one));
  if (said) fail(`"${said}" may name a property`);
  const name = propertyNameIn(node);
  const short = shortened.get(nameOf(name));
  if (codes.has(nameOf(name))) fail(`${nameOf(name)} is taken`);
  const inner = Object.values(node).flat().filter(isNode).flatMap(renamings);
  if (!name || !short) return inner;
  // `{ name }` stands for `{ name: name }`, and its only name is not a property's.
  if (node.shorthand) return [{ start: name.start, end: name.start, text: `${short}: ` }, ...withoutKey(node)];
  return [{ start: name.start, end: name.end, text: short }, ...inner];
}

/** Of `{ name = given }` the value alone, in which there may be more to rename. */
const withoutKey = ({ value }: Node): Edit[] => (isNode(value) ? renamings(value) : []);

/**
 * Calls what only the checkout's own parts know of each other by names of two characters: minifiers leave the names of
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
