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
