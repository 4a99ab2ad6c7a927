import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { edited } from './edited.ts';

/**
 * Does without the bundler's one helper, which gathers what a lazily imported module exports: `helper({ key: () => local })`
 * becomes an object with getters. In a file of its own the helper would be one more request, asked for only once the
 * chunk that needs it has come.
 */
export const inlineRuntime = (): Plugin => ({
  name: 'inline-runtime',
  apply: 'build',
  renderChunk(code, chunk, _options, { chunks }) {
    if (chunk.name === 'rolldown-runtime') return null;
    for (const node of this.parse(code).body) {
      if (node.type !== 'ImportDeclaration') continue;
      const from = chunks[posix.join(posix.dirname(chunk.fileName), node.source.value)];
      if (from?.name !== 'rolldown-runtime') continue;
      const [helper, ...more] = node.specifiers.map(({ local }) => local.name);
      const without = edited(code, [{ start: node.start, end: node.end, text: '' }]).replaceAll(
        /(\w+)\((\{(?:\s*\w+: \(\) => \w+,?)+\s*\})\)/g,
        (call, name: string, getters: string) =>
          name === helper ? getters.replaceAll(/(\w+): \(\) => (\w+)/g, 'get $1() { return $2; }') : call,
      );
      if (!helper || more.length > 0 || new RegExp(`\\b${helper}\\b`).test(without))
        return this.error(`${chunk.fileName} needs more of the runtime than is known.`);
      return { code: without, map: null };
    }
    return null;
  },
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle))
      if (file.type === 'chunk' && file.name === 'rolldown-runtime') {
        delete bundle[name];
        delete bundle[`${name}.map`];
      }
  },
});
