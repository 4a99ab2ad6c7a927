import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { listen } from '../../scripts/node-tools.mjs';
import { codeOf } from './card-payer.ts';
import { useHarness } from './harness.ts';

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization, content-type, x-merchant-public-key',
  'access-control-allow-methods': '*',
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
};

describe('S9: a redirect of a service that was taken over', () => {
  const harness = useHarness();
  const servers: Server[] = [];
  /** What reached the other origin. */
  const delivered: string[] = [];
  /** The paths that are redirected there, and how. */
  const redirects = new Map<string, number>();
  let elsewhere = '';
  let service = '';

  const serve = (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<string> => {
    const server = createServer((request, response) => {
      answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    servers.push(server);
    return listen(server);
  };

  before(async () => {
    elsewhere = await serve(async (request, response) => {
      delivered.push(`${request.method} ${request.url} ${await bodyOf(request)}`);
      response.writeHead(200, cors).end('{}');
    });
    // In front of the sandbox, which it is but for the redirects.
    service = await serve(async (request, response) => {
      const { method = 'GET', url = '/', headers } = request;
      const body = await bodyOf(request);
      if (method === 'OPTIONS') return void response.writeHead(204, cors).end();
      const status = redirects.get(url);
      if (status) return void response.writeHead(status, { ...cors, location: elsewhere + url }).end();
      const names = ['authorization', 'content-type', 'x-merchant-public-key'];
      const answer = await fetch(harness.sandbox.url + url, {
        method,
        headers: names.flatMap((name) => (headers[name] ? [[name, String(headers[name])] as [string, string]] : [])),
        ...(body && { body }),
      });
      const type = answer.headers.get('content-type') ?? 'text/plain';
      response.writeHead(answer.status, { ...cors, 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  afterEach(() => {
    delivered.length = 0;
    redirects.clear();
  });
  after(() => servers.forEach((server) => server.close().closeAllConnections()));

  const open = async (attributes: Record<string, string | null> = {}) => {
    const shop = await harness.openShop({ attributes: { 'base-url': service, ...attributes } });
    shop.allow(/redirect|Failed to load|Failed to fetch|ERR_FAILED|pay-checkout/i);
    await shop.acceptContracts();
    await shop.fillCard();
    return shop;
  };

  it('delivers no card: 307 on tokenization can be tried again', async () => {
    redirects.set('/v1/tokens/cards', 307);
    const shop = await open();
    await shop.pay();
    const error = (await shop.waitForEvent('pay-error'))['error'] as { code?: string; retryable?: boolean };
    assert.deepEqual([error.code, error.retryable], ['network', true]);
    await shop.waitForState('ready');
    assert.deepEqual(delivered, []);
    redirects.clear();
    await shop.pay();
    await shop.waitForState('settled');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('delivers no acceptance: 308 on the creation leaves the payment unknown', async () => {
    redirects.set('/transactions', 308);
    const shop = await open();
    await shop.pay();
    await shop.waitForState('unknown');
    assert.equal(codeOf(await shop.waitForEvent('pay-error')), 'network');
    assert.deepEqual(delivered, []);
  });

  it('asks nobody else for an order', async () => {
    redirects.set('/order', 307);
    const shop = await open({ 'order-url': `${service}/order`, reference: null, signature: null });
    await shop.pay();
    assert.equal(codeOf(await shop.waitForEvent('pay-error')), 'order_unavailable');
    await shop.waitForState('ready');
    assert.deepEqual(delivered, []);
  });
});
