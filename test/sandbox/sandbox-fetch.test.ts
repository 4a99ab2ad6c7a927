import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { Disbursements, PaymentsBackend } from '../../src/server/index.ts';

const baseUrl = 'http://127.0.0.1:6370';

describe('the sandbox as a fetch', () => {
  it('takes a request, an address and options, as the platform does', async () => {
    const { fetch } = createSandbox();
    const headers = { 'x-merchant-public-key': 'pub_test_shop' };
    const address = `${baseUrl}/merchants/info`;
    for (const ask of [
      () => fetch(new Request(address, { headers })),
      () => fetch(new Request(address), { headers }),
      () => fetch(address, { headers }),
      () => fetch(new URL(address), { headers }),
    ])
      assert.equal((await ask()).status, 200);
    assert.equal((await fetch(address)).status, 401);
    await assert.rejects(fetch('/merchants/info'), TypeError);
  });

  it('takes a clock that gives dates', async () => {
    const sandbox = createSandbox({ now: () => new Date('2030-05-06T07:08:09.010Z') });
    await sandbox.fetch('http://sandbox.example/libs/js/v1.js');
    const log = (await (await sandbox.fetch('http://sandbox.example/_sandbox/requests')).json()) as { time: string }[];
    assert.deepEqual(
      log.map(({ time }) => time),
      ['2030-05-06T07:08:09.010Z'],
    );
  });

  it('serves the backend kit and the flow without a port, handed over bare', async () => {
    const { fetch } = createSandbox();
    const payments = new PaymentsBackend({ baseUrl, privateKey: 'prv_test_shop', publicKey: 'pub_test_shop', fetch });
    assert.equal((await payments.getMerchant()).presigned_acceptance.type, 'END_USER_POLICY');
    const config = await (await fetch(`${baseUrl}/_sandbox/config`)).json();
    const credentials = { apiKey: config.api_key, userPrincipalId: config.user_principal_id };
    const accounts = await new Disbursements({ baseUrl, ...credentials, fetch }).listAccounts();
    assert.equal(accounts[0]?.id, 'acc_test_main');
    const api = new HttpPaymentsApi({ baseUrl, publicKey: 'pub_test_shop', fetch });
    assert.ok((await api.fetchInstitutions()).length > 1);
  });

  it('lets the caller give up, before and while it answers; what arrived is done all the same', async () => {
    const { fetch } = createSandbox();
    const gone = AbortSignal.abort(new Error('left'));
    await assert.rejects(fetch(`${baseUrl}/_sandbox/config`, { signal: gone }), { message: 'left' });
    await assert.rejects(fetch(new Request(baseUrl, { method: 'POST', signal: gone })), { message: 'left' });

    const arm = { method: 'POST', path: '/_nothing', times: 1, fault: { kind: 'delay', ms: 60_000 } };
    await fetch(`${baseUrl}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(arm) });
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const leaving = new AbortController();
    const init = { method: 'POST', signal: leaving.signal };
    const answer = fetch(new Request(`${baseUrl}/_nothing`, init));
    answer.catch(() => {});
    while (timers() <= before) await setImmediate();
    leaving.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    await assert.rejects(fetch(`${baseUrl}/_nothing`, init), { name: 'AbortError' });
    // An answer that nobody hears must not be an error that nobody handles: that would end the process.
    const dropped = { ...arm, fault: { kind: 'drop-before' } };
    await fetch(`${baseUrl}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(dropped) });
    await assert.rejects(fetch(`${baseUrl}/_nothing`, init), { name: 'AbortError' });
    assert.equal(((await (await fetch(`${baseUrl}/_sandbox/faults`)).json()) as unknown[]).length, 1);
    // What waits for nobody keeps no process alive that has no more to do.
    assert.ok(timers() <= before);
    const seen = (await (await fetch(`${baseUrl}/_sandbox/requests`)).json()) as { path: string }[];
    assert.deepEqual(
      seen.map(({ path }) => path),
      ['/_nothing'],
      'the one that was sent before its caller left',
    );
    await fetch(`${baseUrl}/_sandbox/reset`, { method: 'POST' });
  });
});
