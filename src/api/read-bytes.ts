/**
 * The body of an answer, unless there are more bytes than `most` in it: then undefined, and the rest is not fetched where
 * it comes as a stream. Few bytes on the wire may unfold to more than a page, or a server, has room and time for.
 */
export async function readBytes(response: Response, most: number): Promise<Uint8Array | undefined> {
  const body = response.body as ReadableStream<Uint8Array> | null | undefined;
  // A `fetch` of the shop's own may give what knows no streams of this kind, or has been read and says it once more.
  if (!body?.getReader || body.locked) {
    const text = typeof response.text === 'function' ? await response.text() : JSON.stringify(await response.json());
    const whole = new TextEncoder().encode(text);
    return whole.length > most ? undefined : whole;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length <= most) continue;
    reader.cancel().catch(() => undefined);
    return undefined;
  }
  const bytes = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}
