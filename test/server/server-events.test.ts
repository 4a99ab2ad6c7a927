import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { EventVerificationError, verifyEvent, type EventVerificationReason } from '../../src/server/index.ts';

const secret = 'test_events_pay_checkout';
const now = Date.parse('2026-11-20T15:00:00Z');
const seconds = now / 1000;

type Json = Record<string, unknown>;

const payment = (change: Json = {}): Json => ({
  id: '15113-1789000000-48213',
  status: 'APPROVED',
  amount_in_cents: 11_900_000,
  reference: 'ORDER-1001',
  currency: 'COP',
  ...change,
});

const paymentProperties = ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'];

/** Signs like the service, with another implementation of the digest. `values` is what the service saw. */
const signed = (
  data: Json,
  properties: unknown[],
  values: string,
  { timestamp = seconds, change = {} }: { timestamp?: number; change?: Json } = {},
): string =>
  JSON.stringify({
    event: 'transaction.updated',
    data,
    environment: 'test',
    signature: {
      properties,
      checksum: createHash('sha256').update(`${values}${timestamp}${secret}`).digest('hex'),
    },
    timestamp,
    sent_at: new Date(now).toISOString(),
    ...change,
  });

const paymentText = '15113-1789000000-48213APPROVED11900000';
const paymentEvent = (timestamp?: number) =>
  signed({ transaction: payment() }, paymentProperties, paymentText, timestamp === undefined ? {} : { timestamp });

const refuses = (raw: string | Uint8Array, reason: EventVerificationReason, options: object = { now }) =>
  assert.rejects(verifyEvent(raw, secret, options), (error: unknown) => {
    assert(error instanceof EventVerificationError, String(error));
    assert.equal(error.reason, reason, error.message);
    assert.doesNotMatch(error.message, /48213|ORDER|test_events/);
    return true;
  });

describe('verifyEvent: genuine events', () => {
  it('agrees with a vector computed by hand', async () => {
    const raw =
      '{"event":"transaction.updated","data":{"transaction":{"id":"1-2-3","status":"DECLINED","amount_in_cents":150000}},' +
      '"environment":"test","signature":{"properties":["transaction.id","transaction.status","transaction.amount_in_cents"],' +
      '"checksum":"6d2daefecb01e6eaf773481e3e0eb9406d323657069f50bd1e2c5052dc27ee89"},"timestamp":1795000000}';
    const event = await verifyEvent(raw, 'a-secret', { now: 1_795_000_001_000 });
    assert.equal(event.data.transaction?.['status'], 'DECLINED');
  });

  it('lets the other word of one guide for a declined payment through as it was signed', async () => {
    const raw = signed(
      { transaction: payment({ status: 'REJECTED' }) },
      paymentProperties,
      paymentText.replace('APPROVED', 'REJECTED'),
    );
    const event = await verifyEvent(raw, secret, { now });
    assert.equal(event.data.transaction?.['status'], 'REJECTED');
  });

  it('agrees with a vector of a batch, computed by hand', async () => {
    const raw =
      '{"event":"payout.updated","data":{"payout":{"id":"p-1","status":"TOTAL_PAYMENT","amountInCents":300000}},' +
      '"signature":{"properties":["payout.id","payout.status","payout.amountInCents"],' +
      '"checksum":"99db708c4b2d0d066eb831e46111e4699b54311c6f618445680612d3b7ea8731"},"timestamp":1795000000}';
    const event = await verifyEvent(raw, 'a-secret', { now: 1_795_000_001_000 });
    assert.equal(event.data.payout?.['status'], 'TOTAL_PAYMENT');
  });

  it('gives the event as it was sent, and what is vouched for', async () => {
    const event = await verifyEvent(paymentEvent(), secret, { now });
    assert.equal(event.event, 'transaction.updated');
    assert.deepEqual(event.data.transaction, payment());
    assert.equal(event.environment, 'test');
    assert.equal(event.timestamp, seconds);
    assert.equal(event.occurredAt.getTime(), now);
    assert.equal(event.sent_at, '2026-11-20T15:00:00.000Z');
    assert.deepEqual(event.signed, {
      'transaction.id': '15113-1789000000-48213',
      'transaction.status': 'APPROVED',
      'transaction.amount_in_cents': 11_900_000,
    });
  });

  it('takes bytes, also those of a Buffer', async () => {
    await verifyEvent(new TextEncoder().encode(paymentEvent()), secret, { now });
    await verifyEvent(Buffer.from(paymentEvent()), secret, { now });
  });

  it('takes a checksum in capitals, and gives it in lower case', async () => {
    const raw = paymentEvent().replace(
      /"checksum":"([0-9a-f]+)"/,
      (_, hex: string) => `"checksum":"${hex.toUpperCase()}"`,
    );
    const { signature } = await verifyEvent(raw, secret, { now });
    assert.equal(signature.checksum, createHash('sha256').update(`${paymentText}${seconds}${secret}`).digest('hex'));
  });

  it('takes a time in milliseconds', async () => {
    const event = await verifyEvent(paymentEvent(now), secret, { now });
    assert.equal(event.occurredAt.getTime(), now);
  });

  it('takes events of batches and of their transfers', async () => {
    const payout = { id: 'p-1', status: 'TOTAL_PAYMENT', amountInCents: 300_000 };
    const properties = ['payout.id', 'payout.status', 'payout.amountInCents'];
    const raw = signed({ payout }, properties, 'p-1TOTAL_PAYMENT300000', { change: { event: 'payout.updated' } });
    assert.equal((await verifyEvent(raw, secret, { now })).data.payout?.['status'], 'TOTAL_PAYMENT');
    const transfer = { id: 't-1', status: 'FAILED', amount: 5000, payoutId: 'p-1' };
    const transferProperties = ['transaction.id', 'transaction.status', 'transaction.amount'];
    const transferRaw = signed({ transaction: transfer }, transferProperties, 't-1FAILED5000');
    assert.equal((await verifyEvent(transferRaw, secret, { now })).data.transaction?.['payoutId'], 'p-1');
  });
});

