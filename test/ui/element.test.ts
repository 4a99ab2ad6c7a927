import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { defineCheckout } from '../../src/define.ts';
import { checkSpelling } from '../../src/doctor/check-spelling.ts';
import type { Order } from '../../src/domain/order.ts';
import type { PayCheckout } from '../../src/element/pay-checkout.ts';
import { integritySignature } from '../../src/server/integrity-signature.ts';
import { whenIdle } from '../../src/ui/when-idle.ts';
import { startSandbox } from '../start-sandbox.ts';
import { openBank, until, type Bank } from './challenge-shop.ts';
import { allIn } from './pierced.ts';
import { paste } from './typing.ts';
import { timesAsLong } from '../times-as-long.ts';

defineCheckout();

describe('a checkout whose payment is challenged', function () {
  this.timeout(30_000);
  let bank: Bank;
  let checkout: PayCheckout;

  const open = async () => {
    bank = await openBank();
    checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${bank.sandbox.url} transaction-id=${bank.id}></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'action', 'the challenge');
    await until(
      () => checkout.shadowRoot?.querySelector('.bank') && !checkout.shadowRoot.querySelector('.veil'),
      'the bank’s page',
    );
  };
  const element = (selector: string) => checkout.shadowRoot?.querySelector<HTMLElement>(selector);

  for (const [outcome, steps] of [
    ['APPROVED', 1],
    ['DECLINED', 2],
  ] as const) {
    it(`goes through the bank’s page by keyboard alone, to ${outcome}`, async () => {
      await open();
      checkout.focus();
      expect(checkout.shadowRoot?.activeElement?.textContent).to.equal('Confirma la compra con tu banco');
      for (let step = 0; step < steps; step += 1) await sendKeys({ press: 'Tab' });
      await sendKeys({ press: 'Enter' });
      await until(() => checkout.state.status === 'settled', 'a final status');
      expect(checkout.state.status === 'settled' && checkout.state.transaction.status).to.equal(outcome);
      await until(() => checkout.shadowRoot?.activeElement === element('#headline'), 'the focus on the result');
      expect(element('.bank')).to.be.null;
      expect(await bank.loads()).to.equal(1);
    });
  }

  it('shows the page’s own drawing of the logo, with the network’s name', async () => {
    await open();
    const drawing = document.createElement('img');
    drawing.slot = 'network-logo';
    checkout.append(drawing);
    const slot = element('[part="network-logo"] slot') as HTMLSlotElement;
    expect(slot.assignedElements()).to.deep.equal([drawing]);
    expect(element('[part="network-logo"]')?.innerText).to.contain('Visa Secure');
  });

  it('is accessible', async () => {
    await open();
    // What was a skeleton a moment ago may still be breathing, and its colour would be judged half-way. No waiting for
    // frames: a page that another one has pushed to the back gets none.
    const still = new CSSStyleSheet();
    still.replaceSync('* { animation: none !important; transition: none !important; }');
    checkout.shadowRoot?.adoptedStyleSheets.push(still);
    await until(() => element('.merchant:not(.skeleton)'), 'the merchant');
    await expect(checkout).to.be.accessible();
  });
});

