import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { LitElement, type TemplateResult } from 'lit';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { CardToken } from '../../src/domain/card-token.ts';
import { en } from '../../src/messages/en.ts';
import { es } from '../../src/messages/es.ts';
import { formatExpiry, isPast, parseExpiry } from '../../src/ui/card-expiry.ts';
import { CardFields } from '../../src/ui/card-fields.ts';
import type { FormContext } from '../../src/ui/method-form.ts';
import { styles } from '../../src/ui/styles.ts';
import { paste, pressBackspace, pressDelete, putCaret, type } from './typing.ts';

type Tokenize = (card: Record<string, string>) => Promise<CardToken>;

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

class CardRoom extends LitElement {
  static override readonly styles = styles;
  words = es;
  isBusy = false;
  readonly sent: Record<string, string>[] = [];
  answer: Tokenize = async () => ({ id: `tok_${this.sent.length}`, expires_at: inAnHour() }) as CardToken;
  readonly form = new CardFields({
    update: () => this.requestUpdate(),
    root: () => this.renderRoot,
    tokenize: (card) => {
      this.sent.push(card);
      return this.answer(card);
    },
  });

  get context(): FormContext {
    return { words: this.words, locale: 'es', isTest: true, isBusy: this.isBusy, customer: {} };
  }

  override render(): TemplateResult {
    return this.form.render(this.context);
  }

  control(name: string): HTMLInputElement {
    const found = this.renderRoot.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (!found) throw new Error(`There is no control ${name}.`);
    return found;
  }

  /** What is said below a control, as assistive technology finds it. */
  async noteOf(name: string): Promise<string> {
    await this.updateComplete;
    const id = this.control(name).getAttribute('aria-describedby');
    return (id && this.renderRoot.querySelector(`#${id}`)?.textContent) || '';
  }

  async isMarked(name: string): Promise<boolean> {
    await this.updateComplete;
    return this.control(name).getAttribute('aria-invalid') === 'true';
  }
}
customElements.define('card-room', CardRoom);

const enter = (): Promise<CardRoom> => fixture<CardRoom>(html`<card-room></card-room>`);

const nextYear = String((new Date().getFullYear() + 1) % 100);

const fill = (room: CardRoom, values: Record<string, string> = {}): void => {
  const card = {
    number: '4242424242424242',
    expiry: `12${nextYear}`,
    cvc: '123',
    card_holder: 'Ana María Núñez',
    ...values,
  };
  for (const [name, value] of Object.entries(card)) paste(room.control(name), value);
};

describe('the card number', () => {
  it('is grouped as its network prints it', async () => {
    const room = await enter();
    const number = room.control('number');
    for (const [typed, shown] of [
      ['4242424242424242', '4242 4242 4242 4242'],
      ['378282246310005', '3782 822463 10005'],
      ['30569309025904', '3056 930902 5904'],
      ['5555555555554444', '5555 5555 5555 4444'],
      ['999999999', '9999 9999 9'],
    ] as const) {
      number.value = '';
      type(number, typed);
      expect(number.value).to.equal(shown);
      expect(number.selectionStart, 'the caret stays at the end').to.equal(shown.length);
    }
  });

  it('takes a paste with blanks, hyphens and words, and ends where the network ends', async () => {
    const room = await enter();
    const number = room.control('number');
    paste(number, ' 5555-5555 5555\u00a04444 ');
    expect(number.value).to.equal('5555 5555 5555 4444');
    paste(number, 'Tarjeta: 378282246310005123');
    expect(number.value).to.equal('3782 822463 10005');
  });

  it('keeps the caret between the same digits', async () => {
    const room = await enter();
    const number = room.control('number');
    type(number, '42424242');
    putCaret(number, 2);
    type(number, '99');
    expect(number.value).to.equal('4299 4242 42');
    expect(number.selectionStart).to.equal(4);
    type(number, '1');
    expect(number.value).to.equal('4299 1424 242');
    expect(number.selectionStart).to.equal(6);
  });

  it('is deleted across its blanks, backwards and forwards', async () => {
    const room = await enter();
    const number = room.control('number');
    type(number, '42345678');
    putCaret(number, 5);
    pressBackspace();
    expect(number.value).to.equal('4235 678');
    expect(number.selectionStart).to.equal(3);
    putCaret(number, 4);
    pressDelete();
    expect(number.value).to.equal('4235 78');
    putCaret(number, number.value.length);
    for (let presses = 0; presses < 6; presses++) pressBackspace();
    expect(number.value).to.equal('');
  });

  it('says its network, with a mark', async () => {
    const room = await enter();
    type(room.control('number'), '37');
    await room.updateComplete;
    const said = room.renderRoot.querySelector('[role=status]');
    expect(said?.textContent).to.equal('American Express');
    const plain = room.renderRoot.querySelector('.mark')?.innerHTML;
    await waitUntil(() => room.renderRoot.querySelector('.mark')?.innerHTML !== plain);
    paste(room.control('number'), '99');
    await room.updateComplete;
    expect(said?.textContent).to.equal('');
  });
});

