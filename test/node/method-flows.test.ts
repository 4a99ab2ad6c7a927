import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { CodeEntry, CodeState } from '../../src/checkout/code-entry.ts';
import { nextAction, type NextAction } from '../../src/checkout/next-action.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { remainderOf } from '../../src/domain/transaction.ts';
import { FlowWorld, type FlowPage } from './flow-world.ts';
import { attemptBy, paid } from './method-world.ts';

// What the flow fetches when it needs it: the clock of these tests does not wait for modules.
before(() => import('../../src/api/code-requests.ts'));

const person = { user_legal_id: '1012345678' };
const record = (extra: Record<string, unknown>, changes: Partial<Transaction> = {}): Transaction => ({
  id: '1-2-3',
  amount_in_cents: 1000,
  reference: 'R',
  currency: 'COP',
  payment_method_type: 'BANKA_QR',
  payment_method: { type: 'BANKA_QR', extra },
  status: 'PENDING',
  ...changes,
});
const actionOf = (page: FlowPage): NextAction | undefined =>
  page.state.status === 'action' ? page.state.action : undefined;
const statusOf = (page: FlowPage): string =>
  page.state.status === 'settled' ? page.state.transaction.status : page.state.status;

describe('what a pending transaction asks of the payer', () => {
  it('is a picture only when it holds all of itself', () => {
    const svg = 'data:image/svg+xml;base64,PHN2Zy8+';
    assert.equal(nextAction(record({ qr_image: svg }))?.kind, 'qr');
    assert.equal(nextAction(record({ qr_image: 'data:image/png;base64,iVBORw0KGgo=' }))?.kind, 'qr');
    for (const qr_image of [
      'https://service.example/qr.svg',
      'data:text/html;base64,PHNjcmlwdD4=',
      'data:image/svg+xml,<svg onload=alert(1)>',
      'javascript:alert(1)',
      `${svg}"onerror="x`,
      '',
      7,
    ])
      assert.equal(nextAction(record({ qr_image })), undefined);
  });

  it('is nothing once the transaction is final, whatever it still carries', () => {
    const extra = {
      async_payment_url: 'https://bank.example',
      url_services: {},
      qr_image: 'data:image/png;base64,AA==',
    };
    for (const status of ['APPROVED', 'DECLINED', 'VOIDED', 'ERROR'] as const)
      assert.equal(nextAction(record(extra, { status })), undefined);
  });

  it('is both numbers or none', () => {
    assert.equal(nextAction(record({ business_agreement_code: '1' })), undefined);
    assert.deepEqual(nextAction(record({ business_agreement_code: '1', payment_intention_identifier: '2' })), {
      kind: 'voucher',
      agreementCode: '1',
      paymentIntention: '2',
    });
  });
});

describe('the way of each method', () => {
  it('shows the QR code and waits', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'BANKA_QR');
    await page.until('action');
    const action = actionOf(page);
    assert.ok(action?.kind === 'qr' && action.image.startsWith('data:image/svg+xml;base64,') && action.id);
    assert.deepEqual(page.of('action'), ['qr']);
  });

  it('shows the numbers for cash, and is still there hours later', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'BANKA_COLLECT');
    await page.until('action');
    const action = actionOf(page);
    assert.ok(action?.kind === 'voucher' && /^\d{5}$/.test(action.agreementCode));
    await world.advance(5 * 60 * 60_000);
    await world.wake();
    assert.equal(actionOf(page)?.kind, 'voucher');
  });

  for (const [phone, outcome] of [
    ['3991111111', 'APPROVED'],
    ['3992222222', 'DECLINED'],
    ['3001234567', 'ERROR'],
  ] as const)
    it(`asks the payer to look at the phone until wallet A is ${outcome}`, async () => {
      const page = await paid(new FlowWorld(), 'WALLET_A', { phone_number: phone });
      assert.deepEqual(actionOf(page), { kind: 'push' });
      await page.until('settled');
      assert.equal(statusOf(page), outcome);
    });

  for (const [type, typed] of [
    [
      'BANKDEBIT',
      { financial_institution_code: '1104', full_name: 'Ana Rojas', phone_number: '3001234567', ...person },
    ],
    ['BANKA_TRANSFER', {}],
    ['PCOL', {}],
    ['BNPL', { name: 'Ana', last_name: 'Rojas', phone_number: '3001234567', ...person }],
    ['WALLET_PAY', person],
  ] as const)
    it(`leaves for the page of ${type} by itself, once, and only when nobody objects`, async () => {
      const world = new FlowWorld();
      const page = await paid(world, type, typed);
      await page.until('action');
      assert.equal(world.left.length, 0, 'the host is shown first');
      await world.advance(1500);
      assert.equal(world.left.length, 1);
      assert.deepEqual(page.of('leaving'), world.left);
      await world.advance(10_000);
      assert.equal(world.left.length, 1);
      const action = actionOf(page);
      assert.equal(action?.kind === 'redirect' && action.left, true);
      page.checkout.leave();
      assert.equal(world.left.length, 2, 'the payer may open it again');
    });

  it('stays when the page objects', async () => {
    const world = new FlowWorld();
    const page = await world.page();
    page.answers.leaving = false;
    page.accept();
    await page.checkout.submit(await attemptBy('BANKA_TRANSFER'));
    await page.until('action');
    await world.advance(1500);
    assert.equal(world.left.length, 0);
    assert.equal(page.of('leaving').length, 1);
    assert.equal(actionOf(page)?.kind, 'redirect');
  });
});

