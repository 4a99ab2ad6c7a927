import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { listen } from '../../scripts/node-tools.mjs';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
};

/** A folder that is served. */
export interface FolderServer {
  readonly origin: string;
  close(): void;
}

/** Serves a folder from an origin of its own, to every other origin, as a CDN does. A folder's page is its index.html. */
export async function serveFolder(folder: string): Promise<FolderServer> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://folder');
    const path = normalize(join(sep, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : ''));
    try {
      const content = await readFile(join(folder, path));
      const type = types[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(content);
    } catch {
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
    }
  });
  return {
    origin: await listen(server),
    close: () => server.close().closeAllConnections(),
  };
}