describe('the expiry', () => {
  it('is one field that takes what people type and paste', () => {
    for (const [given, shown] of [
      ['1', '1'],
      ['12', '12/'],
      ['122', '12/2'],
      ['1227', '12/27'],
      ['5', '05/'],
      ['1/27', '01/27'],
      ['1 / 27', '01/27'],
      ['12/2027', '12/27'],
      ['122027', '12/27'],
      ['12/20', '12/20'],
      ['12/202', '12/202'],
      ['12-27', '12/27'],
      ['2027-12', '12/27'],
      ['202712', '12/27'],
      ['12/279', '12/27'],
    ] as const)
      expect(formatExpiry(given, false), given).to.equal(shown);
    expect(formatExpiry('12', true), 'a deleted slash stays deleted').to.equal('12');
  });

  it('is read as two digits each, or not at all', () => {
    expect(parseExpiry('12/2027')).to.deep.equal({ month: '12', year: '27' });
    for (const wrong of ['', '1', '00/27', '13/27', '12/2', '12/202', 'mm/yy'])
      expect(parseExpiry(wrong), wrong).to.equal(undefined);
  });

  it('holds to the end of its month in Colombia', () => {
    const december = { month: '12', year: '26' };
    expect(isPast(december, Date.UTC(2027, 0, 1, 4, 59))).to.equal(false);
    expect(isPast(december, Date.UTC(2027, 0, 1, 5))).to.equal(true);
  });

  it('can be corrected at any place', async () => {
    const room = await enter();
    const expiry = room.control('expiry');
    type(expiry, '1227');
    expect(expiry.value).to.equal('12/27');
    for (let presses = 0; presses < 3; presses++) pressBackspace();
    expect(expiry.value).to.equal('12');
    pressBackspace();
    type(expiry, '028');
    expect(expiry.value).to.equal('10/28');
  });
});

