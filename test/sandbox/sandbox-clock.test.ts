import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Agenda } from '../../src/sandbox/agenda.ts';
import { eventually } from '../server/open-disbursements.ts';
import { openSandbox, textOf } from './open-sandbox.ts';

describe("the sandbox's clock", () => {
  it("is the process's own, with the timers that a test puts in its place later", async ({ mock }) => {
    const events: string[] = [];
    const { control, pay, poll } = openSandbox({
      now: undefined,
      fetch: async (_, init) => {
        events.push(JSON.parse(init?.body as string).data.transaction.finalized_at);
        return new Response();
      },
    });
    await control('webhooks', { url: 'http://shop.example/events' });
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.parse('2031-01-01T12:00:00Z') });
    const { id, created_at } = await pay({ type: 'WALLET_A', phone_number: '3991111111' });
    assert.equal(created_at, '2031-01-01T12:00:00.000Z');
    assert.equal((await poll(id)).status, 'PENDING');
    mock.timers.tick(3000);
    // Nobody asks: the timers of the test alone bring the end about.
    mock.timers.reset();
    await eventually(() => events.length === 1);
    assert.match(textOf(events[0]), /^2031-01-01T12:00:0[12]/);
  });

  it('goes on when something that was planned fails, and says so', ({ mock }) => {
    const reported = mock.method(console, 'error', () => undefined);
    const clock = { ms: 0 };
    const agenda = new Agenda(() => clock.ms);
    const done: string[] = [];
    const error = new Error('of one plan');
    agenda.after(10, () => done.push('first'));
    agenda.after(20, () => {
      throw error;
    });
    agenda.after(30, () => done.push('last'));
    clock.ms = 100;
    agenda.runDue();
    assert.deepEqual(done, ['first', 'last']);
    assert.deepEqual(
      reported.mock.calls.map(({ arguments: said }) => said),
      [[error]],
    );
  });
});
