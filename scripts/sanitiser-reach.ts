import { challengeRules } from '../src/ui/challenge/challenge-rules.ts';

/** Switches, as they stand where nobody sets them. */
const switches: Record<string, boolean> = {
  ALLOW_ARIA_ATTR: true,
  ALLOW_DATA_ATTR: true,
  ALLOW_SELF_CLOSE_IN_ATTR: true,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  FORCE_BODY: false,
  IN_PLACE: false,
  KEEP_CONTENT: true,
  RETURN_DOM_FRAGMENT: false,
  RETURN_TRUSTED_TYPE: false,
  SAFE_FOR_TEMPLATES: false,
  SAFE_FOR_XML: true,
  SANITIZE_DOM: true,
  SANITIZE_NAMED_PROPS: false,
  USE_PROFILES: false,
  WHOLE_DOCUMENT: false,
};

/** Variables that hold the same from the first call to the last, as the rules have it. */
export const settled: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries({ ...switches, ...challengeRules }).flatMap(([name, value]) =>
      typeof value === 'boolean' ? [[name, String(value)]] : [],
    ),
  ),
  RETURN_DOM: String(challengeRules.RETURN_DOM_FRAGMENT),
  NAMESPACE: 'HTML_NAMESPACE',
  PARSER_MEDIA_TYPE: 'DEFAULT_PARSER_MEDIA_TYPE',
  // HTML, whose names mean the same in capitals.
  transformCaseFunc: 'stringToLowerCase',
  // A challenge is never without a pattern of its own, nor empty, nor a node.
  IS_ALLOWED_URI: 'null',
  emptyHTML: '""',
  IN_PLACE_VISITED: 'null',
  // Of a parsed text only the three that the parser knows can be asked for.
  ALLOWED_NAMESPACES: 'null',
  // Set by `setConfig`, which is gone.
  SET_CONFIG: 'false',
  SET_CONFIG_ALLOWED_TAGS: 'null',
  SET_CONFIG_ALLOWED_ATTR: 'null',
};

/** Tables in which nothing is found under the rules, for there are no such tags among them, or no rules that fill them. */
export const empty = [
  'ALL_MATHML_TAGS',
  'ALL_SVG_TAGS',
  'COMMON_SVG_AND_HTML_ELEMENTS',
  'CUSTOM_ELEMENT_HANDLING',
  'DATA_URI_TAGS',
  'DEFAULT_ALLOWED_ATTR',
  'DEFAULT_ALLOWED_TAGS',
  'DEFAULT_DATA_URI_TAGS',
  'EXTRA_ELEMENT_HANDLING',
  'FORBID_ATTR',
  'FORBID_TAGS',
  'customElementHandling',
];

/** What those tables are made of: what passes where no rules are given, */
export const defaults = ['html$1', 'html', 'svg', 'mathMl', 'xml'];
/** and the tags of SVG and MathML, which are asked about a tag that the rules allow. */
export const foreignTags = ['svg$1', 'svgFilters', 'svgDisallowed', 'mathMl$1', 'mathMlDisallowed'];

/** What stands there for others of those left out. */
export const unread = [
  'getShadowRoot',
  'DEFAULT_ALLOWED_NAMESPACES',
  'DEFAULT_CUSTOM_ELEMENT_HANDLING',
  'RESERVED_CUSTOM_ELEMENT_NAMES',
  'formElement',
  'typeErrorCreate',
  'text',
];

/**
 * Conditions that always come out the same: every browser that the build is for has what they ask for, the caller gives a
 * text and a whole policy, and the rules hold no table and no template.
 */