describe('the card form', () => {
  it('says of each field what is wrong, in the order of the page', async () => {
    const room = await enter();
    expect(room.form.check(room.context).map(({ name }) => name)).to.deep.equal([
      'number',
      'expiry',
      'cvc',
      'card_holder',
    ]);
    expect(await room.noteOf('number')).to.equal(es.numberMissing);
    fill(room, { number: '424242424242', expiry: '0120', cvc: '12', card_holder: 'A' });
    room.form.check(room.context);
    expect(await room.noteOf('number')).to.equal(es.numberShort);
    expect(await room.noteOf('expiry')).to.equal(es.expiryPast);
    expect(await room.noteOf('cvc')).to.equal('Escribe los 3 dígitos');
    expect(await room.noteOf('card_holder')).to.equal(es.holderInvalid);
    fill(room, { number: '4242424242424241', expiry: '1329' });
    room.form.check(room.context);
    expect(await room.noteOf('number')).to.equal(es.numberInvalid);
    expect(await room.noteOf('expiry')).to.equal(es.expiryInvalid);
    fill(room);
    expect(room.form.check(room.context)).to.deep.equal([]);
    expect(await room.isMarked('number')).to.equal(false);
  });

  it('wants four digits of security code from American Express alone', async () => {
    const room = await enter();
    fill(room, { number: '378282246310005', cvc: '123' });
    expect(room.form.check(room.context).map(({ name }) => name)).to.deep.equal(['cvc']);
    expect(await room.noteOf('cvc')).to.equal('Escribe los 4 dígitos');
    paste(room.control('cvc'), '1234');
    expect(room.form.check(room.context)).to.deep.equal([]);
    expect(await room.noteOf('cvc')).to.equal('4 dígitos al frente');
    expect(room.renderRoot.querySelector('label[for=cvc]')?.textContent).to.equal('Código CID');
    paste(room.control('number'), '4242424242424242');
    expect(room.form.check(room.context).map(({ name }) => name)).to.deep.equal(['cvc']);
  });

  it('refuses a card number in the place of the name', async () => {
    const room = await enter();
    for (const name of ['4242 4242', 'A', '  ']) {
      fill(room, { card_holder: name });
      expect(
        room.form.check(room.context).map((problem) => problem.name),
        name,
      ).to.deep.equal(['card_holder']);
    }
    for (const name of ["D'Angelo Ñáñez-Peña Jr.", 'Li', 'José Á.']) {
      fill(room, { card_holder: name });
      expect(room.form.check(room.context), name).to.deep.equal([]);
    }
  });

  it('speaks up on leaving a field that has something wrong in it, and is silent while it is corrected', async () => {
    const room = await enter();
    const number = room.control('number');
    type(number, '4242');
    expect(await room.isMarked('number')).to.equal(false);
    room.control('expiry').focus();
    expect(await room.isMarked('number')).to.equal(true);
    type(number, '4');
    expect(await room.isMarked('number')).to.equal(false);
    room.control('cvc').focus();
    room.control('number').focus();
    expect(await room.isMarked('cvc'), 'an empty field is not scolded').to.equal(false);
  });

  it('keeps what was typed through another language, and translates its errors', async () => {
    const room = await enter();
    fill(room, { number: '4242424242424241' });
    room.form.check(room.context);
    room.control('installments').value = '12';
    room.words = en;
    room.requestUpdate();
    expect(await room.noteOf('number')).to.equal(en.numberInvalid);
    expect(room.control('number').value).to.equal('4242 4242 4242 4241');
    expect(room.control('card_holder').value).to.equal('Ana María Núñez');
    expect(room.control('installments').value).to.equal('12');
  });

  it('leaves no trace of the card in the page or in itself', async () => {
    const room = await enter();
    fill(room);
    room.form.check(room.context);
    await room.form.collect();
    await room.updateComplete;
    const seen = room.renderRoot instanceof ShadowRoot ? room.renderRoot.innerHTML + JSON.stringify(room.form) : '';
    expect(seen).to.contain('name="number"');
    for (const secret of ['4242 4242', '42424242', '123"', `12/${nextYear}`]) expect(seen).not.to.contain(secret);
    for (const name of ['number', 'expiry', 'cvc', 'card_holder']) {
      const input = room.control(name);
      expect(input.hasAttribute('value'), name).to.equal(false);
      for (const mask of ['rr-mask', 'rr-ignore', 'fs-exclude', 'ph-no-capture'])
        expect(input.classList.contains(mask), mask).to.equal(true);
      for (const mask of ['data-private', 'data-sentry-mask', 'data-hj-suppress', 'data-clarity-mask'])
        expect(input.hasAttribute(mask), mask).to.equal(true);
      expect(input.getAttribute('data-dd-privacy')).to.equal('hidden');
      expect(input.type).to.equal('text');
    }
    expect(
      ['number', 'expiry', 'cvc', 'card_holder'].map((name) => room.control(name).getAttribute('autocomplete')),
    ).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  });

  it('lets nothing be changed while it is sent', async () => {
    const room = await enter();
    room.isBusy = true;
    room.requestUpdate();
    await room.updateComplete;
    expect(room.control('number').readOnly).to.equal(true);
    expect(room.control('installments').disabled).to.equal(true);
  });
});

