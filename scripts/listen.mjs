import { once } from 'node:events';

/**
 * Lets a server listen on a free port, for this machine alone.
 * @param {import('node:http').Server | import('node:https').Server} server
 * @returns {Promise<string>} its origin
 */
export async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return `${'setSecureContext' in server ? 'https' : 'http'}://127.0.0.1:${address.port}`;
}
