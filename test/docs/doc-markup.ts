import { parsers as htmlParsers } from 'prettier/plugins/html';
import { parsers as cssParsers } from 'prettier/plugins/postcss';
import type { ParserOptions } from 'prettier';
import { paymentMethodTypes } from '../../src/domain/payment-method-type.ts';
import type { Snippet } from './doc-files.ts';
import { publicNames } from './public-names.ts';

interface MarkupNode {
  kind: string;
  name?: string;
  value?: string;
  attrs?: { name: string; value: string | null }[];
  children?: MarkupNode[];
  sourceSpan: { start: { line: number } };
}

/** Attributes that any element may have. */
const globalAttributes = ['class', 'hidden', 'id', 'lang', 'slot', 'suppresshydrationwarning'];

/** What a value has to look like, where more than the name can be wrong. */
const values: Readonly<Record<string, (value: string) => boolean>> = {
  methods: (value) => value.split(/\s+/).every((type) => paymentMethodTypes.some((known) => known === type)),
  mode: (value) => value === 'payment' || value === 'source',
  'amount-in-cents': (value) => /^[1-9]\d*$/.test(value),
  currency: (value) => /^[A-Z]{3}$/.test(value),
};

const optionsFor = (text: string, parser: string) =>
  ({ parser, filepath: `snippet.${parser}`, originalText: text }) as unknown as ParserOptions;

/** The code of one language inside of a page. */
const inside = ({ file, line }: Snippet, node: MarkupNode, language: string): Snippet[] =>
  (node.children ?? []).map((text) => ({
    file,
    line: line + text.sourceSpan.start.line,
    language,
    code: text.value ?? '',
  }));

/** Names of the checkout that a style sheet or a text uses and that do not exist. */
export function unknownNames(text: string): string[] {
  const wrong = (pattern: RegExp, known: readonly string[]) =>
    [...text.matchAll(pattern)].flatMap(([found, name = '']) => (known.includes(name) ? [] : found));
  return [
    ...wrong(/(--pay-[a-z-]*[a-z])/g, publicNames.cssProperties),
    ...[...text.matchAll(/pay-checkout\S*::part\(([\w -]+)\)/g)]
      .flatMap(([, list = '']) => list.split(' '))
      .filter((name) => !publicNames.parts.includes(name)),
    ...wrong(/pay-checkout\S*:state\((\w+)\)/g, publicNames.states),
  ].map((name) => `${name} is not known`);
}

/** Complaints about a style sheet. */
export async function styleProblems(snippet: Snippet): Promise<string[]> {
  const problems = unknownNames(snippet.code);
  try {
    await cssParsers.css.parse(snippet.code, optionsFor(snippet.code, 'css'));
  } catch (error) {
    problems.push(String(error));
  }
  return problems.map((problem) => `${snippet.file}:${snippet.line}: ${problem}`);
}

/** Complaints about a piece of markup, and the scripts and style sheets in it. */
export async function readMarkup(snippet: Snippet): Promise<{ problems: string[]; inner: Snippet[] }> {
  const problems: string[] = [];
  const inner: Snippet[] = [];
  const say = (node: MarkupNode, problem: string) =>
    problems.push(`${snippet.file}:${snippet.line + node.sourceSpan.start.line}: ${problem}`);

  const visit = (node: MarkupNode, parent?: MarkupNode): void => {
    const attributes = new Map(node.attrs?.map(({ name, value }) => [name, value ?? '']));
    if (node.name === 'pay-checkout')
      for (const [name, value] of attributes) {
        if (!publicNames.attributes.includes(name) && !globalAttributes.includes(name))
          say(node, `<pay-checkout> has no attribute ${name}`);
        else if (values[name]?.(value) === false) say(node, `${name}="${value}" is no value that it takes`);
      }
    const slot = attributes.get('slot');
    if (parent?.name === 'pay-checkout' && slot !== undefined && !publicNames.slots.includes(slot))
      say(node, `<pay-checkout> has no slot ${slot}`);
    if (node.name === 'style') inner.push(...inside(snippet, node, 'css'));
    if (node.name === 'script')
      inner.push(...inside(snippet, node, attributes.get('type') === 'importmap' ? 'json' : 'js'));
    else for (const child of node.children ?? []) visit(child, node);
  };

  try {
    visit((await htmlParsers.html.parse(snippet.code, optionsFor(snippet.code, 'html'))) as MarkupNode);
  } catch (error) {
    problems.push(`${snippet.file}:${snippet.line}: ${String(error)}`);
  }
  return { problems, inner: inner.filter(({ code }) => code.trim()) };
}