describe('S11: verifyEvent: what else an event holds', () => {
  it('asks nothing of parts that nothing depends on', async () => {
    const odd = [null, 7, true, 'text', '', [], [null], {}, { id: 'x' }];
    for (const value of odd) {
      const record = payment({ reference: value, currency: value, customer_email: value, extra: value });
      // A second record would be one that nobody has signed.
      const others = typeof value === 'object' && !Array.isArray(value) ? {} : { payout: value };
      const data = { transaction: record, unheard_of: value, ...others };
      const change = { environment: value, sent_at: value, unheard_of: value };
      const raw = signed(data, paymentProperties, paymentText, { change });
      const event = await verifyEvent(raw, secret, { now, timestampUnit: 'seconds' });
      assert.equal(event.signed['transaction.amount_in_cents'], 11_900_000, raw);
      // What cannot be what it is called is not there.
      const { reference } = event.data.transaction ?? {};
      assert.equal(reference, typeof value === 'string' || value === null ? value : undefined);
    }
  });

  it('takes nothing from a prototype', async () => {
    const raw = paymentEvent().replace(
      '"transaction":{',
      '"__proto__":{"payout":{"id":"p"}},"transaction":{"__proto__":{"payoutId":"p"},',
    );
    const event = await verifyEvent(raw, secret, { now });
    assert.equal(event.data.payout, undefined);
    assert.equal(event.data.transaction?.payoutId, undefined);
    const hidden = signed({ transaction: { __proto__: payment() } }, paymentProperties, paymentText);
    await refuses(hidden, 'unsigned_fields');
    await refuses(
      hidden.replace('"transaction":{}', `"transaction":{"__proto__":${JSON.stringify(payment())}}`),
      'unsigned_fields',
    );
  });

  it('leaves unknown siblings and nulls alone', async () => {
    const data = {
      transaction: payment({ amount: null, amountInCents: 11_900_000, extra: {} }),
      payout: null,
      more: [1],
    };
    const { signed: values } = await verifyEvent(signed(data, paymentProperties, paymentText), secret, { now });
    assert.equal(values['transaction.id'], '15113-1789000000-48213');
  });
});

