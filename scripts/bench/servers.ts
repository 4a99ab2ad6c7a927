import { getRequestListener } from '@hono/node-server';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { extname, join, normalize, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { generate } from 'selfsigned';
import { createSandbox } from '../../src/sandbox/index.ts';
import { listen } from '../node-tools.mjs';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

interface Served {
  type: string;
  /** Compressed with brotli. */
  body: Buffer;
}

const compress = (type: string, raw: Buffer): Served => ({
  type,
  body: brotliCompressSync(raw, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
  }),
});

interface BenchServer {
  readonly origin: string;
  close(): void;
}

/**
 * Serves pages by their path, and below `/cdn/` the files of a folder, on this machine alone, compressed beforehand as a
 * good static host keeps them. Nothing is kept by the browser: each load is a first visit.
 */
export async function serveCompressed(
  pages: Record<string, string>,
  folder: string,
  certificate: Certificate,
): Promise<BenchServer> {
  const made = new Map(
    Object.entries(pages).map(([path, html]) => [path, compress(types['.html'] ?? '', Buffer.from(html))]),
  );
  const find = (path: string): Served | undefined => {
    const known = made.get(path);
    if (known || !path.startsWith('/cdn/')) return known;
    try {
      const file = join(folder, normalize(join(sep, path.slice('/cdn/'.length))));
      const served = compress(types[extname(file)] ?? 'application/octet-stream', readFileSync(file));
      made.set(path, served);
      return served;
    } catch {
      return undefined;
    }
  };

  const server = createServer(certificate, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    const served = find(pathname);
    if (!served) return response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': served.type, 'cache-control': 'no-store', 'content-encoding': 'br' })
      .end(served.body);
  });
  return {
    origin: await listen(server),
    close: () => server.close().closeAllConnections(),
  };
}

/** What a server of the bench shows its browser, which takes any. */
export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate for this run alone: live keys are for https, and the bench measures what payers get. */
export async function makeCertificate(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keyType: 'ec', algorithm: 'sha256' });
  return { cert: made.cert, key: made.private };
}

/** A public key of the live environment, as payers' pages have it. */
export const liveKey = 'pub_prod_bench';

/**
 * Serves the sandbox, which knows test keys alone, as payers meet the live service: https, and a live key, with which
 * nothing comes that speaks to developers.
 */
export async function serveLive(certificate: Certificate): Promise<BenchServer> {
  const sandbox = createSandbox();
  const answer = (request: Request): Promise<Response> => {
    const headers = new Headers();
    for (const [name, value] of request.headers) headers.set(name, value.replace(liveKey, 'pub_test_bench'));
    // Pages that are only opened send no bodies.
    return sandbox.fetch(new Request(request.url, { method: request.method, headers }));
  };
  const server = createServer(certificate, getRequestListener(answer));
  return { origin: await listen(server), close: () => server.close().closeAllConnections() };
}
