import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { search } from '../../src/ui/fields/search.ts';
import { leave, paste, pressBackspace, type as typeText } from '../ui/typing.ts';
import { banks, methodStand, type MethodStand } from './method-stand.ts';

const press = async (stand: MethodStand, name: string, key: string): Promise<boolean> => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
  const isLeft = stand.control(name).dispatchEvent(event);
  await stand.settled();
  return isLeft;
};

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
    expect(stand.renderRoot.querySelectorAll('[name=number]').length).to.equal(1);
    const ids = [...stand.renderRoot.querySelectorAll('[id]')].map(({ id }) => id);
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
    stand.context = { ...stand.context, customer: { fullName: 'Ana', phoneNumber: '+573001234567' } };
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
    typeText(phone, '9');
    expect(phone.value).to.equal('311 222 3344');
  });

  it('judge a field when it is left, take the complaint back while it is corrected', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_A');
    await stand.put('phone_number', '12');
    leave(stand.control('phone_number'));
    await stand.settled();
    expect(stand.note('phone_number')).to.match(/^Escribe los 10 dígitos/);
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
    expect(stand.control('payment_description').value).to.equal('Purchase at Café Neblina');
  });

  it('mark what the service refused', async () => {
    const stand = await methodStand();
    await stand.choose('WALLET_B');
    const fields = { 'payment_method.phone_number': ['No está registrado'] };
    stand.forms.form?.refuse(new CheckoutError('request_rejected', '', { fields }), stand.context);
    await stand.settled();
    expect(stand.note('phone_number')).to.equal('No pudimos usar este dato. Revísalo.');
  });

  it('empty themselves on demand', async () => {
    const stand = await methodStand();
    await stand.choose('BANKDEBIT');
    await stand.put('user_legal_id', '1012345678');
    stand.forms.reset();
    await stand.choose('BANKDEBIT');
    expect(stand.control('user_legal_id').value).to.equal('');
  });
});

describe('the bank list', () => {
  const open = async (institutions?: MethodStand['institutions']) => {
    const stand = await methodStand([]);
    if (institutions) stand.institutions = institutions;
    const { paymentMethods } = await import('../../src/methods/registry.ts');
    stand.forms.offer(paymentMethods.filter(({ type }) => type === 'BANKDEBIT'));
    await stand.choose('BANKDEBIT');
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    return stand;
  };
  const name = 'financial_institution_code';
  const options = (stand: MethodStand) =>
    [...stand.renderRoot.querySelectorAll<HTMLElement>('[role=option]')].filter((one) => one.checkVisibility());
  const labels = (stand: MethodStand) => options(stand).map(({ textContent }) => textContent);
  const chosen = async (stand: MethodStand) => {
    const details = await stand.forms.form?.collect(stand.context);
    return details?.paymentMethod[name];
  };
  const input = async (stand: MethodStand, text: string) => {
    typeText(stand.control(name), text);
    await stand.settled();
  };

  it('is closed until the payer wants it, and says so', async () => {
    const stand = await open();
    const box = stand.control(name);
    expect(box.getAttribute('role')).to.equal('combobox');
    expect(box.getAttribute('aria-expanded')).to.equal('false');
    expect(labels(stand)).to.deep.equal([]);
    box.click();
    await stand.settled();
    expect(box.getAttribute('aria-expanded')).to.equal('true');
    expect(labels(stand)).to.deep.equal(banks.map((bank) => bank.name));
    expect(stand.renderRoot.querySelector(`#${box.getAttribute('aria-controls')}`)?.getAttribute('role')).to.equal(
      'listbox',
    );
    expect(stand.renderRoot.querySelector('.asked [role=status]')?.textContent).to.equal('4 bancos');
  });

  it('finds a bank by a part of its name, without accents, in any order of words', async () => {
    const stand = await open();
    await input(stand, 'paramo banco');
    expect(labels(stand)).to.deep.equal(['BANCO DEL PÁRAMO']);
    options(stand)[0]?.click();
    await stand.settled();
    expect(stand.control(name).value).to.equal('BANCO DEL PÁRAMO');
    expect(await chosen(stand)).to.equal('1107');
    expect(labels(stand)).to.deep.equal([]);
  });

  it('is used by keyboard alone', async () => {
    const stand = await open();
    const box = stand.control(name);
    box.focus();
    expect(await press(stand, name, 'ArrowDown')).to.equal(false);
    const active = () => stand.renderRoot.querySelector(`#${box.getAttribute('aria-activedescendant')}`)?.textContent;
    expect(active()).to.equal('BANCO ANDINO');
    await press(stand, name, 'ArrowUp');
    expect(active()).to.equal('CRÉDITO PACÍFICO');
    await press(stand, name, 'ArrowDown');
    await press(stand, name, 'ArrowDown');
    expect(active()).to.equal('BANCO DEL PÁRAMO');
    await press(stand, name, 'Enter');
    expect(await chosen(stand)).to.equal('1107');
    expect(await press(stand, name, 'Enter')).to.equal(true, 'a closed list leaves Enter to the form');
    await press(stand, name, 'ArrowDown');
    await press(stand, name, 'Escape');
    expect(box.getAttribute('aria-expanded')).to.equal('false');
    expect(await chosen(stand)).to.equal('1107');
  });

  it('takes a few letters and Enter', async () => {
    const stand = await open();
    await input(stand, 'rob');
    await press(stand, name, 'Enter');
    expect(await chosen(stand)).to.equal('1110');
  });

  it('takes a name that was typed to its end, and nothing that could be two', async () => {
    const stand = await open();
    await input(stand, 'crédito pacífico');
    leave(stand.control(name));
    await stand.settled();
    expect(await chosen(stand)).to.equal('1113');
    paste(stand.control(name), 'banco');
    leave(stand.control(name));
    await stand.settled();
    expect(await chosen(stand)).to.equal(undefined);
    stand.forms.check(stand.context);
    await stand.settled();
    expect(stand.note(name)).to.equal('Elige tu banco de la lista');
  });

  it('says that nothing fits', async () => {
    const stand = await open();
    await input(stand, 'xyz');
    expect(labels(stand)).to.deep.equal([]);
    expect(stand.renderRoot.querySelector('.asked [role=status]')?.textContent).to.equal('Ningún banco se llama así');
    expect(stand.control(name).getAttribute('aria-expanded')).to.equal('false');
  });

  it('says that it is loading, that it failed, and can be asked again', async () => {
    let fail: (error: Error) => void = () => undefined;
    const answers = [() => new Promise<never>((_, reject) => (fail = reject)), () => Promise.resolve(banks)];
    const stand = await open(() => answers.shift()?.() ?? Promise.reject(new Error()));
    expect(stand.note(name)).to.equal('Cargando los bancos…');
    fail(new Error('down'));
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    expect(stand.note(name)).to.match(/^No pudimos cargar los bancos\./);
    stand.renderRoot.querySelector<HTMLElement>(`#${name}-note button`)?.click();
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    expect(stand.note(name)).to.equal('Escribe parte del nombre');
    stand.control(name).click();
    await stand.settled();
    expect(labels(stand).length).to.equal(4);
  });

  it('puts first what begins as it was typed', () => {
    const found = search([{ label: 'Caja del Banco' }, { label: 'Mibanco' }, { label: 'Banco Uno' }], 'banco');
    expect(found.map(({ label }) => label)).to.deep.equal(['Banco Uno', 'Caja del Banco', 'Mibanco']);
  });
});
