import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CodeEntry, type CodeState } from '../../src/checkout/code-entry.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { paid, statusOf } from './method-world.ts';

const person = { user_legal_id: '1012345678' };

describe('the one-time code of wallet B', () => {
  const typed = { ...person, phone_number: '3001234567' };
  const opened = async (world = new FlowWorld()) => {
    const page = await paid(world, 'WALLET_B', typed);
    await page.until('action');
    return { world, page, ...(await entryOf(world, page)) };
  };
  const entryOf = async (world: FlowWorld, page: FlowPage) => {
    const seen: CodeState[] = [];
    const entry = page.checkout.codeEntry(CodeEntry, (state) => void seen.push(state)) as CodeEntry;
    await world.settle();
    return { entry, seen };
  };
  const sends = async (world: FlowWorld) =>
    (await world.transactions())[0] && world.requests('POST', await pathOf(world, 'send'));
  const pathOf = async (world: FlowWorld, what: string) => `/wallet-b/${(await world.transactions())[0]?.id}/${what}`;

  it('is sent once by itself, with the token of its services, however often it is asked for', async () => {
    const { world, page, entry } = await opened();
    assert.equal(
      page.checkout.codeEntry(CodeEntry, () => undefined),
      entry,
    );
    await world.advance(10_000);
    const requests = await sends(world);
    assert.equal(requests?.length, 1);
    assert.equal(requests[0]?.status, 200);
    assert.deepEqual(
      { phase: entry.state.phase, sends: entry.state.sendsLeft, tries: entry.state.triesLeft },
      { phase: 'entry', sends: 2, tries: 2 },
    );
  });

  for (const [code, outcome] of [
    ['574829', 'APPROVED'],
    ['932015', 'DECLINED'],
    ['186743', 'DECLINED'],
    ['999999', 'ERROR'],
  ] as const)
    it(`${code} ends ${outcome}, and the record is looked at without a pause`, async () => {
      const { world, page, entry } = await opened();
      const startedAt = world.time;
      await entry.submit(code);
      await world.settle();
      assert.equal(statusOf(page), outcome);
      assert.equal(world.time, startedAt);
      assert.deepEqual((await world.requests('POST', await pathOf(world, 'validate')))[0]?.body, { code });
    });

  it('B11: is taken all the same where what hears of it throws', async (t) => {
    const report = t.mock.method(console, 'error', () => undefined);
    const world = new FlowWorld();
    const page = await paid(world, 'WALLET_B', typed);
    await page.until('action');
    const entry = page.checkout.codeEntry(CodeEntry, () => {
      throw new Error('broken');
    }) as CodeEntry;
    await world.settle();
    await entry.submit('574829');
    await world.settle();
    assert.equal(statusOf(page), 'APPROVED');
    assert.match(String(report.mock.calls[0]?.arguments[0]), /has thrown/);
  });

  it('may be wrong while tries are left; the last one ends the payment', async () => {
    const { world, page, entry } = await opened();
    await entry.submit('111111');
    assert.deepEqual(
      [entry.state.phase, entry.state.triesLeft, entry.state.error?.code],
      ['entry', 1, 'code_rejected'],
    );
    await world.settle();
    assert.equal(page.state.status, 'action');
    await entry.submit('222222');
    assert.deepEqual([entry.state.phase, entry.state.triesLeft], ['over', 0]);
    await world.settle();
    assert.equal(statusOf(page), 'DECLINED');
    await entry.submit('574829');
    assert.equal((await world.requests('POST', await pathOf(world, 'validate'))).length, 2);
    assert.deepEqual(
      page.of('error').map((error) => (error as { code: string }).code),
      ['code_rejected', 'code_rejected'],
    );
  });

  it('is checked once for two presses at once', async () => {
    const { world, entry } = await opened();
    await Promise.all([entry.submit('574829'), entry.submit('574829')]);
    assert.equal((await world.requests('POST', await pathOf(world, 'validate'))).length, 1);
  });

  it('is sent again as often as the service does', async () => {
    const { world, entry } = await opened();
    for (const left of [1, 0]) {
      entry.resend();
      await world.advance(2000);
      assert.equal(entry.state.sendsLeft, left);
    }
    entry.resend();
    await world.settle();
    assert.equal((await sends(world))?.length, 3);
    assert.equal(entry.state.phase, 'entry');
  });

  it('is sent again once for quick taps, and when that fails the one of before can be typed', async () => {
    const { world, page, entry } = await opened();
    await world.fault('POST', await pathOf(world, 'send'), { kind: 'drop-before' });
    for (let tap = 0; tap < 5; tap += 1) {
      entry.resend();
      await world.advance(80);
      assert.equal(entry.state.phase, 'sending');
    }
    await world.advance(2000);
    assert.deepEqual([entry.state.phase, entry.state.sendsLeft], ['unsent', 2]);
    entry.resend();
    await world.settle();
    entry.resend();
    await world.advance(2000);
    assert.deepEqual([entry.state.phase, entry.state.sendsLeft], ['entry', 1]);
    await world.fault('POST', await pathOf(world, 'send'), { kind: 'drop-before' });
    entry.resend();
    await world.advance(2000);
    await entry.submit('574829');
    await world.settle();
    assert.equal(statusOf(page), 'APPROVED');
  });

  it('expires after three minutes by the clock, and then only another one helps', async () => {
    const { world, page, entry } = await opened();
    await world.advance(3 * 60_000);
    assert.equal(entry.state.phase, 'expired');
    await entry.submit('574829');
    assert.equal((await world.requests('POST', await pathOf(world, 'validate'))).length, 0);
    entry.resend();
    await world.advance(2000);
    await entry.submit('574829');
    await world.settle();
    assert.equal(statusOf(page), 'APPROVED');
  });

  it('waits for nothing while nobody shows it, and has expired when it is shown again too late', async () => {
    const { world, page, entry, seen } = await opened();
    page.checkout.disconnect();
    const heard = seen.length;
    await world.advance(3 * 60_000);
    assert.equal(seen.length, heard);
    page.checkout.connect();
    await world.settle();
    assert.equal(entry.state.phase, 'expired');
    assert.equal((await sends(world))?.length, 1);
  });

  it('is not sent again after a reload, while it lives', async () => {
    const { world, page } = await opened();
    page.checkout.disconnect();
    await world.advance(60_000);
    const second = await world.page();
    await second.until('action');
    const { entry } = await entryOf(world, second);
    assert.equal((await sends(world))?.length, 1);
    assert.equal(entry.state.phase, 'entry');
    assert.equal(entry.state.expiresAt, world.time + 2 * 60_000);
    await entry.submit('574829');
    await world.settle();
    assert.equal(statusOf(second), 'APPROVED');
  });

  it('says when it could not be sent or checked, and can be tried again', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'WALLET_B', typed);
    await page.until('action');
    await world.fault('POST', await pathOf(world, 'send'), { kind: 'drop-before' });
    const { entry } = await entryOf(world, page);
    assert.deepEqual([entry.state.phase, entry.state.error?.code], ['unsent', 'network']);
    entry.resend();
    await world.advance(2000);
    assert.equal(entry.state.phase, 'entry');
    await world.fault('POST', await pathOf(world, 'validate'), { kind: 'status', status: 503 });
    await entry.submit('574829');
    assert.deepEqual(
      [entry.state.phase, entry.state.triesLeft, entry.state.error?.code],
      ['entry', 2, 'service_unavailable'],
    );
    await entry.submit('574829');
    await world.settle();
    assert.equal(statusOf(page), 'APPROVED');
  });

  it('is followed by the record even when the answer to it is lost', async () => {
    const { world, page, entry } = await opened();
    await world.fault('POST', await pathOf(world, 'validate'), { kind: 'drop-after' });
    await entry.submit('574829');
    await world.settle();
    assert.equal(statusOf(page), 'APPROVED');
  });
});
