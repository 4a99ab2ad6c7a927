import { parseArgs } from 'node:util';
import { serve, type ServeOptions } from './serve.ts';

const USAGE = 'usage: pay-checkout-sandbox [--port 5174] [--host 127.0.0.1] [--allow-host NAME]';

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5174' },
      host: { type: 'string', default: '127.0.0.1' },
      'allow-host': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) console.log(USAGE);
  else await listen(values.port, { host: values.host, allowHosts: values['allow-host'] });
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function listen(port: string, options: Omit<ServeOptions, 'port'>): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, not "${port}"; ${USAGE}`);
  const server = await serve({ port: Number(port), ...options });
  console.log(`sandbox listening on ${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  const { port, address } = error as { port?: number; address?: string };
  if (code === 'EADDRINUSE') return `port ${port} on ${address} is taken; choose another one with --port`;
  if (code === 'EACCES') return `port ${port} needs more rights; choose one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `this machine has no address of that name; check --host`;
  const [firstLine = ''] = error.message.split('\n');
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS') ? `${firstLine}; ${USAGE}` : firstLine;
}
