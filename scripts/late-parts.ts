import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { edited } from './edited.ts';

type Chunks = Readonly<Record<string, Rolldown.RenderedChunk>>;

/** How the bundler asks for a lazy chunk. */
const lazily = /\bimport\("(\.[^"]+)"\)/g;
/** What the entry leaves under this name to the chunks that ask for others. */
const asker = 'askForPart';

/** The lazy chunks that one needs before it can run, in the order in which they can. */
function needsOf(chunks: Chunks, file: string, above: readonly string[] = []): string[] {
  if (above.includes(file)) throw new Error(`${[...above, file].join(' needs ')}: none of them can be the first.`);
  const direct = (chunks[file]?.imports ?? []).filter(
    (needed) => chunks[needed]?.isEntry === false && chunks[needed].name !== 'rolldown-runtime',
  );
  return [...new Set(direct.flatMap((needed) => [...needsOf(chunks, needed, [...above, file]), needed]))];
}

/**
 * Asks again for a lazy chunk that did not come.
 *
 * Most browsers of 2026 keep a module that could not be fetched as failed for as long as the page lives: whoever paid by
 * a bad connection could try again as often as they liked. With something behind a `#` it is another module to them, from
 * the same address. What the page pins to a hash, by an import map or a preload, is pinned by its whole address, so there
 * the address stays as it is: a file that is refused for what is in it must not get in by another name.
 *
 * A chunk that others need must be the one that came at last, so none imports another by its address: what they read of
 * each other is left under a symbol (`entryBridge`, which has to come after this), and what is needed is asked for first.
 */
export const lateParts = (): Plugin => ({
  name: 'late-parts',
  apply: 'build',
  renderChunk(code, chunk, _options, { chunks }) {
    const isHere = [chunk.fileName, ...needsOf(chunks, chunk.fileName)];
    const around = new Set<string>();
    const found = new Set<string>();
    const asked = code.replaceAll(lazily, (all, address: string) => {
      const file = posix.join(posix.dirname(chunk.fileName), address);
      const { name, isEntry } = chunks[file] ?? this.error(`${file} is unknown.`);
      if (isEntry) return all;
      found.add(file);
      const at = file.indexOf(`/${name}-`) + 1;
      around.add(`./${file.slice(0, at)}\0${file.slice(at + name.length)}`);
      const needs = needsOf(chunks, file).filter((needed) => !isHere.includes(needed));
      return `${asker}(${[...needs.map((needed) => chunks[needed]?.name), name].map((one) => JSON.stringify(one)).join(', ')})`;
    });
    const missed = chunk.dynamicImports.filter((file) => chunks[file]?.isEntry === false && !found.has(file));
    if (missed.length > 0) return this.error(`${chunk.fileName} asks for ${missed.join(', ')} in a way not known.`);
    if (found.size === 0) return null;
    const list = this.parse(asked).body.find(
      (node) =>
        (chunk.isEntry && node.type === 'ExportNamedDeclaration') ||
        (node.type === 'ImportDeclaration' && chunks[posix.join('chunks', node.source.value)]?.isEntry),
    );
    const at = list && 'specifiers' in list ? list.specifiers[0]?.start : undefined;
    if (at === undefined) return this.error(`${chunk.fileName} has no list of names to add to.`);
    const whole = edited(asked, [{ start: at, end: at, text: `${asker}, ` }]);
    if (!chunk.isEntry) return { code: whole, map: null };
    const [[head, tail] = [], ...others] = [...around].map((one) => one.split('\0'));
    if (others.length > 0) return this.error('The chunks are called in different ways.');
    // In one line, and the first: what follows stays in its own.
    const helper = `const partTries = {};
      const ${asker} = (name, next, ...others) => {
        if (next) return ${asker}(name).then(() => ${asker}(next, ...others));
        const tries = partTries[name];
        return import(\`${head}\${name}${tail}\${tries ? "#" + tries : ""}\`).catch((thrown) => {
          document.querySelector("[type=importmap],[rel=modulepreload][integrity]") || (partTries[name] = -~tries);
          throw thrown;
        });
      };`;
    return { code: helper.replaceAll(/\s*\n\s*/g, ' ') + whole, map: null };
  },
});
