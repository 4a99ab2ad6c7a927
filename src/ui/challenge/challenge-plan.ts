import createSanitiser, { type Config } from 'dompurify';
import { CheckoutError } from '../../domain/checkout-error.ts';
import { safeAddress } from '../../domain/safe-address.ts';
import { challengePolicy } from './challenge-blocked.ts';

/**
 * The most that a fragment may hold, counted before anything parses it: work grows with these, and with some of them by
 * the square. The longest is in characters after decoding. A bank's fragment has some thirty tags with sixty attributes.
 */
const most = { length: 65_536, tags: 100, attributes: 200, formatting: 8, references: 2000 };
/** The longest entity, `&quot;`, stands for one character. */
const maxEscapedLength = most.length * '&quot;'.length;

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Stands before the name of an attribute on which no engine is to act as it parses. */
const mark = 'pay-checkout-not-';

/** Elements that a parser opens again in each block behind them, and whose ends move whatever is in between. */
const formatting = /<\/?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\t\n\f\r />])/gi;
const tagName = /<\/?[a-z][^\t\n\f\r />]*/gi;
/** The next attribute of a tag, as a parser reads it. Its blanks are those of HTML, of which `\s` has more. */
const attribute =
  /([\t\n\f\r /]*)([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'|[^\t\n\f\r >"'][^\t\n\f\r >]*)?)?/y;

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/**
 * Each attribute of what looks like a tag, also within a script, a comment or a value: where a parser sees a tag, all its
 * attributes are among these.
 */
function* attributesIn(html: string): Generator<{ tag: string; name: string; place: number; text: string }> {
  for (const { index, 0: tag } of html.matchAll(tagName)) {
    attribute.lastIndex = index + tag.length;
    for (let found = attribute.exec(html); found; found = attribute.exec(html)) {
      const [text, blanks = '', name = ''] = found;
      yield { tag: tag.slice(1).toLowerCase(), name: name.toLowerCase(), place: found.index + blanks.length, text };
    }
  }
}

function hasTooManyAttributes(html: string): boolean {
  const attributes = attributesIn(html);
  for (let count = 0; count < most.attributes; count++) if (attributes.next().done) return false;
  return !attributes.next().done;
}

/** Closing tags, comments and declarations begin like a tag, and count as one. */
const isTooLarge = (html: string): boolean =>
  html.length > most.length ||
  countOf(/</g, html) > most.tags ||
  countOf(/&/g, html) > most.references ||
  countOf(formatting, html) > most.formatting ||
  hasTooManyAttributes(html);

const invalidFragment = (reason: string): CheckoutError =>
  new CheckoutError('challenge_invalid', `The service's 3D Secure fragment cannot be shown: ${reason}.`);

/**
 * The HTML of `three_ds_method_data`, whose four entities the service delivers escaped (SPEC.md sections 2.4 and 10).
 * One pass, so that what was escaped twice stays escaped once: the bank meant it so.
 *
 * @throws CheckoutError `challenge_invalid` when there is nothing in it, or more than a challenge can need.
 */
export function decodeFragment(methodData: string): string {
  if (methodData.length > maxEscapedLength) throw invalidFragment('it is too large');
  const html = methodData.replace(/&(lt|gt|quot|amp);/g, (entity, name: string) => entities[name] ?? entity);
  if (!html.trim()) throw invalidFragment('it is empty');
  if (isTooLarge(html)) throw invalidFragment('it is too large');
  if (html.toLowerCase().includes(mark)) throw invalidFragment(`it holds ${mark}`);
  return html;
}

/** The beginning of each tag, but of those that a fragment is read from, that have no end, or whose text is left out. */
const otherTag =
  /<\/?(?=[a-z])(?!(?:form|input|iframe|frameset|base|br|hr|img|link|meta|wbr|script|noscript|template|title|textarea|xmp|noembed|noframes|plaintext)[\t\n\f\r />])/gi;

/** Behind a value with `<b ` in it, which looks like another tag, attributes are marked, and read all the same. */
const withMarked = (...names: string[]): string[] => names.flatMap((name) => [name, mark + name]);
const plainAttributes = withMarked('name', 'id', 'method', 'target', 'enctype', 'type', 'value');