describe('an address that is not safe', () => {
  const page = async (extra: Record<string, unknown>): Promise<[FlowWorld, FlowPage]> => {
    const world = new FlowWorld();
    const opened = await paid(
      world,
      'BANKA_TRANSFER',
      {},
      {
        profile: {
          fetchTransaction: async (id) => ({
            ...record(extra, { id, reference: 'ORDER-1', amount_in_cents: 11_900_000 }),
            payment_method_type: 'BANKA_TRANSFER',
          }),
        },
      },
    );
    await world.advance(10_000);
    return [world, opened];
  };

  for (const url of [
    'javascript:alert(1)',
    'http://bank.example/pay',
    'https://good.example@evil.example/',
    'https:\\\\evil.example',
    'https://bank.example/a b',
    `https://bank.example/${'a'.repeat(2100)}`,
  ])
    it(`is never opened, and reported once: ${url.slice(0, 40)}`, async () => {
      const [world, opened] = await page({ async_payment_url: url });
      assert.deepEqual(world.left, []);
      assert.equal(opened.state.status, 'processing');
      assert.deepEqual(
        opened.of('error').map((error) => (error as { code: string }).code),
        ['unsafe_address'],
      );
    });

  it('gets no code, and no token', async () => {
    const url_services = {
      token: 't',
      code_otp_send: 'http://evil.example/s',
      code_otp_validate: 'https://x.example/v',
    };
    const [world, opened] = await page({ url_services });
    assert.equal(actionOf(opened), undefined);
    assert.equal(
      opened.checkout.codeEntry(() => undefined),
      undefined,
    );
    assert.deepEqual(world.left, []);
  });

  it('makes way for the page that takes the code, where that is safe', async () => {
    const url_services = { token: 't', code_otp_send: 'ftp://evil.example', code_otp_validate: 'https://x.example/v' };
    const [world] = await page({ url_services, url: 'https://wallet.example/code' });
    await world.until(() => world.left.length > 0);
    assert.deepEqual(world.left, ['https://wallet.example/code']);
  });
});

describe('a payer who is back from the bank', () => {
  const begun = async (world: FlowWorld): Promise<string> => {
    const page = await paid(world, 'BANKA_TRANSFER');
    await page.until('action');
    page.checkout.disconnect();
    return (await world.transactions())[0]?.id ?? '';
  };

  it('waits for the result, and is offered the page again when it does not come', async () => {
    const world = new FlowWorld();
    world.returned = { id: await begun(world), isMarked: true };
    const page = await world.page();
    assert.equal(page.state.status, 'processing');
    assert.equal(world.returned, undefined);
    await page.until('action');
    const action = actionOf(page);
    assert.ok(action?.kind === 'redirect' && action.left);
    await world.advance(60_000);
    assert.deepEqual(world.left, [], 'it never opens by itself');
  });

  it('is not sent there again by a page that only names the transaction', async () => {
    const world = new FlowWorld();
    const page = await world.page({ transactionId: await begun(world), orders: undefined, amount: undefined });
    const action = actionOf(page);
    assert.ok(action?.kind === 'redirect' && action.left);
    await world.advance(60_000);
    assert.deepEqual(world.left, []);
    page.checkout.leave();
    assert.equal(world.left.length, 1);
  });

  it('finds the payment by the journal alone, on a page without an order', async () => {
    const world = new FlowWorld();
    await begun(world);
    const page = await world.page({ orders: undefined, amount: undefined });
    assert.equal(page.state.status, 'action');
    assert.equal(page.checkout.isLookingBack, false);
  });

  for (const id of ['../../_sandbox/reset', 'x'.repeat(101), '<b>', '15113-1-1'])
    it(`is shown the form for an id that is none of ours: ${id.slice(0, 20)}`, async () => {
      const world = new FlowWorld();
      world.returned = { id, isMarked: true };
      const page = await world.page();
      assert.equal(page.state.status, 'ready');
      assert.deepEqual(page.of('warning'), ['foreign_transaction']);
      assert.ok((await world.transactions()).length === 0);
    });

  it('is told when a page asks for an id that is none', async () => {
    const world = new FlowWorld();
    const page = await world.page({ transactionId: '../x', orders: undefined });
    assert.equal(page.state.status === 'failed' && page.state.error.code, 'not_found');
  });
});

