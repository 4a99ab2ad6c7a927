import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A fenced block of a document. */
export interface Snippet {
  /** Path of the document, from the root of the repository. */
  file: string;
  /** Line of its first line, from 1. */
  line: number;
  /** What follows the fence; empty for diagrams and the like. */
  language: string;
  code: string;
  /** The file of which it is a part: the link in the line before it ends in a colon. Path from the root. */
  source?: string | undefined;
}

/** A link of a document. */
export interface DocLink {
  file: string;
  line: number;
  target: string;
}

/** The documents that are written for people, wherever they are kept. */
export const docFiles: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'examples/README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name))
    .toSorted(),
];

export const readDoc = (file: string): string => readFileSync(file, 'utf8');

/** Goes through a document line by line; `handle` is told whether the line is inside of a fenced block. */
function walk(file: string, handle: (line: string, number: number, fence: string | undefined) => void): void {
  let fence: string | undefined;
  for (const [index, line] of readDoc(file).split('\n').entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === undefined) {
      fence = mark;
      handle(line, index + 1, '');
    } else if (mark && line.trim() === fence) {
      fence = undefined;
      handle(line, index + 1, '');
    } else handle(line, index + 1, fence);
  }
  if (fence !== undefined) throw new Error(`${file}: a fenced block is not closed.`);
}

/** The fenced blocks of a document, in order. */
export function snippetsOf(file: string): Snippet[] {
  const snippets: Snippet[] = [];
  let open: Snippet | undefined;
  let introduction = '';
  walk(file, (text, line, fence) => {
    if (fence !== '') {
      if (open) open.code += `${text}\n`;
      else if (text.trim()) introduction = text;
    } else if (open) {
      snippets.push(open);
      open = undefined;
    } else {
      const source = /^From `([^`]+)` in the repository:$/.exec(introduction)?.[1];
      open = { file, line: line + 1, language: text.replace(/[`~\s]/g, ''), code: '', source };
      introduction = '';
    }
  });
  return snippets;
}

/** A document's text outside of fenced blocks, by line. */
export function proseOf(file: string): { line: number; text: string }[] {
  const prose: { line: number; text: string }[] = [];
  walk(file, (text, line, fence) => {
    if (fence === undefined) prose.push({ line, text });
  });
  return prose;
}

/** The links of a document; pictures are left out. */
export const linksOf = (file: string): DocLink[] =>
  proseOf(file).flatMap(({ line, text }) =>
    [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ file, line, target })),
  );

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll('`', '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string): string[] =>
  proseOf(file).flatMap(({ text }) => {
    const heading = /^#{1,6}\s+(.*)$/.exec(text)?.[1];
    return heading === undefined ? [] : anchorOf(heading);
  });

/** What is wrong with a link, or undefined. Addresses of other sites are not looked at. */
export function linkProblem({ file, target }: DocLink): string | undefined {
  if (/^[a-z]+:/i.test(target)) return;
  const [path = '', anchor] = target.split('#', 2);
  const linked = path ? posix.normalize(posix.join(posix.dirname(file), path)) : file;
  if (!existsSync(join('.', linked))) return `there is no ${linked}`;
  if (anchor && linked.endsWith('.md') && !anchorsOf(linked).includes(anchor))
    return `${linked} has no heading #${anchor}`;
}