describe('the card token', () => {
  it('is asked for with the fields of the service, and used again while the card stays the same', async () => {
    const room = await enter();
    fill(room, { card_holder: '  Ana María Núñez ' });
    room.control('installments').value = '6';
    expect(await room.form.collect()).to.deep.equal({ paymentMethod: { token: 'tok_1', installments: 6 } });
    expect(room.sent).to.deep.equal([
      { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: nextYear, card_holder: 'Ana María Núñez' },
    ]);
    room.control('installments').value = '1';
    expect(await room.form.collect()).to.deep.equal({ paymentMethod: { token: 'tok_1', installments: 1 } });
    paste(room.control('cvc'), '124');
    expect((await room.form.collect()).paymentMethod['token']).to.equal('tok_2');
  });

  it('is asked for anew when it is about to expire', async () => {
    const room = await enter();
    fill(room);
    room.answer = async () => ({ id: 'tok', expires_at: new Date(Date.now() + 30_000).toISOString() });
    await room.form.collect();
    await room.form.collect();
    expect(room.sent.length).to.equal(2);
  });

  it('is not kept for a card that changed while it was made', async () => {
    const room = await enter();
    fill(room);
    let settle = (_: CardToken): void => undefined;
    room.answer = () => new Promise((resolve) => (settle = resolve));
    const first = room.form.collect();
    paste(room.control('card_holder'), 'Otra Persona');
    settle({ id: 'tok_first', expires_at: inAnHour() });
    expect((await first).paymentMethod['token']).to.equal('tok_first');
    const second = room.form.collect();
    settle({ id: 'tok_second', expires_at: inAnHour() });
    expect((await second).paymentMethod['token']).to.equal('tok_second');
  });

  it('goes with number, expiry and code once it is spent; name and installments stay', async () => {
    const room = await enter();
    fill(room);
    room.control('installments').value = '3';
    await room.form.collect();
    room.form.spent();
    await room.updateComplete;
    const left = Object.fromEntries(
      ['number', 'expiry', 'cvc', 'card_holder', 'installments'].map((name) => [name, room.control(name).value]),
    );
    expect(left).to.deep.equal({ number: '', expiry: '', cvc: '', card_holder: 'Ana María Núñez', installments: '3' });
    expect(room.renderRoot.querySelector('[role=status]')?.textContent).to.equal('');
    room.form.reset();
    expect(room.control('card_holder').value + room.control('installments').value).to.equal('1');
  });

  it('that is refused marks the fields that the service names, else the number', async () => {
    const room = await enter();
    fill(room);
    const refusal = (fields: Record<string, string[]>) => new CheckoutError('card_rejected', '', { fields });
    expect(room.form.refuse(refusal({ cvc: ['x'], exp_year: ['x'], exp_month: ['x'] }))).to.equal(true);
    expect([await room.isMarked('cvc'), await room.isMarked('expiry'), await room.isMarked('number')]).to.deep.equal([
      true,
      true,
      false,
    ]);
    fill(room);
    expect(room.form.refuse(refusal({}))).to.equal(true);
    expect(await room.noteOf('number')).to.equal(es.cardRefused);
    fill(room);
    expect(room.form.refuse(new CheckoutError('network', ''))).to.equal(false);
    expect(await room.isMarked('number')).to.equal(false);
  });
});
