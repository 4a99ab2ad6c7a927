/** Room for a batch of ten thousand payouts and more, and for nothing that would fill a machine's memory. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The body of a request as text, or undefined when it is larger than the service takes. */
export async function readCapped(request: Request): Promise<string | undefined> {
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
