import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { defineCheckout } from '../../src/define.ts';
import type { SavedSource, SourceCharge } from '../../src/domain/saved-source.ts';
import type { PayCheckout } from '../../src/element/pay-checkout.ts';
import { es } from '../../src/messages/es.ts';
import { startSandbox, type TestSandbox } from '../start-sandbox.ts';
import { until } from './challenge-shop.ts';
import { allIn } from './pierced.ts';

defineCheckout();

const visa: SavedSource = { id: 'visa', network: 'VISA', lastFour: '4242', expMonth: '12', expYear: '39' };
const amex: SavedSource = { ...visa, id: 'amex', network: 'AMERICAN_EXPRESS', lastFour: '0005' };
const other: SavedSource = { ...visa, id: 'other', network: 'constructor', lastFour: '7777' };
const credit: SavedSource = { ...visa, id: 'credit', network: 'MASTERCARD', lastFour: '4444', maxInstallments: 36 };
const old: SavedSource = { ...visa, id: 'old', lastFour: '1881', expMonth: '03', expYear: '20' };

describe('the saved cards in the list of methods', function () {
  this.timeout(30_000);
  let sandbox: TestSandbox;
  let checkout: PayCheckout;
  let charges: SourceCharge[];
  let told: (string | null)[];
  let methods: string[];
  let count = 0;

  before(async () => void (sandbox = await startSandbox()));
  afterEach(() => localStorage.clear());

  const open = async (savedSources: SavedSource[] | null, setting: Partial<PayCheckout> = {}): Promise<void> => {
    charges = [];
    told = [];
    methods = [];
    count += 1;
    const cart = `cart-${count}`;
    const order = {
      reference: `SAVED-${count}X`,
      amountInCents: 11_900_000,
      currency: 'COP',
      signature: 'f'.repeat(64),
    };
    checkout = await fixture<PayCheckout>(
      html`<pay-checkout style="inline-size: 360px" public-key=${setting.publicKey ?? 'pub_test_unit'} base-url=${sandbox.url} amount-in-cents="11900000" cart-id=${cart} .createOrder=${async () => order} .savedSources=${savedSources} .chargeSource=${async (
        charge: SourceCharge,
      ) => {
        charges.push(charge);
        const record = { id: `1-${count}`, status: 'DECLINED', amount_in_cents: order.amountInCents, currency: 'COP' };
        return { ...record, reference: order.reference, payment_method_type: 'CARD', payment_method: { type: 'CARD' } };
      }} .preselect=${setting.preselect} .methods=${setting.methods}></pay-checkout>`,
    );
    checkout.addEventListener('pay-source-selected', ({ source }) => told.push(source));
    checkout.addEventListener('pay-method-change', ({ method }) => methods.push(method));
    if (setting.publicKey !== '') await until(() => checkout.state.status === 'ready', 'the form');
    await checkout.updateComplete;
  };
  const root = () => checkout.renderRoot as ShadowRoot;
  const radios = () => [...root().querySelectorAll<HTMLInputElement>('[name=payment_method_type]')];
  const chosen = () => radios().flatMap(({ checked, value }) => (checked ? value : []));
  const inSight = () => radios().flatMap((one) => (one.closest('.unseen') ? [] : one.value));
  const radio = (value: string) => radios().find((one) => one.value === value)!;
  const choose = async (value: string) => {
    radio(value).click();
    await checkout.updateComplete;
  };
  const field = (name: string) => allIn<HTMLInputElement>(root(), `[name=${name}]`)[0]!;
  const isSeen = (name: string) => allIn(root(), `[name=${name}]`).some((one) => one.checkVisibility());
  const type = async (name: string, text: string) => {
    field(name).focus();
    await sendKeys({ type: text });
  };
  const change = async (sources: SavedSource[] | null) => {
    checkout.savedSources = sources;
    await checkout.updateComplete;
  };
  const spoken = (value: string) => {
    const tile = radio(value).closest('label')!.cloneNode(true) as HTMLElement;
    for (const hidden of tile.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return tile.textContent?.replace(/\s+/g, ' ').trim();
  };

  it('come first, the first of them chosen, without the fields of a card', async () => {
    await open([visa, amex]);
    expect(inSight()).to.deep.equal(['source:visa', 'source:amex', 'CARD', 'BANKDEBIT', 'WALLET_A']);
    expect(chosen()).to.deep.equal(['source:visa']);
    for (const name of ['number', 'card_holder', 'installments', 'customer_email'])
      expect(isSeen(name), name).to.equal(false);
    expect(isSeen('acceptance_token')).to.equal(true);
    const said = checkout.renderRoot.querySelector<HTMLElement>('.form')!.innerText;
    expect(said).to.contain(es.safeSaved).and.contain('Otra tarjeta').and.not.contain(es.safeCard);
    await expect(checkout).to.be.accessible();
  });

  it('are heard by network and last digits, never by dots', async () => {
    await open([visa, amex, other]);
    expect(['visa', 'amex', 'other'].map((id) => spoken(`source:${id}`))).to.deep.equal([
      'Visa terminada en 4242 Vence 12/39',
      'American Express terminada en 0005 Vence 12/39',
      'constructor terminada en 7777 Vence 12/39',
    ]);
    const seen = radio('source:amex').closest('label')!.innerText.replace(/\s+/g, ' ');
    expect(seen).to.contain('Amex •••• 0005');
    const logo = (id: string) => radio(`source:${id}`).closest('label')!.querySelector<HTMLElement>('.logo')!;
    await until(() => logo('visa').textContent?.includes('VISA'), 'the marks');
    expect([logo('other').textContent?.trim(), logo('other').querySelectorAll('svg').length]).to.deep.equal(['', 1]);
    expect(chosen(), 'no name of a network is needed').to.deep.equal(['source:visa']);
    checkout.locale = 'en';
    await until(() => spoken('source:visa') === 'Visa ending in 4242 Expires 12/39', 'English');
  });

  it('have their date below the name, each of them, however long the name is and however wide the list', async () => {
    await open([visa, amex, { ...visa, id: 'long', network: 'MASTERCARD' }, old]);
    root().querySelector<HTMLElement>('[part=more-methods]')!.click();
    await checkout.updateComplete;
    for (const width of [320, 360, 600, 1000]) {
      checkout.style.inlineSize = `${width}px`;
      for (const tile of root().querySelectorAll<HTMLElement>('.saved')) {
        const boxOf = (selector: string) => tile.querySelector(selector)!.getBoundingClientRect();
        const [name, date] = [boxOf('.name > span'), boxOf('small')];
        const what = `${tile.innerText} at ${width} px`;
        expect(date.left, what).to.equal(name.left);
        expect(date.top, what).to.be.at.least(name.bottom - 1);
        expect(date.bottom, what).to.be.below(tile.getBoundingClientRect().bottom);
        expect(tile.offsetHeight, what).to.be.within(44, 52);
      }
    }
  });

  it('are one choice with the methods, by keyboard too, and the page hears of the payer’s choice', async () => {
    await open([visa, amex]);
    checkout.focus();
    expect(root().activeElement).to.equal(radio('source:visa'));
    expect(told, 'what is chosen at first is nobody’s choice').to.deep.equal([]);
    for (const expected of ['source:amex', 'CARD', 'BANKDEBIT']) {
      await sendKeys({ press: 'ArrowDown' });
      await checkout.updateComplete;
      expect(chosen()).to.deep.equal([expected]);
      expect(root().activeElement).to.equal(radio(expected));
    }
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ press: 'ArrowUp' });
    expect(told).to.deep.equal(['amex', null, null, 'amex']);
    expect(methods, 'a card is a card').to.deep.equal(['BANKDEBIT', 'CARD']);
  });

  it('leave what was typed for another card', async () => {
    await open([visa]);
    await choose('CARD');
    expect(isSeen('number')).to.equal(true);
    await type('number', '5555');
    await type('customer_email', 'ana@');
    await choose('source:visa');
    expect([isSeen('number'), isSeen('customer_email')]).to.deep.equal([false, false]);
    await choose('CARD');
    expect([field('number').value, field('customer_email').value]).to.deep.equal(['5555', 'ana@']);
  });

  it('that come while a card is typed leave the payer there', async () => {
    await open(null);
    expect(chosen()).to.deep.equal(['CARD']);
    await type('number', '5555');
    await change([visa]);
    expect(chosen()).to.deep.equal(['CARD']);
    expect([field('number').value, root().activeElement?.localName]).to.deep.equal(['5555', 'pay-card-fields']);
  });

  it('that come before anything is done are chosen', async () => {
    await open(null);
    await change([visa]);
    expect(chosen()).to.deep.equal(['source:visa']);
    expect([told, methods]).to.deep.equal([[], []]);
  });

  it('that go while they are chosen give way to the card that is typed, never to another saved one', async () => {
    await open([visa, amex]);
    await choose('CARD');
    await type('number', '5555');
    await choose('source:amex');
    await change([visa]);
    expect(chosen()).to.deep.equal(['CARD']);
    expect([field('number').value, isSeen('number')]).to.deep.equal(['5555', true]);
    await change(null);
    expect(chosen()).to.deep.equal(['CARD']);
    expect(radio('CARD').closest('label')!.innerText).to.contain('Tarjeta').and.not.contain('Otra');
  });

  it('that cannot be read are left out, whatever stands in their fields', async () => {
    const strange = [{ toString: 1 }, Symbol('4242'), () => '4242', ['4242'], null].map((lastFour, at) => {
      return { ...visa, id: `odd-${at}`, lastFour, expMonth: lastFour } as unknown as SavedSource;
    });
    await open([...strange, visa]);
    expect(radios().filter(({ value }) => value.startsWith('source:')).length).to.equal(1);
  });

  it('are shown before the methods that the page names in a list', async () => {
    await open([visa], { methods: ['CARD', 'WALLET_A'] as unknown as string });
    expect(inSight()).to.deep.equal(['source:visa', 'CARD', 'WALLET_A']);
  });

  it('that are good no more are shown last, cannot be chosen, and say since when', async () => {
    await open([old, visa], { methods: 'CARD' });
    expect(inSight()).to.deep.equal(['source:visa', 'CARD', 'source:old']);
    expect(chosen()).to.deep.equal(['source:visa']);
    expect(radio('source:old').disabled).to.equal(true);
    expect(spoken('source:old')).to.equal('Visa terminada en 1881 Venció 03/20');
    await change([old]);
    expect(chosen()).to.deep.equal(['CARD']);
    expect(radio('CARD').closest('label')!.innerText).to.not.contain('Otra');
  });

  it('are two at most in sight, so that the methods are, until the others are asked for', async () => {
    await open([visa, amex, other, { ...other, id: 'last' }]);
    expect(inSight()).to.deep.equal(['source:visa', 'source:amex', 'CARD', 'BANKDEBIT', 'WALLET_A']);
    root().querySelector<HTMLElement>('[part=more-methods]')!.click();
    await checkout.updateComplete;
    expect(inSight()).to.have.length(radios().length);
    radio('source:last').dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
    await checkout.updateComplete;
    expect(inSight()).to.deep.equal(['source:visa', 'source:last', 'CARD', 'BANKDEBIT', 'WALLET_A']);
  });

  for (const [preselect, last, expected] of [
    ['first', undefined, ['source:visa']],
    ['none', undefined, []],
    ['CARD', undefined, ['CARD']],
    ['WALLET_A', undefined, ['WALLET_A']],
    [undefined, 'CARD', ['source:visa']],
    [undefined, 'WALLET_A', ['WALLET_A']],
  ] as const)
    it(`are chosen at first or not, as the page says (${preselect}), or the last payment (${last})`, async () => {
      if (last) localStorage.setItem(`pay-checkout:method:${new URL(sandbox.url).origin}:pub_test_unit`, last);
      await open([visa], { preselect });
      expect(chosen()).to.deep.equal(expected);
    });

  it('leave all open with preselect="none", also where the typed card is the one method', async () => {
    await open([visa], { preselect: 'none', methods: 'CARD' });
    expect(chosen()).to.deep.equal([]);
    const isPayable = () => root().querySelector('[part=pay-button]')!.checkVisibility();
    expect([isPayable(), isSeen('acceptance_token'), isSeen('number')]).to.deep.equal([false, false, false]);
    await choose('source:visa');
    expect([isPayable(), isSeen('acceptance_token'), isSeen('number')]).to.deep.equal([true, true, false]);
    await choose('CARD');
    expect([isPayable(), isSeen('acceptance_token'), isSeen('number')]).to.deep.equal([true, true, true]);
    checkout.reset();
    await checkout.updateComplete;
    expect(chosen()).to.deep.equal([]);
    await change([old]);
    expect(chosen(), 'one that is good no more is no choice').to.deep.equal(['CARD']);
  });

  it('that come while a card is about to be typed leave the payer there, with preselect="none", too', async () => {
    await open(null, { preselect: 'none', methods: 'CARD' });
    expect(isSeen('number')).to.equal(true);
    field('number').focus();
    await change([visa]);
    expect(chosen()).to.deep.equal(['CARD']);
    expect(root().activeElement?.localName).to.equal('pay-card-fields');
  });

  it('are charged with a press of pay, once both contracts are accepted, and stay chosen when declined', async () => {
    await open([visa, amex]);
    await choose('source:amex');
    await checkout.submit();
    expect(charges).to.deep.equal([]);
    expect(root().activeElement?.getAttribute('name')).to.equal('acceptance_token');
    for (const name of ['acceptance_token', 'accept_personal_auth']) field(name).click();
    await checkout.submit();
    await until(() => checkout.state.status === 'settled', 'the end');
    expect(charges).to.deep.equal([{ reference: `SAVED-${count}X`, source: 'amex' }]);
    await until(() => root().querySelector('[part=retry-button]'), 'a way on');
    root().querySelector<HTMLElement>('[part=retry-button]')!.click();
    await until(() => checkout.state.status === 'ready', 'the form');
    await change([visa, amex]);
    expect(chosen()).to.deep.equal(['source:amex']);
    checkout.reset();
    await checkout.updateComplete;
    expect(chosen()).to.deep.equal(['source:visa']);
  });

  const select = () =>
    allIn<HTMLSelectElement>(root(), 'select[name=installments]').find((one) => one.checkVisibility());
  const note = () => root().querySelector<HTMLElement>('#installments-note')?.innerText;
  const pick = async (wanted: string) => {
    const control = select()!;
    control.value = wanted;
    for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
    await checkout.updateComplete;
  };

  it('ask in how many installments where the page says that they can, as a typed card does', async () => {
    await open([
      credit,
      visa,
      { ...visa, id: 'twelve', maxInstallments: 12 },
      { ...visa, id: 'one', maxInstallments: 1 },
    ]);
    const control = select()!;
    expect(control.labels[0]?.innerText).to.equal('Cuotas');
    expect([control.id, control.getAttribute('part')]).to.deep.equal(['installments', 'input']);
    const offered = () => [...select()!.options].map(({ value, text }) => `${value}: ${text}`);
    const typed = allIn<HTMLSelectElement>(root(), 'select[name=installments]').find((one) => one !== control)!;
    expect(offered()).to.deep.equal([...typed.options].map(({ value, text }) => `${value}: ${text}`));
    expect([control.value, note(), control.getAttribute('aria-describedby')]).to.deep.equal(['1', undefined, null]);
    await pick('2');
    expect(note()).to.equal(es.installmentsNote);
    expect(select()!.getAttribute('aria-describedby')).to.equal('installments-note');
    await expect(checkout).to.be.accessible();
    await choose('source:twelve');
    expect([offered().length, select()!.value, note()]).to.deep.equal([12, '1', undefined]);
    for (const without of ['source:visa', 'source:one']) {
      await choose(without);
      expect([select(), note()]).to.deep.equal([undefined, undefined]);
    }
  });

  it('keep their installments, each its own, while other cards and methods are looked at', async () => {
    const twelve = { ...visa, id: 'twelve', maxInstallments: 12 };
    await open([credit, twelve]);
    await pick('24');
    await choose('source:twelve');
    await pick('6');
    for (const [value, kept] of [
      ['source:credit', '24'],
      ['CARD', '1'],
      ['source:twelve', '6'],
    ] as const) {
      await choose(value);
      expect(select()!.value, value).to.equal(kept);
    }
    await choose('BANKDEBIT');
    expect(select()).to.equal(undefined);
    await choose('source:credit');
    expect(select()!.value).to.equal('24');
    checkout.locale = 'en';
    await until(() => select()!.selectedOptions[0]?.text === '24 installments', 'English');
    await change([{ ...credit, maxInstallments: 12 }, twelve]);
    expect([select()!.value, select()!.options.length, note()], 'no longer on offer').to.deep.equal([
      '1',
      12,
      undefined,
    ]);
    checkout.reset();
    await checkout.updateComplete;
    for (const value of ['source:credit', 'source:twelve']) {
      await choose(value);
      expect([select()!.value, note()], 'after a reset').to.deep.equal(['1', undefined]);
    }
  });

  it('are charged in the chosen installments, one too, which a decline leaves', async () => {
    for (const wanted of ['12', '1']) {
      await open([credit]);
      for (const name of ['acceptance_token', 'accept_personal_auth']) field(name).click();
      await pick('24');
      await pick(wanted);
      await checkout.submit();
      await until(() => checkout.state.status === 'settled', 'the end');
      expect(charges).to.deep.equal([{ reference: `SAVED-${count}X`, source: 'credit', installments: Number(wanted) }]);
      await until(() => root().querySelector('[part=retry-button]'), 'a way on');
      root().querySelector<HTMLElement>('[part=retry-button]')!.click();
      await until(() => checkout.state.status === 'ready', 'the form');
      await checkout.updateComplete;
      expect(select()!.value).to.equal(wanted);
    }
  });

  it('take back a press of pay that waits, when the page leaves fewer installments than were chosen', async () => {
    await open([credit], { publicKey: '' });
    const isAwaited = () => root().querySelector('[part=pay-button]')?.getAttribute('aria-disabled') === 'true';
    await pick('24');
    await checkout.submit();
    await checkout.updateComplete;
    expect(isAwaited()).to.equal(true);
    await change([{ ...credit, maxInstallments: 24 }]);
    expect(isAwaited(), 'as many as before').to.equal(true);
    await change([{ ...credit, maxInstallments: 12 }]);
    await checkout.updateComplete;
    expect(isAwaited()).to.equal(false);
  });

  it('take back a press of pay that waits, when the page changes which one is chosen', async () => {
    await open([visa, amex], { publicKey: '' }); // the page says later where it pays
    const button = () => root().querySelector('[part=pay-button]');
    await checkout.submit();
    await checkout.updateComplete;
    expect(button()?.getAttribute('aria-disabled')).to.equal('true');
    await change([amex]);
    expect(chosen()).to.deep.equal(['source:amex']);
    await checkout.updateComplete;
    expect(button()?.getAttribute('aria-disabled')).to.equal(null);
  });

  it('are replaced by no other saved one, once something was filled in', async () => {
    await open([visa, amex]);
    for (const name of ['acceptance_token', 'accept_personal_auth']) field(name).click();
    await change([amex]);
    expect(chosen()).to.deep.equal(['CARD']);
  });
});
