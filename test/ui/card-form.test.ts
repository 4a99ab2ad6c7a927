import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { CardToken } from '../../src/domain/wire/card-token.ts';
import { messages as en } from '../../src/messages/en.ts';
import { es } from '../../src/messages/es.ts';
import { CardFields, cardFieldsTag } from '../../src/ui/card-fields.ts';
import { typedFont } from '../../src/ui/styles/device-font.ts';
import { enter, fillCard, inAnHour, nextYear, type CardRoom } from './card-room.ts';
import { leave, paste, type } from './typing.ts';

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
    fillCard(room, { number: '424242424242', expiry: '0120', cvc: '12', card_holder: 'A' });
    room.form.check(room.context);
    expect(await room.noteOf('number')).to.equal(es.numberShort);
    expect(await room.noteOf('expiry')).to.equal(es.expiryPast);
    expect(await room.noteOf('cvc')).to.equal('Escribe el CVV: 3 dígitos');
    expect(await room.noteOf('card_holder')).to.equal(es.holderInvalid);
    fillCard(room, { number: '4242424242424241', expiry: '1329' });
    room.form.check(room.context);
    expect(await room.noteOf('number')).to.equal(es.numberInvalid);
    expect(await room.noteOf('expiry')).to.equal(es.expiryInvalid);
    fillCard(room);
    expect(room.form.check(room.context)).to.deep.equal([]);
    expect(await room.isMarked('number')).to.equal(false);
  });

  it('wants four digits of security code from American Express alone', async () => {
    const room = await enter();
    fillCard(room, { number: '378282246310005', cvc: '123' });
    expect(room.form.check(room.context).map(({ name }) => name)).to.deep.equal(['cvc']);
    expect(await room.noteOf('cvc')).to.equal('Escribe el CVV: 4 dígitos');
    paste(room.control('cvc'), '1234');
    expect(room.form.check(room.context)).to.deep.equal([]);
    expect(await room.noteOf('cvc')).to.equal('CVV: 4 dígitos al frente');
    expect(room.fields.renderRoot.querySelector('label[for=cvc]')?.textContent, 'whatever is typed').to.equal('CVV');
    paste(room.control('number'), '4242424242424242');
    expect(room.form.check(room.context).map(({ name }) => name)).to.deep.equal(['cvc']);
  });

  it('shows that the security code stands on the back, but of American Express, whose place a note tells', async () => {
    const room = await enter();
    const mark = (): SVGElement | null => room.fields.renderRoot.querySelector<SVGElement>('.cvc svg');
    expect(mark()?.getAttribute('aria-hidden')).to.equal('true');
    room.fields.style.inlineSize = '17.8em';
    const input = room.control('cvc');
    const drawing = document.createElement('canvas').getContext('2d')!;
    drawing.font = getComputedStyle(input).font;
    const end = input.getBoundingClientRect().left + 13 + drawing.measureText('000').width;
    expect(mark()!.getBoundingClientRect().left, 'beside three digits in the narrowest row').to.be.above(end);
    fillCard(room, { number: '378282246310005', cvc: '1234' });
    expect(await room.noteOf('cvc')).to.equal('CVV: 4 dígitos al frente');
    expect(mark()).to.equal(null);
    fillCard(room);
    await room.fields.updateComplete;
    expect(mark()).not.to.equal(null);
  });

  it('S9: draws what is typed in a font of the device, whatever a style sheet of the page says', async () => {
    const room = await enter();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'pay-card-fields, pay-card-fields::part(input), pay-card-fields::part(input)::first-line { font-family: evil !important }',
    );
    (room.renderRoot as ShadowRoot).adoptedStyleSheets.push(sheet);
    for (const name of ['number', 'expiry', 'cvc', 'card_holder'])
      for (const line of [undefined, '::first-line'])
        expect(getComputedStyle(room.control(name), line).fontFamily, `${name}${line ?? ''}`).to.equal(typedFont);
  });

  it('says in how many installments, and who charges interest for more than one', async () => {
    const room = await enter();
    const select = room.control('installments') as unknown as HTMLSelectElement;
    const options = [...select.options].map(({ value, label }) => `${value}: ${label}`);
    expect([options.length, options[0], options[1], options[35]]).to.deep.equal([
      36,
      '1: 1 cuota',
      '2: 2 cuotas',
      '36: 36 cuotas',
    ]);
    expect(await room.noteOf('installments')).to.equal('');
    const choose = (count: string): void => {
      select.value = count;
      select.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    };
    choose('2');
    expect(await room.noteOf('installments')).to.equal(es.installmentsNote);
    choose('1');
    expect(await room.noteOf('installments')).to.equal('');
    choose('12');
    room.form.reset();
    expect(await room.noteOf('installments'), 'after a reset').to.equal('');
  });

  it('shows the number of installments alone while the list is closed', async () => {
    const room = await enter();
    const select = room.control('installments') as unknown as HTMLSelectElement;
    const widthOf = (text: string): number => {
      const drawing = document.createElement('canvas').getContext('2d')!;
      drawing.font = getComputedStyle(select).font;
      return drawing.measureText(text).width;
    };
    for (const count of ['1', '9', '10', '36']) {
      select.value = count;
      select.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      await room.settled();
      const { paddingInlineStart, paddingInlineEnd, textOverflow } = getComputedStyle(select);
      const shown = select.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      expect(shown, `${count} in full`).to.be.at.least(widthOf(count) - 0.5);
      expect(shown, `nothing after ${count}`).to.be.below(widthOf(`${count} c`));
      expect(textOverflow).to.equal('clip');
    }
  });

  it('says of each text that it is required', async () => {
    const room = await enter();
    for (const name of ['number', 'expiry', 'cvc', 'card_holder'])
      expect(room.control(name).getAttribute('aria-required'), name).to.equal('true');
  });

  it('knows the first field that is still to be filled in, whatever is wrong with the others', async () => {
    const room = await enter();
    expect(room.form.firstEmpty()).to.equal('number');
    fillCard(room, { number: '4242', cvc: ' ' });
    expect(room.form.firstEmpty()).to.equal('cvc');
    fillCard(room, { number: '4242' });
    expect(room.form.firstEmpty()).to.equal(undefined);
    fillCard(room, { card_holder: '' });
    expect(room.form.firstEmpty()).to.equal('card_holder');
    expect(await room.isMarked('card_holder')).to.equal(false);
  });

  it('stands in three rows at 360 px, each field where it is in the order of the page', async () => {
    const room = await enter();
    const names = ['number', 'expiry', 'cvc', 'installments', 'card_holder'];
    const placesAt = async (width: number) => {
      room.style.inlineSize = `${width}px`;
      await room.settled();
      return names.map((name) => room.control(name).getBoundingClientRect());
    };
    const controls = [...room.fields.renderRoot.querySelectorAll('[name]')].map((one) => one.getAttribute('name'));
    expect(controls).to.deep.equal(names);
    const rows = (places: DOMRect[]): number[] => [...new Set(places.map(({ top }) => Math.round(top)))];
    const placed = await placesAt(294);
    const tops = rows(placed);
    expect(tops.length).to.equal(3);
    expect(placed.map(({ top }) => tops.indexOf(Math.round(top)))).to.deep.equal([0, 1, 1, 1, 2]);
    for (const pitch of [tops[1]! - tops[0]!, tops[2]! - tops[1]!]) expect(pitch).to.be.at.most(84);
    for (const { height } of placed) expect(height).to.equal(48);
    expect(rows(await placesAt(260)).length, 'one below the other where there is no room').to.equal(5);
    room.style.inlineSize = '294px';
    room.style.setProperty('--pay-gap', '32px');
    expect(rows(await placesAt(294))[1]! - tops[0]! - (tops[1]! - tops[0]!), 'room between fields').to.equal(12);
  });

  it('says below the whole row what is wrong in it', async () => {
    const room = await enter();
    room.style.inlineSize = '294px';
    room.form.check(room.context);
    await room.settled();
    const rect = (selector: string) => room.fields.renderRoot.querySelector(selector)!.getBoundingClientRect();
    const [left, right] = [rect('#number').left, rect('#number').right];
    let above = rect('#installments').bottom;
    for (const name of ['expiry', 'cvc']) {
      const note = rect(`#${name}-note`);
      expect(note.top, name).to.be.at.least(above);
      expect([note.left, note.right], name).to.deep.equal([left, right]);
      above = note.bottom;
    }
    expect(rect('label[for=card_holder]').top).to.be.above(above);
  });

  it('names the accepted cards until a number is typed, and moves nothing when they come', async () => {
    const room = await enter();
    const root = room.fields.renderRoot;
    const accepted = () => root.querySelector('.accepted')?.getAttribute('aria-label');
    await room.settled();
    expect(accepted(), 'nobody knows which').to.equal(undefined);
    const { top } = room.control('number').getBoundingClientRect();
    room.networks = 'visa MASTERCARD amex unknown visa';
    room.requestUpdate();
    for (let turn = 0; turn < 200 && !accepted(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(accepted()).to.equal('Visa, Mastercard, American Express');
    expect(root.querySelectorAll('.accepted svg').length).to.equal(3);
    expect(room.control('number').getBoundingClientRect().top).to.equal(top);
    type(room.control('number'), '5');
    await room.settled();
    expect(accepted()).to.equal(undefined);
    expect(room.control('number').getBoundingClientRect().top).to.equal(top);
    room.form.reset();
    await room.settled();
    expect(accepted()).to.equal('Visa, Mastercard, American Express');
  });

  it('moves nothing under a pointer that is down: what is wrong is said once it is up', async () => {
    const room = await enter();
    const number = room.control('number');
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    const mouse = (name: string) => window.dispatchEvent(new MouseEvent(name));
    const presses: [string, string[], string[]][] = [
      ['a mouse', ['pointerdown', 'mousedown'], ['pointerup', 'mouseup']],
      ['a finger, after which the mouse is played', ['pointerdown', 'pointerup', 'mousedown'], ['mouseup']],
      ['a finger that scrolls', ['pointerdown'], ['pointercancel']],
    ];
    for (const [what, before, after] of presses) {
      paste(number, '4242');
      number.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      for (const name of before) mouse(name);
      leave(number);
      await turn();
      expect(await room.isMarked('number'), what).to.equal(false);
      for (const name of after) mouse(name);
      expect(await room.isMarked('number'), `${what}, ahead of its click`).to.equal(false);
      await turn();
      expect(await room.isMarked('number'), `${what}, afterwards`).to.equal(true);
    }
    paste(number, '4242');
    mouse('mousedown');
    // Its release is lost to a menu of the browser's, as that of the right button.
    await sendKeys({ press: 'Shift' });
    leave(number);
    expect(await room.isMarked('number'), 'a menu, and then a key').to.equal(true);
    paste(number, '4242');
    mouse('mousedown');
    leave(number);
    room.form.reset();
    mouse('mouseup');
    await turn();
    expect(await room.isMarked('number'), 'emptied meanwhile').to.equal(false);
  });

  it('takes a security code with what stands around it, and no more digits than it has', async () => {
    const room = await enter();
    fillCard(room);
    const code = room.control('cvc');
    paste(code, ' 123 ');
    expect(code.value).to.equal('123');
    type(code, '4');
    expect(code.value).to.equal('123');
  });

  it('S12: lets nothing out of its tree by an event that a page hears', async () => {
    const room = await enter();
    const heard: string[] = [];
    const listening = new AbortController();
    const { signal } = listening;
    const ofElements = [...Object.keys(HTMLElement.prototype), ...Object.keys(Document.prototype)];
    const known = ofElements.filter((name) => name.startsWith('on')).map((name) => name.slice(2));
    const others = ['textInput', 'compositionstart', 'compositionupdate', 'compositionend', 'focusin', 'focusout'];
    const hear = (event: Event): void => {
      const { key, data, clipboardData, dataTransfer } = event as KeyboardEvent & InputEvent & ClipboardEvent;
      const given = [clipboardData, dataTransfer].map((transfer) => transfer?.getData('text'));
      if (key?.length === 1 || data || given.some(Boolean)) heard.push(event.type);
    };
    for (const name of new Set([...known, ...others])) document.addEventListener(name, hear, { signal });
    for (const field of ['number', 'expiry', 'cvc', 'card_holder']) {
      const input = room.control(field);
      input.focus();
      await sendKeys({ type: '42' });
      await sendKeys({ press: 'Backspace' });
      input.select();
      for (const command of ['copy', 'cut']) document.execCommand(command);
      paste(input, '4242');
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', '4242');
      const init = { bubbles: true, composed: true, data: '4242', dataTransfer, clipboardData: dataTransfer };
      input.dispatchEvent(new ClipboardEvent('paste', init));
      for (const name of ['dragstart', 'drop']) input.dispatchEvent(new DragEvent(name, init));
      for (const name of ['beforeinput', 'input']) input.dispatchEvent(new InputEvent(name, init));
      for (const name of ['compositionstart', 'compositionupdate', 'compositionend'])
        input.dispatchEvent(new CompositionEvent(name, init));
    }
    listening.abort();
    expect(heard).to.deep.equal([]);
  });

  it('S12: lets out no key that an input method takes, nothing that is dragged, and no copying', async () => {
    const room = await enter();
    const heard: string[] = [];
    const listening = new AbortController();
    const init = { bubbles: true, composed: true };
    const keys = ['Process', 'Unidentified', 'Dead', '４', '4', '42', 'لا', 'n̈', ''];
    const typing = ['keydown', 'keypress', 'keyup'].flatMap((name) =>
      keys.map((key) => new KeyboardEvent(name, { ...init, key, code: 'Digit4', isComposing: true })),
    );
    const dragging = ['drag', 'dragstart', 'dragenter', 'dragover', 'dragleave', 'dragend', 'drop'];
    const copying = ['copy', 'cut', 'paste'].map((name) => new ClipboardEvent(name, init));
    const events = [...typing, ...dragging.map((name) => new DragEvent(name, init)), ...copying];
    for (const { type: name } of events)
      document.addEventListener(name, (event) => heard.push(event.type), { signal: listening.signal });
    for (const event of events) room.control('number').dispatchEvent(event);
    expect([...new Set(heard)]).to.deep.equal([]);
    for (const key of ['Tab', 'Enter', 'Escape', 'ArrowLeft', 'F1', 'F12', 'Shift'])
      room.control('number').dispatchEvent(new KeyboardEvent('keydown', { ...init, key }));
    expect([...new Set(heard)], 'keys of no character').to.deep.equal(['keydown']);
    listening.abort();
  });

  it('S12: refuses a card number in the place of the name', async () => {
    const room = await enter();
    const numbers = ['Ana 4242 4242 4242 4242', 'Ana ４２４２４２４２４２４２４２４２', 'Ana 4242\u200B4242-4242.4242'];
    for (const name of ['4242 4242', ...numbers, 'A', '\u200BA', '  ', '\u00A0\uFEFF', 'ana@example.com']) {
      fillCard(room, { card_holder: name });
      expect(
        room.form.check(room.context).map((problem) => problem.name),
        name,
      ).to.deep.equal(['card_holder']);
    }
    for (const name of ["D'Angelo Ñáñez-Peña Jr.", 'Li', 'José Á.', 'GRUPO 4 SAS', 'PÉREZ & CIA', 'Ana D´Angelo']) {
      fillCard(room, { card_holder: name });
      expect(room.form.check(room.context), name).to.deep.equal([]);
    }
  });

  it('B4, B5: sends what was meant, without what nobody can see', async () => {
    const room = await enter();
    fillCard(room, {
      number: '\u202A４２４２\u00A04242\u200B4242 4242\u202C',
      expiry: `１２／${nextYear}`,
      cvc: '\u200E１２3',
      card_holder: '\u202BAna\u00A0Ro\u00ADjas\uFEFF',
    });
    expect(room.form.check(room.context)).to.deep.equal([]);
    await room.form.collect();
    expect(room.sent).to.deep.equal([
      { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: nextYear, card_holder: 'Ana Rojas' },
    ]);
  });

  it('speaks up on leaving a field that has something wrong in it, and is silent while it is corrected', async () => {
    const room = await enter();
    const number = room.control('number');
    type(number, '4242');
    expect(await room.isMarked('number')).to.equal(false);
    leave(number);
    expect(await room.isMarked('number')).to.equal(true);
    type(number, '4');
    expect(await room.isMarked('number')).to.equal(false);
    leave(room.control('cvc'));
    expect(await room.isMarked('cvc'), 'an empty field is not scolded').to.equal(false);
    const pay = document.createElement('button');
    leave(number, pay);
    expect(await room.isMarked('number'), 'an error that moves the button would cost the click').to.equal(false);
  });

  it('keeps what was typed through another language, and translates its errors', async () => {
    const room = await enter();
    fillCard(room, { number: '4242424242424241' });
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
    fillCard(room);
    room.form.check(room.context);
    await room.form.collect();
    await room.settled();
    const kept = Object.values(room.fields).filter((value) => !(value instanceof Object));
    const seen = room.shadowRoot!.innerHTML + room.fields.shadowRoot!.innerHTML + JSON.stringify([room.form, kept]);
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

  it('S12: has its fields filled in apart from those of a form that is around it', async () => {
    const purposes = (room: CardRoom) =>
      ['number', 'expiry', 'cvc', 'card_holder'].map((name) => room.control(name).getAttribute('autocomplete'));
    const form = await fixture<HTMLFormElement>(html`<form><p><card-room></card-room></p></form>`);
    const room = form.querySelector<CardRoom>('card-room')!;
    await room.settled();
    const apart = purposes(room);
    const [section] = apart[0]!.split(' ');
    expect(section).to.match(/^section-pay-checkout-\d+$/);
    expect(apart).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name'].map((purpose) => `${section} ${purpose}`));
    const other = document.createElement('card-room') as CardRoom;
    form.append(other);
    await other.settled();
    expect(purposes(other)[0], 'another one in the same form').not.to.equal(apart[0]);
    const shop = await fixture<HTMLElement>(html`<div></div>`);
    shop.attachShadow({ mode: 'open' }).innerHTML = '<form><slot></slot></form>';
    shop.append(room);
    room.requestUpdate();
    await room.settled();
    expect(purposes(room), 'in the form of a component').to.deep.equal(apart);
    document.body.append(room);
    room.requestUpdate();
    await room.settled();
    expect(purposes(room), 'taken out of it').to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
    room.remove();
  });

  it('lets nothing be changed while it is sent', async () => {
    const room = await enter();
    room.isBusy = true;
    room.requestUpdate();
    await room.settled();
    expect(room.control('number').readOnly).to.equal(true);
  });
});

describe('the element of the card fields', () => {
  it('tells which field is entered, changed and left, also from one to another, and nothing of what is typed', async () => {
    const room = await enter();
    const heard: string[] = [];
    const page = new AbortController();
    const hear = ({ type: heardType }: Event): unknown => heard.push(heardType);
    addEventListener('input', hear, { signal: page.signal });
    for (const own of ['field-input', 'field-focus', 'field-blur', 'problems-change', 'enter'])
      addEventListener(own, hear, { signal: page.signal, capture: true });
    const number = room.control('number');
    number.dispatchEvent(
      new FocusEvent('focusin', { relatedTarget: room.control('cvc'), bubbles: true, composed: true }),
    );
    type(number, '42');
    leave(number, room.control('cvc'));
    page.abort();
    expect(room.told.filter((told, place) => told !== room.told[place - 1])).to.deep.equal([
      'entered',
      'edited number',
      'left number',
    ]);
    expect(heard, 'the page hears none of it').to.deep.equal([]);
  });

  it('tells of Enter in any of its fields, and sends not the form of the page around it', async () => {
    const room = await enter();
    const form = document.createElement('form');
    let sent = 0;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sent++;
    });
    room.replaceWith(form);
    form.append(room);
    expect(room.control('number').form?.getRootNode()).to.equal(room.fields.shadowRoot);
    expect([...new FormData(form)]).to.deep.equal([]);
    for (const name of ['number', 'cvc', 'card_holder']) {
      room.control(name).focus();
      await sendKeys({ press: 'Enter' });
    }
    expect(room.told.filter((told) => told === 'enter').length).to.equal(3);
    expect(sent).to.equal(0);
    form.remove();
  });

  it('gives a field the focus by its name, as soon as it is on the page', () => {
    const fields = document.createElement(cardFieldsTag()) as CardFields;
    document.body.append(fields);
    fields.focus();
    expect(fields.shadowRoot?.activeElement?.getAttribute('name')).to.equal('number');
    expect(fields.focusField('cvc')).to.equal(true);
    expect(fields.shadowRoot?.activeElement?.getAttribute('name')).to.equal('cvc');
    expect(fields.focusField('customer_email')).to.equal(false);
    fields.remove();
  });

  it('lends the page its parts for its own styles', async () => {
    const room = await enter();
    const style = document.createElement('style');
    style.textContent = ['field', 'label', 'input', 'error']
      .map((part, place) => `card-room::part(${part}) { outline: ${place + 1}px solid rgb(1, 2, 3); }`)
      .join(' ');
    document.head.append(style);
    room.form.check(room.context);
    await room.settled();
    for (const [place, selector] of ['.field', 'label', 'input', '.note'].entries())
      expect(getComputedStyle(room.fields.renderRoot.querySelector(selector)!).outlineWidth).to.equal(`${place + 1}px`);
    style.remove();
  });

  it('is this version’s own, where the page has another one under the same name', async () => {
    const other = class extends HTMLElement {};
    const names = new Map<string, CustomElementConstructor>([['pay-card-fields', other]]);
    const registry = {
      get: (name: string) => names.get(name),
      define: (name: string, made: CustomElementConstructor) => void names.set(name, made),
    };
    const own = Object.getOwnPropertyDescriptor(window, 'customElements')!;
    Object.defineProperty(window, 'customElements', { configurable: true, value: registry });
    try {
      expect([cardFieldsTag(), cardFieldsTag()]).to.deep.equal(['pay-card-fields-2', 'pay-card-fields-2']);
    } finally {
      Object.defineProperty(window, 'customElements', own);
    }
    expect(names.get('pay-card-fields')).to.equal(other);
    expect(names.get('pay-card-fields-2')).to.equal(CardFields);
  });
});

