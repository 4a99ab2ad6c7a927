/** Makes mutants of the ledger's sources, one change each, and loads them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parseAst } from 'vite';
import type { Rules } from './model.ts';

const folder = fileURLToPath(new URL('../../../src/checkout/ledger/', import.meta.url));
export const files = ['purchase.ts', 'may-send.ts', 'claim.ts', 'epoch.ts', 'strangers.ts'] as const;
export type File = (typeof files)[number];

export interface Mutant {
  file: File;
  line: number;
  /** What is done to which text. */
  name: string;
  source: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof Object(value).type === 'string' && typeof Object(value).start === 'number';

const sourceOf = (file: File) => readFileSync(folder + file, 'utf8');

/** Every condition negated; every rule, operand, filter, branch of a switch and mark dropped. */
export function mutantsOf(file: File): Mutant[] {
  const source = sourceOf(file);
  const mutants: Mutant[] = [];
  const text = ({ start, end }: Node) => source.slice(start, end);
  const replace = (node: Node, by: string, what: string) => {
    const line = source.slice(0, node.start).split('\n').length;
    const short = text(node).replaceAll(/\s+/g, ' ');
    const name = `${file}: ${what} · ${short.length > 90 ? `${short.slice(0, 90)}…` : short}`;
    mutants.push({ file, line, name, source: source.slice(0, node.start) + by + source.slice(node.end) });
  };
  const negate = (node: Node) => replace(node, `(!(${text(node)}))`, 'negate');
  const visit = (node: Node, isInFunction: boolean) => {
    switch (node.type) {
      case 'IfStatement':
        negate(node['test'] as Node);
        replace(node, ';', 'drop');
        break;
      case 'ConditionalExpression':
        negate(node['test'] as Node);
        break;
      case 'BinaryExpression':
        if (node['operator'] === '===' || node['operator'] === '!==') negate(node);
        break;
      case 'LogicalExpression':
        replace(node, `(${text(node['left'] as Node)})`, `keep the left of`);
        replace(node, `(${text(node['right'] as Node)})`, `keep the right of`);
        break;
      case 'CallExpression': {
        const callee = node['callee'] as Node;
        const property = callee['property'] as Node | undefined;
        if (property && text(property) === 'filter')
          replace(node, text(callee['object'] as Node), 'drop the filter of');
        if (property && ['has', 'includes'].includes(text(property))) negate(node);
        break;
      }
      case 'ObjectExpression':
        if (isInFunction)
          for (const part of node['properties'] as Node[]) {
            const rest = (node['properties'] as Node[]).filter((one) => one !== part).map(text);
            replace(node, `({ ${rest.join(', ')} })`, `drop ${text(part).replaceAll(/\s+/g, ' ')} from`);
          }
        break;
      case 'SwitchCase':
        replace(node, `case ${text(node['test'] as Node)}: return purchase;`, 'do nothing in');
        break;
    }
    const isFunction = /Function/.test(node.type);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, isInFunction || isFunction);
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, false);
  return mutants;
}

/** Bundles the ledger with one file changed, in memory, and imports it. */
export async function loadRules(changed?: Pick<Mutant, 'file' | 'source'>): Promise<Rules> {
  const { outputFiles } = await build({
    stdin: { contents: files.map((file) => `export * from './${file}';`).join('\n'), resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [
      {
        name: 'mutant',
        setup(context) {
          context.onResolve({ filter: /^zod/ }, ({ path }) => ({ path: import.meta.resolve(path), external: true }));
          context.onLoad({ filter: /ledger[\\/][a-z-]+\.ts$/ }, ({ path }) =>
            changed && path.endsWith(changed.file) ? { contents: changed.source, loader: 'ts' } : undefined,
          );
        },
      },
    ],
  });
  const code = outputFiles[0]?.text ?? '';
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Rules;
}
