import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const policyModule = fileURLToPath(new URL('../src/browser/trusted-types.ts', import.meta.url));

/**
 * Gives lit the checkout's Trusted Types policy. Without it the script fails under a policy that does not allow
 * duplicates on a page with lit of its own, or with two versions of this script: each copy of lit makes a policy of the
 * same name when it is loaded, and the browser refuses the second. Nor does lit find there what a page has loaded for its
 * own copy, which would render what a server sent in another way than this one.
 *
 * lit looks for both at the global object. In its modules alone, the name `globalThis` is an object with the checkout's
 * answers, and for all else the page's.
 */
export const sharedPolicy = (): Plugin => ({
  name: 'shared-policy',
  transform: {
    filter: { id: /[\\/]node_modules[\\/](?:lit-html[\\/]lit-html|lit-element[\\/]lit-element)\.js$/ },
    handler: (code) => ({
      // In the same line, so that the map stays right.
      code: `import { litGlobal as globalThis } from ${JSON.stringify(policyModule)};${code}`,
      map: null,
    }),
  },
});
