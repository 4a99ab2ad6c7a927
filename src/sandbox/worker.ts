/**
 * `pay-checkout/sandbox` as bundlers find it that build for browsers and workers (the conditions `worker` and `browser`
 * in package.json): the same names, and nothing of Node.
 */
export { createSandbox, type Sandbox } from './app.ts';
export type { MerchantRecord, SandboxOptions } from './options.ts';

/** Stands in for the `serve` of Node, Deno and Bun: here nothing can listen. */
export async function serve(): Promise<never> {
  throw new Error('serve needs Node, Deno or Bun; in a browser or a worker, use createSandbox().fetch');
}
