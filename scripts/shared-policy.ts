import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A name instead of the file's place: the build's hash is of the sources, and comes out the same in any folder. */
const ours = 'pay-checkout/trusted-types';
const path = fileURLToPath(new URL('../src/browser/trusted-types.ts', import.meta.url));
const own = /\b\w+\.createPolicy\("lit-html",\{createHTML:\w+=>\w+\}\)/g;

/**
 * Gives lit the widget's Trusted Types policy instead of one of its own. Each copy of lit makes a policy `lit-html`, and
 * a policy that does not allow duplicates refuses the second: a page with lit of its own, or with two versions of this
 * script, would lose whichever comes last. The widget's is made once for all copies on the page.
 */
export const sharedPolicy = (): Plugin => ({
  name: 'shared-policy',
  resolveId: (id) => (id === ours ? path : null),
  transform: {
    filter: { id: /[\\/]lit-html[\\/]lit-html\.js$/ },
    handler(code, id) {
      const [first, ...more] = code.match(own) ?? [];
      if (!first || more.length > 0) return this.error(`${id} no longer makes its policy in the known way.`);
      return {
        code: `import { trustedTypesPolicy } from '${ours}';${code.replace(first, 'trustedTypesPolicy()')}`,
        map: null,
      };
    },
  },
});
