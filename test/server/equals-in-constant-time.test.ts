import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import { equalsInConstantTime } from '../../src/server/equals-in-constant-time.ts';
import { verifyEvent } from '../../src/server/index.ts';

/**
 * Which characters of which text are looked at, in order. What stops at the first difference, or compares by other means,
 * looks at other ones for other texts.
 */
async function looksAt(act: () => unknown): Promise<[text: string, at: number][]> {
  const { mock: spy } = mock.method(String.prototype, 'charCodeAt');
  try {
    await act();
  } finally {
    spy.restore();
  }
  return spy.calls.map(({ this: text, arguments: [at] }) => [String(text), at]);
}

const right = createHash('sha256').update('right').digest('hex');
const other = (digit: string | undefined): string => (digit === '0' ? '1' : '0');
const wrong = {
  'at its first character': other(right[0]) + right.slice(1),
  'in its middle': right.slice(0, 32) + other(right[32]) + right.slice(33),
  'at its last character': right.slice(0, -1) + other(right.at(-1)),
  'at every character': Array.from(right, other).join(''),
};

describe('the comparison of a checksum', () => {
  /** The positions of each text, in the order in which they were looked at. */
  const path = async (given: string) =>
    (await looksAt(() => equalsInConstantTime(right, given))).map(([text, at]) => [text === right, at]);

  it('tells equal from unequal', () => {
    assert.ok(equalsInConstantTime(right, right.slice()));
    assert.ok(equalsInConstantTime('', ''));
    for (const given of [...Object.values(wrong), '', right.slice(1), `${right}0`, `${right}\0`, right.toUpperCase()])
      assert.ok(!equalsInConstantTime(right, given), given);
    assert.ok(!equalsInConstantTime('', right));
  });

  it('looks at every character of both, wherever the first wrong one is', async () => {
    const every = Array.from(right, (_, at) => [
      [true, at],
      [false, at],
    ]).flat();
    for (const [where, given] of Object.entries(wrong)) assert.deepEqual(await path(given), every, where);
    const equal = (await looksAt(() => equalsInConstantTime(right, right.slice()))).map(([, at]) => at);
    assert.deepEqual(
      equal,
      every.map(([, at]) => at),
    );
  });

  it('takes the same way for a text of another length', async () => {
    const way = await path(wrong['at every character']);
    assert.equal(way.length, 2 * right.length);
    for (const given of ['', right.slice(0, 8), right.slice(0, -1), `${right}0`, right.repeat(3)])
      assert.deepEqual(await path(given), way, `${given.length} characters`);
  });

  it('is what decides over an event', async () => {
    const timestamp = 1_795_000_000;
    const secret = 'test_events_pay_checkout';
    const transaction = { id: '1-2-3', status: 'APPROVED', amount_in_cents: 150_000 };
    const properties = ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'];
    const expected = createHash('sha256').update(`1-2-3APPROVED150000${timestamp}${secret}`).digest('hex');
    const positions = async (checksum: string, refusal?: RegExp) => {
      const body = {
        event: 'transaction.updated',
        data: { transaction },
        signature: { properties, checksum },
        timestamp,
      };
      const raw = JSON.stringify(body);
      const verdict = () => verifyEvent(raw, secret, { now: timestamp * 1000 });
      const looks = await looksAt(() => (refusal ? assert.rejects(verdict, refusal) : verdict()));
      return looks.filter(([text]) => text === expected).map(([, at]) => at);
    };
    const all = Array.from(expected, (_, at) => at);
    const isFirstWrong = other(expected[0]) + expected.slice(1);
    const isLastWrong = expected.slice(0, -1) + other(expected.at(-1));
    for (const checksum of [isFirstWrong, isLastWrong])
      assert.deepEqual(await positions(checksum, /checksum does not fit/), all);
    // Here both texts are the same one, so that each position is seen twice.
    assert.deepEqual(
      await positions(expected),
      all.flatMap((at) => [at, at]),
    );
  });
});
