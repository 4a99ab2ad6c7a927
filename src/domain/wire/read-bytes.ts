/** Bodies are read up to a limit: few bytes on the wire may unfold to more than a page, or a server, has room and time for. */

/** All that a stream gives, unless there are more bytes than `most` in it: then undefined, and it is told to stop. */
export async function readStream(
  stream: ReadableStream<Uint8Array> | null | undefined,
  most: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parts.push(read.value);
    length += read.value.length;
    if (length <= most) continue;
    reader?.cancel().catch(() => undefined);
    return undefined;
  }
  // A runtime may have no Blob.
  const bytes = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

/** Ends an answer whose body nobody reads: it might go on without end, and be kept all the while. */
export function leaveBody(response: Response): void {
  const body = streamOf(response);
  body?.cancel().catch(() => undefined);
}

/** The body of an answer, unless there are more bytes than `most` in it: then undefined. */
export async function readBytes(response: Response, most: number): Promise<Uint8Array | undefined> {
  const body = streamOf(response);
  if (body) return readStream(body, most);
  // A `fetch` of the shop's own may have read it already: its `text()` says it once more.
  const text = typeof response.text === 'function' ? await response.text() : JSON.stringify(await response.json());
  const whole = new TextEncoder().encode(text);
  return whole.length > most ? undefined : whole;
}

/** The body, unless a `fetch` of the shop's own gives what knows no streams of this kind, or has been read. */
function streamOf({ body }: Response): ReadableStream<Uint8Array> | undefined {
  const stream = body as ReadableStream<Uint8Array> | null | undefined;
  return stream?.getReader && !stream.locked ? stream : undefined;
}