describe('verifyEvent: time', () => {
  it('goes by the unit that is named', async () => {
    await verifyEvent(paymentEvent(), secret, { now, timestampUnit: 'seconds' });
    await verifyEvent(paymentEvent(now), secret, { now, timestampUnit: 'milliseconds' });
    await refuses(paymentEvent(now), 'stale', { now, timestampUnit: 'seconds' });
    await refuses(paymentEvent(), 'stale', { now, timestampUnit: 'milliseconds' });
    await assert.rejects(verifyEvent(paymentEvent(), secret, { now, timestampUnit: 'ms' as 'seconds' }), TypeError);
  });

  it('takes no old time in milliseconds for a new one in seconds, with a larger amount', async () => {
    // Signed in 2026 as 5000 at 1791795000000; sent again as 5000179 at 1795000000, which is the same text.
    const fresh = seconds;
    const old = `179${fresh}`;
    const event = JSON.parse(
      signed({ transaction: payment({ amount_in_cents: 5_000_179 }) }, paymentProperties, ''),
    ) as { signature: { checksum: string } };
    event.signature.checksum = createHash('sha256')
      .update(`15113-1789000000-48213APPROVED5000${old}${secret}`)
      .digest('hex');
    const raw = JSON.stringify(event);
    await refuses(raw, 'stale');
    await refuses(raw, 'stale', { now, timestampUnit: 'milliseconds' });
    // Where the service is known to tell seconds it is what it says.
    await verifyEvent(raw, secret, { now, timestampUnit: 'seconds' });
  });

  it('S11: takes no digit of the amount for one of the time, nor the reverse, however old an event may be', async () => {
    // Signed as 5000 at 1795186800: the same text in every other cut.
    const text = `5000${seconds}`;
    for (let at = 1; at < text.length; at += 1) {
      const [amount, timestamp] = [text.slice(0, at), text.slice(at)];
      if (timestamp.startsWith('0') || (amount.length > 1 && amount.startsWith('0'))) continue;
      const raw = signed({ transaction: payment({ amount_in_cents: Number(amount) }) }, paymentProperties, paymentText)
        .replace(
          /"checksum":"\w+"/,
          `"checksum":"${createHash('sha256').update(`15113-1789000000-48213APPROVED${text}${secret}`).digest('hex')}"`,
        )
        .replace(`"timestamp":${seconds}`, `"timestamp":${timestamp}`);
      for (const timestampUnit of ['seconds', undefined] as const) {
        const verdict = verifyEvent(raw, secret, { now, timestampUnit, toleranceSeconds: Infinity });
        if (amount === '5000') assert.equal((await verdict).signed['transaction.amount_in_cents'], 5000);
        else await assert.rejects(verdict, { reason: 'stale' }, `${amount} at ${timestamp}`);
      }
    }
  });

  it('takes 25 hours of age and 5 minutes of lead, and not a second more', async () => {
    await verifyEvent(paymentEvent(seconds - 25 * 3600), secret, { now });
    await refuses(paymentEvent(seconds - 25 * 3600 - 1), 'stale');
    await verifyEvent(paymentEvent(seconds + 300), secret, { now });
    await refuses(paymentEvent(seconds + 301), 'stale');
    await refuses(paymentEvent(now - 25 * 3_600_000 - 1), 'stale');
    await refuses(paymentEvent(now + 300_001), 'stale');
  });

  it('takes a tolerance and a clock of the caller', async () => {
    await verifyEvent(paymentEvent(seconds - 60), secret, { now: new Date(now), toleranceSeconds: 60 });
    await refuses(paymentEvent(seconds - 61), 'stale', { now: () => now, toleranceSeconds: 60 });
    await refuses(paymentEvent(seconds + 61), 'stale', { now: () => new Date(now), toleranceSeconds: 60 });
    await verifyEvent(paymentEvent(1_000_000_000), secret, { now, toleranceSeconds: Infinity });
    for (const options of [{ toleranceSeconds: -1 }, { toleranceSeconds: Number.NaN }, { now: new Date('never') }])
      await assert.rejects(verifyEvent(paymentEvent(), secret, options), TypeError);
  });

  it('goes by the clock of this machine otherwise', async () => {
    await verifyEvent(paymentEvent(Math.floor(Date.now() / 1000)), secret);
    await refuses(paymentEvent(1_600_000_000), 'stale', {});
  });
});

