/**
 * Takes the types out of `.ts` files as Node loads them. Published loaders either lack a platform, or forget that lit's
 * decorators need fields to be assigned, or put helpers into functions, which a test then sends to a page without them.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!/\.tsx?$/.test(url) || url.includes('/node_modules/')) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const { code } = await transform(await readFile(file, 'utf8'), {
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    sourcefile: file,
    sourcemap: 'inline',
    target: 'node20',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
