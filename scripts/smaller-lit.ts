import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { litCuts } from './lit-cuts.ts';

/**
 * Leaves out of lit what neither the checkout nor a browser that can show it has a use for: a third of it, before the
 * form. A lit of which a byte has changed breaks the build until somebody has read it, and so does a directive.
 */
export const smallerLit = (): Plugin => {
  const met = new Set<string>();
  return {
    name: 'smaller-lit',
    buildStart: () => met.clear(),
    transform: {
      filter: { id: /[\\/]node_modules[\\/].*\blit\b.*\.js$/ },
      handler(code, id) {
        const [, file = ''] = /([\w-]+\/[\w-]+)\.js$/.exec(id.replaceAll('\\', '/')) ?? [];
        if (/directive/.test(file)) return this.error(`${file}: lit is built without directives.`);
        const { cuts, known } = litCuts[file] ?? {};
        if (!cuts) return;
        if (createHash('sha256').update(code).digest('hex') !== known)
          return this.error(`${file} is not the one that was read: look at what has changed, then at each cut of it.`);
        met.add(file);
        let text = code;
        for (const [once, instead] of cuts) {
          const [before, after, ...more] = text.split(once);
          if (after === undefined || more.length > 0) return this.error(`${file} does not say once: ${once}`);
          text = `${before}${instead}${after}`;
        }
        return { code: text, map: null };
      },
    },
    buildEnd(failure) {
      const missed = Object.keys(litCuts).filter((file) => !met.has(file));
      if (!failure && missed.length > 0)
        this.error(`Parts of lit were not met under their names: ${missed.join(', ')}.`);
    },
  };
};
