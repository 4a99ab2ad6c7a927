/** An answer of the service may unfold to more than a server has room and time for: it is not read, and says why. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Disbursements, PaymentsBackend, type PaymentsError } from '../../src/server/index.ts';
import { timesAsLong } from '../times-as-long.ts';

const MiB = 2 ** 20;
const order = { reference: 'R', amount_in_cents: 1000, currency: 'COP' };
const tooLarge = /The answer is larger than 1 MiB\./;
const tooLargeBatch = /The answer is larger than 16 MiB\./;

type Send = (url: string, init: RequestInit) => Promise<Response>;
const payments = (fetch: Send) =>
  new PaymentsBackend({ baseUrl: 'https://api.example', privateKey: 'prv_test_x', fetch });
const payouts = (fetch: Send) =>
  new Disbursements({ baseUrl: 'https://api.example', apiKey: 'a', userPrincipalId: 'p', retry: false, fetch });

/** Far more than is read, in small parts. */
function hugeAnswer(status = 200): { send: Send; sent: () => number; isStopped: () => boolean } {
  let sent = 0;
  let isStopped = false;
  const part = new TextEncoder().encode(' '.repeat(MiB / 8));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(part);
      sent += part.length;
      if (sent > 128 * MiB) controller.close();
    },
    cancel() {
      isStopped = true;
    },
  });
  return { send: async () => new Response(body, { status }), sent: () => sent, isStopped: () => isStopped };
}

describe('S8: an answer to the backend that is larger than 1 MiB, or 16 MiB of a batch', () => {
  for (const [what, ask, outcome, most] of [
    [
      'a read',
      (send: Send) => payments(send).getTransaction('1-2'),
      { type: 'INVALID_RESPONSE', message: tooLarge },
      MiB,
    ],
    [
      'a creation, whose outcome is unknown',
      (send: Send) => payments(send).createTransaction(order as never),
      { type: 'INVALID_RESPONSE', message: tooLarge, outcomeUnknown: true },
      MiB,
    ],
    [
      'payouts',
      (send: Send) => payouts(send).getPayout('b-1'),
      { code: 'INVALID_RESPONSE', message: tooLargeBatch },
      16 * MiB,
    ],
  ] as const)
    it(`is not read to its end: ${what}`, async () => {
      const { send, sent, isStopped } = hugeAnswer();
      await assert.rejects(ask(send), outcome);
      assert(isStopped() && sent() < most + MiB, `${sent()} bytes`);
    });

  it('is a refusal by its status alone', async () => {
    const { send, isStopped } = hugeAnswer(422);
    await assert.rejects(payments(send).getTransaction('1-2'), { type: 'HTTP_422', outcomeUnknown: false });
    assert(isStopped());
  });

  describe('once it is unpacked', () => {
    const packed = gzipSync(`{"data":{"note":[${'[],'.repeat(8_000_000)}0]}}`);
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed),
    );
    before(async () => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
    });
    after(() => {
      server.close();
      server.closeAllConnections();
    });

    it('is not read either, few bytes as it may be', async () => {
      const { port } = server.address() as AddressInfo;
      const backend = new PaymentsBackend({ baseUrl: `http://127.0.0.1:${port}`, privateKey: 'prv_test_x' });
      await assert.rejects(backend.getTransaction('1-2'), { type: 'INVALID_RESPONSE', message: tooLarge });
    });
  });
});

