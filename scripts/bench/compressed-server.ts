import { createServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { listen } from '../listen.mjs';
import type { Certificate } from './certificate.ts';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

interface Served {
  type: string;
  raw: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const compress = (type: string, raw: Buffer): Served => ({
  type,
  raw,
  br: brotliCompressSync(raw, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
  }),
  gzip: gzipSync(raw, { level: 9 }),
});

/** Pages and files, compressed beforehand as a good static host keeps them. */
export interface CompressedServer {
  readonly origin: string;
  close(): void;
}

/**
 * Serves pages by their path, and below `/cdn/` the files of a folder, on this machine alone. Nothing is kept by the
 * browser: each load is a first visit.
 */
export async function serveCompressed(
  pages: Record<string, string>,
  folder: string,
  certificate: Certificate,
): Promise<CompressedServer> {
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
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    response
      .writeHead(200, {
        'content-type': served.type,
        'cache-control': 'no-store',
        ...(encoding ? { 'content-encoding': encoding } : {}),
      })
      .end(served[encoding ?? 'raw']);
  });
  return {
    origin: await listen(server),
    close: () => server.close().closeAllConnections(),
  };
}
