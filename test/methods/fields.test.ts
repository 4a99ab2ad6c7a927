import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { allIn } from '../ui/pierced.ts';
import { leave, paste, pressBackspace, type as typeText } from '../ui/typing.ts';
import { methodStand } from './method-stand.ts';

describe('the forms of the methods', () => {
  it('keep what was typed while another method is chosen, and share it where it is the same', async () => {
    const stand = await methodStand();
    await stand.put('number', '4242');
    await stand.choose('WALLET_B');
    await stand.put('user_legal_id', '1012345678');
    await stand.put('phone_number', '3001234567');
    await stand.choose('BANKDEBIT');
    expect(stand.control('user_legal_id').value).to.equal('1012345678');
    await stand.choose('WALLET_A');
    expect(stand.control('phone_number').value).to.equal('300 123 4567');
    await stand.choose('CARD');
    expect(stand.control('number').value).to.equal('4242');
    await stand.choose('WALLET_B');
    expect(stand.control('user_legal_id').value).to.equal('1012345678');
  });

  it('have only the controls of the chosen method on the page, and the hidden ones of the card', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_B');
    await stand.choose('WALLET_A');
    expect(stand.names).to.deep.equal(['payment_method_type', 'phone_number']);
    expect(stand.renderRoot.querySelectorAll('[name=phone_number]').length).to.equal(1);
    expect(stand.renderRoot.querySelectorAll('[name=user_legal_id]').length).to.equal(0);
    expect(allIn(stand.renderRoot, '[name=number]').length).to.equal(1);
    const ids = allIn(stand.renderRoot, '[id]').map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('show the sandbox outcome only with a test key', async () => {
    const stand = await methodStand();
    await stand.choose('BANKA_QR');
    expect(stand.names).to.include('sandbox_status');
    stand.context = { ...stand.context, isTest: false };
    stand.requestUpdate();
    await stand.settled();
    expect(stand.names).to.not.include('sandbox_status');
  });

  it('ask a bank debit for what the page has not given', async () => {
    const stand = await methodStand();
    await stand.choose('BANKDEBIT');
    expect(stand.names).to.include.members(['full_name', 'phone_number']);
    stand.context = { ...stand.context, given: { customerName: 'Ana', customerPhone: '+573001234567' } };
    stand.requestUpdate();
    await stand.settled();
    expect(stand.names).to.not.include.members(['full_name', 'phone_number']);
  });

  it('leave a business only its NIT, and say how long each document is', async () => {
    const stand = await methodStand();
    await stand.choose('BANKDEBIT');
    const types = () => [...stand.control('user_legal_id_type').querySelectorAll('option')].map(({ value }) => value);
    expect(types()).to.deep.equal(['CC', 'CE', 'NIT']);
    expect(stand.note('user_legal_id')).to.equal('4–10 dígitos');
    await stand.put('user_legal_id_type', 'CE');
    expect(stand.note('user_legal_id')).to.equal('4–7 dígitos');
    const [, business] = stand.renderRoot.querySelectorAll<HTMLInputElement>('[name=user_type]');
    business?.click();
    await stand.settled();
    expect(types()).to.deep.equal(['NIT']);
    expect(stand.control('user_legal_id_type').value).to.equal('NIT');
    expect(stand.note('user_legal_id')).to.equal('6–10 dígitos');
    stand.renderRoot.querySelector<HTMLInputElement>('[name=user_type]')?.click();
    await stand.settled();
    expect(stand.control('user_legal_id_type').value).to.equal('CE', 'what was chosen before');
  });

  it('take a company by its own name, and a person by a first and a last one', async () => {
    const stand = await methodStand();
    await stand.choose('BANKDEBIT');
    for (const [type, name, note] of [
      ['0', 'Ana', 'Escribe nombre y apellido, o la empresa'],
      ['0', 'Ana Rojas', ''],
      ['0', 'Ana D´Angelo', ''],
      ['0', 'Rojas, Ana', ''],
      ['0', 'Ana\u00a0Rojas', ''],
      ['0', 'Ana 3001234567', 'Escribe nombre y apellido, o la empresa'],
      ['0', '3M', 'Escribe nombre y apellido, o la empresa'],
      ['1', '3M', ''],
      ['1', 'Panadería La 14 S.A.S.', ''],
      ['1', '--', 'Escribe nombre y apellido, o la empresa'],
    ] as const) {
      stand.renderRoot.querySelector<HTMLInputElement>(`[name=user_type][value="${type}"]`)?.click();
      await stand.put('full_name', name);
      leave(stand.control('full_name'));
      await stand.settled();
      expect(stand.note('full_name'), `${type} ${name}`).to.equal(note);
    }
  });

  it('take a document as people write it', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_B');
    for (const [typed, note] of [
      ["1'032.456.789", ''],
      ['1’032.456.789', ''],
      ['1 032 456 789', ''],
      ['9'.repeat(16), '4–10 dígitos'],
      ['ana@example.com', '4–10 dígitos'],
      ['+57 300 123 4567', '4–10 dígitos'],
      ['10324567 / 89', '4–10 dígitos'],
    ] as const) {
      await stand.put('user_legal_id', typed);
      leave(stand.control('user_legal_id'));
      await stand.settled();
      expect(stand.note('user_legal_id').includes('Escribe'), typed).to.equal(note !== '');
    }
  });

  it('group a phone number while it is typed, pasted and deleted', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_A');
    const phone = stand.control('phone_number');
    typeText(phone, '3001234567');
    expect(phone.value).to.equal('300 123 4567');
    pressBackspace();
    pressBackspace();
    expect(phone.value).to.equal('300 123 45');
    paste(phone, '+57 311-222 3344');
    expect(phone.value).to.equal('311 222 3344');
  });

  it('keep a digit too many of a phone number, and say so: without it, it would be somebody else’s', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_A');
    const phone = stand.control('phone_number');
    typeText(phone, '33001234567');
    expect(phone.value).to.equal('330 012 34567');
    leave(phone);
    await stand.settled();
    expect(stand.note('phone_number')).to.match(/^Escribe tu celular/);
  });

  it('judge a field when it is left, take the complaint back while it is corrected', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_A');
    await stand.put('phone_number', '12');
    leave(stand.control('phone_number'));
    await stand.settled();
    expect(stand.note('phone_number')).to.match(/^Escribe tu celular/);
    await stand.put('phone_number', '3');
    expect(stand.note('phone_number')).to.equal('10 dígitos');
  });

  it('change their language without losing what was typed', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_B');
    await stand.put('phone_number', '3001234567');
    await stand.speak('en');
    while (!stand.renderRoot.textContent?.includes('Mobile phone')) await stand.settled();
    expect(stand.control('phone_number').value).to.equal('300 123 4567');
    expect(stand.unasked('payment_description')).to.equal('Purchase at Café Neblina');
  });

  it('ask for the description of the payment where the page has words for it alone', async () => {
    const stand = await methodStand();
    await stand.choose('BANKA_QR');
    expect(stand.names).to.not.include('payment_description');
    expect(stand.unasked('payment_description')).to.equal('Compra en Café Neblina');
    const fields = { 'payment_method.payment_description': ['No está permitida'] };
    stand.forms.form?.refuse(new CheckoutError('request_rejected', '', { fields }), stand.context);
    await stand.settled();
    expect(stand.control('payment_description').getAttribute('aria-invalid'), 'refused').to.equal('true');
    await stand.put('payment_description', 'Un café');
    expect(stand.control('payment_description').value, 'while it is corrected').to.equal('Un café');
    const other = await methodStand();
    other.context = { ...other.context, isDescribed: true };
    await other.choose('BANKA_QR');
    expect(other.control('payment_description').value).to.equal('Compra en Café Neblina');
  });

  it('have document type and number in one row, and say below it what is wrong', async () => {
    for (const method of ['BANKDEBIT', 'BNPL', 'WALLET_B', 'WALLET_PAY']) {
      const stand = await methodStand();
      stand.style.cssText = 'display: block; inline-size: 328px';
      await stand.choose(method);
      stand.check();
      await stand.settled();
      const [type, number] = ['user_legal_id_type', 'user_legal_id'].map((name) =>
        stand.control(name).getBoundingClientRect(),
      );
      expect(type?.top, method).to.equal(number?.top);
      const note = allIn(stand.renderRoot, '#user_legal_id-note')[0]?.getBoundingClientRect();
      expect([note?.left, note?.right], method).to.deep.equal([type?.left, number?.right]);
    }
  });

  it('show the whole initials of a document, and no piece of a word, in whatever row its number shares', async () => {
    const stand = await methodStand();
    await stand.choose('BNPL');
    const list = stand.control('user_legal_id_type') as unknown as HTMLSelectElement;
    const pen = document.createElement('canvas').getContext('2d')!;
    for (const width of [328, 360, 400, 440]) {
      stand.style.cssText = `display: block; inline-size: ${width}px`;
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(list);
      pen.font = font;
      const room = list.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      for (const { text } of list.options) {
        const [, initials, gap] = /^(\p{Lu}+)(\u2003+)\p{Lu}/u.exec(text.trim()) ?? expect.fail(text);
        expect(pen.measureText(initials!).width, `${text} at ${width}`).to.be.below(room);
        expect(pen.measureText(`${initials}${gap}`).width, `${text} at ${width}`).to.be.above(room);
      }
    }
  });

  it('know the first field that is still to be filled in', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_B');
    const firstEmpty = () => stand.forms.form?.firstEmpty(stand.context);
    expect(firstEmpty()).to.equal('user_legal_id');
    await stand.put('user_legal_id', '1');
    expect(firstEmpty()).to.equal('phone_number');
    await stand.put('phone_number', '300');
    expect(firstEmpty()).to.equal(undefined);
    await stand.put('user_legal_id', '-');
    expect(firstEmpty(), 'filled in, however wrongly').to.equal(undefined);
    expect(stand.control('user_legal_id').getAttribute('aria-invalid')).to.equal(null);
  });

  it('mark what the service refused', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_B');
    const fields = { 'payment_method.phone_number': ['No está registrado'] };
    stand.forms.form?.refuse(new CheckoutError('request_rejected', '', { fields }), stand.context);
    await stand.settled();
    expect(stand.note('phone_number')).to.equal('Revisa este dato: Celular');
  });

  it('leave the mark where the service refused another one, while the first is corrected', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_B');
    await stand.put('user_legal_id', '1012345678');
    await stand.put('phone_number', '3001234567');
    const fields = { 'payment_method.phone_number': ['no'], 'payment_method.user_legal_id': ['no'] };
    stand.forms.form?.refuse(new CheckoutError('request_rejected', '', { fields }), stand.context);
    await stand.put('user_legal_id', '1012345679');
    expect(stand.note('user_legal_id')).to.not.match(/Revisa/);
    expect(stand.note('phone_number')).to.equal('Revisa este dato: Celular');
  });

  it('empty themselves on demand', async () => {
    const stand = await methodStand();
    await stand.choose('BANKDEBIT');
    await stand.put('user_legal_id', '1012345678');
    stand.forms.forget();
    await stand.choose('BANKDEBIT');
    expect(stand.control('user_legal_id').value).to.equal('');
  });
});
