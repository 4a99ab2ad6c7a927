import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of this machine that was free a moment ago, for what cannot choose one itself.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No port is free.');
  return address.port;
}