describe('the one-time code of wallet B', () => {
  const typed = { ...person, phone_number: '3001234567' };
  const opened = async (world = new FlowWorld()) => {
    const page = await paid(world, 'WALLET_B', typed);
    await page.until('action');
    return { world, page, ...(await entryOf(world, page)) };
  };
  const entryOf = async (world: FlowWorld, page: FlowPage) => {
    const seen: CodeState[] = [];
    const entry = page.checkout.codeEntry((state) => void seen.push(state)) as CodeEntry;
    await world.settle();
    return { entry, seen };
  };
  const sends = async (world: FlowWorld) =>
    (await world.transactions())[0] && world.requests('POST', await pathOf(world, 'send'));
  const pathOf = async (world: FlowWorld, what: string) => `/wallet-b/${(await world.transactions())[0]?.id}/${what}`;

  it('is sent once by itself, with the token of its services, however often it is asked for', async () => {
    const { world, page, entry } = await opened();
    assert.equal(
      page.checkout.codeEntry(() => undefined),
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
      await world.settle();
      assert.equal(entry.state.sendsLeft, left);
    }
    entry.resend();
    await world.settle();
    assert.equal((await sends(world))?.length, 3);
    assert.equal(entry.state.phase, 'entry');
  });

  it('expires after three minutes by the clock, and then only another one helps', async () => {
    const { world, page, entry } = await opened();
    await world.advance(3 * 60_000);
    assert.equal(entry.state.phase, 'expired');
    await entry.submit('574829');
    assert.equal((await world.requests('POST', await pathOf(world, 'validate'))).length, 0);
    entry.resend();
    await world.settle();
    await entry.submit('574829');
    await world.settle();
    assert.equal(statusOf(page), 'APPROVED');
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
    await world.settle();
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

describe('a half payment with points', () => {
  const half = { sandbox_status: 'APPROVED_HALF_POINTS' };

  it('leaves the rest, and nothing else does', () => {
    const rest = (remaining_amount_in_cents: unknown, status: Transaction['status'] = 'APPROVED') =>
      remainderOf(record({ remaining_amount_in_cents }, { status }));
    assert.deepEqual(rest(400), { amountInCents: 400, currency: 'COP' });
    for (const none of [0, -1, 1000, 2000, '400', 0.5, undefined]) assert.equal(rest(none), undefined);
    assert.equal(rest(400, 'DECLINED'), undefined);
  });

  it('is paid by a second transaction, for exactly the rest, under a reference of its own', async () => {
    const world = new FlowWorld();
    const asked: unknown[] = [];
    const page = await world.page({
      customer: { email: 'ana@example.com' },
      orders: {
        kind: 'created',
        create: async (request) => {
          asked.push(request);
          return world.order(`O-${asked.length}`, request.rest?.amountInCents);
        },
      },
    });
    page.accept();
    await page.checkout.submit(await attemptBy('PCOL', half));
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
    page.checkout.retry();
    assert.equal(page.state.status, 'ready');
    assert.equal(page.checkout.rest?.amountInCents, 5_950_000);
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
    const [first, second] = await world.transactions();
    assert.deepEqual(asked, [
      { method: 'PCOL' },
      { method: 'CARD', rest: { amountInCents: 5_950_000, currency: 'COP', transactionId: first?.id, method: 'PCOL' } },
    ]);
    assert.equal(second?.reference, 'O-2');
    assert.equal((second as unknown as { amount_in_cents: number }).amount_in_cents, 5_950_000);
    assert.equal(page.of('settled').length, 2);
    page.checkout.retry();
    assert.equal(page.state.status, 'settled', 'nothing is left to pay');
  });

  it('is never paid in full twice: an order for the whole is refused', async () => {
    const world = new FlowWorld();
    let count = 0;
    const page = await world.page({
      customer: { email: 'ana@example.com' },
      orders: { kind: 'created', create: () => world.order(`O-${++count}`) },
    });
    page.accept();
    await page.checkout.submit(await attemptBy('PCOL', half));
    await page.until('settled');
    page.checkout.retry();
    await page.checkout.submit(page.card());
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'invalid_order');
    assert.equal((await world.transactions()).length, 1);
  });

  it('asks the merchant for a new order where the page gave a fixed one', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'PCOL', half);
    await page.until('settled');
    page.checkout.retry();
    assert.deepEqual(page.of('renewal'), ['ORDER-1']);
    assert.equal(page.state.status === 'settled' && page.state.awaitsOrder, true);
    const order = await world.order('ORDER-2', 5_950_000);
    page.checkout.configure({
      publicKey: 'pub_test_flow',
      amount: order,
      orders: { kind: 'fixed', order },
      scope: '/checkout',
      mode: 'payment',
      customer: { email: 'ana@example.com' },
    });
    assert.equal(page.state.status, 'ready');
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal((await world.transactions()).length, 2);
  });
});
