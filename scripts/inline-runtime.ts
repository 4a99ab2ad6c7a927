import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { edited, type Edit } from './edited.ts';

const inline = (local: string): string =>
  `const ${local} = (getters) => { const module = {}; for (const name in getters) Object.defineProperty(module, name, { get: getters[name], enumerable: true }); return module; };`;

/**
 * Puts the bundler's one helper into the chunks that use it. In a file of its own it would be one more request, asked
 * for only once the chunk that needs it has come.
 */
export const inlineRuntime = (): Plugin => ({
  name: 'inline-runtime',
  apply: 'build',
  renderChunk(code, chunk, _options, { chunks }) {
    if (chunk.name === 'rolldown-runtime') return null;
    const edits = this.parse(code).body.flatMap((node): Edit | [] => {
      if (node.type !== 'ImportDeclaration') return [];
      const from = chunks[posix.join(posix.dirname(chunk.fileName), node.source.value)];
      if (from?.name !== 'rolldown-runtime') return [];
      const [helper, ...more] = node.specifiers;
      if (!helper || more.length > 0) return this.error(`${chunk.fileName} needs more of the runtime than is known.`);
      return { start: node.start, end: node.end, text: inline(helper.local.name) };
    });
    return edits.length > 0 ? { code: edited(code, edits), map: null } : null;
  },
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle))
      if (file.type === 'chunk' && file.name === 'rolldown-runtime') {
        delete bundle[name];
        delete bundle[`${name}.map`];
      }
  },
});