describe('S8: an answer to the backend that fits', () => {
  const sending =
    (text: string): Send =>
    async () =>
      new Response(text);

  for (const [what, unit] of [
    ['lists', '[],[],'],
    ['records', '{"":{}},'],
    ['numbers', '0,0,'],
  ] as const)
    it(`and has too many ${what} in it is not parsed`, async (t: TestContext) => {
      const holding = (units: number): Send => sending(`{"data":[${unit.repeat(units)}0]}`);
      const parse = t.mock.method(JSON, 'parse');
      await assert.rejects(payments(holding(2501)).getTransaction('1-2'), {
        type: 'INVALID_RESPONSE',
        message: /The answer is of more than 5,000 values\./,
      });
      await assert.rejects(payouts(holding(250_001)).getPayout('b-1'), {
        code: 'INVALID_RESPONSE',
        message: /The answer is of more than 500,000 values\./,
      });
      assert.equal(parse.mock.callCount(), 0);
    });

  it('is no longer for the signs of records in its texts', async () => {
    const data = { id: '1-2', status: 'PENDING', note: '\\",[{'.repeat(10_000), ...order };
    const { note } = (await payments(sending(JSON.stringify({ data }))).getTransaction('1-2')) as { note?: string };
    assert.equal(note, data.note);
  });

  it('and is nested without end, or no JSON, says so', async () => {
    for (const [text, message] of [
      [
        '['.repeat(200) + ']'.repeat(200),
        /The answer is nested too deeply, or has a record of more than 10,000 fields\./,
      ],
      ['<h1>Bad gateway</h1>', /The answer is no JSON\./],
      ['', /The answer is no JSON\./],
      ['{}', /The answer is not the record that was asked for: see data\./],
    ] as const) {
      await assert.rejects(payments(sending(text)).getTransaction('1-2'), { type: 'INVALID_RESPONSE', message });
      await assert.rejects(payouts(sending(text)).getPayout('b-1'), { code: 'INVALID_RESPONSE', message });
    }
  });

  describe('takes no longer for what cannot be used', () => {
    const many = 480_000;
    const list = (one: unknown) => Array.from({ length: many }, () => one);
    const transfer = { id: 't-1', status: 'APPROVED', amount: 1, key: '3001234567', name: 'Ana', email: 'a@b.co' };
    const batch = { id: 'b-1', status: 'PENDING', transactions: Array.from({ length: 10_000 }, () => transfer) };

    const reading = (body: object, status: number, ask: (send: Send) => Promise<unknown>) => {
      const text = JSON.stringify(body);
      const send: Send = async () => new Response(text, { status });
      return () => ask(send).catch(() => undefined);
    };
    const read = (send: Send) => payments(send).getTransaction('1-2');

    for (const [what, status, body, ask] of [
      [
        'a refusal of payouts whose messages are no texts',
        422,
        { code: 'EXC_001', message: list(1) },
        (send: Send) => payouts(send).listAccounts(),
      ],
      [
        'a list of what is no account',
        200,
        { code: 'OK', data: list(1) },
        (send: Send) => payouts(send).listAccounts(),
      ],
      [
        'a batch of what is no transfer',
        200,
        { code: 'OK', data: { ...batch, transactions: list(1) } },
        (send: Send) => payouts(send).getPayout('b-1'),
      ],
    ] as const)
      it(`S8: ${what}`, async () => {
        const usual = reading({ code: 'OK', data: batch }, 200, (send) => payouts(send).getPayout('b-1'));
        const times = await timesAsLong(reading(body, status, ask), usual, 10);
        assert.ok(times < 10, `${times} times as long`);
      });

    it('S8: a record with more fields than any has, which takes seconds to go through', async () => {
      const names = Object.fromEntries(list('').map((text, index) => [`A${index}`, text]));
      const message = /has a record of more than 10,000 fields/;
      const answer = JSON.stringify({ code: 'OK', data: names });
      await assert.rejects(payouts(sending(answer)).getPayout('b-1'), { code: 'INVALID_RESPONSE', message });
    });

    it('S8: and keeps a hundred messages of a field, and the name of each field behind it', async () => {
      const messages = { amount: list('').slice(0, 4000), reference: ['La referencia ya ha sido usada'] };
      const send: Send = async () => Response.json({ error: { type: 'X', messages } }, { status: 422 });
      await assert.rejects(read(send), (error: PaymentsError) => {
        assert.deepEqual(Object.keys(error.messages), ['amount', 'reference']);
        assert.equal(error.messages['amount']?.length, 100);
        return true;
      });
    });
  });

  it('is read of a fetch that knows no streams, too', async () => {
    const answering = (text: string): Send => {
      const answer = { ok: true, status: 200, headers: new Headers(), text: async () => text };
      return async () => answer as Response;
    };
    const record = await payouts(answering('{"code":"OK","data":{"id":"b-1","status":"TOTAL_PAYMENT"}}')).getPayout(
      'b-1',
    );
    assert.equal(record.status, 'TOTAL_PAYMENT');
    await assert.rejects(payouts(answering(' '.repeat(17 * MiB))).getPayout('b-1'), { message: tooLargeBatch });
  });

  it('is read of a fetch that has read it already, and says it once more', async () => {
    const send: Send = async () => {
      const answer = new Response('{"code":"OK","data":{"id":"b-1","status":"TOTAL_PAYMENT"}}');
      const text = await answer.text();
      return Object.assign(answer, { text: async () => text });
    };
    const record = await payouts(send).getPayout('b-1');
    assert.equal(record.status, 'TOTAL_PAYMENT');
  });

  it('is the record of a batch of thirty thousand transfers', async () => {
    const transfer = { status: 'APPROVED', amount: 11_900_000, key: '3001234567', name: 'Ana Pérez', email: 'a@b.co' };
    const more = { statusMessage: null, traceId: 'x'.repeat(36), createdAt: '2026-01-01T00:00:00Z', concept: 'Nómina' };
    const transactions = Array.from({ length: 30_000 }, (_, index) => ({ id: `t-${index}`, ...transfer, ...more }));
    const data = { id: 'b-1', status: 'TOTAL_PAYMENT', transactions };
    const record = await payouts(sending(JSON.stringify({ code: 'OK', data }))).getPayout('b-1');
    assert.equal(record.transactions?.length, 30_000);
  });
});

describe('S5: a refusal to the backend', () => {
  const refusal = (messages: object): Send => {
    const body = JSON.stringify({ error: { type: 'INPUT_VALIDATION_ERROR', messages } });
    return async () => new Response(body, { status: 422 });
  };

  const lettersOf = (number: number): string =>
    `${number}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

  for (const [what, messages] of [
    [
      'with thousands of fields below one, of which each would hold its name once more',
      { customer_data: Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [lettersOf(at), 'x'])) },
    ],
    ['with thousands of messages about one field', { reference: Array.from({ length: 4000 }, () => 'x') }],
  ] as const)
    it(`${what}, is told of in part`, async () => {
      await assert.rejects(payments(refusal(messages)).getTransaction('1-2'), (error: PaymentsError) => {
        const { type, status } = error;
        assert.deepEqual([type, status], ['INPUT_VALIDATION_ERROR', 422]);
        const fields = Object.entries(error.messages);
        assert(fields.length >= 1 && fields.length <= 100, `${fields.length} fields`);
        assert(fields.every(([field, texts]) => field.length <= 1000 && texts.length <= 100));
        assert(error.message.length < 200_000);
        return true;
      });
    });
});
