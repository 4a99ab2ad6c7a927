/** Room for a batch of ten thousand payouts and more, and for nothing that would fill a machine's memory. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The body of a request as text, or undefined when it is larger than the service takes. The request can still be read
 * afterwards, unless it was too large.
 */
export async function readCapped(request: Request): Promise<string | undefined> {
  const reader = request.clone().body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_BYTES) {
      // Both copies share one source, which lets go only when neither is wanted any more.
      await Promise.all([reader.cancel(), request.body?.cancel()]);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
