import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { listen } from '../../scripts/node-tools.mjs';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import { leavesOutcomeOpen, type TransactionRequest } from '../../src/api/payments-api.ts';
import { askAhead } from '../../src/api/service-request.ts';
import { fetchCharge, fetchOrder, fetchResolved } from '../../src/browser/order-endpoint.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';

describe('S9: a redirect', () => {
  const delivered: string[] = [];
  let status = 307;
  let service = '';
  const servers = [] as ReturnType<typeof createServer>[];
  const serve = (answer: RequestListener): Promise<string> => {
    const server = createServer(answer);
    servers.push(server);
    return listen(server);
  };

  before(async () => {
    const elsewhere = await serve((request, response) => {
      delivered.push(`${request.method} ${request.url}`);
      response.end('{"data":{}}');
    });
    service = await serve((request, response) => {
      request.resume();
      response.writeHead(status, { location: elsewhere + request.url }).end();
    });
  });
  after(() => servers.forEach((server) => server.close().closeAllConnections()));

  const api = () => new HttpPaymentsApi({ baseUrl: service, publicKey: 'pub_test_redirects' });
  const code = () => ({ token: 't', sendUrl: `${service}/send`, validateUrl: `${service}/validate` });
  const calls: Record<string, () => Promise<unknown>> = {
    'the merchant record': () => api().fetchMerchant(),
    'a card': () => api().tokenizeCard({ number: '4242424242424242', cvc: '123' }),
    'a creation': () => api().createTransaction({ payment_method: {} } as TransactionRequest),
    'a transaction record': () => api().fetchTransaction('1-2-3'),
    'the banks': () => api().fetchInstitutions(),
    'a wallet token': () => api().walletToken('WALLET_A', { phoneNumber: '3001234567' }),
    'a code that is asked for': () => api().sendCode(code()),
    'a code that was typed': () => api().validateCode(code(), '574829'),
    'the contracts, asked ahead': async () => {
      const ahead = askAhead(service, 'pub_test_redirects');
      assert(ahead);
      const headers = { accept: 'application/json', 'x-merchant-public-key': 'pub_test_redirects' };
      await ahead(`${service}/merchants/info`, { headers }).catch((thrown: unknown) => {
        throw new CheckoutError('network', 'no answer', { cause: thrown });
      });
    },
    'an order': () => fetchOrder(`${service}/order`, { method: 'CARD' }),
    'a charge': () => api().chargeSource(() => fetchCharge(`${service}/charge`, { reference: 'R', source: 'card-1' })),
  };

  for (const [what, call] of Object.entries(calls))
    it(`delivers nothing elsewhere, and may be tried again: ${what}`, async () => {
      for (status of [301, 302, 303, 307, 308]) {
        await assert.rejects(call(), (error: unknown) => {
          assert(error instanceof CheckoutError, String(error));
          assert.equal(error.code, what === 'an order' ? 'order_unavailable' : 'network');
          assert.equal(error.retryable, true);
          return true;
        });
        assert.deepEqual(delivered, [], `${status}`);
      }
    });

  it('does not take the question what became of a payment elsewhere', async () => {
    for (status of [301, 302, 303, 307, 308]) {
      await assert.rejects(fetchResolved(`${service}/resolve`, 'ORDER-1'));
      assert.deepEqual(delivered, [], `${status}`);
    }
  });

  it('leaves open whether a payment was created', async () => {
    status = 308;
    await assert.rejects(calls['a creation']?.() ?? Promise.resolve(), (error: CheckoutError) =>
      leavesOutcomeOpen(error),
    );
  });
});
