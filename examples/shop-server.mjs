import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { integritySignature } from 'pay-checkout/server';

const secret = process.env.INTEGRITY_SECRET ?? 'test_integrity_pay_checkout'; // the sandbox's
const types = { '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** The shop decides what is due. Nothing that a browser sends may change the amount. */
async function createOrder() {
  const order = { reference: `ORDER-${crypto.randomUUID()}`, amountInCents: 11_900_000, currency: 'COP' };
  return { ...order, signature: await integritySignature({ ...order, secret }) };
}

/** The shop: the pages of a folder, and the backend that signs orders. */
export async function serveShop(folder, { port = 3000 } = {}) {
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? '/', 'http://shop');
      if (pathname === '/api/order' && request.method === 'POST') {
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify(await createOrder()));
      }
      const file = normalize(pathname === '/' ? '/index.html' : pathname);
      const content = await readFile(join(folder, file));
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close().closeAllConnections(),
  };
}
