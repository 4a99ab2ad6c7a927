/** A fetch-style handler as a listener of `node:http` and of Express. */

/** What is used of Node's request and response. The kit is compiled without Node's types. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  /** Express: the whole address, where `url` is below the place of a router. */
  originalUrl?: string | undefined;
  rawHeaders: readonly string[];
  headers: { readonly host?: string | undefined };
  socket: object;
}

interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string | readonly string[]): unknown;
  end(body?: Uint8Array): unknown;
}

/**
 * Lets `node:http` (`createServer(toNodeListener(handler))`) and Express (`app.use('/api/pay', toNodeListener(handler))`)
 * call a fetch-style handler. Put it before anything that reads bodies, such as `express.json()`: what is signed are the
 * bytes of an event. What the handler throws goes to Express, or is printed and answered with 500.
 */
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
): (request: NodeRequest, response: NodeResponse, next?: (error: unknown) => void) => void {
  return (incoming, outgoing, next) => {
    const answer = async () => {
      const request = requestOf(incoming);
      await send(outgoing, request ? await handler(request) : new Response(null, { status: 400 }));
    };
    answer().catch((error: unknown) => {
      if (next) return next(error);
      console.error(error);
      outgoing.statusCode = 500;
      outgoing.end();
    });
  };
}

/** @returns undefined for what names no address, or has a method or a header that no `Request` can have. */
function requestOf(incoming: NodeRequest): Request | undefined {
  const {
    method = 'GET',
    originalUrl,
    url = '/',
    headers: { host = 'localhost' },
    rawHeaders,
    socket,
  } = incoming;
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  try {
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const init = { method, headers, ...(hasBody && { body: streamOf(incoming), duplex: 'half' }) };
    return new Request(new URL(`${scheme}://${host}${originalUrl ?? url}`), init);
  } catch {
    return undefined;
  }
}

/** What is not read is left where it is: the rest of a body that was too long must not end the connection. */
function streamOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function send(outgoing: NodeResponse, answer: Response): Promise<void> {
  outgoing.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  outgoing.end(new Uint8Array(await answer.arrayBuffer()));
}
