import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, fillIn, payWith, posts, statusOf } from './card-payer.ts';
import { useHarness } from './harness.ts';
import { until } from './until.ts';

describe('a service in trouble', () => {
  const harness = useHarness();
  /** A browser may send a request again by itself when the connection drops: enough drops that the widget sees one. */
  const timesOf = ({ kind }: { kind: string }) => (kind === 'drop-before' ? 12 : 1);
  const troubles = [{ kind: 'drop-before' }, { kind: 'status', status: 500 }, { kind: 'garbage' }] as const;

  it('that names a script where a contract should be is not followed', async () => {
    const contract = (type: string) => ({ acceptance_token: 'token', permalink: 'javascript:alert(1)', type });
    const body = {
      data: {
        presigned_acceptance: contract('END_USER_POLICY'),
        presigned_personal_data_auth: contract('PERSONAL_DATA_AUTH'),
      },
    };
    const fault = { kind: 'status', status: 200, body } as const;
    await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: 1, fault });
    const shop = await harness.openShop();
    assert.equal(codeOf((await shop.state()) ?? { status: '' }), 'contracts_unreachable');
    assert.doesNotMatch(
      await shop.page.evaluate(() =>
        globalThis.pageProbe
          .find('*')
          .map(({ shadowRoot }) => shadowRoot?.innerHTML)
          .join(''),
      ),
      /javascript:/,
    );
  });

  for (const fault of troubles) {
    const name = 'status' in fault ? `answering ${fault.status}` : fault.kind;

    it(`${name} at the contracts: says so, keeps what was typed, and tries again`, async () => {
      await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: timesOf(fault), fault });
      const shop = await harness.openShop();
      shop.allow(/500|ERR_EMPTY_RESPONSE|Failed to load|net::|Cross-Origin/);
      assert.equal((await shop.state())?.status, 'failed');
      await until(async () => {
        if ((await shop.state())?.status === 'ready') return true;
        await (await shop.part('retry-button')).click();
        await shop.waitForState('ready', 'failed');
      }, 'the contracts');
      assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    });

    it(`${name} at tokenization: says so, keeps what was typed, and pays at the next press`, async () => {
      const shop = await harness.openShop();
      shop.allow(/500|Failed to load|net::|Cross-Origin/);
      await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: timesOf(fault), fault });
      await fillIn(shop);
      await shop.pay();
      await until(async () => codeOf((await shop.state()) ?? { status: '' }), 'the error to be shown');
      await shop.part('error');
      assert.equal((await shop.value('number')).replaceAll(' ', ''), '4242424242424242');
      assert.equal(await shop.value('cvc'), '123');
      assert.equal((await posts(shop, '/transactions')).length, 0);
      await until(async () => {
        await shop.pay();
        return (await shop.waitForState('ready', 'processing', 'settled')).status !== 'ready';
      }, 'a token');
      assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
      assert.equal((await shop.transactions()).length, 1);
    });

    it(`${name} at the creation: is unknown, never failed, and only the payer sends it again`, async () => {
      const shop = await harness.openShop();
      shop.allow(/500|422|Failed to load|net::|Cross-Origin/);
      await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault });
      await fillIn(shop);
      await shop.pay();
      await shop.waitForState('unknown');
      const text = await shop.waitForText(/Aún no sabemos si tu pago llegó/);
      assert.doesNotMatch(text, /rechazado|no se completó|aprobado/i);
      assert.equal((await posts(shop, '/transactions')).length <= 2, true);
      assert.equal((await shop.transactions()).length <= 1, true);
      assert.equal(shop.events('pay-unknown').length, 1);
    });

    it(`${name} while waiting: goes on, and settles once`, async () => {
      const shop = await harness.openShop();
      shop.allow(/500|Failed to load|net::|Cross-Origin/);
      await fillIn(shop);
      await shop.pay();
      const [record] = await until(async () => {
        const records = await shop.transactions();
        return records.length > 0 && records;
      }, 'the transaction');
      await shop.fault({ method: 'GET', path: `/v1/transactions/${record?.id}`, times: 2, fault });
      assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
      assert.equal(shop.events('pay-result').length, 1);
    });
  }

  it('taking its time at each step only makes the payer wait, with words', async () => {
    const slow = (method: string, path: string, ms: number) => ({
      method,
      path,
      times: 1,
      fault: { kind: 'delay' as const, ms },
    });
    await harness.sandbox.fault(slow('GET', '/merchants/info', 60_000));
    const shop = await harness.openShop({ settle: false });
    await shop.fillCard();
    assert.equal((await shop.state())?.status, 'loading');
    await harness.sandbox.letGo();
    await shop.waitForState('ready');
    await shop.fault(slow('POST', '/v1/tokens/cards', 10_000));
    await shop.fault(slow('POST', '/transactions', 10_000));
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForText(/[Tt]ardando más/);
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
    assert.equal((await shop.transactions()).length, 1);
  });
});