describe('a page that is being developed', function () {
  this.timeout(30_000);

  const { warn } = console;
  let warned: string[];
  beforeEach(() => {
    warned = [];
    (globalThis as { litIssuedWarnings?: Set<string> }).litIssuedWarnings?.clear(); // it says each thing once
    console.warn = (...said) => void warned.push(said.join(' '));
  });
  afterEach(() => {
    console.warn = warn;
  });
  const expectNoWarning = (): void => {
    expect(warned.filter((text) => text.includes('lit.dev'))).to.deep.equal([]);
  };
  const createOrder = async (): Promise<Order> => {
    const order = { reference: `UNIT-${Date.now()}`, amountInCents: 11_900_000, currency: 'COP' };
    return { ...order, signature: await integritySignature({ ...order, secret: 'test_integrity_pay_checkout' }) };
  };

  const payByCard = async (checkout: PayCheckout): Promise<void> => {
    const root = checkout.renderRoot;
    const details = { number: '4242424242424242', expiry: '1299', cvc: '123', card_holder: 'Ana Neblina' };
    for (const [name, value] of Object.entries(details)) {
      const input = allIn<HTMLInputElement>(root, `input[name=${name}]`)[0]!;
      input.focus();
      await sendKeys({ type: value });
    }
    for (const box of root.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) box.click();
    root.querySelector<HTMLElement>('[part=pay-button]')?.click();
  };

  it('gives lit nothing to warn of with a payment by card', async () => {
    const sandbox = await startSandbox();
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} customer-email="ana@example.com" .createOrder=${createOrder} amount-in-cents="11900000"></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    await payByCard(checkout);
    await until(() => checkout.state.status === 'settled', 'a final status');
    await checkout.updateComplete;
    expect(checkout.state.status === 'settled' && checkout.state.transaction.status).to.equal('APPROVED');
    expectNoWarning();
  });

  it('gives lit nothing to warn of with a card that is handed over', async () => {
    const sandbox = await startSandbox();
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} customer-email="ana@example.com" mode="source"></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    await payByCard(checkout);
    await until(() => checkout.state.status === 'ready' && checkout.state.handedOver, 'the source');
    await until(() => checkout.updateComplete, 'the rendering');
    expectNoWarning();
  });

  it('gives lit nothing to warn of with a folded method that is pressed, and keeps the focus', async () => {
    const sandbox = await startSandbox();
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout style="inline-size: 360px" public-key="pub_test_unit" base-url=${sandbox.url} .createOrder=${createOrder} amount-in-cents="11900000"></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    const root = checkout.renderRoot as ShadowRoot;
    let isLeft = false;
    checkout.addEventListener('focusout', () => (isLeft = true));
    for (const selector of ['[part=more-methods]', '[value=BANKA_QR]', '[part=more-methods]', '[value=PCOL]']) {
      const target = root.querySelector<HTMLElement>(selector)!;
      target.focus();
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail: 1 }));
      await until(() => root.activeElement === target, `the focus on ${selector}`);
      await until(() => checkout.updateComplete, 'the rendering');
      expect(root.activeElement, selector).to.equal(target);
    }
    const inSight = [...root.querySelectorAll<HTMLInputElement>('.method:not(.unseen) > input')];
    expect(inSight.map(({ value }) => value)).to.deep.equal(['CARD', 'BANKDEBIT', 'PCOL']);
    expect(isLeft, 'a tile that is put elsewhere was not left').to.equal(false);
    expectNoWarning();
  });
});

