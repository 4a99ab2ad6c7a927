import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkoutEvents } from '../../src/element/checkout-events.ts';
import type { PaymentSourceRequest } from '../../src/checkout/configuration.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { PaySourceEvent } from '../../src/events.ts';
import { PaymentsBackend } from '../../src/server/index.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';

const source = { mode: 'source', amount: undefined, orders: undefined } as const;

const open = async (changes: Parameters<FlowWorld['page']>[0] = {}, world = new FlowWorld()) => {
  const page = await world.page({ ...source, ...changes });
  page.accept();
  return page;
};
const requestOf = (page: FlowPage, index = 0) => page.of('source')[index] as PaymentSourceRequest;
const backendOf = ({ world }: FlowPage) =>
  new PaymentsBackend({ baseUrl: 'http://127.0.0.1:5174', privateKey: 'prv_test_flow', fetch: world.fetch });
const errorOf = ({ state }: FlowPage) => (state.status === 'ready' ? state.error : undefined);

/** A promise that a test settles. */
function deferred() {
  let settle: { resolve: (value?: unknown) => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise((resolve, reject) => (settle = { resolve, reject }));
  assert(settle);
  return { promise, ...settle };
}

describe('mode source', () => {
  it('needs no order and no amount, but both consents', async () => {
    const page = await new FlowWorld().page(source);
    assert.equal(page.state.status, 'ready');
    await page.checkout.submit(page.card());
    assert.equal(errorOf(page)?.code, 'consent_required');
    assert.deepEqual(page.of('source'), []);
    assert.deepEqual(await page.world.requests('POST', '/v1/tokens/cards'), []);
  });

  it('hands over what SPEC.md 4.3 lists, field by field, and creates nothing itself', async () => {
    const page = await open({ customer: { email: 'ana@example.com', phoneNumber: '+573001234567' } });
    await page.checkout.submit(page.card());
    assert.deepEqual(page.state, { status: 'ready', handedOver: true });
    const { acceptance_token, accept_personal_auth, token, ...rest } = requestOf(page);
    assert.match(acceptance_token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.match(accept_personal_auth, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.notEqual(acceptance_token, accept_personal_auth);
    assert.match(token, /^tok_test_/);
    assert.deepEqual(rest, {
      type: 'CARD',
      customer_email: 'ana@example.com',
      session_id: 'session-1',
      customer_data: { device_id: 'device-1', phone_number: '+573001234567' },
    });
    assert.deepEqual(page.of('submitting'), [{ method: 'CARD', reference: undefined }]);
    assert.equal(page.of('source').length, 1);
    assert.equal(page.spent, 1);
    assert.deepEqual(await page.world.transactions(), []);
    assert.deepEqual(await page.world.requests('POST', '/payment_sources'), []);
  });

  it('hands over a body that the backend sends as it is', async () => {
    const page = await open();
    await page.checkout.submit(page.card());
    const { id, status, public_data } = await backendOf(page).createPaymentSource(requestOf(page));
    assert.equal(status, 'AVAILABLE');
    assert.equal(public_data?.['last_four'], '4242');
    assert.ok(id);
  });

  it("calls the method by the service's own name", async () => {
    const page = await open({ profile: { wireTypes: { CARD: 'KARTE' } } });
    await page.checkout.submit(page.card());
    assert.equal(requestOf(page).type, 'KARTE');
  });

  it('is one handing over for three presses in one task, and no second one until it starts over', async () => {
    const page = await open();
    await Promise.all([1, 2, 3].map(() => page.checkout.submit(page.card())));
    await page.checkout.submit(page.card());
    assert.equal(page.of('source').length, 1);
    page.checkout.reset();
    await page.until('ready');
    assert.equal(page.checkout.isAccepted('acceptance_token'), false, 'the next payer has accepted nothing');
    page.accept();
    await page.checkout.submit(page.card());
    assert.equal(page.of('source').length, 2);
    assert.notEqual(requestOf(page, 1).acceptance_token, requestOf(page).acceptance_token);
    await backendOf(page).createPaymentSource(requestOf(page, 1));
  });

  it('waits until the merchant has kept the card', async () => {
    const page = await open();
    const { promise, resolve } = deferred();
    page.answers.keep = () => promise;
    const submitted = page.checkout.submit(page.card());
    await page.world.settle();
    assert.equal(page.state.status, 'submitting');
    assert.equal(page.of('source').length, 1);
    page.checkout.reset();
    assert.equal(page.state.status, 'submitting');
    resolve();
    await submitted;
    assert.deepEqual(page.state, { status: 'ready', handedOver: true });
  });

  it('shows the form again when the merchant could not keep it, and the next attempt has new tokens', async () => {
    const page = await open();
    page.answers.keep = () => Promise.reject(new Error('502'));
    await page.checkout.submit(page.card());
    const error = errorOf(page);
    assert.deepEqual([error?.code, error?.retryable, String(error?.cause)], ['source_rejected', true, 'Error: 502']);
    assert.deepEqual(page.of('error'), [error]);
    assert.equal(page.spent, 1);

    page.answers.keep = () => backendOf(page).getPaymentSource('1');
    await page.checkout.submit(page.card());
    assert.equal(errorOf(page)?.code, 'source_rejected');

    page.answers.keep = () => Promise.resolve();
    await page.checkout.submit(page.card());
    assert.deepEqual(page.state, { status: 'ready', handedOver: true });
    assert.equal(new Set([0, 1, 2].map((index) => requestOf(page, index).token)).size, 3);
    assert.equal(new Set([0, 1, 2].map((index) => requestOf(page, index).acceptance_token)).size, 3);
  });

  it("takes the merchant's own reason", async () => {
    const page = await open();
    page.answers.keep = () => Promise.reject(new CheckoutError('card_rejected', 'The service refused this card.'));
    await page.checkout.submit(page.card());
    assert.equal(errorOf(page)?.code, 'card_rejected');
  });

  it('does not wait for ever', async () => {
    const page = await open();
    page.answers.keep = () => new Promise(() => {});
    const submitted = page.checkout.submit(page.card());
    await page.world.settle();
    await page.world.advance(59_999);
    assert.equal(page.state.status, 'submitting');
    await page.world.advance(1);
    await submitted;
    assert.equal(errorOf(page)?.code, 'source_rejected');
  });

  it('keeps the form when the card is refused at tokenization', async () => {
    const page = await open();
    await page.checkout.submit(page.card('4242424242424241'));
    assert.equal(errorOf(page)?.code, 'card_rejected');
    assert.equal(page.spent, 0);
    assert.deepEqual(page.of('source'), []);
  });

  it('leaves payments under way, and ids in the address, to pages that pay', async () => {
    const world = new FlowWorld();
    const paying = await world.page();
    paying.accept();
    await paying.checkout.submit(paying.card());
    assert.equal(paying.state.status, 'processing');
    paying.checkout.disconnect();
    world.returned = { id: '15113-1789000000-48213', isMarked: true };
    const page = await open({}, world);
    assert.equal(page.state.status, 'ready');
    page.checkout.revisit();
    await world.settle();
    assert.equal(page.state.status, 'ready');
  });

  it('begins when the mode arrives late, as properties of frameworks do', async () => {
    const page = await new FlowWorld().page({ amount: undefined, orders: undefined });
    assert.equal(page.state.status, 'loading');
    page.checkout.configure({ publicKey: 'pub_test_flow', scope: '/', customer: {}, mode: 'source' });
    await page.until('ready');
  });
});

describe('pay-source', () => {
  const request: PaymentSourceRequest = {
    acceptance_token: 'a.b.c',
    accept_personal_auth: 'd.e.f',
    customer_email: 'ana@example.com',
    type: 'CARD',
    token: 'tok_test_1',
  };
  const listen = (handle: (event: PaySourceEvent) => void) => {
    const target = new EventTarget();
    target.addEventListener('pay-source', (event) => handle(event as PaySourceEvent));
    return checkoutEvents(target, () => {}).sourceReady(request);
  };

  it('carries the request, and waits for nobody who does not ask', () => {
    let seen: PaySourceEvent | undefined;
    assert.equal(
      listen((event) => (seen = event)),
      undefined,
    );
    assert.deepEqual(seen?.request, request);
    assert.ok(seen?.bubbles && seen.composed && !seen.cancelable);
  });

  it('waits for everything that it is told to wait for', async () => {
    const { promise, resolve } = deferred();
    let isKept = false;
    const kept = listen((event) => {
      event.waitUntil(Promise.resolve());
      event.waitUntil(promise);
    });
    void kept?.then(() => (isKept = true));
    await new Promise((done) => setImmediate(done));
    assert.equal(isKept, false);
    resolve();
    await kept;
    await assert.rejects(listen((event) => event.waitUntil(Promise.reject(new Error('no')))) ?? Promise.resolve());
  });

  it('cannot be held back once it has passed', () => {
    let seen: PaySourceEvent | undefined;
    void listen((event) => (seen = event));
    assert.throws(() => seen?.waitUntil(Promise.resolve()), { name: 'InvalidStateError' });
  });
});
