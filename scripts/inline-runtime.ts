import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { editedInPlace, type Edit } from './edited.ts';

/** What gathers the exports of a lazily imported module: `var name = helper({ exported: () => local });`. */
const gathering = /^var (\w+) = (?:\/\*.*?\*\/ *)?(\w+)\(\{((?:\s*\w+: \(\) => \w+,?)+)\s*\}\);$/s;
/** How the bundler asks for one of several modules in a file: by a letter. */
const oneOfSeveral = /(\bimport\("[^"]+"\))\.then\(\((\w+)\) => \2\.\w{1,2}\)/g;

/**
 * Has a file of several lazily imported modules export what they export, each name as it is, so that whoever wants one of
 * the modules imports the file. The bundler would gather each module's exports in an object, by a helper which is one more
 * file, asked for only once the chunk that needs it has come.
 */
export const inlineRuntime = (): Plugin => ({
  name: 'inline-runtime',
  apply: 'build',
  renderChunk(code, chunk, _options, { chunks }) {
    if (chunk.name === 'rolldown-runtime') return null;
    const { body } = this.parse(code);
    const edits: Edit[] = [];
    const gathered = new Map<string, string[]>();
    let helper = '';
    for (const node of body) {
      const { start, end } = node;
      const [, name = '', caller = '', exported = ''] = gathering.exec(code.slice(start, end)) ?? [];
      if (node.type === 'ImportDeclaration') {
        const from = chunks[posix.join(posix.dirname(chunk.fileName), node.source.value)];
        if (from?.name !== 'rolldown-runtime') continue;
        if (node.specifiers.length !== 1)
          return this.error(`${chunk.fileName} needs more of the runtime than is known.`);
        helper = node.specifiers[0]?.local.name ?? '';
        edits.push({ start, end, text: '' });
      } else if (helper && caller === helper) {
        gathered.set(
          name,
          [...exported.matchAll(/(\w+): \(\) => (\w+)/g)].map(([, outside, inside]) => `${inside} as ${outside}`),
        );
        edits.push({ start, end, text: '' });
      } else if (node.type === 'ExportNamedDeclaration' && gathered.size > 0) {
        const kept = node.specifiers.map((specifier) => code.slice(specifier.start, specifier.end));
        const list = kept.flatMap((one) => gathered.get(one.split(' as ')[0] ?? '') ?? one);
        edits.push({ start, end, text: `export { ${list.join(', ')} };` });
      }
    }
    const left = editedInPlace(code, edits).replaceAll(oneOfSeveral, '$1');
    for (const name of [helper, ...gathered.keys()])
      if (name && new RegExp(`\\b${name}\\b`).test(left))
        return this.error(`${chunk.fileName} uses ${name} in a way that is not known.`);
    return { code: left, map: null };
  },
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle))
      if (file.type === 'chunk' && file.name === 'rolldown-runtime') {
        delete bundle[name];
        delete bundle[`${name}.map`];
      }
  },
});
