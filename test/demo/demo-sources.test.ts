import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openMerchant, type Body } from '../server/open-merchant.ts';
import { textOf } from '../sandbox/open-sandbox.ts';

type Merchant = Awaited<ReturnType<typeof openMerchant>>;
type Visitor = ReturnType<Merchant['visitor']>;

/** The page asks what is saved before anything is saved: from then on the visitor is known as a customer. */
const visit = async (merchant: Merchant): Promise<Visitor> => {
  const visitor = merchant.visitor();
  await visitor.ask('GET', '/sources');
  await visitor.ask('GET', '/cart');
  return visitor;
};

const save = async ({ handedOver }: Merchant, { ask }: Visitor, number?: string) => {
  const { status, body } = await ask('POST', '/source', await handedOver(number));
  assert.equal(status, 201, JSON.stringify(body));
  return textOf(body['id']);
};

/** As the page and the element pay with what is saved. */
const pay = async ({ ask }: Visitor, source: string, method = 'CARD') => {
  const order = await ask('POST', '/order', { method, source });
  if (order.status !== 200) return order;
  const { reference } = order.body;
  const charge = await ask('POST', '/charge', { reference, source });
  return { ...charge, body: { ...charge.body, reference } as unknown as Body };
};

const decided = ({ until }: Merchant, { ask }: Visitor, reference: Body | undefined) =>
  until(async () => {
    const { body } = await ask('GET', `/orders/${textOf(reference)}`);
    return textOf(body['status']) !== 'awaiting_payment' && textOf(body['status']);
  }, 'the order to be decided');