describe('the card token', () => {
  it('is asked for with the fields of the service, and used again while the card stays the same', async () => {
    const room = await enter();
    fillCard(room, { card_holder: '  Ana María Núñez ' });
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
    fillCard(room);
    room.answer = async () => ({ id: 'tok', expires_at: new Date(Date.now() + 30_000).toISOString() });
    await room.form.collect();
    await room.form.collect();
    expect(room.sent.length).to.equal(2);
  });

  it('is not kept for a card that changed while it was made', async () => {
    const room = await enter();
    fillCard(room);
    let settle: (token: CardToken) => void = () => undefined;
    room.answer = () => new Promise((resolve) => (settle = resolve));
    const first = room.form.collect();
    paste(room.control('card_holder'), 'Otra Persona');
    settle({ id: 'tok_first', expires_at: inAnHour() });
    expect((await first).paymentMethod['token']).to.equal('tok_first');
    const second = room.form.collect();
    settle({ id: 'tok_second', expires_at: inAnHour() });
    expect((await second).paymentMethod['token']).to.equal('tok_second');
  });

  it('S9: is asked for anew of another service, also where it was made while the page gave that', async () => {
    const room = await enter();
    fillCard(room);
    await room.form.collect();
    room.service = 'pub_test_2 https://payments.test';
    expect((await room.form.collect()).paymentMethod['token']).to.equal('tok_2');
    let settle: (token: CardToken) => void = () => undefined;
    room.answer = () => new Promise((resolve) => void (settle = resolve));
    room.service = 'pub_test_3 https://payments.test';
    const third = room.form.collect();
    room.service = 'pub_test_4 https://payments.test';
    settle({ id: 'tok_third', expires_at: inAnHour() });
    await third;
    const fourth = room.form.collect();
    settle({ id: 'tok_fourth', expires_at: inAnHour() });
    expect((await fourth).paymentMethod['token']).to.equal('tok_fourth');
  });

  it('goes with number, expiry and code once it is spent; name and installments stay', async () => {
    const room = await enter();
    fillCard(room);
    room.control('installments').value = '3';
    await room.form.collect();
    room.form.spent();
    await room.settled();
    const left = Object.fromEntries(
      ['number', 'expiry', 'cvc', 'card_holder', 'installments'].map((name) => [name, room.control(name).value]),
    );
    expect(left).to.deep.equal({ number: '', expiry: '', cvc: '', card_holder: 'Ana María Núñez', installments: '3' });
    expect(room.fields.renderRoot.querySelector('[role=status]')?.textContent).to.equal('');
    await room.form.collect();
    expect(room.sent.length, 'the token is not used again').to.equal(2);
    expect(await room.noteOf('number')).to.equal(es.numberAgain);
    for (const [name, text] of [
      ['card_holder', 'Ana'],
      ['expiry', '1239'],
      ['cvc', '123'],
    ] as const) {
      type(room.control(name), text);
      expect(await room.noteOf('number'), `while the payer begins with ${name}`).to.equal(es.numberAgain);
    }
    type(room.control('number'), '5');
    expect(await room.noteOf('number'), 'no longer, once it is typed again').to.equal('');
    room.form.spent();
    expect(await room.noteOf('number')).to.equal(es.numberAgain);
    room.form.reset();
    room.form.spent();
    expect(await room.noteOf('number'), 'nothing was there').to.equal('');
    expect(room.control('card_holder').value + room.control('installments').value).to.equal('1');
  });

  it('that is refused marks the fields that the service names, else the number', async () => {
    const room = await enter();
    fillCard(room);
    const refusal = (fields: Record<string, string[]>) => new CheckoutError('card_rejected', '', { fields });
    expect(room.form.refuse(refusal({ cvc: ['x'], exp_year: ['x'], exp_month: ['x'] }))).to.equal(true);
    expect([await room.isMarked('cvc'), await room.isMarked('expiry'), await room.isMarked('number')]).to.deep.equal([
      true,
      true,
      false,
    ]);
    fillCard(room);
    expect(room.form.refuse(refusal({}))).to.equal(true);
    expect(await room.noteOf('number')).to.equal(es.numberRefused);
    fillCard(room);
    expect(room.form.refuse(new CheckoutError('network', ''))).to.equal(false);
    expect(await room.isMarked('number')).to.equal(false);
  });
});
