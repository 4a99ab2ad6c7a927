import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Agenda } from '../../src/sandbox/agenda.ts';
import { Webhooks } from '../../src/sandbox/webhooks.ts';
import { eventually } from '../server/open-disbursements.ts';

const secret = 'events-of-test';

/** Webhooks to a receiver that answers when, and as, a test says. */
function openWebhooks() {
  const clock = { ms: Date.parse('2026-11-20T15:00:00Z') };
  const agenda = new Agenda(() => clock.ms);
  const pending: { body: string; signal: AbortSignal; answer: (status: number) => void }[] = [];
  // It does not listen to the signal: a receiver in the same process seldom does.
  const receive = (body: string, signal: AbortSignal) =>
    new Promise<Response>((resolve) => {
      pending.push({ body, signal, answer: (status) => resolve(new Response(null, { status })) });
    });
  const webhooks = new Webhooks(agenda, secret, (_, init) =>
    receive(init?.body as string, init?.signal as AbortSignal),
  );
  webhooks.url = 'http://127.0.0.1:6371/events';
  const emit = (id: string, status: string) =>
    webhooks.emit({
      event: 'transaction.updated',
      data: { transaction: { id, status } },
      properties: ['transaction.id', 'transaction.status'],
    });
  const said = () =>
    pending.map(({ body }) => {
      const { id, status } = JSON.parse(body).data.transaction as { id: string; status: string };
      return `${id} ${status}`;
    });
  // By name: events are signed side by side, so that those of different records come in any order.
  const answer = (what: string, status: number) => {
    const index = said().indexOf(what);
    assert.notEqual(index, -1, `${what} has not come`);
    pending[index]?.answer(status);
  };
  const wait = (ms: number) => {
    clock.ms += ms;
    agenda.runDue();
  };
  return { webhooks, pending, emit, said, answer, wait };
}

describe('events on their way', () => {
  it('leave a few at a time, however many there are, and all arrive', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { pending, emit, webhooks } = openWebhooks();
    for (let index = 0; index < 1000; index += 1) emit(`t-${index}`, 'APPROVED');
    let most = 0;
    for (let answered = 0; answered < 1000; answered += 1) {
      await eventually(() => pending.length > answered);
      most = Math.max(most, pending.length - answered);
      pending[answered]?.answer(200);
    }
    assert.equal(pending.length, 1000);
    assert.ok(most > 4 && most <= 20, `${most} at once`);
    await eventually(() => webhooks.deliveries.length === 500);
  });

  it('tell of one record in order, each when the one before was answered', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { pending, emit, said, answer } = openWebhooks();
    for (const status of ['PENDING', 'PROCESSING', 'APPROVED']) emit('a', status);
    emit('b', 'APPROVED');
    await eventually(() => pending.length === 2);
    assert.deepEqual(said().toSorted(), ['a PENDING', 'b APPROVED']);
    answer('b APPROVED', 200);
    answer('a PENDING', 200);
    await eventually(() => pending.length === 3);
    answer('a PROCESSING', 500);
    await eventually(() => pending.length === 4);
    assert.deepEqual(said().slice(2), ['a PROCESSING', 'a APPROVED']);
  });

  it('hold nothing back where the receiver is silent, nor their own retries', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { pending, emit, said, answer, webhooks, wait } = openWebhooks();
    emit('a', 'PENDING');
    emit('a', 'APPROVED');
    for (let index = 0; index < 40; index += 1) emit(`t-${index}`, 'APPROVED');
    await eventually(() => pending.length === 16);
    for (const atOnce of [32, 42]) {
      mock.timers.tick(500);
      await eventually(() => pending.length === atOnce);
    }
    assert.equal(said().indexOf('a APPROVED') > said().indexOf('a PENDING'), true);
    answer('a PENDING', 500);
    await eventually(() => webhooks.deliveries.length === 1);
    wait(1000);
    await eventually(() => pending.length === 43);
    assert.equal(said()[42], 'a PENDING');
  });

  it('are given up on by a reset, those under way and those that wait, and hold up none that comes later', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { pending, emit, said, webhooks, wait } = openWebhooks();
    for (let index = 0; index < 100; index += 1) emit(`t-${index}`, 'APPROVED');
    await eventually(() => pending.length === 16);
    webhooks.clear();
    assert.ok(pending.every(({ signal }) => signal.aborted));
    emit('t-0', 'VOIDED');
    await eventually(() => pending.length > 16);
    pending[16]?.answer(200);
    for (const { answer } of pending) answer(500);
    await eventually(() => webhooks.deliveries.length > 0);
    wait(60_000);
    emit('last', 'APPROVED');
    await eventually(() => said().includes('last APPROVED'));
    assert.deepEqual(said().slice(16), ['t-0 VOIDED', 'last APPROVED']);
    assert.deepEqual(
      webhooks.deliveries.map(({ status }) => status),
      [200],
    );
  });

  it('count as unanswered after ten seconds, and are sent again', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { pending, emit, said, webhooks, wait } = openWebhooks();
    emit('a', 'APPROVED');
    await eventually(() => pending.length === 1);
    mock.timers.tick(9_999);
    assert.equal(pending[0]?.signal.aborted, false);
    mock.timers.tick(1);
    assert.equal(pending[0]?.signal.aborted, true);
    await eventually(() => webhooks.deliveries.length === 1);
    assert.equal(webhooks.deliveries[0]?.status, null);
    wait(1000);
    await eventually(() => pending.length === 2);
    assert.deepEqual(said(), ['a APPROVED', 'a APPROVED']);
  });
});
