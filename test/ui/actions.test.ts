import { expect, waitUntil } from '@open-wc/testing';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { drawSheet, printPicture } from '../../src/ui/actions/pictures.ts';
import { actionStand, codes, picture, states, type ActionStand } from './action-stand.ts';
import { allWords } from './all-words.ts';
import { endMotion } from './end-motion.ts';
import { type as typeText } from './typing.ts';

/** How many lines of text stand in a picture. */
function linesIn(canvas: HTMLCanvasElement): number {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? {};
  const isDark = (row: number): boolean =>
    data?.subarray(row * width * 4, (row + 1) * width * 4).some((part) => part < 128) ?? false;
  const rows = Array.from({ length: height }, (_, row) => isDark(row));
  return rows.filter((dark, row) => dark && !rows[row - 1]).length;
}

describe('the screens of what a payment asks of the payer', () => {
  before(() => import('axe-core'));

  for (const language of ['es', 'en', 'pt'] as const)
    it(`are accessible in ${language} in every state, and fit into 280 px`, async function () {
      this.timeout(60_000);
      const all = [...Object.keys(states).map((state) => [state]), ...Object.keys(codes).map((code) => ['otp', code])];
      for (const [state = '', code] of all) {
        const made = await actionStand(state, code);
        made.language = language;
        made.words = await allWords(language);
        made.style.colorScheme = language === 'en' ? 'dark' : 'light';
        made.style.inlineSize = '280px';
        made.requestUpdate();
        await made.updateComplete;
        endMotion(made.renderRoot as ShadowRoot);
        const { violations } = await window.axe.run(made, { resultTypes: ['violations'] });
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`),
          `${state} ${code}`,
        ).to.deep.equal([]);
        expect(made.renderRoot.textContent).to.not.match(/undefined|\{\w+\}/);
        expect(made.scrollWidth, `${state} ${code}`).to.be.at.most(280);
        made.remove();
      }
    });

  it('stand in one column on a wide page', async () => {
    for (const state of Object.keys(states)) {
      const made = await actionStand(state, state === 'otp' ? 'entry' : undefined);
      made.style.inlineSize = '736px';
      await made.updateComplete;
      const [headline, ...rest] = made.find('[part=status]').children;
      const column = headline?.getBoundingClientRect();
      for (const one of rest) {
        const { left, right } = one.getBoundingClientRect();
        expect(left, `${state} ${one.className}`).to.be.at.least(column?.left ?? Infinity);
        expect(right, `${state} ${one.className}`).to.be.at.most(column?.right ?? 0);
      }
      expect(column?.width).to.equal(480);
      made.remove();
    }
  });

  it('offer another method, except while the result cannot be asked for and once the code was right', async () => {
    for (const [state, code] of [['qr'], ['voucher'], ['otp', 'entry'], ['otp', 'accepted']] as const) {
      const made = await actionStand(state, code);
      expect(made.renderRoot.textContent?.includes('Elegir otro medio'), `${state} ${code}`).to.equal(
        code !== 'accepted',
      );
      Object.assign(made, { state: { ...states[state], error: new CheckoutError('network', '') } });
      made.requestUpdate();
      await made.updateComplete;
      expect(made.renderRoot.textContent, `${state} ${code}`)
        .to.contain('No pudimos consultar')
        .and.not.contain('otro medio');
      const way = made.button('Consultar el resultado');
      way.click();
      made.find('.status').getAnimations()[0]?.finish();
      await waitUntil(
        () => /^No pagues de nuevo. No pudimos/.test(way.nextElementSibling?.textContent ?? ''),
        'the answer',
        { timeout: 8000 },
      );
      expect(made.button('Volver a la tienda').getAttribute('href')).to.equal('https://shop.example/');
      made.remove();
    }
  });

  it('show the QR code as a picture that says what it is and can be saved', async () => {
    const made = await actionStand('qr');
    const image = made.find('img[part=qr]') as HTMLImageElement;
    expect(image.src).to.equal(picture);
    expect(image.alt.replace(/\s/g, ' ')).to.equal('Código QR para pagar $ 119.000');
    const link = made.button('Guardar como imagen') as HTMLAnchorElement;
    expect(link.href).to.equal(picture);
    expect(link.download).to.equal('qr-NEBLINA_1_2');
    const saved = new Promise<HTMLAnchorElement>((resolve) => {
      HTMLAnchorElement.prototype.click = function () {
        Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click');
        resolve(this);
      };
    });
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    const { download, href } = await saved;
    expect(download).to.equal('qr-NEBLINA_1_2.png');
    const blob = await (await fetch(href)).blob();
    expect(blob.type).to.equal('image/png');
    const bitmap = await createImageBitmap(blob);
    expect(bitmap.width).to.equal(1024);
    const context = new OffscreenCanvas(1024, 1024).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const isDark = (value: number, place: number): boolean => place % 4 === 0 && value < 64;
    expect(context?.getImageData(0, 0, 1024, 1024).data.some(isDark), 'the code is in the picture').to.equal(true);
    made.button('Elegir otro medio de pago').click();
    const pressed = made.button('Consultar el resultado');
    pressed.click();
    expect(made.wishes).to.deep.equal([['otherMethod'], ['checkAgain']]);
    const isFocused = made.shadowRoot?.activeElement === pressed;
    expect(isFocused, 'whose browser leaves the focus elsewhere goes on from here').to.equal(true);
  });

  it('show the numbers for cash, and print them on a sheet of their own', async () => {
    const made = await actionStand('voucher');
    expect(made.find('[part=voucher]').innerText).to.match(/80410[\s\S]*65085462441/);
    const rows = [
      ['A', '<b>1</b>'],
      ['B', '2'],
      ['C', '3'],
    ] as const;
    const drawn = drawSheet({ title: 'Pagar', rows });
    const pressed = made.button('Imprimir');
    const view = await new Promise<Window>((resolve) => printPicture(drawn, 'Pagar', pressed, resolve));
    const { document: page } = view;
    expect(page.title).to.equal('Pagar');
    expect([...page.body.children], 'the numbers, and nothing of the shop').to.deep.equal([drawn]);
    expect(linesIn(drawn), 'a title, three names and three values').to.equal(7);
    view.dispatchEvent(new Event('afterprint'));
    expect(document.querySelector('iframe[title=Pagar]')).to.equal(null);
    expect(made.shadowRoot?.activeElement, 'the focus is given back').to.equal(pressed);
  });

  it('say what a half payment left to pay, and offer to pay it', async () => {
    const made = await actionStand('half');
    expect(made.find('.headline').innerText.replace(/\s+/g, ' ')).to.contain(
      'Tus puntos pagaron $ 59.500. Faltan $ 59.500.',
    );
    made.find('[part=retry-button]').click();
    expect(made.wishes).to.deep.equal([['retry']]);
  });
});

describe('the screen of a payment that wrong codes have ended', () => {
  it('gives the code as the reason, in each language, and the ways on', async () => {
    for (const [language, reason] of [
      ['es', 'El código no es correcto.'],
      ['en', 'That code is not right.'],
      ['pt', 'Código errado.'],
    ] as const) {
      const made = await actionStand('declined');
      made.language = language;
      made.words = await allWords(language);
      made.requestUpdate();
      await made.updateComplete;
      const { declined, declinedText } = made.words;
      const said = made.find('.headline').innerText;
      expect(said).to.contain(declined).and.to.contain(reason);
      expect(said).to.not.contain(declinedText);
      made.find('[part=retry-button]').click();
      expect(made.wishes).to.deep.equal([['retry']]);
      made.remove();
    }
  });

  it('is not used for another payment that is declined', async () => {
    const made = await actionStand('declined');
    made.lostId = 'another';
    made.requestUpdate();
    await made.updateComplete;
    expect(made.renderRoot.querySelector('[part=status]')).to.equal(null);
  });
});

describe('the field for a one-time code', () => {
  const digits = (made: ActionStand) => made.find('[name=otp]') as HTMLInputElement;
  const submit = (made: ActionStand) => made.find('[part=pay-button]').click();

  it('is filled in by the browser and the numeric keyboard', async () => {
    const input = digits(await actionStand('otp', 'entry'));
    expect(input.getAttribute('autocomplete')).to.equal('one-time-code');
    expect(input.inputMode).to.equal('numeric');
  });

  it('finds the code in the text of a pasted message', async () => {
    for (const text of ['574 829', ' 574829', 'Tu código es 574-829.']) {
      const made = await actionStand('otp', 'entry');
      const input = digits(made);
      input.focus();
      document.execCommand('insertText', false, text);
      expect(input.value, text).to.equal('574829');
    }
  });

  it('sends six digits when the payer confirms, and says when they are not six', async () => {
    const made = await actionStand('otp', 'entry');
    typeText(digits(made), '12a345');
    expect(digits(made).value).to.equal('12345');
    submit(made);
    await made.updateComplete;
    expect(made.find('#otp-note').textContent).to.equal('Escribe los 6 dígitos');
    expect(made.wishes).to.deep.equal([]);
    typeText(digits(made), '6');
    expect(made.wishes, 'typing waits for the button').to.deep.equal([]);
    submit(made);
    expect(made.wishes).to.deep.equal([['code', '123456']]);
  });

  it('sends at once what was pasted or filled in', async () => {
    const made = await actionStand('otp', 'entry');
    const input = digits(made);
    input.value = '574 829';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    expect(made.wishes).to.deep.equal([['code', '574829']]);
  });

  it('does not use the last try by itself', async () => {
    const made = await actionStand('otp', 'wrong');
    const input = digits(made);
    input.value = '574829';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    expect(made.wishes).to.deep.equal([]);
    submit(made);
    expect(made.wishes).to.deep.equal([['code', '574829']]);
  });

  it('does not send by itself what came back by undo', async () => {
    const made = await actionStand('otp', 'entry');
    const input = digits(made);
    input.value = '574829';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'historyUndo' }));
    expect(made.wishes).to.deep.equal([]);
  });

  it('does not send by itself what was picked out of other numbers', async () => {
    const made = await actionStand('otp', 'entry');
    const input = digits(made);
    for (const amount of ['$ 119.000', '$119000', '$ 119000', 'COP119000', 'COP 119000', '119000 COP']) {
      input.value = `Pago por ${amount}: tu código es 574829`;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
      expect(input.value, amount).to.equal('574829');
    }
    expect(made.wishes).to.deep.equal([]);
  });

  it('is emptied once another code was sent, unless that one was typed meanwhile', async () => {
    for (const meanwhile of ['', '5748']) {
      const made = await actionStand('otp', 'entry');
      typeText(digits(made), '12345');
      submit(made);
      (made.find('.resend button') as HTMLButtonElement).click();
      await made.show(codes['sending']!);
      expect(digits(made).value).to.equal('12345');
      expect(made.find('[part=pay-button]').querySelector('.spinner'), 'nothing is confirmed').to.equal(null);
      if (meanwhile) digits(made).value = '';
      typeText(digits(made), meanwhile);
      await made.show(codes['entry']!);
      await made.show(codes['entry']!);
      expect(digits(made).value).to.equal(meanwhile);
      expect(digits(made).getAttribute('aria-invalid')).to.equal(null);
      expect(made.wishes).to.deep.equal([['another']]);
    }
  });

  it('accepts no input while a code is checked', async () => {
    const made = await actionStand('otp', 'entry');
    typeText(digits(made), '574829');
    await made.show(codes['checking']!);
    submit(made);
    expect(made.wishes).to.deep.equal([]);
    expect(digits(made).readOnly).to.equal(true);
  });

  it('can be filled in before the service has answered, and is sent then', async () => {
    const made = await actionStand('otp', 'sending');
    typeText(digits(made), '574829');
    submit(made);
    expect(made.wishes).to.deep.equal([]);
    await made.show(codes['entry']!);
    await made.show(codes['entry']!);
    expect(made.wishes).to.deep.equal([['code', '574829']]);
  });

  it('is emptied and focused after a wrong code, which says once what is left', async () => {
    const shown = /^El código no es correcto\.\nIntentos restantes:\u00a01\. Vence:\u00a0\d/;
    for (const [place, alert] of [
      ['[part=pay-button]', /^$/],
      ['[name=otp]', shown],
    ] as const) {
      const made = await actionStand('otp', 'entry');
      typeText(digits(made), '111111');
      made.find(place).focus();
      await made.show(codes['checking']!);
      await made.show(codes['wrong']!);
      expect(digits(made).value).to.equal('');
      expect(made.shadowRoot?.activeElement).to.equal(digits(made));
      expect(made.find('#otp-note').textContent).to.match(shown);
      expect(made.find('[role=alert]').textContent, place).to.match(alert);
      submit(made);
      await made.updateComplete;
      expect(made.find('#otp-note').textContent, 'after a second press').to.match(shown);
    }
  });

  it('only says that a code was not sent, while an earlier one can still be typed', async () => {
    const made = await actionStand('otp', 'entry');
    await made.show({ ...codes['unsent']!, expiresAt: codes['entry']!.expiresAt });
    expect(made.find('#otp-note').textContent)
      .to.match(/^No pudimos enviar el código/)
      .and.not.to.match(/Vence/);
  });

  it('disappears once its code was accepted, and the headline says so', async () => {
    const made = await actionStand('otp', 'entry');
    digits(made).focus();
    await made.show(codes['accepted']!);
    expect(made.renderRoot.querySelector('[name=otp]')).to.equal(null);
    expect(made.find('.headline').innerText).to.match(/Pago en proceso\s+Código correcto/);
    expect(made.shadowRoot?.activeElement).to.equal(made.find('#headline'));
  });

  it('gets the focus when the payer asks for another code', async () => {
    const made = await actionStand('otp', 'entry');
    const another = made.button('Enviar otro código');
    another.focus();
    await made.show(codes['sending']!);
    expect(made.shadowRoot?.activeElement, 'nothing moves before it is sent').to.equal(another);
    await made.show(codes['entry']!);
    expect(made.shadowRoot?.activeElement).to.equal(digits(made));
    await made.show(codes['sending']!);
    made.button('Elegir otro medio de pago').focus();
    await made.show(codes['entry']!);
    expect(made.shadowRoot?.activeElement).to.equal(made.button('Elegir otro medio de pago'));
  });

  it('says once that another code was sent, to a payer who waits in the field', async () => {
    const made = await actionStand('otp', 'entry');
    const said = () => made.find('.code [role=status]').textContent;
    expect(said()).to.equal('');
    made.button('Enviar otro código').focus();
    await made.show(codes['sending']!);
    expect(said()).to.equal('Enviando el código…');
    digits(made).focus();
    await made.show(codes['entry']!);
    expect(said()).to.match(/^Intentos restantes:\u00a02\. Vence:\u00a0/);
    await made.show(codes['checking']!);
    await made.show(codes['wrong']!);
    expect(said()).to.equal('');
    made.find('#headline').focus();
    await made.show(codes['sending']!);
    made.find('#headline').focus();
    await made.show(codes['entry']!);
    expect(made.shadowRoot?.activeElement).to.equal(digits(made));
    expect(said(), 'the field is read with it').to.equal('');
  });

  it('keeps the button for another code in its place, busy, while one is sent or checked', async () => {
    const made = await actionStand('otp', 'entry');
    const another = made.button('Enviar otro código');
    const page = made.button('Ir a la página de tu billetera');
    const places = () => [another, page].map((one) => one.getBoundingClientRect().top);
    const before = places();
    for (const phase of ['sending', 'checking'] as const) {
      await made.show({ ...codes['entry']!, phase });
      expect(another.isConnected, phase).to.equal(true);
      expect(another.getAttribute('aria-disabled'), phase).to.equal('true');
      expect(places(), phase).to.deep.equal(before);
    }
    await made.show(codes['entry']!);
    expect(another.hasAttribute('aria-disabled')).to.equal(false);
  });

  it('keeps what was typed when it could not be checked, and when another code could not be sent', async () => {
    const made = await actionStand('otp', 'entry');
    typeText(digits(made), '574829');
    await made.show(codes['checking']!);
    await made.show(codes['unchecked']!);
    expect(digits(made).value).to.equal('574829');
    expect(made.shadowRoot?.activeElement).to.equal(digits(made));
    made.button('Enviar otro código').focus();
    await made.show({ ...codes['entry']!, phase: 'sending' });
    await made.show({ ...codes['entry']!, phase: 'unsent' });
    expect(digits(made).value).to.equal('574829');
    expect(made.shadowRoot?.activeElement).to.equal(made.button('Intentar de nuevo'));
    expect(made.find('[role=alert]').textContent).to.equal('No pudimos enviar el código. Intenta de nuevo.');
    expect(made.button('Intentar de nuevo').classList.contains('plain'), 'beside the field').to.equal(true);
    submit(made);
    expect(made.wishes).to.deep.equal([['code', '574829']]);
    made.button('Intentar de nuevo').focus();
    await made.show({ ...codes['entry']!, phase: 'unsent', sendsLeft: 0 });
    expect(made.shadowRoot?.activeElement, 'when the button goes').to.equal(digits(made));
  });

  it('offers another code as long as the service sends one', async () => {
    const made = await actionStand('otp', 'entry');
    expect(made.find('.resend').innerText).to.contain('Puedes pedir más códigos:\u00a02');
    made.button('Enviar otro código').click();
    await made.show(codes['expired']!);
    expect(made.renderRoot.querySelector('.resend')).to.equal(null);
    expect(made.renderRoot.textContent).to.match(
      /Pago en proceso\s+No pagues de nuevo[^]*El código venció\. No puedes pedir más códigos\./,
    );
    await made.show({ ...codes['unsent']!, sendsLeft: 0 });
    expect(made.find('[role=alert]').textContent).to.equal('No puedes pedir más códigos.');
    expect(made.find('.code').textContent).not.to.contain('Intenta de nuevo');
    await made.show(codes['unsent']!);
    expect(made.button('Intentar de nuevo').classList.contains('plain'), 'without a field').to.equal(false);
    made.button('Intentar de nuevo').click();
    made.button('Ir a la página de tu billetera').click();
    expect(made.wishes).to.deep.equal([['another'], ['another'], ['leave']]);
  });
});
