import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { CodeEntry } from '../../src/checkout/code-entry.ts';
import type { PaymentDetails } from '../../src/checkout/configuration.ts';
import type { CheckoutState } from '../../src/checkout/state.ts';
import type { OrderAnswer, OrderRequest } from '../../src/domain/order.ts';
import { published } from '../../src/domain/published.ts';
import { parseTransaction } from '../../src/domain/wire/transaction.ts';
import { base, type FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { paid, pendingRecord } from './method-world.ts';

/** Writes into all that an object holds, as far as it lets one: `SPOILT` for texts, zero for numbers. */
function spoil(target: unknown, seen = new Set<unknown>()): void {
  if (typeof target !== 'object' || target === null || seen.has(target)) return;
  seen.add(target);
  for (const [name, value] of Object.entries(target)) {
    spoil(value, seen);
    Reflect.set(target, name, typeof value === 'number' ? 0 : 'SPOILT');
  }
  Reflect.set(target, 'added', 'SPOILT');
}

/** Whether nothing of it can be written into. */
function isFrozen(target: unknown): boolean {
  if (typeof target !== 'object' || target === null) return true;
  return Object.isFrozen(target) && Object.values(target).every(isFrozen);
}

/** All names of the fields of an object, at every depth. */
const namesIn = (target: unknown): string[] =>
  typeof target === 'object' && target !== null
    ? Object.entries(target).flatMap(([name, value]) => [name, ...namesIn(value)])
    : [];

/** What a page may give instead of a plain record of its own: one of a frame's, and one of a class. */
const foreigners: Record<string, (record: object) => object> = {
  'of another realm': (record) => runInNewContext('JSON.parse(text)', { text: JSON.stringify(record) }) as object,
  'of a class': (record) => {
    class Model {
      get isEmpty(): boolean {
        return Object.keys(this).length === 0;
      }

      constructor(fields: object) {
        for (const [name, value] of Object.entries(fields))
          Reflect.set(this, name, value instanceof Object && !Array.isArray(value) ? new Model(value) : value);
      }
    }
    return new Model(record);
  },
};

const wallet = { user_legal_id: '1012345678', phone_number: '3001234567' };

describe('what a page does to the objects that it is given', () => {
  const shown = (page: FlowPage): string => JSON.stringify(page.state);

  it('B11: changes nothing of the flow, from the first state to the last', async () => {
    const lives: string[] = [];
    for (const isSpoilt of [false, true]) {
      const world = new FlowWorld();
      const page = await world.page();
      const push = page.said.push.bind(page.said);
      const spoilAll = (told: unknown) => {
        if (isSpoilt) for (const one of [told, page.state, page.checkout.merchant, page.checkout.documents]) spoil(one);
      };
      page.said.push = (...news) => {
        spoilAll(news.map(([, value]) => value));
        return push(...news);
      };
      page.accept();
      await page.checkout.submit(page.card());
      spoilAll(undefined);
      await page.until('settled');
      spoilAll(undefined);
      assert(!isSpoilt || isFrozen(page.state));
      // The service draws its numbers by lot.
      lives.push([page.statuses, shown(page), ...world.stored.values()].join(' ').replace(/\d{4,}/g, '#'));
    }
    assert.equal(lives[1], lives[0]);
    assert.doesNotMatch(lives[0] ?? '', /SPOILT/);
  });

  it('B11: is the same object for as long as nothing has changed, so that a page can tell', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'BANKA_QR');
    await page.until('action');
    assert.equal(page.state, page.state);
    const { state } = page;
    assert('transaction' in state);
    assert.equal(page.of('transaction').at(-1), state.transaction);
  });

  it('B11: leaves what createOrder was asked and has answered as it was', async () => {
    const world = new FlowWorld();
    const asked: OrderRequest[] = [];
    const given: OrderAnswer[] = [];
    const page = await world.page({
      orders: {
        kind: 'created',
        create: async (request) => {
          asked.push(request);
          spoil(request);
          const { reference, amountInCents, currency, signature } = await world.order('MADE-1');
          const answer = { reference, amount_in_cents: amountInCents, currency, signature };
          given.push(answer);
          return answer;
        },
      },
    });
    page.accept();
    const held = world.hold('/transactions');
    const submitted = page.checkout.submit(page.card());
    await world.settle();
    assert(held.isAsked());
    spoil(given);
    held.release();
    await submitted;
    await world.settle();
    assert.equal(asked[0]?.method, 'CARD');
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['MADE-1'],
    );
    assert.match([...world.stored.values()].join(), /MADE-1/);
    assert.doesNotMatch([...world.stored.values()].join(), /SPOILT/);
  });

  it('B11: takes what a page configures as it was when it gave it', async () => {
    const world = new FlowWorld();
    const order = await world.order('ORDER-9');
    const settings = {
      orders: { kind: 'fixed', order } as const,
      amount: { amountInCents: order.amountInCents, currency: order.currency },
      customer: { email: 'ana@example.com', fullName: 'Ana' },
      externalThreeDs: {
        message_version: '2.2.0',
        trans_status: 'Y',
        authentication_value: 'given',
        three_ds_server_trans_id: '1',
      },
    };
    const page = await world.page(settings);
    spoil(settings);
    page.accept();
    await page.checkout.submit(page.card());
    const [{ body } = {}] = await world.requests('POST', '/transactions');
    assert.doesNotMatch(JSON.stringify(body), /SPOILT/);
    assert.match(JSON.stringify(body), /ORDER-9.*given/);
  });

  it('B11: keeps nothing of a record that the page’s own function gave, and changes later', async () => {
    const world = new FlowWorld();
    const url_services = {
      token: 't',
      code_otp_send: `${base}/wallet-b/given/send`,
      code_otp_validate: `${base}/wallet-b/given/validate`,
    };
    const record = pendingRecord({ url_services }, { reference: 'ORDER-1', amount_in_cents: 11_900_000 });
    const profile = { fetchTransaction: () => Promise.resolve(record) };
    const page = await world.page({ transactionId: record.id, profile });
    await page.until('action');
    url_services.code_otp_send = `${base}/wallet-b/changed/send`;
    page.checkout.codeEntry(CodeEntry, () => undefined);
    await world.settle();
    assert.equal((await world.requests('POST', '/wallet-b/changed/send')).length, 0);
    assert.equal((await world.requests('POST', '/wallet-b/given/send')).length, 1);
  });

  for (const [kind, make] of Object.entries(foreigners))
    it(`B11: reads a record ${kind} as one from the service, and tells no token of it`, async () => {
      const world = new FlowWorld();
      const services = {
        token: 'SECRET',
        code_otp_send: `${base}/given/send`,
        code_otp_validate: `${base}/given/check`,
      };
      const extra = { url_services: services, brand: 'as it was', info: { token: 'SECRET' } };
      const record = make(pendingRecord(extra, { reference: 'ORDER-1', amount_in_cents: 11_900_000 }));
      const profile = { fetchTransaction: () => Promise.resolve(record) };
      const page = await world.page({ transactionId: '1-2-3', profile });
      await page.until('action');
      const told = JSON.stringify([page.state, page.said]);
      assert.match(told, /"brand":"as it was"/);
      assert.doesNotMatch(told, /SECRET/);
      const before = shown(page);
      assert(isFrozen(page.state));
      spoil(record);
      spoil(page.state);
      page.checkout.codeEntry(CodeEntry, () => undefined);
      await world.settle();
      assert.equal(shown(page), before);
      assert.equal((await world.requests('POST', '/given/send')).length, 1);
    });

  it('B11: reads a record of the page’s own function as what it says of itself in JSON', () => {
    const record = pendingRecord({}, { reference: 'ORDER-1' });
    class Stored {
      readonly #fields = record;

      toJSON(): object {
        return this.#fields;
      }
    }
    assert.deepEqual(parseTransaction(new Stored()), parseTransaction(record));
    assert.deepEqual(parseTransaction({ data: new Stored() }), parseTransaction(record));
    assert.throws(() => parseTransaction({ ...record, taxes: [1n] }), /gave no record that can be used/);
  });

  for (const [kind, make] of Object.entries(foreigners))
    it(`B11: takes what a page configures as it was, where it is ${kind}`, async () => {
      const world = new FlowWorld();
      const { reference, amountInCents, currency, signature } = await world.order('ORDER-9');
      const settings = make({
        orders: { kind: 'fixed', order: { reference, amountInCents, currency, signature } },
        amount: { amountInCents, currency },
        customer: { email: 'ana@example.com' },
        externalThreeDs: { message_version: '2.2.0', authentication_value: 'given' },
      });
      const page = await world.page({ ...settings });
      spoil(settings);
      page.accept();
      await page.checkout.submit(page.card());
      const [{ body } = {}] = await world.requests('POST', '/transactions');
      assert.match(JSON.stringify(body), /ORDER-9.*given/);
      assert.doesNotMatch(JSON.stringify(body), /SPOILT/);
    });

  it('B11: leaves the functions of a page with their own object', async () => {
    const world = new FlowWorld();
    const order = await world.order('MADE-1');
    class Orders {
      readonly kind = 'created';
      readonly #made: unknown[] = [];
      async create(): Promise<unknown> {
        this.#made.push(order);
        return order;
      }
      get count(): number {
        return this.#made.length;
      }
    }
    const orders = new Orders();
    const page = await world.page({ orders });
    page.accept();
    await page.checkout.submit(page.card());
    assert.equal(orders.count, 1);
    assert.equal((await world.transactions())[0]?.reference, 'MADE-1');
  });

  it('B11: takes the amount that was on the button as it was at the press', async () => {
    const world = new FlowWorld();
    const order = await world.order('MADE-1');
    let give = (): void => {};
    const given = new Promise<typeof order>((resolve) => (give = () => resolve(order)));
    const page = await world.page({ orders: { kind: 'created', create: () => given } });
    page.accept();
    const seen = { amountInCents: 1, currency: 'COP' };
    void page.checkout.submit({ ...page.card(), shown: seen });
    await world.settle();
    seen.amountInCents = order.amountInCents;
    give();
    await world.until(() => page.state.status !== 'submitting');
    assert(page.state.status === 'ready' && page.state.changedAmount, shown(page));
    assert.equal((await world.requests('POST', '/transactions')).length, 0);
  });

  for (const mode of ['payment', 'source'] as const)
    it(`B11: sends what a form has given as it was (mode ${mode})`, async () => {
      const world = new FlowWorld();
      let identify = (): void => {};
      const identified = new Promise<void>((resolve) => (identify = resolve));
      const page = await world.page({ mode }, { identify: () => identified.then(() => ({})) });
      page.accept();
      const card = page.card();
      const given: PaymentDetails[] = [];
      const collect = async (): Promise<PaymentDetails> => {
        const details = { ...(await card.collect()), customer: { email: 'eva@example.com' } };
        given.push(details);
        return details;
      };
      const pressed = page.checkout.submit({ ...card, collect });
      await world.until(() => given.length > 0);
      await world.settle();
      spoil(given);
      identify();
      await pressed;
      const [{ body } = {}] = await world.requests('POST', '/transactions');
      const sent = JSON.stringify(mode === 'source' ? page.of('source') : body);
      assert.match(sent, /"customer_email":"eva@example.com".*"token":"tok_/);
      assert.doesNotMatch(sent, /SPOILT/);
    });

  it('B11: changes nothing of a one-time code, from its state or from what is told of it', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'WALLET_B', wallet);
    await page.until('action');
    const entry = page.checkout.codeEntry(CodeEntry, (state) => void Reflect.set(state, 'phase', 'over'));
    assert(entry);
    Reflect.set(entry.state, 'phase', 'over');
    await world.settle();
    assert.equal(entry.state.phase, 'entry');
    await entry.submit('000001');
    const [{ id } = { id: '' }] = await world.transactions();
    assert.equal((await world.requests('POST', `/wallet-b/${id}/validate`)).length, 1);
  });
});