describe('verifyEvent: forgeries', () => {
  const changed = (edit: (event: Json) => void) => {
    const event = JSON.parse(paymentEvent()) as Json;
    edit(event);
    return JSON.stringify(event);
  };
  const signatureOf = (event: Json) => event['signature'] as { properties: unknown; checksum: unknown };

  for (const [what, edit] of [
    ['status', (event: Json) => Object.assign(event, { data: { transaction: payment({ status: 'DECLINED' }) } })],
    ['amount', (event: Json) => Object.assign(event, { data: { transaction: payment({ amount_in_cents: 1 }) } })],
    ['id', (event: Json) => Object.assign(event, { data: { transaction: payment({ id: '1' }) } })],
    ['time', (event: Json) => Object.assign(event, { timestamp: seconds + 1 })],
    ['checksum', (event: Json) => Object.assign(signatureOf(event), { checksum: '0'.repeat(64) })],
  ] as const)
    it(`refuses another ${what}`, () => refuses(changed(edit), 'bad_signature'));

  it('refuses another secret', async () => {
    await assert.rejects(verifyEvent(paymentEvent(), 'another secret', { now }), { reason: 'bad_signature' });
  });

  it('refuses rewritten fields behind properties that spell the same text', async () => {
    const decoy = { decoy: paymentText, transaction: payment({ id: 'MINE', amount_in_cents: 99 }) };
    await refuses(signed(decoy, ['decoy'], paymentText), 'unsigned_fields');
    const split = { transaction: { ...payment({ amount_in_cents: 999_999_999 }), decoy: '11900000' } };
    await refuses(
      signed(split, ['transaction.id', 'transaction.status', 'transaction.decoy'], paymentText),
      'unsigned_fields',
    );
    const torn = { transaction: payment({ id: '15113-1789000000-48213APPRO', status: 'VED' }) };
    await refuses(signed(torn, paymentProperties, paymentText), 'unsigned_fields');
    const second = { transaction: payment(), payout: { id: 'p', status: 'TOTAL_PAYMENT' } };
    await refuses(signed(second, paymentProperties, paymentText), 'unsigned_fields');
  });

  it('refuses a genuine text that was cut at another place', async () => {
    const batch = (id: unknown, status: string, amountInCents: unknown) => ({ payout: { id, status, amountInCents } });
    const properties = ['payout.id', 'payout.status', 'payout.amountInCents'];
    const text = 'p-1PENDING_APPROVAL5000';
    await verifyEvent(signed(batch('p-1', 'PENDING_APPROVAL', 5000), properties, text), secret, { now });
    await refuses(signed(batch('p-1', 'PENDING', '_APPROVAL5000'), properties, text), 'unsigned_fields');
    await refuses(signed(batch('p-1PENDING_', 'APPROVAL', 5000), properties, text), 'unsigned_fields');
    await refuses(signed(batch('p-1', 'PENDING_APPROVAL', '5000'), properties, text), 'unsigned_fields');
    await refuses(
      signed(batch('p-1', 'PENDING_APPROVAL', -5000), properties, 'p-1PENDING_APPROVAL-5000'),
      'unsigned_fields',
    );
    await refuses(
      signed(batch('p-1', 'PENDING_APPROVAL', 0.5), properties, 'p-1PENDING_APPROVAL0.5'),
      'unsigned_fields',
    );
    for (const id of ['', 'p 1', 7])
      await refuses(signed(batch(id, 'PENDING', 5000), properties, `${id}PENDING5000`), 'unsigned_fields');
    const decoy = { payout: { id: 'p-1', status: 'PENDING_APPROVAL', amountInCents: 50, rest: '00' } };
    await refuses(signed(decoy, [...properties, 'payout.rest'], text), 'unsigned_fields');
    const ahead = { payout: { id: '1', status: 'PENDING_APPROVAL', amountInCents: 5000 }, decoy: 'p-' };
    await refuses(signed(ahead, ['decoy', ...properties], text), 'unsigned_fields');
    const turned = batch('_APPROVALp-1', 'PENDING', 5000);
    const reversed = ['payout.status', 'payout.id', 'payout.amountInCents'];
    await refuses(signed(turned, reversed, 'PENDING_APPROVALp-15000'), 'unsigned_fields');
  });

  it('S11: refuses what another reader of the same text could take for something else', async () => {
    const genuine = paymentEvent();
    for (const [from, to] of [
      ['"amount_in_cents":11900000', '"amount_in_cents":11900000,"amount_in_cents":99900000'],
      ['"amount_in_cents":11900000', '"amount_in_cents":11900000,"amount":"11900000"'],
      ['"amount_in_cents":11900000', '"amount_in_cents":11900000,"amountInCents":99900000'],
      ['"amount_in_cents":11900000', '"amount_in_cents":"１１９０００００"'],
      ['"status":"APPROVED"', '"status":"\u0410PPROVED"'],
      ['"status":"APPROVED"', '"status":"APPROVED\\u200b"'],
      ['"status":"APPROVED"', '"Status":"APPROVED","status":"DECLINED"'],
      ['48213"', '48213\\n"'],
      ['"transaction":{', '"payout":{"id":"p"},"transaction":{'],
      ['"transaction.id"', '"transaction[id]"'],
      ['"transaction.id"', '"transaction.ID"'],
      ['"checksum":"', '"checksum":" '],
    ] as const) {
      assert(genuine.includes(from), from);
      await assert.rejects(verifyEvent(genuine.replace(from, to), secret, { now }), EventVerificationError, to);
    }
    // The same record in other letters, and what it hides behind the last of two, is what was signed.
    for (const [from, to] of [
      ['"amount_in_cents":11900000', '"amount\\u005fin_cents":1.19e7'],
      ['"transaction":{', '"transaction":{"id":"x","status":"VOIDED","amount_in_cents":1},"transaction":{'],
    ] as const) {
      const event = await verifyEvent(genuine.replace(from, to), secret, { now });
      assert.equal(event.data.transaction?.['amount_in_cents'], 11_900_000);
      assert.equal(event.signed['transaction.status'], 'APPROVED');
    }
  });

  it('refuses an amount that was not signed', async () => {
    const properties = ['transaction.id', 'transaction.status'];
    const transfer = { id: 't-1', status: 'APPROVED', payoutId: 'p-1' };
    await refuses(signed({ transaction: transfer }, properties, 't-1APPROVED'), 'unsigned_fields');
    await refuses(signed({ transaction: { ...transfer, amount: 5000 } }, properties, 't-1APPROVED'), 'unsigned_fields');
    const two = { ...transfer, amountInCents: 5000, amount: 9000 };
    await refuses(
      signed({ transaction: two }, [...properties, 'transaction.amountInCents'], 't-1APPROVED5000'),
      'unsigned_fields',
    );
  });

  for (const status of ['PROCESSING', 'TOTAL_PAYMENT', 'approved', 'PAID', ''])
    it(`refuses a payment with the status ${status || '(empty)'}`, () =>
      refuses(
        signed({ transaction: payment({ status }) }, paymentProperties, paymentText.replace('APPROVED', status)),
        'unsigned_fields',
      ));

  it('refuses an event without a record', async () => {
    await refuses(signed({ x: 'a' }, ['x'], 'a'), 'broken_body');
    await refuses(signed({ transaction: null, payout: null }, ['transaction'], ''), 'broken_body');
  });

  it('refuses a body of more than 1 MiB', async () => {
    const padded = (bytes: number) => {
      const raw = paymentEvent();
      return raw + ' '.repeat(bytes - raw.length);
    };
    const limit = 1024 * 1024;
    await verifyEvent(padded(limit), secret, { now });
    await refuses(padded(limit + 1), 'broken_body');
    await refuses(new TextEncoder().encode(padded(limit + 1)), 'broken_body');
    await refuses(JSON.stringify({ pad: 'ñ'.repeat(limit / 2) }), 'broken_body');
  });

  it('S8: refuses a body that is nested without end, where nothing is signed', async () => {
    for (const nested of ['['.repeat(5000) + ']'.repeat(5000), '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)])
      for (const place of ['{', '"data":{', '"transaction":{'])
        await refuses(paymentEvent().replace(place, `${place}"unheard_of":${nested},`), 'broken_body');
  });

  it('refuses signatures that cover nothing, or not enough', async () => {
    await refuses(signed({ transaction: payment() }, [], ''), 'broken_body');
    await refuses(signed({ transaction: payment() }, ['transaction.id'], '15113-1789000000-48213'), 'unsigned_fields');
    const idAndAmount = ['transaction.id', 'transaction.amount_in_cents'];
    await refuses(signed({ transaction: payment() }, idAndAmount, '15113-1789000000-4821311900000'), 'unsigned_fields');
  });

  for (const [what, properties] of [
    ['a path that leads nowhere', [...paymentProperties, 'transaction.missing']],
    ['a path to an object', [...paymentProperties, 'transaction']],
    ['a path into a text', [...paymentProperties, 'transaction.id.length']],
    ['a path to a prototype', [...paymentProperties, '__proto__.constructor.name']],
    ['a path to a constructor', [...paymentProperties, 'transaction.constructor.name']],
    ['an empty path', [...paymentProperties, '']],
    ['a field twice', [...paymentProperties, 'transaction.id']],
  ] as const)
    it(`refuses ${what}`, () =>
      refuses(signed({ transaction: payment() }, [...properties], paymentText), 'unsigned_fields'));

  it('refuses a null where a value was signed', () =>
    refuses(signed({ transaction: payment({ status: null }) }, paymentProperties, paymentText), 'unsigned_fields'));

  for (const [what, edit] of [
    ['no signature', (event: Json) => delete event['signature']],
    ['no data', (event: Json) => delete event['data']],
    ['no event', (event: Json) => delete event['event']],
    ['no time', (event: Json) => delete event['timestamp']],
    ['a time as text', (event: Json) => Object.assign(event, { timestamp: String(seconds) })],
    ['a time of zero', (event: Json) => Object.assign(event, { timestamp: 0 })],
    ['a fraction of a time', (event: Json) => Object.assign(event, { timestamp: seconds + 0.5 })],
    ['a list as data', (event: Json) => Object.assign(event, { data: [] })],
    ['a text as transaction', (event: Json) => Object.assign(event, { data: { transaction: 'x' } })],
    ['properties that are no texts', (event: Json) => Object.assign(signatureOf(event), { properties: [1] })],
    [
      'properties that are no list',
      (event: Json) => Object.assign(signatureOf(event), { properties: 'transaction.id' }),
    ],
    [
      'endless properties',
      (event: Json) => Object.assign(signatureOf(event), { properties: Array(1000).fill('event') }),
    ],
    ['a short checksum', (event: Json) => Object.assign(signatureOf(event), { checksum: 'abc' })],
    ['no checksum', (event: Json) => delete (signatureOf(event) as Json)['checksum']],
  ] as const)
    it(`refuses a body with ${what}`, () => refuses(changed(edit), 'broken_body'));

  for (const raw of [
    '',
    'null',
    '[]',
    '7',
    '"text"',
    '{',
    '<html>',
    paymentEvent().slice(0, -1),
    new Uint8Array([0xff, 0xfe]),
  ])
    it(`refuses the body ${String(raw).slice(0, 20) || '(empty)'}`, () => refuses(raw, 'broken_body'));
});

describe('verifyEvent: mistakes of the caller', () => {
  for (const wrong of ['', ' ', undefined, null, 'prv_test_abc', 'pub_test_abc', 'secret\n'])
    it(`refuses ${JSON.stringify(wrong)} as the secret`, async () => {
      await assert.rejects(verifyEvent(paymentEvent(), wrong as string, { now }), TypeError);
    });

  it('asks for the raw body when it is given a parsed one', async () => {
    const parsed = JSON.parse(paymentEvent()) as unknown as string;
    await assert.rejects(verifyEvent(parsed, secret, { now }), /raw body/);
  });
});
