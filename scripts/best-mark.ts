import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';
import { inLetters } from './in-letters.ts';

/** How many are compared; as many again would find one that is some bytes better. */
const tries = 40;
const packed = promisify(brotliCompress);

const others = (mark: string): string[] =>
  Array.from({ length: tries - 1 }, (_, place) =>
    inLetters(createHash('sha256').update(`${mark}${place}`).digest('hex').slice(0, mark.length)),
  );

/**
 * Of the marks that could tell this build from others (`entryBridge`), takes the one with which the files are packed the
 * smallest. By chance one makes them some 80 bytes bigger than another, so that any change of the source, however small,
 * was a draw. It follows from the first one, and with that from the source, all the same, and from how this Node packs.
 */
export const bestMark = (): Plugin => ({
  name: 'best-mark',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const files = Object.values(bundle);
    const chunks = files.filter((file) => file.type === 'chunk');
    const marks = new Set(chunks.flatMap(({ fileName }) => /-([a-p]+)\.js$/.exec(fileName)?.[1] ?? []));
    const [mark = ''] = marks;
    if (marks.size !== 1) return this.error(`The files have not one mark, but ${marks.size}.`);
    const said = new RegExp(`(?<=[:-])${mark}(?=[".])`, 'g');
    const marked = chunks.filter(({ code }) => code.includes(mark));
    for (const { code, fileName } of marked)
      if (code.replaceAll(said, '').includes(mark)) return this.error(`${fileName} says ${mark} otherwise.`);
    const sizeWith = async (other: string): Promise<number> => {
      const packs = await Promise.all(marked.map(({ code }) => packed(code.replaceAll(said, other))));
      return packs.reduce((total, { length }) => total + length, 0);
    };
    // All at once, so that they are packed side by side.
    const sized = await Promise.all([mark, ...others(mark)].map(async (one) => ({ one, size: await sizeWith(one) })));
    const best = sized.reduce((least, one) => (one.size < least.size ? one : least));
    for (const file of files) {
      file.fileName = file.fileName.replace(said, best.one);
      if (file.type === 'chunk') file.code = file.code.replaceAll(said, best.one);
      else if (file.fileName.endsWith('.map')) file.source = String(file.source).replaceAll(said, best.one);
    }
  },
});
