import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CodeEntry } from '../../src/checkout/code-entry.ts';
import type { CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import { nextAction } from '../../src/checkout/next-action.ts';
import { base, settingsFor, type FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { actionOf, attemptBy, paid, pendingRecord, statusOf } from './method-world.ts';

const person = { user_legal_id: '1012345678' };
describe('what a pending transaction asks of the payer', () => {
  it('is a picture only when it holds all of itself', () => {
    const svg = 'data:image/svg+xml;base64,PHN2Zy8+';
    assert.equal(nextAction(pendingRecord({ qr_image: svg }))?.kind, 'qr');
    const png =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    assert.equal(nextAction(pendingRecord({ qr_image: png }))?.kind, 'qr');
    for (const qr_image of [
      'https://service.example/qr.svg',
      'data:text/html;base64,PHNjcmlwdD4=',
      'data:image/svg+xml,<svg onload=alert(1)>',
      'javascript:alert(1)',
      `${svg}"onerror="x`,
      '',
      7,
    ])
      assert.equal(nextAction(pendingRecord({ qr_image })), undefined);
  });

  it('S7: is no picture that would keep the page busy', () => {
    const nested = '<svg><g id="a"/><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/></svg>';
    const qr_image = `data:image/svg+xml;base64,${btoa(nested)}`;
    assert.equal(nextAction(pendingRecord({ qr_image })), undefined);
    const url = 'https://bank.example/qr';
    assert.deepEqual(nextAction(pendingRecord({ qr_image, async_payment_url: url })), { kind: 'redirect', url });
  });

  it('is a challenge even when the fragment is empty, so that it is refused where it would be shown', () => {
    const asked = (data: unknown) =>
      nextAction(
        pendingRecord({
          three_ds_auth: { current_step: 'CHALLENGE', current_step_status: 'PENDING', three_ds_method_data: data },
        }),
      );
    assert.deepEqual(asked(''), { kind: 'challenge', methodData: '' });
    assert.equal(asked(undefined), undefined);
    assert.equal(asked(7), undefined);
  });

  it('is still the challenge of before when a record has lost it and says nothing else', () => {
    const before = { kind: 'challenge', methodData: '<form>' } as const;
    const next = (extra: Record<string, unknown>) => nextAction(pendingRecord(extra), before);
    const step = (current_step?: string, current_step_status?: string) =>
      next({ three_ds_auth: { current_step, current_step_status } });
    for (const kept of [next({}), step('CHALLENGE', 'PENDING'), step()]) assert.equal(kept, before);
    assert.equal(step('CHALLENGE', 'COMPLETED'), undefined);
    assert.equal(step('AUTHENTICATION', 'PENDING'), undefined);
    assert.equal(next({ async_payment_url: 'https://bank.example' })?.kind, 'redirect');
    assert.equal(nextAction(pendingRecord({}, { status: 'APPROVED' }), before), undefined);
    assert.equal(nextAction(pendingRecord({}), { kind: 'push' }), undefined);
  });

  it('is nothing once the transaction is final, whatever it still carries', () => {
    const extra = {
      async_payment_url: 'https://bank.example',
      url_services: {},
      qr_image: 'data:image/png;base64,AA==',
    };
    for (const status of ['APPROVED', 'DECLINED', 'VOIDED', 'ERROR'] as const)
      assert.equal(nextAction(pendingRecord(extra, { status })), undefined);
  });

  it('is both numbers or none', () => {
    assert.equal(nextAction(pendingRecord({ business_agreement_code: '1' })), undefined);
    assert.deepEqual(nextAction(pendingRecord({ business_agreement_code: '1', payment_intention_identifier: '2' })), {
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
      await world.advance(1000);
      await world.advance(500);
      assert.equal(world.left.length, 1);
      assert.deepEqual(page.of('leaving'), world.left);
      await world.advance(10_000);
      assert.equal(world.left.length, 1);
      const action = actionOf(page);
      assert.equal(action?.kind === 'redirect' && action.left, true);
      page.checkout.leave();
      assert.equal(world.left.length, 2, 'the payer may open it again');
    });

  it('stays where the payment is over before it leaves', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'BANKA_TRANSFER');
    await page.until('action');
    const action = actionOf(page);
    assert.ok(action?.kind === 'redirect');
    await world.fetch(action.url, { method: 'POST', body: new URLSearchParams({ outcome: 'APPROVED' }) });
    await world.advance(1000);
    assert.equal(statusOf(page), 'APPROVED');
    await world.advance(500);
    assert.deepEqual(page.of('leaving'), []);
  });

  it('B1: is left for later, and looked at no more often, by the one of two checkouts that does not leave', async () => {
    const world = new FlowWorld();
    let isOnDuty = false;
    const page = await world.page({}, { isOnDuty: () => isOnDuty });
    page.accept();
    await page.checkout.submit(await attemptBy('BANKA_TRANSFER'));
    await page.until('action');
    const [{ id } = { id: '' }] = await world.transactions();
    const looks = async () => (await world.requests('GET', `/v1/transactions/${id}`)).length;
    const before = await looks();
    for (let seconds = 0; seconds < 60; seconds++) await world.advance(1000);
    const since = (await looks()) - before;
    assert.ok(since >= 15 && since <= 30, `${since} looks in a minute`);
    assert.deepEqual(world.left, []);
    isOnDuty = true; // the device was turned
    for (let halves = 0; halves < 20; halves++) await world.advance(500);
    assert.equal(world.left.length, 1);
  });

  it('is let go by a page that begins anew as it is told of leaving', async () => {
    const world = new FlowWorld();
    const page = await world.page();
    page.accept();
    await page.checkout.submit(await attemptBy('BANKA_TRANSFER'));
    await page.until('action');
    const { said } = page;
    const push = said.push.bind(said);
    said.push = (...entries) => {
      if (entries.some(([kind]) => kind === 'leaving')) page.checkout.reset();
      return push(...entries);
    };
    await world.advance(1000);
    await world.advance(500);
    await page.until('ready');
    await world.advance(5000);
    assert.equal(page.state.status, 'ready');
    assert.deepEqual(world.left, []);
  });

  it('stays when the page objects', async () => {
    const world = new FlowWorld();
    const page = await world.page();
    page.answers.leaving = false;
    page.accept();
    await page.checkout.submit(await attemptBy('BANKA_TRANSFER'));
    await page.until('action');
    await world.advance(1000);
    await world.advance(500);
    assert.equal(world.left.length, 0);
    assert.equal(page.of('leaving').length, 1);
    assert.equal(actionOf(page)?.kind, 'redirect');
  });
});

describe('an address that is not safe', () => {
  /** The shop is known by its host, but for the pages that hand on the service's answers or stand on the same machine. */
  const isOfShop = ({ hostname }: URL): boolean => ['shop.example', '127.0.0.1'].includes(hostname);
  const page = async (
    extra: Record<string, unknown>,
    changes: Partial<CheckoutConfiguration> = {},
  ): Promise<[FlowWorld, FlowPage]> => {
    const world = new FlowWorld();
    const opened = await paid(
      world,
      'BANKA_TRANSFER',
      {},
      {
        ...changes,
        profile: {
          fetchTransaction: async (id) => ({
            ...pendingRecord(extra, { id, reference: 'ORDER-1', amount_in_cents: 11_900_000 }),
            payment_method_type: 'BANKA_TRANSFER',
          }),
        },
      },
      { isOfShop },
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
    'https://bank.example./pay',
    '//bank.example/pay',
    'data:text/html,x',
    'blob:https://bank.example/1',
    'about:srcdoc',
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

  for (const field of ['async_payment_url', 'url'])
    it(`S1: is one of the shop's own, which is not opened by ${field}`, async () => {
      const [world, opened] = await page({ [field]: 'https://shop.example/account/delete?yes=1' });
      opened.checkout.leave();
      assert.deepEqual(world.left, []);
      assert.equal(opened.state.status, 'processing');
      assert.deepEqual(
        opened.of('error').map((error) => (error as { code: string }).code),
        ['unsafe_address'],
      );
    });

  it("S1: is none of the service's that the shop hands on, nor one of this machine in a trial", async () => {
    for (const [url, changes] of [
      ['https://shop.example/psp/bank/7', { baseUrl: 'https://shop.example/psp' }],
      ['http://127.0.0.1:8080/bank', {}],
    ] as const) {
      const [world] = await page({ async_payment_url: url }, changes);
      await world.until(() => world.left.length > 0);
      assert.deepEqual(world.left, [url]);
    }
  });

  it('S1: gets no code and no token where it is one of the shop, and nobody goes there instead', async () => {
    const [own, wallet] = ['https://shop.example/account/delete', 'https://wallet.example/code'];
    for (const [code_otp_send, code_otp_validate] of [
      [own, wallet],
      [wallet, own],
    ]) {
      const [world, opened] = await page({ url_services: { token: 't', code_otp_send, code_otp_validate } });
      assert.equal(actionOf(opened), undefined);
      assert.equal(
        opened.checkout.codeEntry(CodeEntry, () => undefined),
        undefined,
      );
      assert.deepEqual(world.left, []);
      assert.equal(opened.of('error').length, 1);
    }
  });

  it('S1: is not offered as the page that takes the code where it is one of the shop', async () => {
    const wallet = 'https://wallet.example/code';
    const url_services = { token: 't', code_otp_send: wallet, code_otp_validate: wallet };
    const [world, opened] = await page({ url_services, url: 'https://shop.example/account/delete' });
    assert.deepEqual(actionOf(opened), { kind: 'otp', pageUrl: undefined });
    opened.checkout.leave();
    assert.deepEqual(world.left, []);
  });

  it('S1: is no contract for the payer where it is one of the shop', async () => {
    const world = new FlowWorld();
    const permalink = 'https://shop.example/account/delete?yes=1';
    const contract = { acceptance_token: 't', permalink, type: 'END_USER_POLICY' };
    const data = { presigned_acceptance: contract, presigned_personal_data_auth: contract };
    await world.fault('GET', '/merchants/info', { kind: 'status', status: 200, body: { data } });
    const { state, checkout } = await world.page({}, { isOfShop });
    assert.equal(state.status === 'failed' && (state.error.cause as { code: string }).code, 'invalid_response');
    assert.deepEqual(checkout.documents, []);
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
      opened.checkout.codeEntry(CodeEntry, () => undefined),
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
    await page.until('action');
    const action = actionOf(page);
    assert.ok(action?.kind === 'redirect' && action.left);
    await world.advance(60_000);
    assert.deepEqual(world.left, [], 'it never opens by itself');
  });

  it('is not sent there again by a page that is loaded again, without the return address', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'BANKA_TRANSFER');
    await world.until(() => world.left.length > 0);
    page.checkout.disconnect();
    const again = await world.page();
    const action = actionOf(again);
    assert.ok(action?.kind === 'redirect' && action.left);
    await world.advance(60_000);
    assert.equal(world.left.length, 1);
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

  it('finds the payment by the ledger alone, on a page without an order', async () => {
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
      for (const pause of [1000, 2000]) await world.advance(pause);
      assert.equal(page.state.status, 'ready');
      assert.deepEqual(page.of('warning'), ['foreign_transaction']);
      assert.ok((await world.transactions()).length === 0);
    });

  it('waits for the record of a payment that only its id is known of, and the merchant is told once why', async () => {
    const world = new FlowWorld();
    const transactionId = await begun(world);
    world.stored.clear();
    await world.fault('GET', `/v1/transactions/${transactionId}`, { kind: 'status', status: 503 }, 6);
    const page = await world.page({ transactionId, orders: undefined, amount: undefined });
    assert.equal(page.checkout.isLookingBack, true);
    for (const pause of [1000, 2000, 4000, 8000]) {
      assert.equal(page.state.status, 'loading');
      assert.equal(page.of('error').length, pause < 8000 ? 0 : 1);
      await world.advance(pause);
    }
    assert.equal(page.of('error').length, 1);
    page.checkout.checkAgain();
    await world.advance(1000);
    assert.equal(page.state.status, 'loading', 'the sixth look');
    await world.advance(2000);
    assert.equal(page.state.status, 'action');
    assert.equal(page.checkout.isLookingBack, false);
  });

  it('keeps the id in the address for as long as a reload has nothing else to find the payment by', async () => {
    const world = new FlowWorld();
    const id = await begun(world);
    const returned = { id, isMarked: true };
    world.returned = returned;
    // The shop makes another reference at each visit, and then the bank's app has opened another browser.
    for (const visit of ['ORDER-2', 'ORDER-3', 'ORDER-1', 'ORDER-1']) {
      if (visit === 'ORDER-1') world.stored.clear();
      const order = await world.order(visit);
      const page = await world.page({ orders: { kind: 'fixed', order } });
      assert.equal(page.state.status, 'processing', visit);
      assert.equal(world.returned, returned, visit);
      page.checkout.disconnect();
    }
    const left = await world.page();
    left.checkout.reset();
    assert.equal(world.returned, undefined, 'the payer has turned away from it');

    world.returned = returned;
    const page = await world.page();
    await world.fetch(`${base}/bank/pay/${id}`, { method: 'POST', body: new URLSearchParams({ outcome: 'APPROVED' }) });
    await page.until('settled');
    assert.equal(world.returned, undefined, 'it is over');
  });

  for (const [what, isAsked] of [
    ['by its address', false],
    ['by a page that has taken the id over', true],
  ] as const)
    it(`is looked for thrice in a browser that knows nothing of it, ${what}: its record may be a moment late`, async () => {
      const world = new FlowWorld();
      const transactionId = await begun(world);
      world.stored.clear();
      if (!isAsked) world.returned = { id: transactionId, isMarked: true };
      for (const [status, times] of [
        [503, 2],
        [404, 2],
      ] as const)
        await world.fault('GET', `/v1/transactions/${transactionId}`, { kind: 'status', status }, times);
      const page = await world.page(isAsked ? { transactionId } : {});
      for (const pause of [1000, 2000, 4000, 8000]) {
        assert.equal(page.state.status, 'loading');
        assert.equal(page.checkout.isLookingBack, true);
        await world.advance(pause);
      }
      assert.equal(page.state.status, isAsked ? 'action' : 'processing');
      assert.deepEqual(page.of('warning'), []);
    });

  it('is shown the form for an id of which the shop’s backend has no record', async () => {
    const world = new FlowWorld();
    world.returned = { id: '42', isMarked: true };
    const page = await world.page({ profile: { fetchTransaction: async () => null } });
    for (const pause of [1000, 2000]) await world.advance(pause);
    assert.equal(page.state.status, 'ready');
    assert.deepEqual(page.of('warning'), ['foreign_transaction']);
  });

  it('may pay again once the service knows nothing any more of a payment that the ledger has the id of', async () => {
    const world = new FlowWorld();
    const id = await begun(world);
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 503 }, 4);
    const page = await world.page();
    for (const pause of [1000, 2000, 4000]) await world.advance(pause);
    assert.equal(page.state.status, 'unknown');
    assert.equal(page.checkout.openId, id, 'it exists, and is not offered to be sent again');
    await world.control('reset', {});
    await world.advance(2000);
    assert.equal(page.state.status, 'unknown');
    page.checkout.checkAgain();
    for (const pause of [0, 1000, 2000, 4000]) await world.advance(pause);
    assert.equal(page.state.status, 'unknown');
    assert.equal(page.checkout.openId, undefined);
    await page.checkout.resend();
    assert.equal(page.state.status, 'ready');
  });

  it('is told when a page asks for an id that is none', async () => {
    const world = new FlowWorld();
    const page = await world.page({ transactionId: '../x', orders: undefined });
    for (const pause of [1000, 2000]) await world.advance(pause);
    assert.equal(page.state.status === 'failed' && page.state.error.code, 'not_found');
    page.checkout.configure({ ...page.configuration, redirectUrl: 'https://shop.example/other' });
    assert.equal(page.state.status, 'failed', 'it is asked for all the same');
    await page.giveOrder('ORDER-1');
    await page.until('ready');
    page.checkout.resume('../y');
    for (const pause of [0, 1000, 2000]) await world.advance(pause);
    assert.equal(page.state.status, 'failed');
    await page.giveOrder('ORDER-1');
    assert.equal(page.state.status, 'failed', 'that the page has not named it takes nothing back');
  });

  it('is another one than the page names once that is resumed, until the page names one anew', async () => {
    const world = new FlowWorld();
    const ids: string[] = [];
    for (const reference of ['ORDER-1', 'ORDER-2']) {
      const payer = await world.page(settingsFor(await world.order(reference)));
      payer.accept();
      await payer.checkout.submit(payer.card());
      await payer.until('settled');
      ids.push((await world.transactions()).at(-1)?.id ?? '');
      payer.checkout.disconnect();
    }
    const [first = '', second = ''] = ids;
    const page = await world.page({ transactionId: first, orders: undefined, amount: undefined });
    const shown = () => (page.state.status === 'settled' ? page.state.transaction.id : undefined);
    await page.until('settled');
    assert.equal(shown(), first);
    page.checkout.resume(second);
    page.checkout.configure(page.configuration);
    await page.until('settled');
    assert.equal(shown(), second);
    page.checkout.configure({ ...page.configuration, transactionId: second });
    assert.equal(shown(), second, 'what is shown already is not fetched once more');
    page.checkout.configure(page.configuration);
    await page.until('settled');
    assert.equal(shown(), first, 'the page has named it anew');
  });
});

describe('a payment that the payer has turned from', () => {
  const created = (world: FlowWorld) => {
    const asked: string[] = [];
    const create = ({ method, rest }: { method: string; rest?: { amountInCents: number } }) => {
      asked.push(method);
      return world.order(`ORDER-${asked.length}`, rest?.amountInCents);
    };
    return { asked, orders: { kind: 'created' as const, create } };
  };
  /** Turns from what was paid by another method, which then ends as wanted. */
  const turnFrom = async (page: FlowPage): Promise<void> => {
    await page.until('action');
    page.checkout.setAside();
    await page.world.advance(60_000);
  };
  const payByCard = async (page: FlowPage): Promise<void> => {
    page.accept();
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
  };
  /** A press finds that the other one was paid: the payer is told, and says that this is another purchase. */
  const askedFirst = async (page: FlowPage): Promise<void> => {
    page.accept();
    await page.checkout.submit(page.card());
    assert.ok(page.state.status === 'ready' && page.state.unconfirmed?.isPaid);
    page.checkout.waive();
  };
  const start = async (status: string, changes: Partial<CheckoutConfiguration> = {}) => {
    const world = new FlowWorld();
    const { asked, orders } = created(world);
    const page = await paid(world, 'BANKA_QR', { sandbox_status: status }, { orders, ...changes });
    return { world, page, asked };
  };
  const methodOf = ({ state }: FlowPage) => state.status === 'settled' && state.transaction.payment_method_type;

  it('is shown when it was completed all the same, and nothing else is paid', async () => {
    const { world, page, asked } = await start('APPROVED');
    await turnFrom(page);
    await payByCard(page);
    assert.equal(methodOf(page), 'BANKA_QR');
    assert.ok(page.state.status === 'settled' && page.state.wasPaid);
    assert.deepEqual(asked, ['BANKA_QR']);
    assert.equal((await world.transactions()).length, 1);
    assert.equal(page.of('settled').length, 1);
  });

  it('is found among several, and without the contracts that the form needs', async () => {
    const { world, page } = await start('APPROVED');
    page.checkout.disconnect();
    await world.fault('GET', '/merchants/info', { kind: 'status', status: 500 });
    const again = await world.page({ customer: { email: 'ana@example.com' }, orders: created(world).orders });
    await turnFrom(again);
    await world.until(() => again.state.status === 'ready' || again.state.status === 'failed');
    if (again.state.status === 'failed') again.checkout.checkAgain();
    await again.until('ready');
    again.accept();
    await again.checkout.submit(await attemptBy('BANKA_QR', { sandbox_status: 'DECLINED' }));
    assert.equal((await world.transactions()).length, 1);
    assert.equal(statusOf(again), 'APPROVED');
  });

  it('is in no other tab for whoever has turned from it, also after a reload', async () => {
    const world = new FlowWorld();
    const orders = { kind: 'created' as const, create: () => world.order('ORDER-1') };
    const page = await paid(world, 'BANKA_COLLECT', {}, { orders });
    await page.until('action');
    page.checkout.disconnect();
    const again = await world.page({ customer: { email: 'ana@example.com' }, orders });
    await again.until('action');
    again.checkout.setAside();
    again.accept();
    void again.checkout.submit(again.card());
    // The shop has one order, and that is this payment's: there is nothing else to pay.
    await again.until('action');
    assert.ok(again.state.status === 'action' && !again.state.elsewhere && again.state.turnedFrom);
    assert.equal(again.checkout.canRenew, false);
    assert.equal((await world.transactions()).length, 1);
  });

  it("is in nobody's way when it came to nothing", async () => {
    const { page, asked } = await start('DECLINED');
    await turnFrom(page);
    await payByCard(page);
    assert.equal(methodOf(page), 'CARD');
    assert.deepEqual(asked, ['BANKA_QR', 'CARD']);
  });

  for (const [status, times] of [
    [404, 3],
    [401, 1],
  ] as const)
    it(`may have been paid where the service tells nothing of it (${status}): the payer is asked`, async () => {
      const { world, page, asked } = await start('APPROVED');
      await turnFrom(page);
      const id = (await world.transactions())[0]?.id;
      await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status }, 2 * times);
      page.accept();
      const isAsked = () => page.state.status === 'ready' && page.state.unconfirmed?.reference === 'ORDER-1';
      void page.checkout.submit(page.card());
      await world.until(isAsked);
      assert.deepEqual(asked, ['BANKA_QR'], 'no order is asked for');
      page.checkout.waive();
      void page.checkout.submit(page.card());
      await page.until('settled');
      assert.equal(methodOf(page), 'CARD');
    });

  it('is not paid again where its record is only late', async () => {
    const { world, page, asked } = await start('APPROVED');
    await turnFrom(page);
    const id = (await world.transactions())[0]?.id;
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 404 });
    page.accept();
    void page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(methodOf(page), 'BANKA_QR');
    assert.deepEqual(asked, ['BANKA_QR']);
  });

  it('that cannot be looked at for now may have been paid: nothing else is sent until it can', async () => {
    const { world, page, asked } = await start('APPROVED');
    await turnFrom(page);
    const id = (await world.transactions())[0]?.id;
    const faults = [{ kind: 'status', status: 500 }, { kind: 'status', status: 429 }, { kind: 'garbage' }];
    for (const [place, fault] of faults.entries()) {
      await world.fault('GET', `/v1/transactions/${id}`, fault);
      page.accept();
      await page.checkout.submit(page.card());
      assert.equal(page.state.status, 'ready');
      assert.equal(page.of('error').length, place + 1);
      assert.deepEqual(asked, ['BANKA_QR'], 'no order is asked for');
      assert.equal((await world.transactions()).length, 1);
    }
    await payByCard(page);
    assert.equal(methodOf(page), 'BANKA_QR', 'which was paid all the same');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is shown when it was completed, also where another one cannot be looked at', async () => {
    const world = new FlowWorld();
    const { orders } = created(world);
    const page = await paid(world, 'BANKA_QR', { sandbox_status: 'APPROVED' }, { orders });
    await page.until('action');
    page.checkout.setAside();
    page.accept();
    await page.checkout.submit(await attemptBy('BANKA_QR', { sandbox_status: 'DECLINED' }));
    await page.until('action');
    page.checkout.setAside();
    await world.advance(60_000);
    for (const { id, status } of await world.transactions())
      if (status === 'DECLINED') await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 500 });
    await payByCard(page);
    assert.equal(methodOf(page), 'BANKA_QR');
    assert.equal((await world.transactions()).length, 2, 'and nothing else is paid');
  });

  it('is waited for five seconds, and no longer', async () => {
    let isSilent = false;
    const world = new FlowWorld();
    const { orders } = created(world);
    const fetchTransaction = async (id: string) => {
      if (isSilent) return new Promise(() => {});
      const { data }: { data: unknown } = await (await world.fetch(`${base}/v1/transactions/${id}`)).json();
      return data;
    };
    const page = await paid(
      world,
      'BANKA_QR',
      { sandbox_status: 'APPROVED' },
      { orders, profile: { fetchTransaction } },
    );
    await turnFrom(page);
    isSilent = true;
    page.accept();
    const since = world.time;
    void page.checkout.submit(page.card());
    await page.until('submitting');
    await page.until('ready');
    assert.equal(world.time - since, 5000);
    assert.ok(page.state.status === 'ready' && page.state.error?.code === 'timeout');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is looked at after a reload too, and in a tab that was opened meanwhile, until it is known how it ended', async () => {
    for (const status of ['APPROVED', 'DECLINED']) {
      const { world, page, asked } = await start(status);
      const { orders } = page.configuration;
      await page.until('action');
      page.checkout.setAside();
      const opened = await world.page({ orders });
      const meanwhile = await world.page({ orders });
      assert.equal(opened.state.status, 'ready', 'it is in nobody’s way');
      await world.advance(60_000);
      const id = (await world.transactions())[0]?.id;
      await payByCard(opened);
      if (status === 'APPROVED') {
        assert.equal(methodOf(opened), 'BANKA_QR');
        await payByCard(meanwhile);
        assert.equal(methodOf(meanwhile), 'BANKA_QR', 'what one has seen approved is news to the other');
        assert.deepEqual(asked, ['BANKA_QR']);
        const later = await world.page({ orders });
        await payByCard(later);
        assert.equal(methodOf(later), 'CARD', 'whoever comes after that buys again');
      } else {
        assert.deepEqual(asked, ['BANKA_QR', 'CARD']);
        const looks = await world.requests('GET', `/v1/transactions/${id}`);
        await payByCard(await world.page({ orders }));
        assert.deepEqual(await world.requests('GET', `/v1/transactions/${id}`), looks, 'it is not asked for any more');
      }
    }
  });

  it('does not stand for what is bought after its purchase was paid otherwise', async () => {
    const { world, page } = await start('APPROVED');
    const { orders } = page.configuration;
    await page.until('action');
    page.checkout.setAside();
    page.accept();
    await page.checkout.submit(page.card());
    await page.until('settled');
    await world.advance(60_000);
    const next = await world.page({ orders });
    await askedFirst(next);
    await payByCard(next);
    assert.equal(methodOf(next), 'CARD');
  });

  it('is looked at before the next press, however long ago it was', async () => {
    const { world, page } = await start('APPROVED');
    await page.until('action');
    page.checkout.setAside();
    await world.advance(2 * 3_600_000);
    await payByCard(page);
    assert.equal(methodOf(page), 'BANKA_QR');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is looked at before the rest of a half payment too', async () => {
    const { world, page } = await start('APPROVED');
    await page.until('action');
    page.checkout.setAside();
    page.accept();
    await page.checkout.submit(await attemptBy('PCOL', { sandbox_status: 'APPROVED_HALF_POINTS' }));
    // The points are decided before anybody has scanned the code.
    await page.until('settled');
    await world.advance(60_000);
    page.checkout.retry();
    await payByCard(page);
    assert.equal(methodOf(page), 'BANKA_QR');
  });

  it('is forgotten by the page alone that begins anew', async () => {
    const { world, page } = await start('APPROVED');
    const { orders } = page.configuration;
    await page.until('action');
    page.checkout.setAside();
    const other = await world.page({ orders });
    other.checkout.reset();
    await world.advance(60_000);
    await payByCard(page);
    assert.equal(methodOf(page), 'BANKA_QR');
  });

  it('is told from the record of another payment: nothing is called paid, and nothing sent', async () => {
    const world = new FlowWorld();
    const { asked, orders } = created(world);
    let isOther = false;
    const fetchTransaction = async (id: string) => {
      const { data }: { data: object } = await (await world.fetch(`${base}/v1/transactions/${id}`)).json();
      return isOther ? { ...data, status: 'APPROVED', reference: 'FOREIGN-1' } : data;
    };
    const page = await paid(world, 'BANKA_QR', {}, { orders, profile: { fetchTransaction } });
    await turnFrom(page);
    isOther = true;
    page.accept();
    await page.checkout.submit(page.card());
    assert.ok(page.state.status === 'ready' && page.state.error?.code === 'invalid_response');
    assert.deepEqual(asked, ['BANKA_QR']);
  });

  it('is shown again when the payer comes back from its bank', async () => {
    const { world, page } = await start('APPROVED');
    await page.until('action');
    page.checkout.setAside();
    const [{ id } = { id: '' }] = await world.transactions();
    world.returned = { id, isMarked: false };
    const back = await world.page({ orders: page.configuration.orders });
    await back.until('settled');
    assert.equal(methodOf(back), 'BANKA_QR');
    assert.equal((await world.page({ orders: page.configuration.orders })).state.status, 'ready');
  });

  it('leaves its rest to pay when points have paid a half of it', async () => {
    const world = new FlowWorld();
    const { asked, orders } = created(world);
    const page = await paid(world, 'PCOL', { sandbox_status: 'APPROVED_HALF_POINTS' }, { orders });
    assert.equal(page.state.status, 'processing');
    page.checkout.setAside();
    await world.advance(60_000);
    await payByCard(page);
    assert.equal(methodOf(page), 'PCOL');
    page.checkout.retry();
    await payByCard(page);
    assert.equal(methodOf(page), 'CARD');
    assert.deepEqual(asked, ['PCOL', 'CARD']);
  });

  it('does not stand for another purchase', async () => {
    const others: ((page: FlowPage) => unknown)[] = [
      (page) => page.checkout.reset(),
      (page) => page.checkout.configure({ ...page.configuration, scope: '/other' }),
    ];
    for (const begin of others) {
      const { world, page } = await start('APPROVED');
      await turnFrom(page);
      begin(page);
      await world.settle();
      await askedFirst(page);
      await payByCard(page);
      assert.equal(methodOf(page), 'CARD');
    }
  });
});