export const decided: Record<string, boolean> = {
  '!freeze': false,
  '!seal': false,
  '!apply': false,
  '!construct': false,
  setPrototypeOf: true,
  'typeof window === "undefined"': false,
  '!window || !window.document || window.document.nodeType !== NODE_TYPE.document || !window.Element': false,
  'Node && Node.prototype': true,
  getNodeType: true,
  getNodeName: true,
  getNamespaceURI: true,
  getOwnerDocument: true,
  'typeof HTMLTemplateElement === "function"': true,
  'template.content && template.content.ownerDocument': true,
  '!DOMPurify.isSupported': false,
  'regExp instanceof RegExp': true,
  '!cfg || typeof cfg !== "object"': false,
  'typeof dirty !== "string" && !_isNode(dirty)': false,
  '!doc || !doc.documentElement': false,
  'cfg.TRUSTED_TYPES_POLICY': true,
  'typeof cfg.TRUSTED_TYPES_POLICY.createHTML !== "function"': false,
  'typeof cfg.TRUSTED_TYPES_POLICY.createScriptURL !== "function"': false,
  '!ALLOWED_NAMESPACES[elementNamespace]': false,
  'ALLOWED_TAGS.table': false,
  'ALLOWED_ATTR.shadowroot || ALLOWED_ATTR.shadowrootmode': false,
};

/** Tags and attributes that the rules must not allow for this to hold. */
export const readWithout = [
  'svg',
  'math',
  'table',
  'template',
  'for',
  'patchsrc',
  'shadowroot',
  'shadowrootmode',
  // Those that may hold pictures and sound as data.
  'audio',
  'video',
  'img',
  'image',
  'source',
  'track',
];

/** What a hook would be handed, and could have changed. */
export const handed: Record<string, string> = { attrValue: 'value', keepAttr: 'true', forceKeepAttr: 'void 0' };

/** What the calls come to of functions that serve what the checkout does not do, by their arguments. */
export const idle: Record<string, (...given: string[]) => string | undefined> = {
  // Hooks.
  _createHooksMap: () => '({})',
  _executeHooks: () => 'void 0',
  _forkSharedAllowlist: (_hooks, set) => set,
  // The whole library stops here at a node that it has just removed. Going on, it cleans what is gone already.
  _handleHookDetachedNode: () => 'false',
  // Tags of other namespaces, which the rules do not allow.
  _checkSvgNamespace: () => 'false',
  _checkMathMlNamespace: () => 'false',
  // Attributes that the rules do not allow either.
  _isPatchLinkageAttribute: () => 'false',
  // The rules come with each call, in an object of their own that nobody else has.
  clone: (rules) => rules,
  _resolveSetOption: (rules, key, _fallback, options = '') =>
    `addToSet(${options.includes('base:') ? 'cloneSet(DEFAULT_URI_SAFE_ATTRIBUTES)' : '{}'}, ${rules}[${key}])`,
  // Nodes of a parsed text are what they seem, and none of them refuses to go.
  _readNodeType: (node) => `getNodeType(${node})`,
  _readNodeName: (node) => `getNodeName(${node})`,
  _readNamespaceURI: (node) => `getNamespaceURI(${node})`,
  lookupAccessor: (owner, name) => `lookupGetter(${owner}, ${name})`,
  typeErrorCreate: () => 'TypeError()',
  // The pattern is one.
  isRegex: () => 'true',
  // A list of what was removed.
  arrayPush: () => 'void 0',
  // Nodes instead of text; a text has no shadow roots, and no template in it is kept.
  stringifyValue: () => 'null',
  _sanitizeAttachedShadowRoots: () => 'void 0',
  _sanitizeShadowDOM2: () => 'void 0',
  _markVisited: () => 'void 0',
  _isDocumentFragment: () => 'false',
  // Custom elements.
  _isBasicCustomElement: () => 'false',
  _matchesNameCheck: () => 'false',
  // A policy that calls the sanitiser, or none.
  _createTrustedHTML: (html) => `trustedTypesPolicy.createHTML(${html})`,
  _createTrustedScriptURL: (url) => `trustedTypesPolicy.createScriptURL(${url})`,
  _getDefaultTrustedTypesPolicy: () => 'null',
  // What is taken apart is an array already.
  _slicedToArray: (array) => array,
};

/** What it offers beside `sanitize`. */
export const offers = [
  'version',
  'removed',
  'isSupported',
  'setConfig',
  'clearConfig',
  'isValidAttribute',
  'addHook',
  'removeHook',
  'removeHooks',
  'removeAllHooks',
];