/** What of a fragment passes the sanitiser. */
export const challengeRules = {
  ALLOWED_TAGS: ['form', 'input', 'iframe'],
  ALLOWED_ATTR: [...plainAttributes, ...withMarked('action', 'src')],
  // Held against the address pattern, these would be lost, and the form would become a GET to the page itself.
  ADD_URI_SAFE_ATTR: plainAttributes,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Banks call fields `id`, `name` or `action`, and a value may hold `-->` or `</title>`. Safe only because nothing of it is
  // attached or written as text again: values are copied out.
  SANITIZE_DOM: false,
  SAFE_FOR_XML: false,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config;

/**
 * Marks the tags and attributes that nobody will keep, types of fields that are not hidden, and addresses full of blanks,
 * which the sanitiser takes out one by one. Chromium reads the text of a style sheet, which can take for ever, and makes
 * whole trees of players; WebKit matches a field with its `pattern`, Firefox takes the square of its length for the value
 * of a number. What only looks like a tag, in a value, is marked too, and read without the mark.
 */
function withoutOthers(fragment: string): string {
  const html = fragment.replace(otherTag, `$&${mark}`);
  const { ALLOWED_TAGS: tags, ALLOWED_ATTR: names } = challengeRules;
  const places = new Map<number, string>();
  for (const { tag, name, place, text } of attributesIn(html)) {
    // Nothing to read; and in a script, `i<n` looks like a tag that has the name of the script's end among its attributes.
    if (!text.includes('=')) continue;
    const isType = name === 'type' && !/hidden/i.test(text);
    const isSpaced = (name === 'action' || name === 'src') && /^(?:[!-~]*[^!-~]){50}/.test(text);
    // Marked twice, it is not read.
    if (isSpaced) places.set(place, mark + mark);
    else if (isType || !tags.includes(tag) || !names.includes(name)) places.set(place, mark);
  }
  let [taken, changed] = [0, ''];
  for (const [place, marks] of [...places].sort(([one], [other]) => one - other)) {
    changed += html.slice(taken, place) + marks;
    taken = place;
  }
  return changed + html.slice(taken);
}

const maxForms = 2;
const maxFrames = 4;
/** A code, and whatever else a bank asks for: the payer fills them in, and the shop's process draws their names. */
const maxQuestions = 10;
const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'] as const;
const typedInputs = /^(?:text|tel|number|password|email)?$/;

/** A form of the fragment as plain values; it posts into one of the plan's frames. */
export interface PlannedForm {
  action: string;
  method: 'get' | 'post';
  encoding: (typeof encodings)[number];
  /** Index of the frame that shows the answer. */
  frame: number;
  fields: readonly (readonly [name: string, value: string])[];
  /** Names of the fields that the payer has to fill in. A form that has some is never sent by itself. */
  questions: readonly string[];
}

/** What of a fragment is put on the page: addresses and values, nothing that could run. */
export interface ChallengePlan {
  /** Address of each frame; `undefined` where a form fills it. */
  frames: readonly (string | undefined)[];
  forms: readonly PlannedForm[];
}

export interface PlanRules {
  /** Whether the key is a test key, which lets banks be on this machine over plain http. */
  isTest: boolean;
  /** Whether an address is the shop's, to which no challenge may lead. */
  isOfShop: (url: URL) => boolean;
}

/**
 * Reads a decoded fragment (SPEC.md section 10) as a plan: at most two forms and four frames, each with an address that
 * is safe to open. Whatever else it holds is left behind.
 *
 * @throws CheckoutError `challenge_invalid` when nothing of it can be used or an address is the shop's,
 *   `challenge_blocked` when the page's policy forbids the sanitiser.
 */
export function planChallenge(html: string, { isTest, isOfShop }: PlanRules): ChallengePlan {
  // An instance of our own: a page that uses the same library may have given its instance other rules.
  const fragment: DocumentFragment | null = createSanitiser(window).sanitize(withoutOthers(html), {
    ...challengeRules,
    ALLOWED_URI_REGEXP: isTest ? /^https?:\/\//i : /^https:\/\//i,
    TRUSTED_TYPES_POLICY: challengePolicy() as unknown as Config['TRUSTED_TYPES_POLICY'],
  });
  // The document of a frameset has no body, of which nothing is given back.
  if (!fragment) throw invalidFragment('it is a set of frames');
  const plan = readFragment(fragment, (address) => {
    const url = safeAddress(address, { allowLoopback: isTest });
    if (url && isOfShop(url)) throw invalidFragment('it leads back to the page it is shown in');
    return url?.href;
  });
  if (plan.forms.flatMap(({ questions }) => questions).length > maxQuestions)
    throw invalidFragment('it asks for too much');
  if (plan.frames.length > 0) return plan;
  // A script would have to run in the page's own process, where one that never ends takes the page along.
  if (/<script[\s/>]/i.test(html)) throw invalidFragment('it works by a script alone, which is not run');
  throw invalidFragment('it holds no form and no frame with a safe https address');
}

/** An attribute, marked or not. A form's own properties may be hidden behind its fields; the prototype's cannot be. */
function attributeOf(element: Element, name: string): string {
  const read = (one: string): string | null => Element.prototype.getAttribute.call(element, one);
  return (read(name) ?? read(mark + name) ?? '').replaceAll(mark, '');
}

type SafeHref = (address: string) => string | undefined;

function readFragment(fragment: DocumentFragment, hrefOf: SafeHref): ChallengePlan {
  const forms = [...fragment.querySelectorAll('form')];
  const inputs = inputsByForm(fragment);
  const sources = [...fragment.querySelectorAll('iframe')].slice(0, maxFrames);
  const frames: ({ src: string | undefined; isTaken: boolean } | undefined)[] = sources.map((frame) => ({
    src: hrefOf(attributeOf(frame, 'src')),
    isTaken: false,
  }));

  /** The frame that the form names; else a frame that shows nothing yet, else one more. Never the page itself. */
  const frameFor = (target: string): number => {
    const named = sources.findIndex(
      (frame) => target && [attributeOf(frame, 'name'), attributeOf(frame, 'id')].includes(target),
    );
    if (named >= 0) return frames[named]?.isTaken ? -1 : named;
    const free = frames.findIndex((frame) => frame && !frame.src && !frame.isTaken);
    if (free >= 0 || frames.length === maxFrames) return free;
    return frames.push({ src: undefined, isTaken: false }) - 1;
  };

  const planned = forms.flatMap((form): PlannedForm | [] => {
    const action = hrefOf(attributeOf(form, 'action'));
    const frame = action ? frameFor(attributeOf(form, 'target')) : -1;
    const shown = frames[frame];
    if (!action || !shown) return [];
    shown.isTaken = true;
    const method = attributeOf(form, 'method').toLowerCase() === 'post' ? 'post' : 'get';
    const encoding = encodings.find((known) => known === attributeOf(form, 'enctype').toLowerCase()) ?? encodings[0];
    return { action, method, encoding, frame, ...fieldsOf(inputs.get(form) ?? []) };
  });

  const kept = planned.slice(0, maxForms);
  const used = frames.flatMap((frame, index) => (frame?.src || kept.some((form) => form.frame === index) ? index : []));
  return {
    frames: used.map((index) => (kept.some((form) => form.frame === index) ? undefined : frames[index]?.src)),
    forms: kept.map((form) => ({ ...form, frame: used.indexOf(form.frame) })),
  };
}

/** Tables push a form's fields out of it when they are parsed; a field outside belongs to the form before it. */
function inputsByForm(fragment: DocumentFragment): Map<Element, Element[]> {
  const inputs = new Map<Element, Element[]>();
  let current: Element[] = [];
  for (const element of fragment.querySelectorAll('form, input')) {
    if (element.localName === 'form') inputs.set(element, (current = []));
    else current.push(element);
  }
  return inputs;
}

function fieldsOf(inputs: readonly Element[]): Pick<PlannedForm, 'fields' | 'questions'> {
  const named = inputs.filter((input) => attributeOf(input, 'name'));
  const typeOf = (input: Element): string => attributeOf(input, 'type').toLowerCase();
  return {
    fields: named
      .filter((input) => typeOf(input) === 'hidden')
      .map((input) => [attributeOf(input, 'name'), attributeOf(input, 'value')] as const),
    questions: named.filter((input) => typedInputs.test(typeOf(input))).map((input) => attributeOf(input, 'name')),
  };
}