describe("the demo shop's backend: saved cards and wallets", () => {
  it('makes a payment source of what the element hands over, and shows only what the card looks like', async () => {
    const merchant = await openMerchant();
    const { ask, cookies } = await visit(merchant);
    const handed = await merchant.handedOver();
    const { status, body } = await ask('POST', '/source', handed);
    assert.equal(status, 201);
    const { id, ...shown } = body;
    assert.match(textOf(id), /^[0-9a-f-]{36}$/);
    assert.deepEqual(shown, {
      type: 'CARD',
      brand: 'VISA',
      last_four: '4242',
      expiry: '12/39',
      holder: 'Laura Restrepo',
      max_installments: 36,
    });
    const list = await ask('GET', '/sources');
    assert.deepEqual(list.body, [body]);
    assert.doesNotMatch(JSON.stringify([body, list.body]), new RegExp(`${textOf(handed.token)}|3891|prv_`));
    assert.match(cookies.get('neblina_customer') ?? '', /^[0-9a-f-]{36}$/);
  });

  it('charges a credit card in as many installments as the customer chooses, and a debit card in one', async () => {
    const merchant = await openMerchant();
    const visitor = await visit(merchant);
    const [credit, debit] = [await save(merchant, visitor), await save(merchant, visitor, '5555555555554444')];
    const { reference } = (await visitor.ask('POST', '/order', { method: 'CARD', source: debit })).body;
    const refused = await visitor.ask('POST', '/charge', { reference, source: debit, installments: 2 });
    assert.deepEqual([refused.status, refused.body['error']?.['type']], [422, 'UNUSABLE_INSTALLMENTS']);
    assert.deepEqual(await merchant.transactions(), []);
    const { status } = await visitor.ask('POST', '/charge', { reference, source: credit, installments: 36 });
    assert.equal(status, 200);
    const [transaction] = (await merchant.transactions()) as { payment_method?: Body }[];
    assert.equal(transaction?.payment_method?.['installments'], 36);
  });

  it('charges one later, and the order turns paid by the event alone', async () => {
    const merchant = await openMerchant();
    const visitor = await visit(merchant);
    const card = await save(merchant, visitor);
    const { status, body } = await pay(visitor, card);
    assert.deepEqual([status, body['status']], [200, 'PENDING']);
    assert.equal((await visitor.ask('GET', `/orders/${textOf(body['reference'])}`)).body['status'], 'awaiting_payment');
    assert.equal(await decided(merchant, visitor, body['reference']), 'paid');
    assert.deepEqual(merchant.paid, [body['reference']]);
    const again = await pay(visitor, card);
    assert.equal(again.status, 409);
    await visitor.ask('GET', '/new-purchase');
    const next = await pay(visitor, card);
    assert.equal(await decided(merchant, visitor, next.body['reference']), 'paid');
    assert.notEqual(next.body['reference'], body['reference']);
  });

  it('keeps a wallet as well, and charges it as one', async () => {
    const merchant = await openMerchant();
    const visitor = await visit(merchant);
    const { status, body } = await visitor.ask('POST', '/source', await merchant.handedOverWallet('3991111111'));
    assert.equal(status, 201);
    const { id, ...shown } = body;
    assert.deepEqual(shown, { type: 'WALLET_A', last_four: '1111' });
    assert.doesNotMatch(JSON.stringify((await visitor.ask('GET', '/sources')).body), /399111/);
    const charge = await pay(visitor, textOf(id), 'WALLET_A');
    assert.equal(charge.status, 200);
    assert.equal(await decided(merchant, visitor, charge.body['reference']), 'paid');
    const [transaction] = (await merchant.transactions()) as { payment_method_type?: string }[];
    assert.equal(transaction?.payment_method_type, 'WALLET_A');
    const [sent] = (await merchant.requests()).filter(({ path }) => path === '/transactions');
    assert.ok(!JSON.stringify(sent).includes('installments'));
  });

  it('keeps no wallet whose owner has declined', async () => {
    const merchant = await openMerchant();
    const { ask } = await visit(merchant);
    const { status, body } = await ask('POST', '/source', await merchant.handedOverWallet('3992222222'));
    assert.equal(status, 422, JSON.stringify(body));
    assert.deepEqual((await ask('GET', '/sources')).body, []);
  });

  it('charges a cart once for two clicks, and again only after a decline', async () => {
    const merchant = await openMerchant();
    const visitor = await visit(merchant);
    await visitor.ask('GET', '/cart');
    const declining = await save(merchant, visitor, '4111111111111111');
    const [one, two] = await Promise.all([pay(visitor, declining), pay(visitor, declining)]);
    assert.equal(one.body['reference'], two.body['reference']);
    assert.equal((await merchant.transactions()).length, 1);
    assert.equal(await decided(merchant, visitor, one.body['reference']), 'not_paid');
    assert.equal((await visitor.ask('POST', '/order', { method: 'CARD' })).status, 200);
    const approving = await save(merchant, visitor);
    const retry = await pay(visitor, approving);
    assert.notEqual(retry.body['reference'], one.body['reference']);
    assert.equal(await decided(merchant, visitor, retry.body['reference']), 'paid');
    assert.equal((await merchant.transactions()).length, 2);
  });

  for (const [kind, created] of [
    [{ kind: 'drop-after' }, 1],
    [{ kind: 'garbage' }, 1],
    [{ kind: 'drop-before' }, 0],
    [{ kind: 'status', status: 500 }, 0],
  ] as const)
    it(`charges once although the answer is lost (${JSON.stringify(kind)})`, async () => {
      const merchant = await openMerchant();
      const visitor = await visit(merchant);
      const card = await save(merchant, visitor);
      await merchant.fault('POST', '/transactions', kind);
      const first = await pay(visitor, card);
      assert.deepEqual([first.status, first.body['error']?.['type']], [503, 'OUTCOME_UNKNOWN']);
      assert.equal((await merchant.transactions()).length, created);
      if (created === 0) {
        const second = await pay(visitor, card);
        assert.equal(second.body['reference'], first.body['reference']);
      }
      assert.equal(await decided(merchant, visitor, first.body['reference']), 'paid');
      assert.equal((await merchant.transactions()).length, 1);
      assert.deepEqual(merchant.paid, [first.body['reference']]);
    });

  it('charges once although what comes after a lost answer is a refusal', async () => {
    const merchant = await openMerchant();
    await merchant.control('webhooks', { url: null });
    const visitor = await visit(merchant);
    const card = await save(merchant, visitor);
    await merchant.fault('POST', '/transactions', { kind: 'drop-after' });
    const first = await pay(visitor, card);
    await merchant.fault('POST', '/transactions', { kind: 'status', status: 403 });
    for (const status of [403, 422]) {
      const again = await pay(visitor, card);
      assert.deepEqual([again.status, again.body['reference']], [status, first.body['reference']]);
    }
    assert.equal((await merchant.transactions()).length, 1);
    const otherwise = await visitor.ask('POST', '/order', { method: 'WALLET_A' });
    assert.deepEqual([otherwise.status, otherwise.body['reference']], [200, first.body['reference']]);
  });

  it("lets nobody see, use or remove another visitor's card", async () => {
    const merchant = await openMerchant();
    const [owner, other] = [await visit(merchant), await visit(merchant)];
    const card = await save(merchant, owner);
    assert.deepEqual((await other.ask('GET', '/sources')).body, []);
    assert.equal((await pay(other, card)).status, 422);
    assert.equal((await other.ask('DELETE', `/sources/${card}`)).status, 404);
    assert.deepEqual(await merchant.transactions(), []);
    assert.equal((await owner.ask('DELETE', `/sources/${card}`)).status, 204);
    assert.deepEqual((await owner.ask('GET', '/sources')).body, []);
    assert.equal((await pay(owner, card)).status, 422);
  });

  it('says what became of a card that could not be saved', async () => {
    const merchant = await openMerchant();
    const { ask } = await visit(merchant);
    const handed = await merchant.handedOver();
    await merchant.fault('POST', '/payment_sources', { kind: 'status', status: 503 });
    const down = await ask('POST', '/source', handed);
    assert.deepEqual([down.status, down.body['error']?.['type']], [503, 'OUTCOME_UNKNOWN']);
    const saved = await ask('POST', '/source', handed);
    assert.equal(saved.status, 201);
    assert.deepEqual((await ask('POST', '/source', handed)).body, saved.body, 'asked again: the same, not another');
    assert.deepEqual((await ask('GET', '/sources')).body, [saved.body]);
    const used = await ask('POST', '/source', { ...handed, ...(await merchant.handedOver()), token: handed.token });
    assert.deepEqual([used.status, used.body['error']?.['type']], [422, 'INPUT_VALIDATION_ERROR']);
    assert.doesNotMatch(JSON.stringify(used.body), /tok_test|prv_/);
  });

  it('refuses what it cannot use before it asks the service', async () => {
    const merchant = await openMerchant();
    const { ask } = await visit(merchant);
    const handed = await merchant.handedOver();
    for (const change of [
      { token: '' },
      { type: undefined },
      { customer_email: 'laura' },
      { acceptance_token: undefined },
    ])
      assert.equal((await ask('POST', '/source', { ...handed, ...change })).status, 400);
    assert.equal((await ask('POST', '/source', handed, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await ask('POST', '/charge', undefined)).status, 415);
    assert.equal((await merchant.visitor().ask('POST', '/source', handed)).status, 401, 'nobody is known');
    assert.ok(!(await merchant.requests()).some(({ path }) => path === '/payment_sources'));
  });
});