describe('what a page is told', () => {
  it('S12: holds no token of the code’s services, nor of the contracts, and the code is sent all the same', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'WALLET_B', wallet);
    await page.until('action');
    page.checkout.codeEntry(CodeEntry, () => undefined);
    await world.settle();
    const [{ id } = { id: '' }] = await world.transactions();
    assert.equal((await world.requests('POST', `/wallet-b/${id}/send`))[0]?.status, 200);
    const told: unknown[] = [page.state, page.said, page.checkout.merchant];
    assert.deepEqual(
      namesIn(told).filter((name) => /token|accept_personal_auth/.test(name)),
      [],
    );
    assert.doesNotMatch(JSON.stringify(told), /wallet-b/);
  });

  it('S12: holds no token of a record, by whichever name a service gives it', async () => {
    const world = new FlowWorld();
    const secrets = { tokens: ['SECRET'], access_jwt: 'SECRET', bearer: 'SECRET', client_secret: 'SECRET' };
    const services = { code_otp_send: `${base}/s`, code_otp_validate: `${base}/v?token=SECRET`, token: 'SECRET' };
    const extra = { ...secrets, url_services: services, qr_id: 'shown' };
    const record = pendingRecord(extra, { reference: 'ORDER-1', amount_in_cents: 11_900_000 });
    const profile = { fetchTransaction: () => Promise.resolve(record) };
    const page = await world.page({ transactionId: record.id, profile });
    await page.until('action');
    const told = JSON.stringify([page.state, page.said]);
    assert.match(told, /"qr_id":"shown"/);
    assert.doesNotMatch(told, /SECRET/);
  });

  const pageRecord = (extra: Record<string, unknown>, changes: object = {}): unknown =>
    published(parseTransaction({ ...pendingRecord(extra), ...changes }));

  it('S12: holds of a record all that the service’s guide shows, and nothing else, whatever its name', () => {
    const step = {
      current_step: 'CHALLENGE',
      current_step_status: 'PENDING',
      three_ds_method_data: '&lt;form action=&quot;/?token=1&quot;&gt;',
    };
    const extra = {
      async_payment_url: 'https://bank.example/pay?token=1',
      url: 'https://bank.example/code?session=1',
      three_ds_auth: { ...step, three_ds_auth: step },
      bin: '424242',
      name: 'VISA-4242',
      brand: 'VISA',
      exp_year: '29',
      exp_month: '12',
      last_four: '4242',
      card_holder: 'ANA',
      is_three_ds: true,
      external_identifier: '1',
      processor_response_code: '00',
      business_agreement_code: '1',
      payment_intention_identifier: '2',
      qr_image: 'data:image/svg+xml;base64,PHN2Zz4=',
      qr_id: '3',
      remaining_amount_in_cents: 4,
    };
    const method = { type: 'CARD', installments: 3, user_type: 0, payment_description: 'Café', phone_number: '300' };
    const shown = {
      id: '1-2-3',
      status: 'DECLINED',
      reference: 'ORDER/1?a=[1]',
      amount_in_cents: 5,
      currency: 'COP',
      created_at: '2026-11-20T14:59:58.000Z',
      finalized_at: null,
      status_message: 'Fondos insuficientes',
      customer_email: 'ana@example.com',
      payment_method_type: 'CARD',
      payment_method: { ...method, extra },
      redirect_url: 'https://shop.example/thanks?cart=1',
      payment_source_id: 7,
      payment_link_id: 'link',
      merchant: {
        name: 'Neblina',
        legal_name: 'Neblina S.A.S.',
        contact_name: 'Eva',
        phone_number: '601',
        logo_url: null,
        legal_id_type: 'NIT',
        email: 'hola@example.com',
        legal_id: '900',
      },
      taxes: [{ type: 'VAT', amount_in_cents: 1 }],
    };
    const names = 'token session_id otp cvc llave numero_tarjeta cavv JSESSIONID gateway_blob x';
    const secrets = Object.fromEntries(names.split(' ').map((name) => [name, 'SECRET']));
    const inner = { secret: { list: [{ name: 'token', value: 'SECRET' }], raw: '{"token":"SECRET"}' } };
    const given = {
      ...shown,
      ...secrets,
      ...inner,
      payment_method: { ...method, ...secrets, ...inner, extra: { ...extra, ...secrets, ...inner } },
      merchant: { ...shown.merchant, ...secrets, ...inner },
      taxes: [{ ...shown.taxes[0], ...secrets, ...inner }, 'SECRET'],
    };
    assert.deepEqual(published(parseTransaction(given)), shown);
  });

  it('S12: holds nothing that is of another kind than its field', () => {
    const odd = { brand: { token: 'SECRET' }, last_four: ['SECRET'], three_ds_auth: 'SECRET', qr_id: null };
    const told = pageRecord(odd, { merchant: ['SECRET'], taxes: { token: 'SECRET' } });
    assert.doesNotMatch(JSON.stringify(told), /SECRET/);
    assert.match(JSON.stringify(told), /"extra":{"qr_id":null}/);
  });

  it('S12: holds no address in a message with what follows its path, and no record in it', () => {
    for (const [message, told] of [
      ['Abre www.bank.example?otp=SECRET o bank.example?token=SECRET', 'Abre www.bank.example o bank.example'],
      ['https://bank.example/v&token=SECRET', 'https://bank.example/v'],
      ['https://bank.example/v？token=SECRET', 'https://bank.example/v'],
      ['https://bank.example/v?a=1 &token=SECRET', 'https://bank.example/v'],
      ['Error {"token": "SECRET"} 5', 'Error'],
      [`${'x '.repeat(600)}SECRET`, 'x '.repeat(500).trim()],
      ['Abre (https://bank.example/v?a=1&token=SECRET) hoy', 'Abre (https://bank.example/v hoy'],
      ['wallet://pay?id=1&otp=SECRET', 'wallet://pay'],
      ['/v?sessionId=SECRET', '/v'],
      ['https://bank.example/#otp=SECRET', 'https://bank.example/'],
      ['https://bank.example/v;jsessionid=SECRET', 'https://bank.example/v'],
      ['https://ana:SECRET@bank.example/v', 'https://bank.example/v'],
      ['{"token":"SECRET"}', ''],
      [' [{"name":"otp","value":"SECRET"}]', ''],
      ['¿Pagaste? Visa/Mastercard; llama al 018000123456.', '¿Pagaste? Visa/Mastercard; llama al 018000123456.'],
      ['Rechazada (Sandbox): código 51', 'Rechazada (Sandbox): código 51'],
    ] as const)
      assert.equal(Reflect.get(Object(pageRecord({}, { status_message: message })), 'status_message'), told);
  });

  for (const [kind, make] of Object.entries(foreigners))
    it(`S12: holds a frozen copy without secrets of a record ${kind}`, () => {
      const record = make({ info: { note: 'shown', acceptance_token: 'SECRET', list: [{ url_services: 'SECRET' }] } });
      const told = published(record);
      assert.equal(JSON.stringify(told), '{"info":{"note":"shown","list":[{}]}}');
      assert(isFrozen(told) && !isFrozen(record));
    });

  it('S12: holds the token of a card that the merchant is to keep, in pay-source alone', async () => {
    const world = new FlowWorld();
    const page = await world.page({ mode: 'source' });
    page.accept();
    await page.checkout.submit(page.card());
    const [request] = page.of('source');
    assert.match(JSON.stringify(request), /"token":"tok_/);
    assert.doesNotMatch(JSON.stringify(page.state), /tok_/);
  });

  it('B11: is a copy that is its own copy', () => {
    const state: CheckoutState = { status: 'ready', changedAmount: { amountInCents: 1, currency: 'COP' } };
    const copy = published(state);
    assert.notEqual(copy, state);
    assert.equal(published(copy), copy);
    assert.equal(published(state), copy);
    assert(isFrozen(copy) && !isFrozen(state));
  });
});
