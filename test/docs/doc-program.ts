import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { packageBin, runNode } from '../../scripts/node-tools.mjs';
import type { Snippet } from './doc-files.ts';

const root = resolve('.');

/** What the package's entry points are made of. */
const sources: Readonly<Record<string, string>> = {
  'pay-checkout': 'src/index.ts',
  'pay-checkout/element': 'src/element.ts',
  'pay-checkout/core': 'src/core.ts',
  'pay-checkout/server': 'src/server/index.ts',
  'pay-checkout/sandbox': 'src/sandbox/index.ts',
  'pay-checkout/jsx': 'src/jsx.ts',
};

/**
 * What snippets take for granted: the element, and functions of the merchant's own. Documents say so where they begin.
 * Frameworks that are not installed here are taken as they come.
 */
const givens = `
declare const checkout: import('${root}/src/element/pay-checkout.ts').PayCheckout;
declare function showThanks(reference: string): void;
declare function showOrder(status: string): void;
declare function report(code: string, message: string): void;
declare module 'vitest';
declare module '@vitejs/plugin-react';
declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: object;
  export function Component(options: { selector: string; schemas: object[]; template: string }): (target: Function) => void;
}
declare module '@playwright/test' {
  export const defineConfig: (config: object) => object;
  export const expect: any;
  export const test: (name: string, run: (given: { page: any }) => Promise<void>) => void;
}
`;

/** JavaScript is read as its authors mean it: what the page has is found. */
const givensOfJavaScript = `
interface ParentNode {
  querySelector(selectors: 'pay-checkout'): import('${root}/src/element/pay-checkout.ts').PayCheckout;
  querySelector(selectors: 'form'): HTMLFormElement;
  querySelector(selectors: 'dialog'): HTMLDialogElement;
  querySelector(selectors: string): HTMLElement;
}
`;

/** What a service worker has beside what a page has. */
const givensOfWorkers = `
interface Window { skipWaiting(): Promise<void>; readonly clients: { claim(): Promise<void> } }
interface WindowEventMap {
  activate: Event & { waitUntil(work: Promise<unknown>): void };
  fetch: Event & { readonly request: Request; respondWith(answer: Promise<Response>): void };
}
`;

/** Variables of the environment that JavaScript reads: whoever runs it has set them. */
const environmentOf = (snippets: readonly Snippet[]): string =>
  snippets
    .flatMap(({ code }) => [...code.matchAll(/process\.env\.(\w+)/g)])
    .map(([, name = '']) => `declare namespace NodeJS { interface ProcessEnv { ${name}: string } }`)
    .join('\n');

interface Program {
  languages: readonly string[];
  givens: (snippets: readonly Snippet[]) => string;
  options: Record<string, unknown>;
}

const programs: readonly Program[] = [
  { languages: ['ts', 'tsx'], givens: () => givens, options: {} },
  {
    languages: ['js', 'jsx'],
    givens: (snippets) => givens + givensOfJavaScript + givensOfWorkers + environmentOf(snippets),
    options: { noImplicitAny: false },
  },
];

/** Languages that `typeProblems` looks at. */
export const typedLanguages: readonly string[] = programs.flatMap(({ languages }) => languages);

/** Where a snippet is put: under its own name when its first line is a comment with one, so that others can import it. */
function placeOf({ file, line, language, code }: Snippet): string {
  const folder = file.replace(/\.md$/, '').replaceAll('/', '-');
  const [, named] = /^\/\/ ([\w./-]+\.[jt]sx?)\n/.exec(code) ?? [];
  if (named?.startsWith('src/')) return named;
  return join(folder, named ?? `line-${line}.${language}`);
}

/** Checks snippets against the sources, as the compiler sees them, and gives its complaints with the document's lines. */
export async function typeProblems(snippets: readonly Snippet[]): Promise<string[]> {
  const found = await Promise.all(
    programs.map((program) =>
      compile(
        program,
        snippets.filter(({ language }) => program.languages.includes(language)),
      ),
    ),
  );
  return found.flat();
}

async function compile({ givens: declare, options }: Program, snippets: readonly Snippet[]): Promise<string[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pay-checkout-docs-')));
  const origins = new Map<string, string>();
  try {
    for (const snippet of snippets) {
      const place = placeOf(snippet);
      if (origins.has(place)) return [`${snippet.file}:${snippet.line}: there is a second snippet called ${place}`];
      origins.set(place, snippet.file);
      const path = join(folder, place);
      mkdirSync(dirname(path), { recursive: true });
      // Empty lines ahead: the compiler then counts as the document does.
      writeFileSync(path, '\n'.repeat(snippet.line - 1) + snippet.code);
    }
    writeFileSync(join(folder, 'givens.d.ts'), declare(snippets));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings(folder, options)));
    const { code, output } = await runNode([packageBin('typescript', 'tsc'), '-p', folder, '--pretty', 'false']);
    if (code === 0) return [];
    return output
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => inDocument(line, folder, origins));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A complaint of the compiler with the document instead of the file that was made of it. */
function inDocument(complaint: string, folder: string, origins: ReadonlyMap<string, string>): string {
  const [, path, line, rest] = /^([^(]+)\((\d+),\d+\): (.*)$/.exec(complaint) ?? [];
  const origin = path === undefined ? undefined : origins.get(relative(folder, resolve(path)));
  return origin === undefined ? complaint : `${origin}:${line}: ${rest}`;
}

const settings = (folder: string, options: Record<string, unknown>) => ({
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    ...options,
    moduleDetection: 'force',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    // A snippet that says where it belongs is checked as if it stood there.
    rootDirs: [folder, root],
    jsx: 'react-jsx',
    paths: Object.fromEntries(Object.entries(sources).map(([name, path]) => [name, [join(root, path)]])),
  },
  include: [folder, join(root, 'src/build-constants.d.ts')],
  exclude: ['node_modules'],
});
