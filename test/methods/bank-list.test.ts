import { expect } from '@open-wc/testing';
import { paymentMethods } from '../../src/methods/registry.ts';
import { search } from '../../src/ui/fields/combobox.ts';
import { leave, paste, type as typeText } from '../ui/typing.ts';
import { banks, methodStand, type MethodStand } from './method-stand.ts';

const press = async (stand: MethodStand, name: string, key: string): Promise<boolean> => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
  const isLeft = stand.control(name).dispatchEvent(event);
  await stand.settled();
  return isLeft;
};

describe('the bank list', () => {
  const open = async (institutions?: MethodStand['institutions']) => {
    const stand = await methodStand([]);
    if (institutions) stand.institutions = institutions;
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
    expect(stand.renderRoot.querySelector('.asked [role=status]')?.textContent).to.equal('Bancos: 4');
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
    stand.check();
    await stand.settled();
    expect(stand.note(name)).to.equal('Elige tu banco de la lista');
  });

  it('says when it is left with a name that is no bank, until that is mended', async () => {
    const stand = await open();
    const wrong = 'Elige tu banco de la lista';
    const box = stand.control(name);
    const isWrong = () => [stand.note(name) === wrong, box.getAttribute('aria-invalid') === 'true'];
    await input(stand, 'bancolombia');
    expect(isWrong(), 'not while typing').to.deep.equal([false, false]);
    leave(box);
    await stand.settled();
    expect(isWrong()).to.deep.equal([true, true]);
    expect(box.value, 'what was typed is there to be mended').to.equal('bancolombia');
    paste(box, 'banco andino');
    await stand.settled();
    expect(isWrong()).to.deep.equal([false, false]);
    leave(box);
    await stand.settled();
    expect(isWrong()).to.deep.equal([false, false]);
    expect(await chosen(stand)).to.equal('1104');
  });

  it('nags nobody who has typed nothing, who goes on to a button, or who picks with the pointer', async () => {
    const stand = await open();
    const hint = 'Escribe parte del nombre';
    const box = stand.control(name);
    box.click();
    leave(box);
    await stand.settled();
    expect(stand.note(name), 'nothing was typed').to.equal(hint);
    await input(stand, 'banco');
    leave(box, document.createElement('button'));
    await stand.settled();
    expect(stand.note(name), 'the button judges').to.equal(hint);
    await input(stand, ' ');
    const pressed = new PointerEvent('pointerdown', { bubbles: true, cancelable: true });
    expect(options(stand)[0]?.dispatchEvent(pressed), 'the focus stays').to.equal(false);
    options(stand)[0]?.click();
    await stand.settled();
    expect(stand.note(name)).to.equal(hint);
    expect(await chosen(stand)).to.equal('1104');
  });

  it('finds no fault with a name as long as there is no list to choose from', async () => {
    let answer: (list: typeof banks) => void = () => undefined;
    const stand = await open(() => new Promise((resolve) => (answer = resolve)));
    await input(stand, 'bancolombia');
    leave(stand.control(name));
    await stand.settled();
    expect(stand.control(name).hasAttribute('aria-invalid')).to.equal(false);
    answer(banks);
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    expect(stand.note(name)).to.equal('Escribe parte del nombre');
  });

  for (const [how, go] of [
    ['left', (stand) => leave(stand.control(name))],
    ['left for the pay button', (stand) => leave(stand.control(name), document.createElement('button'))],
    ['confirmed with Enter', (stand) => press(stand, name, 'Enter')],
    ['sent', (stand) => stand.check()],
  ] satisfies [string, (stand: MethodStand) => unknown][])
    it(`B8: chooses what was typed and ${how} before the list has come`, async () => {
      let answer: (list: typeof banks) => void = () => undefined;
      const stand = await open(() => new Promise((resolve) => (answer = resolve)));
      await input(stand, 'páramo');
      await Promise.resolve(go(stand));
      await stand.settled();
      answer(banks);
      await new Promise((resolve) => setTimeout(resolve));
      await stand.settled();
      expect(await chosen(stand)).to.equal('1107');
      expect(stand.control(name).value).to.equal('BANCO DEL PÁRAMO');
      expect(stand.control(name).hasAttribute('aria-invalid')).to.equal(false);
      expect(labels(stand)).to.deep.equal([]);
    });

  it('B8: goes on with what is still being typed when the list comes', async () => {
    let answer: (list: typeof banks) => void = () => undefined;
    const stand = await open(() => new Promise((resolve) => (answer = resolve)));
    await input(stand, 'pára');
    answer(banks);
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    expect(stand.control(name).value, 'nothing is put into the middle of a word').to.equal('pára');
    expect(labels(stand)).to.deep.equal(['BANCO DEL PÁRAMO']);
    await press(stand, name, 'Enter');
    expect(await chosen(stand)).to.equal('1107');
  });

  it('B8: chooses nothing that could be two when the list comes', async () => {
    let answer: (list: typeof banks) => void = () => undefined;
    const stand = await open(() => new Promise((resolve) => (answer = resolve)));
    await input(stand, 'banco');
    leave(stand.control(name));
    answer(banks);
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    expect(await chosen(stand)).to.equal(undefined);
    expect(stand.control(name).value).to.equal('banco');
  });

  it('B8: chooses what only one bank can mean when the form is sent from within the field', async () => {
    const stand = await open();
    await input(stand, 'rob');
    stand.check();
    await stand.settled();
    expect(await chosen(stand)).to.equal('1110');
    expect(stand.control(name).value).to.equal('COOPERATIVA EL ROBLE');
  });

  it('B4: finds a bank by a name with characters that nobody can see', async () => {
    const stand = await open();
    await input(stand, '\u202ABANCO\u00A0DEL PÁ\u00ADRAMO\u202C');
    leave(stand.control(name));
    await stand.settled();
    expect(await chosen(stand)).to.equal('1107');
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
    const said = () => stand.renderRoot.querySelector('.asked [role=status]')?.textContent;
    const stand = await open(() => answers.shift()?.() ?? Promise.reject(new Error()));
    expect(stand.note(name)).to.equal('Cargando los bancos…');
    expect(said()).to.equal('Cargando los bancos…');
    fail(new Error('down'));
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    expect(stand.note(name)).to.match(/^No pudimos cargar los bancos\./);
    expect(said()).to.equal('No pudimos cargar los bancos.');
    stand.control(name).click();
    await stand.settled();
    expect(stand.renderRoot.querySelector('.none'), 'nothing covers the button below').to.equal(null);
    stand.renderRoot.querySelector<HTMLElement>(`#${name}-note button`)?.click();
    expect(stand.shadowRoot?.activeElement).to.equal(stand.control(name));
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    expect(stand.note(name)).to.equal('Escribe parte del nombre');
    expect(said()).to.equal('Bancos: 4');
    stand.control(name).click();
    await stand.settled();
    expect(labels(stand).length).to.equal(4);
    await press(stand, name, 'Escape');
    expect(said(), 'once').to.equal('');
  });

  it('takes a list of no bank for one that could not be had', async () => {
    const answers = [[], banks];
    const stand = await open(() => Promise.resolve(answers.shift() ?? []));
    expect(stand.note(name)).to.match(/^No pudimos cargar los bancos\./);
    stand.renderRoot.querySelector<HTMLElement>(`#${name}-note button`)?.click();
    await new Promise((resolve) => setTimeout(resolve));
    await stand.settled();
    expect(stand.note(name)).to.equal('Escribe parte del nombre');
  });

  it('puts first what begins as it was typed', () => {
    const found = search([{ label: 'Caja del Banco' }, { label: 'Mibanco' }, { label: 'Banco Uno' }], 'banco');
    expect(found.map(({ label }) => label)).to.deep.equal(['Banco Uno', 'Caja del Banco', 'Mibanco']);
  });
});
