/** A part of an address between hashes, with each parameter of its query behind the sign that it follows. */
function partOf(text: string) {
  const start = text.indexOf('?');
  const parameters = start < 0 ? [] : (text.slice(start).match(/[?&][^?&]*/g) ?? []);
  return {
    path: start < 0 ? text : text.slice(0, start),
    parameters,
    /** The place of the last id: behind another question mark, where a bank has taken no note of the first. */
    place: parameters.findLastIndex((parameter) => /^.id=./.test(parameter)),
  };
}

const isMark = (parameter: string): boolean => /^.env=/.test(parameter);

/**
 * Reads from an address what a return from the bank adds to it, `id` and `env` (SERVICE-NOTES.md "return address"):
 * unchecked, and as it is written, for an id has nothing to be decoded. A hash router's address has parameters behind its
 * hash as well (`#/thanks?id=…`): the first part with an id is the one, and there the last id, which was added.
 */
export function returnedFrom(href: string): { id: string; isMarked: boolean } | undefined {
  for (const { parameters, place } of href.split('#').map(partOf)) {
    const id = parameters[place]?.slice('?id='.length);
    if (id) return { id, isMarked: parameters.some(isMark) };
  }
}

/** The same address without what the return added; another id may be the shop's own, which stays. */
export function withoutReturn(href: string): string {
  let isFound = false;
  const parts = href.split('#').map((part) => {
    const { path, parameters, place } = partOf(part);
    if (isFound || place < 0) return part;
    isFound = true;
    const kept = parameters.filter((parameter, at) => at !== place && !isMark(parameter)).join('');
    return path + kept.replace(/^&/, '?');
  });
  return parts.join('#');
}

/** Where the page is: its path alone, for a query may be anybody's. */
export const pageScope = (): string => window.location.pathname;
