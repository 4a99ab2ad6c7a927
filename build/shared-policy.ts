import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const policyModule = fileURLToPath(new URL('../src/browser/trusted-types.ts', import.meta.url));

/**
 * Gives lit the checkout's Trusted Types policy. Without it the script fails under a policy that does not allow
 * duplicates on a page with lit of its own, or with two versions of this script: each copy of lit makes a policy of the
 * same name when it is loaded, and the browser refuses the second.
 *
 * lit asks the global object for `trustedTypes`. In its module alone, the name `globalThis` is an object that answers
 * with the checkout's policy, and for all else is the page's.
 */
export const sharedPolicy = (): Plugin => ({
  name: 'shared-policy',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]lit-html[\\/](?:development[\\/])?lit-html\.js$/ },
    handler: (code) => ({
      // In the same line, so that the map stays right.
      code: `import { litGlobal as globalThis } from ${JSON.stringify(policyModule)};${code}`,
      map: null,
    }),
  },
});
