import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { edited } from './edited.ts';

type Chunks = Readonly<Record<string, Rolldown.RenderedChunk>>;

/** How the bundler asks for a lazy chunk. */
const lazily = /\bimport\("(\.[^"]+)"\)/g;

/** The lazy chunks that one needs before it can run, the nearest first. */
function needsOf(chunks: Chunks, file: string): string[] {
  const direct = (chunks[file]?.imports ?? []).filter(
    (needed) => chunks[needed]?.isEntry === false && chunks[needed].name !== 'rolldown-runtime',
  );
  return [...new Set(direct.flatMap((needed) => [needed, ...needsOf(chunks, needed)]))];
}

/**
 * Asks again for a lazy chunk that did not come.
 *
 * Firefox, and Chromium until version 153, keep a module that could not be fetched as failed for as long as the page lives:
 * whoever paid by a bad connection could try again as often as they liked. With something behind a `#` it is another
 * module to them, from the same address. What is pinned by an import map is pinned by its whole address, so there the
 * address stays as it is: a file that is refused for what is in it must not get in by another name.
 *
 * A chunk that others need must be the one that came at last, so none imports another by its address: what they read of
 * each other is left under a symbol (`entryBridge`, which has to come after this), and what is needed is asked for first.
 */
export const lateParts = (): Plugin => ({
  name: 'late-parts',
  apply: 'build',
  renderChunk(code, chunk, _options, { chunks }) {
    let [head, tail] = ['', ''];
    const isHere = [chunk.fileName, ...needsOf(chunks, chunk.fileName)];
    const asked = code.replaceAll(lazily, (_all, address: string) => {
      const file = posix.join(posix.dirname(chunk.fileName), address);
      const needs = needsOf(chunks, file).filter((needed) => !isHere.includes(needed));
      const names = [file, ...needs].map((one) => chunks[one]?.name ?? this.error(`${one} is unknown.`));
      [head, tail] = file.split(chunks[file]?.name ?? '', 2) as [string, string];
      return `latePart(${names.map((name) => JSON.stringify(name)).join(', ')})`;
    });
    if (asked === code) return null;
    if (!chunk.isEntry) {
      const taken = this.parse(asked).body.find(
        (node) => node.type === 'ImportDeclaration' && chunks[posix.join('chunks', node.source.value)]?.isEntry,
      );
      const at = taken?.type === 'ImportDeclaration' ? taken.specifiers[0]?.start : undefined;
      if (at === undefined) return this.error(`${chunk.fileName} takes nothing from the entry.`);
      return { code: edited(asked, [{ start: at, end: at, text: 'latePart, ' }]), map: null };
    }
    const helper = `
      const partMarks = {};
      const latePart = (name, need, ...needs) => {
        if (need) return latePart(need, ...needs).then(() => latePart(name));
        const mark = partMarks[name] ?? "";
        return import(\`./${head}\${name}${tail}\${mark}\`).catch((thrown) => {
          document.querySelector("[type=importmap]") || (partMarks[name] = mark + "#");
          throw thrown;
        });
      };`;
    const list = this.parse(asked).body.find((node) => node.type === 'ExportNamedDeclaration');
    const at = list?.specifiers[0]?.start ?? this.error(`${chunk.fileName} exports nothing.`);
    return { code: helper + edited(asked, [{ start: at, end: at, text: 'latePart, ' }]), map: null };
  },
});