describe('a page that was opened without a network', function () {
  this.timeout(30_000);

  it('says so, and no longer than that is so', async () => {
    const sandbox = await startSandbox();
    let isOnline = false;
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
    try {
      const checkout = await fixture<PayCheckout>(
        html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} mode="source"></pay-checkout>`,
      );
      const isSaid = async () => {
        await checkout.updateComplete;
        return checkout.renderRoot.querySelector('.notice')?.textContent?.includes('No tienes conexión') ?? false;
      };
      await until(() => checkout.state.status === 'ready', 'the form');
      expect(await isSaid(), 'from the beginning').to.be.true;
      isOnline = true;
      dispatchEvent(new Event('online'));
      expect(await isSaid(), 'once it is back').to.be.false;
      isOnline = false;
      dispatchEvent(new Event('offline'));
      expect(await isSaid(), 'once it is gone').to.be.true;
      isOnline = true;
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      expect(await isSaid(), 'on a page that is shown again').to.be.false;
      isOnline = false;
      dispatchEvent(new Event('offline'));
      const parent = checkout.parentElement;
      checkout.remove();
      isOnline = true;
      parent?.append(checkout);
      expect(await isSaid(), 'where the element was away').to.be.false;
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });
});

describe('a page that is left', function () {
  this.timeout(30_000);

  it('keeps neither number nor code for whoever comes back to it', async () => {
    const sandbox = await startSandbox();
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} mode="source"></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    const input = (name: string) => allIn<HTMLInputElement>(checkout.renderRoot, `input[name=${name}]`)[0]!;
    const secrets = { number: '4242424242424242', expiry: '1299', cvc: '123' };
    for (const [name, value] of Object.entries(secrets)) paste(input(name), value);
    expect(Object.keys(secrets).every((name) => input(name).value)).to.be.true;
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(Object.keys(secrets).map((name) => input(name).value)).to.deep.equal(['', '', '']);
  });

  it('S12: keeps them while its element is moved, and not while it is kept for later', async () => {
    const sandbox = await startSandbox();
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} mode="source"></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    const number = () => allIn<HTMLInputElement>(checkout.renderRoot, 'input[name=number]')[0]!;
    paste(number(), '4242424242424242');
    const page = checkout.parentElement!;
    checkout.remove();
    page.append(checkout);
    await checkout.updateComplete;
    await new Promise((resolve) => setTimeout(resolve, 1500)); // longer than it may be away
    expect(number().value).to.equal('4242 4242 4242 4242');
    checkout.remove();
    await until(() => number().value === '', 'the number to go');
    page.append(checkout);
    await checkout.updateComplete;
    expect(number().value).to.equal('');
  });
});

it('S8: the doctor takes no longer for an attribute of a hundred thousand letters than for another', async () => {
  const checking = (name: string) => {
    const host = document.createElement('pay-checkout');
    host.setAttribute(name, '');
    return () => checkSpelling({ host });
  };
  const harmless = checking(`data-${'x'.repeat(100_000)}`);
  expect(await timesAsLong(checking('x'.repeat(100_000)), harmless, 20)).to.be.below(20);
});

it('S8: what other tabs write is looked at once, and not at all where it is no purchase', async () => {
  const sandbox = await startSandbox();
  const checkout = await fixture<PayCheckout>(
    html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} .createOrder=${() => undefined} amount-in-cents="11900000"></pay-checkout>`,
  );
  await until(() => checkout.state.status === 'ready', 'the form');
  const getItem = Object.getOwnPropertyDescriptor(Storage.prototype, 'getItem')!;
  let reads = 0;
  Object.defineProperty(Storage.prototype, 'getItem', {
    ...getItem,
    value(this: Storage, key: string) {
      reads += 1;
      return Reflect.apply(getItem.value, this, [key]);
    },
  });
  const write = (key: string | null, times: number): void => {
    reads = 0;
    for (let written = 0; written < times; written += 1) dispatchEvent(new StorageEvent('storage', { key }));
  };
  const readsOfOneLook = async (key: string | null, times: number): Promise<number> => {
    write(key, times);
    await until(() => reads > 0, 'a look');
    return reads;
  };
  const readsLater = async (key: string, times: number): Promise<number> => {
    write(key, times);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return reads;
  };
  try {
    await until(async () => (await readsLater('a', 0)) === 0, 'the form to be left alone');
    expect(await readsLater('a', 100), 'another key').to.equal(0);
    const once = await readsOfOneLook(null, 1);
    expect(await readsOfOneLook('pay-checkout:1:x', 100), 'a purchase').to.equal(once);
  } finally {
    Object.defineProperty(Storage.prototype, 'getItem', getItem);
  }
});

describe('S7: the merchant’s logo', function () {
  this.timeout(30_000);
  const browsers = window.fetch.bind(window);
  afterEach(() => {
    window.fetch = browsers;
  });

  for (const [logo, isShown] of [
    ['https://service.example/logo.png', true],
    ['https://service.example:8443/logo.png', false],
    ['https://cdn.service.example/logo.png', false],
    ['https://service.example./logo.png', false],
    ['https://service.example@evil.example/logo.png', false],
    ['http://service.example/logo.png', false],
    ['//service.example/logo.png', false],
    ['/logo.png', false],
    ['data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>', false],
    ['blob:https://service.example/1', false],
    [null, false],
  ] as const)
    it(`is ${isShown ? 'shown' : 'left out'}: ${logo}`, async () => {
      const canvas = document.createElement('canvas');
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp'));
      const contract = { acceptance_token: 't', permalink: 'https://service.example/a.pdf', type: 'a' };
      const record = {
        name: 'Tienda',
        logo_url: logo,
        presigned_acceptance: contract,
        presigned_personal_data_auth: contract,
      };
      const asked: { address: string; init: RequestInit | undefined; status: string }[] = [];
      window.fetch = async (input, init) => {
        const address = input instanceof Request ? input.url : String(input);
        if (address.endsWith('/merchants/info')) return Response.json({ data: record });
        asked.push({ address, init, status: checkout.state.status });
        return new Response(picture);
      };
      const checkout = await fixture<PayCheckout>(
        html`<pay-checkout public-key="pub_test_unit" base-url="https://service.example/v1" amount-in-cents="100000" reference="R-1" signature=${'a'.repeat(64)}></pay-checkout>`,
      );
      await until(() => checkout.state.status === 'ready', 'the form');
      const image = () => checkout.shadowRoot?.querySelector('img');
      if (isShown) await until(image, 'the logo');
      // It is asked for when the page has nothing better to do, ahead of this.
      await new Promise<void>((resolve) => void whenIdle(resolve));
      await checkout.updateComplete;
      expect(asked.map(({ address }) => address)).to.deep.equal(isShown ? [logo] : []);
      if (!isShown) return expect(image()).to.equal(null);
      expect(asked[0]?.status, 'only once the form can be used').to.equal('ready');
      expect(asked[0]?.init).to.include({ redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' });
      // Not every browser writes WebP.
      expect(image()?.src).to.match(new RegExp(`^data:${picture?.type};base64,`));
      await image()?.decode();
      expect(image()?.naturalWidth).to.equal(canvas.width);
    });
});

describe('S12: a payment that a page shows by its id alone', function () {
  this.timeout(30_000);
  const browsers = window.fetch.bind(window);
  afterEach(() => {
    window.fetch = browsers;
  });
  const record = {
    id: '1-2-3',
    amount_in_cents: 100_000,
    currency: 'COP',
    payment_method_type: 'CARD',
    payment_method: { type: 'CARD', extra: {} },
  };
  let reads = 0;
  const open = (changes: object): Promise<PayCheckout> => {
    const contract = { acceptance_token: 't', permalink: 'https://service.example/a.pdf', type: 'a' };
    const merchant = { presigned_acceptance: contract, presigned_personal_data_auth: contract };
    reads = 0;
    window.fetch = async (input) => {
      const isRecord = new Request(input).url.includes('/transactions/');
      if (isRecord) reads += 1;
      return Response.json({ data: isRecord ? { ...record, ...changes } : merchant });
    };
    return fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url="https://service.example/v1" transaction-id=${record.id}></pay-checkout>`,
    );
  };

  for (const status of ['APPROVED', 'DECLINED', 'PENDING'])
    it(`is shown without what turns the writing or is too long, and told as it is: ${status}`, async () => {
      const reference = `R1\u202eX99${'\u1000'.repeat(32_000)}`;
      const checkout = await open({ status, reference });
      await until(() => checkout.shadowRoot?.querySelector('[part=status] dl'), 'its screen');
      const { state, shadowRoot } = checkout;
      expect('transaction' in state && state.transaction.reference).to.equal(reference);
      const text = shadowRoot?.textContent;
      expect(text).to.contain('R1X99').and.not.to.contain('\u202e');
      expect(text?.length).to.be.below(5000);
    });

  it('is none when its currency is no currency, and is asked for again', async () => {
    const checkout = await open({ status: 'APPROVED', reference: 'R1', currency: 'Llame al 300 123 4567. COP' });
    await until(() => reads > 1, 'another look');
    expect(checkout.state.status).to.equal('loading');
    expect(checkout.shadowRoot?.textContent).not.to.contain('Llame');
  });
});

describe('S1: a contract at an address of the shop', function () {
  this.timeout(30_000);
  const browsers = window.fetch.bind(window);
  afterEach(() => {
    window.fetch = browsers;
  });

  for (const [baseUrl, status] of [
    ['https://service.example/v1', 'failed'],
    ['https://shop.example/service/v1', 'ready'],
  ] as const)
    it(`leaves the checkout ${status} where the service is at ${baseUrl}`, async () => {
      const contract = { acceptance_token: 't', permalink: 'https://shop.example/account/delete?yes=1', type: 'a' };
      window.fetch = async () =>
        Response.json({ data: { presigned_acceptance: contract, presigned_personal_data_auth: contract } });
      const checkout = await fixture<PayCheckout>(
        html`<pay-checkout public-key="pub_prod_unit" base-url=${baseUrl} redirect-url="https://shop.example/thanks" amount-in-cents="100000" reference="R-1" signature=${'a'.repeat(64)}></pay-checkout>`,
      );
      await until(() => checkout.state.status !== 'loading', 'the contracts');
      const { state } = checkout;
      expect(state.status).to.equal(status);
      if (state.status === 'failed') expect(state.error.cause).to.have.property('code', 'invalid_response');
    });
});

const typed = {
  customer_email: 'ana@example.com',
  number: '4242424242424242',
  expiry: '1299',
  cvc: '123',
  card_holder: 'Ana Neblina',
};
const input = (checkout: PayCheckout, name: string) =>
  allIn<HTMLInputElement>(checkout.renderRoot, `input[name=${name}]`)[0]!;

function fillIn(checkout: PayCheckout): void {
  for (const [name, value] of Object.entries(typed)) paste(input(checkout, name), value);
  for (const box of checkout.renderRoot.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) box.click();
}

const press = (checkout: PayCheckout, part = 'pay-button') =>
  checkout.renderRoot.querySelector<HTMLElement>(`[part=${part}]`)?.click();

describe('S2: what the page says by now is not what a press pays for', function () {
  this.timeout(30_000);

  const open = async () => {
    const sandbox = await startSandbox();
    const fail = (fault: object) =>
      fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
    const sent = async (): Promise<number[]> => {
      const all = (await (await fetch(`${sandbox.url}/_sandbox/transactions`)).json()) as { amount_in_cents: number }[];
      return all.map((one) => one.amount_in_cents);
    };
    const order = { reference: `UNIT-${Date.now()}X`, amountInCents: 11_900_000, currency: 'COP' };
    const signature = await integritySignature({ ...order, secret: 'test_integrity_pay_checkout' });
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} amount-in-cents="11900000" reference=${order.reference} signature=${signature}></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    fillIn(checkout);
    return { checkout, fail, sent };
  };
  const amountOf = (checkout: PayCheckout) => checkout.renderRoot.querySelector('.amount')?.textContent;

  const changes: [string, (checkout: PayCheckout) => void][] = [
    ['another amount, and no key', (checkout) => Object.assign(checkout, { amountInCents: 1, publicKey: null })],
    ['another amount, and no service', (checkout) => Object.assign(checkout, { amountInCents: 1, baseUrl: '' })],
    ['a card to keep, and no key', (checkout) => Object.assign(checkout, { mode: 'source', publicKey: undefined })],
  ];
  for (const [what, change] of changes)
    it(`where it has ${what}`, async () => {
      const { checkout, sent } = await open();
      change(checkout);
      await checkout.updateComplete;
      press(checkout);
      await until(() => checkout.state.status === 'failed', 'the page to be told what is missing');
      expect(await sent()).to.deep.equal([]);
      expect(input(checkout, 'number').value, 'what was typed').to.equal('4242 4242 4242 4242');
    });

  const button = (checkout: PayCheckout) => checkout.renderRoot.querySelector<HTMLElement>('[part=pay-button]')!;
  const hold = (checkout: PayCheckout) =>
    button(checkout).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  const release = (checkout: PayCheckout) =>
    button(checkout).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  const asks = async (checkout: PayCheckout, about: RegExp): Promise<void> => {
    const isAsked = () => about.test(checkout.renderRoot.querySelector('.notice')?.textContent ?? '');
    await until(() => checkout.state.status === 'ready' && isAsked(), 'the question');
  };

  const during: [string, (checkout: PayCheckout) => void, RegExp][] = [
    ['amount', (checkout) => Object.assign(checkout, { amountInCents: 20_000_000 }), /^El total es \$\s200\.000\./],
    ['currency', (checkout) => Object.assign(checkout, { currency: 'USD' }), /^El total es US\$\s119\.000,00\./],
  ];
  for (const [what, change, question] of during) {
    it(`where it has another ${what} since the pointer went down`, async () => {
      const { checkout, sent } = await open();
      hold(checkout);
      change(checkout);
      await checkout.updateComplete;
      release(checkout);
      await checkout.updateComplete;
      // The other half of a double press.
      hold(checkout);
      release(checkout);
      await asks(checkout, question);
      hold(checkout);
      release(checkout);
      expect(checkout.state.status).to.equal('submitting');
      await asks(checkout, question);
      expect(await sent()).to.deep.equal([]);
      Object.assign(checkout, { amountInCents: 11_900_000, currency: 'COP' });
      await checkout.updateComplete;
      hold(checkout);
      release(checkout);
      await until(() => checkout.state.status === 'settled', 'a final status');
      expect(await sent()).to.deep.equal([11_900_000]);
    });

    it(`where it has another ${what} that is not on the button yet`, async () => {
      const { checkout, sent } = await open();
      hold(checkout);
      change(checkout);
      release(checkout);
      await until(() => checkout.state.status === 'settled', 'a final status');
      expect(await sent()).to.deep.equal([11_900_000]);
    });
  }

  for (const key of ['Enter', ' '])
    it(`where it has another amount by the time that it hears of the key ${JSON.stringify(key)}`, async () => {
      const { checkout, sent } = await open();
      const change = (): void => void (checkout.amountInCents = 20_000_000);
      document.addEventListener('keydown', change, { capture: true, once: true });
      button(checkout).focus();
      await sendKeys({ press: key });
      await asks(checkout, /^El total es \$\s200\.000\./);
      expect(await sent()).to.deep.equal([]);
    });

  it('where it has another amount by the time that it hears of the pointer', async () => {
    const { checkout, sent } = await open();
    const down = new PointerEvent('pointerdown', { bubbles: true });
    checkout.amountInCents = 20_000_000;
    await checkout.updateComplete;
    // Made before that was rendered, and heard of only now.
    button(checkout).dispatchEvent(down);
    release(checkout);
    await asks(checkout, /^El total es \$\s200\.000\./);
    expect(await sent()).to.deep.equal([]);
  });

  // What engines send where assistive technology presses: the page has changed the amount on the way to the button.
  const assisted: [string, string[]][] = [
    ['Chromium', ['change', 'focusin', 'pointerdown', 'mousedown', 'mouseup', 'click']],
    ['Firefox', ['mousedown', 'change', 'focusin', 'mouseup', 'click']],
    ['WebKit', ['change', 'focusin', 'mousedown', 'mouseup', 'click']],
    ['any, with the button focused', ['mousedown', 'change', 'mouseup', 'click']],
  ];
  const send = (target: HTMLElement, type: string): boolean =>
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
  const before: [string, (checkout: PayCheckout) => void][] = [
    ['', () => undefined],
    [
      ', after a press of it that ended elsewhere',
      (checkout) => {
        hold(checkout);
        send(button(checkout), 'focusout');
      },
    ],
    [
      ', after Enter in a field, which led to an empty one',
      (checkout) => {
        paste(input(checkout, 'cvc'), '');
        const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
        input(checkout, 'customer_email').dispatchEvent(enter);
        paste(input(checkout, 'cvc'), '123');
      },
    ],
  ];
  for (const [what, prepare] of before)
    for (const [engine, events] of assisted)
      it(`where it has another amount since assistive technology pressed, by the events of ${engine}${what}`, async () => {
        const { checkout, sent } = await open();
        prepare(checkout);
        for (const type of events)
          if (type === 'change') {
            checkout.amountInCents = 20_000_000;
            await checkout.updateComplete;
            // Chromium's pointer came 21 ms later.
            await new Promise((resolve) => setTimeout(resolve, 20));
          } else send(button(checkout), type);
        await asks(checkout, /^El total es \$\s200\.000\./);
        expect(await sent()).to.deep.equal([]);
      });

  for (const [what, events] of [
    ['by whoever presses without a pointer', ['focusin', 'mousedown', 'mouseup', 'click']],
    ['by a script that has pressed another button before', ['click']],
  ] as const)
    it(`but for an amount that has stood there for long enough to be read: ${what}`, async () => {
      const { checkout, sent } = await open();
      const other = document.createElement('button');
      other.type = 'button';
      button(checkout).before(other);
      send(other, 'click');
      other.remove();
      checkout.amountInCents = 20_000_000;
      const { reference, currency } = checkout;
      const order = { reference: reference ?? '', amountInCents: 20_000_000, currency: currency ?? 'COP' };
      checkout.signature = await integritySignature({ ...order, secret: 'test_integrity_pay_checkout' });
      await until(() => /200\.000/.test(button(checkout).textContent ?? ''), 'the amount on the button');
      await new Promise((resolve) => setTimeout(resolve, 600));
      for (const type of events) send(button(checkout), type);
      await until(() => checkout.state.status === 'settled', 'a final status');
      expect(await sent()).to.deep.equal([20_000_000]);
    });

  it('where it has a card to keep since the pointer went down', async () => {
    const { checkout, sent } = await open();
    hold(checkout);
    checkout.mode = 'source';
    await checkout.updateComplete;
    release(checkout);
    await checkout.updateComplete;
    expect(checkout.state.status).to.equal('ready');
    expect(await sent()).to.deep.equal([]);
  });

  it('where a card was to be kept when the pointer went down', async () => {
    const { checkout, sent } = await open();
    checkout.mode = 'source';
    await checkout.updateComplete;
    hold(checkout);
    checkout.mode = 'payment';
    await checkout.updateComplete;
    release(checkout);
    await asks(checkout, /^El total es \$\s119\.000\./);
    expect(await sent()).to.deep.equal([]);
  });

  it('where the amount of an order comes while the pointer is down', async () => {
    const { checkout, sent } = await open();
    const order = { reference: `UNIT-${Date.now()}Z`, amountInCents: 20_000_000, currency: 'COP' };
    const signature = await integritySignature({ ...order, secret: 'test_integrity_pay_checkout' });
    checkout.createOrder = async () => ({ ...order, signature });
    await checkout.updateComplete;
    const question = /^El valor cambió de \$\s119\.000 a \$\s200\.000\./;
    press(checkout);
    hold(checkout);
    await asks(checkout, question);
    await new Promise((resolve) => setTimeout(resolve, 1100)); // whoever reads it has read it
    release(checkout);
    expect(checkout.state.status).to.equal('submitting');
    await asks(checkout, question);
    expect(await sent()).to.deep.equal([]);
  });

  it('where the page and the order have another amount by the time it is paid, which the payer is told', async () => {
    const { checkout, sent } = await open();
    const order = { reference: `UNIT-${Date.now()}Y`, amountInCents: 20_000_000, currency: 'COP' };
    const signature = await integritySignature({ ...order, secret: 'test_integrity_pay_checkout' });
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => (give = resolve));
    checkout.createOrder = () => given.then(() => ({ ...order, signature }));
    await checkout.updateComplete;
    press(checkout);
    await until(() => checkout.state.status === 'submitting', 'the press');
    checkout.amountInCents = 20_000_000;
    await checkout.updateComplete;
    give();
    await until(() => 'changedAmount' in checkout.state, 'the question');
    await checkout.updateComplete;
    expect(checkout.renderRoot.querySelector('.notice')?.textContent).to.match(/^El total es \$\s200\.000\./);
    expect(await sent()).to.deep.equal([]);
  });

  it('where a payment is sent again that has no clear answer', async () => {
    const { checkout, fail, sent } = await open();
    await fail({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'status', status: 500 } });
    press(checkout);
    await until(() => checkout.state.status === 'unknown', 'no clear answer');
    Object.assign(checkout, { amountInCents: 30_000_000, reference: 'UNIT-NEXT-X', signature: 'a'.repeat(64) });
    await checkout.updateComplete;
    expect(amountOf(checkout)).to.match(/^\$\s119\.000$/);
    press(checkout, 'retry-button');
    await checkout.updateComplete;
    expect(amountOf(checkout)).to.match(/^\$\s119\.000$/);
    await until(() => checkout.state.status === 'settled', 'a final status');
    expect(await sent()).to.deep.equal([11_900_000]);
  });
});

describe('what was typed to pay with', function () {
  this.timeout(30_000);
  const pay = (checkout: PayCheckout): void => {
    fillIn(checkout);
    press(checkout);
  };
  const left = (checkout: PayCheckout) => Object.keys(typed).map((name) => input(checkout, name).value);

  it('S12: is gone once it is paid, name and e-mail address included', async () => {
    const sandbox = await startSandbox();
    const order = { reference: `UNIT-${Date.now()}`, amountInCents: 11_900_000, currency: 'COP' };
    const signature = await integritySignature({ ...order, secret: 'test_integrity_pay_checkout' });
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} .createOrder=${async () => ({ ...order, signature })} amount-in-cents="11900000"></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    pay(checkout);
    await until(() => checkout.state.status === 'settled', 'a final status');
    expect(left(checkout)).to.deep.equal(['', '', '', '', '']);
  });

  it('S12: is gone once the card was handed over, name and e-mail address included', async () => {
    const sandbox = await startSandbox();
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} mode="source"></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    pay(checkout);
    await until(() => checkout.state.status === 'ready' && checkout.state.handedOver, 'the source');
    expect(left(checkout)).to.deep.equal(['', '', '', '', '']);
  });

  it('S12: is not heard outside of the checkout, whichever field it is typed into', async () => {
    const sandbox = await startSandbox();
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} mode="source"><input slot="footer" /></pay-checkout>`,
    );
    await until(() => checkout.state.status === 'ready', 'the form');
    const heard: unknown[] = [];
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ['beforeinput', 'input', 'paste', 'drop', 'compositionend', 'keydown', 'textInput'])
      checkout.addEventListener(type, (event) => heard.push(event.type), { signal });
    const dispatch = (target: Element) => {
      const init = { bubbles: true, composed: true };
      target.dispatchEvent(new KeyboardEvent('keydown', { ...init, key: '4' }));
      target.dispatchEvent(new ClipboardEvent('paste', init));
      target.dispatchEvent(new DragEvent('drop', init));
    };
    for (const name of ['customer_email', 'number']) {
      paste(input(checkout, name), 'ana@example.com');
      dispatch(input(checkout, name));
    }
    expect(heard).to.deep.equal([]);
    dispatch(checkout.querySelector('input')!);
    expect(heard, 'of a field of the page itself').to.deep.equal(['keydown', 'paste', 'drop']);
    listening.abort();
  });
});

describe('the method of the payer’s last payment', () => {
  const methodOf = async (checkout: PayCheckout): Promise<string | undefined> => {
    await checkout.updateComplete;
    return checkout.renderRoot.querySelector<HTMLInputElement>('[name=payment_method_type]:checked')?.value;
  };
  const keep = (publicKey: string, type: string): void =>
    localStorage.setItem(`pay-checkout:method:https://pay.example:${publicKey}`, type);
  afterEach(() => localStorage.clear());

  it('is looked up once the page has said whom to pay, and again when it is somebody else', async () => {
    keep('pub_test_one', 'WALLET_A');
    keep('pub_test_two', 'BANKDEBIT');
    const checkout = await fixture<PayCheckout>(html`<pay-checkout public-key="pub_test_one"></pay-checkout>`);
    expect(await methodOf(checkout)).to.equal('CARD');
    checkout.baseUrl = 'https://pay.example';
    expect(await methodOf(checkout)).to.equal('WALLET_A');
    keep('pub_test_one', 'PCOL');
    checkout.requestUpdate();
    expect(await methodOf(checkout), 'as it was at the beginning').to.equal('WALLET_A');
    checkout.publicKey = 'pub_test_two';
    expect(await methodOf(checkout)).to.equal('BANKDEBIT');
    checkout.publicKey = 'pub_test_three';
    expect(await methodOf(checkout)).to.equal('CARD');
  });
});

describe('the height that the form had before', () => {
  afterEach(() => sessionStorage.clear());

  it('is held until the form can be used, and costs nothing at the renderings that follow', async () => {
    sessionStorage.setItem(`pay-checkout:place:${location.pathname}`, '360 900');
    const own = Object.getOwnPropertyDescriptor(CSSStyleSheet.prototype, 'replaceSync')!;
    let written = 0;
    Object.defineProperty(CSSStyleSheet.prototype, 'replaceSync', {
      ...own,
      value(this: CSSStyleSheet, text: string): void {
        written += 1;
        own.value.call(this, text);
      },
    });
    try {
      const checkout = await fixture<PayCheckout>(
        html`<pay-checkout style="inline-size: 360px" public-key="pub_test_unit"></pay-checkout>`,
      );
      expect(checkout.offsetHeight).to.equal(900);
      const before = written;
      expect(before).to.be.greaterThan(0);
      for (const email of ['ana@example.com', null]) {
        checkout.customerEmail = email;
        await checkout.updateComplete;
      }
      expect(written).to.equal(before);
      expect(checkout.offsetHeight).to.equal(900);
    } finally {
      Object.defineProperty(CSSStyleSheet.prototype, 'replaceSync', own);
    }
  });
});

describe('a double press', function () {
  this.timeout(30_000);

  it('presses by its second half nothing that its first half has brought below the pointer', async () => {
    const sandbox = await startSandbox();
    const checkout = await fixture<PayCheckout>(
      html`<pay-checkout public-key="pub_test_unit" base-url=${sandbox.url} mode="source"></pay-checkout>`,
    );
    const find = (selector: string) => checkout.shadowRoot?.querySelector<HTMLInputElement>(selector);
    const half = (target: Element, detail: number): boolean[] =>
      ['mousedown', 'click'].map((type) => {
        const init = { bubbles: true, composed: true, cancelable: true, detail, clientX: 100, clientY: 100 };
        const event = new MouseEvent(type, init);
        // However slow the machine is, one press follows the other at once.
        Object.defineProperty(event, 'timeStamp', { value: 60_000 + detail * 100 });
        return target.dispatchEvent(event);
      });
    await until(() => find('[name=acceptance_token]') && find('[name=accept_personal_auth]'), 'the form');
    const consent = find('[name=acceptance_token]')!;
    const other = find('[name=accept_personal_auth]')!;
    expect(half(consent, 1)).to.deep.equal([true, true]);
    expect(half(other, 2), 'of something else').to.deep.equal([false, false]);
    expect([consent.checked, other.checked]).to.deep.equal([true, false]);
    expect(half(consent, 2), 'of the same').to.deep.equal([true, true]);
    expect(half(other, 1), 'a press of its own').to.deep.equal([true, true]);
    expect(other.checked).to.equal(true);
  });
});
