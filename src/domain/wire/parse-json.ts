import { isOversized, mostFields } from '../oversized.ts';

/** What was read; undefined with the reason where it is not taken. */
export type ParsedJson = { body: unknown; flaw?: undefined } | { body: undefined; flaw: string };

/**
 * Foreign JSON. What is in it is counted before it is parsed, for many names take an engine long: Firefox takes the square
 * of their number where whoever has written the text has chosen them for that.
 *
 * @param most values that there may be.
 */
export function parseJson(bytes: Uint8Array, most: number): ParsedJson {
  const refused = (flaw: string): ParsedJson => ({ body: undefined, flaw });
  if (countValues(bytes) > most) return refused(`of more than ${most.toLocaleString('en')} values`);
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isOversized(body, most)) return { body };
    return refused(`nested too deeply, or has a record of more than ${mostFields.toLocaleString('en')} fields`);
  } catch {
    return refused('no JSON');
  }
}

const [quote, backslash, comma, list, record] = ['"', '\\', ',', '[', '{'].map((sign) => sign.charCodeAt(0));

/** Each value stands behind a comma or an opening bracket, outside of texts. */
function countValues(bytes: Uint8Array): number {
  let count = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) at += 1;
    else if (!isText && (byte === comma || byte === list || byte === record)) count += 1;
  }
  return count;
}
