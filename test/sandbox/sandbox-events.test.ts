import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyEvent } from '../../src/server/index.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { assertInvalid, type Json, openSandbox, PRIVATE_KEY, textOf } from './open-sandbox.ts';

interface Letter {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A sandbox whose events arrive in this test. */
function openWithEvents(answers: (number | 'none')[] = [], options: SandboxOptions = {}) {
  const letters: Letter[] = [];
  const waiting: (() => void)[] = [];
  const sandbox = openSandbox({
    ...options,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      letters.push({ url: request.url, headers: request.headers, body: await request.text() });
      waiting.shift()?.();
      const answer = answers.shift() ?? 200;
      if (answer === 'none') throw new TypeError('fetch failed');
      return new Response(null, { status: answer });
    },
  });
  const nextLetter = () => new Promise<void>((resolve) => waiting.push(resolve));
  const deliveries = async (count: number): Promise<Json[]> => {
    for (;;) {
      const { deliveries: list } = await sandbox.control('webhooks');
      if (Array.isArray(list) && list.length >= count) return list;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ...sandbox, letters, nextLetter, deliveries };
}

describe("the sandbox's events", () => {
  const url = 'http://shop.example/events';

  it('tell the end of a payment, signed so that the kit accepts them', async () => {
    const { control, payByCard, settled, letters, nextLetter, clock } = openWithEvents();
    await control('webhooks', { url });
    const { id } = await payByCard('4242424242424242');
    const arrived = nextLetter();
    await settled(id);
    await arrived;
    const [letter] = letters;
    assert.equal(letter?.url, url);
    const event = JSON.parse(letter.body);
    assert.equal(event.event, 'transaction.updated');
    assert.equal(event.environment, 'test');
    assert.equal(event.data.transaction.id, id);
    assert.equal(event.data.transaction.status, 'APPROVED');
    assert.equal(event.sent_at, event.data.transaction.finalized_at);
    assert.equal(event.timestamp, Math.floor(Date.parse(textOf(event.sent_at)) / 1000));
    assert.deepEqual(event.signature.properties, [
      'transaction.id',
      'transaction.status',
      'transaction.amount_in_cents',
    ]);
    const checksum = createHash('sha256')
      .update(`${textOf(id)}APPROVED11900000${event.timestamp}test_events_pay_checkout`)
      .digest('hex');
    assert.equal(event.signature.checksum, checksum);
    assert.equal(letter.headers.get('x-event-checksum'), checksum);
    const verified = await verifyEvent(letter.body, 'test_events_pay_checkout', { now: () => clock.ms });
    assert.equal(verified.event, 'transaction.updated');
  });

  it('tell a voiding as well', async () => {
    const { control, payByCard, settled, ask, letters, deliveries } = openWithEvents();
    const { id } = await payByCard('4242424242424242');
    await settled(id);
    await control('webhooks', { url });
    await ask('POST', `/transactions/${textOf(id)}/void`, { key: PRIVATE_KEY });
    await deliveries(1);
    assert.equal(JSON.parse(letters[0]?.body ?? '').data.transaction.status, 'VOIDED');
  });

  it('are sent again after 1, 5 and 25 seconds, then given up, always with the same body', async () => {
    const { transactions, control, payByCard, settled, deliveries, clock, letters } = openWithEvents([
      500,
      'none',
      302,
      404,
    ]);
    await control('webhooks', { url });
    await settled((await payByCard('4242424242424242')).id);
    await deliveries(1);
    let sent = 1;
    for (const wait of [1000, 5000, 25_000]) {
      clock.ms += wait - 1;
      await transactions();
      assert.equal(letters.length, sent);
      clock.ms += 1;
      sent += 1;
      await deliveries(sent);
    }
    clock.ms += 60 * 60 * 1000;
    await transactions();
    assert.equal(letters.length, 4);
    assert.equal(new Set(letters.map(({ body }) => body)).size, 1);
    assert.deepEqual(
      (await deliveries(4)).map(({ attempt, status }) => [attempt, status]),
      [
        [1, 500],
        [2, null],
        [3, 302],
        [4, 404],
      ],
    );
  });

  it('stop at the first good answer, at a reset and without an address', async () => {
    const { control, payByCard, settled, deliveries, clock, letters } = openWithEvents([204, 500]);
    await settled((await payByCard('4242424242424242')).id);
    await control('webhooks', { url });
    await settled((await payByCard('4242424242424242')).id);
    await deliveries(1);
    clock.ms += 60_000;
    await settled((await payByCard('4242424242424242')).id);
    await deliveries(2);
    await payByCard('4242424242424242');
    await control('reset', {});
    clock.ms += 60_000;
    const { id } = await payByCard('4242424242424242');
    await settled(id);
    await deliveries(1);
    assert.equal(letters.length, 3, 'neither a retry nor the end of the payment that the reset took back');
    assert.equal(JSON.parse(letters[2]?.body ?? '').data.transaction.id, id);
    await control('webhooks', { url: null });
    await settled((await payByCard('4242424242424242')).id);
    assert.equal(letters.length, 3);
  });

  it('need an address that can be one', async () => {
    const { ask } = openSandbox();
    for (const wrong of [5, 'shop', 'ftp://shop.example', undefined]) {
      assertInvalid(await ask('POST', '/_sandbox/webhooks', { body: { url: wrong } }), 'url');
    }
  });
});
