import { decode, encode, type SourceMapLine } from '@jridgewell/sourcemap-codec';

/** A part of a text, and what takes its place. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A text with parts of it replaced; the parts do not overlap. */
export const edited = (text: string, edits: Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((done, { start, end, text: more }) => done.slice(0, start) + more + done.slice(end), text);

const linesOf = (text: string): number => text.split('\n').length - 1;

/** The same of a chunk as the bundler writes it: what follows an edit stays in its line, so that the map holds. */
export const editedInPlace = (code: string, edits: Edit[]): string =>
  edited(
    code,
    edits.map(({ start, end, text }) => {
      const missing = linesOf(code.slice(start, end)) - linesOf(text);
      return { start, end, text: text + '\n'.repeat(Math.max(0, missing)) };
    }),
  );

/** The map of a text after edits within single lines. */
export function moved(mappings: string, text: string, edits: readonly Edit[]): string {
  const lines: SourceMapLine[] = decode(mappings);
  for (const { start, end, text: more } of edits.toSorted((one, other) => other.start - one.start)) {
    const line = text.slice(0, start).split('\n').length - 1;
    const column = end - (text.lastIndexOf('\n', start - 1) + 1);
    for (const segment of lines[line] ?? []) if (segment[0] >= column) segment[0] += more.length - (end - start);
  }
  return encode(lines);
}
