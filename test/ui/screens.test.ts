import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { CheckoutState } from '../../src/checkout/state.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { renderElseWay } from '../../src/ui/status/status-parts.ts';
import { amount, es, screens, stand, type FaceStand } from './face-stand.ts';
import { allWords } from './all-words.ts';

/** A state whose payment was made by another method, or with other facts. */
function otherwise(name: string, type: string, extra?: Record<string, unknown>): CheckoutState {
  const state = screens[name];
  if (!state || !('transaction' in state)) throw new Error(`${name} has no payment.`);
  const transaction = { ...state.transaction, payment_method_type: type, payment_method: { type, extra } };
  return { ...state, transaction };
}

describe('the screens', () => {
  const show = (name: string, setting: Partial<FaceStand> = {}) =>
    stand({ state: screens[name] ?? { status: 'loading' }, ...setting });

  it('have a heading that can take the focus, and the facts of the payment', async () => {
    for (const name of Object.keys(screens)) {
      const face = await show(name);
      const heading = face.find('[part=status] h2');
      heading.focus();
      expect(face.shadowRoot?.activeElement, name).to.equal(heading);
    }
    const { text } = await show('approved');
    for (const fact of ['Pago aprobado', '$ 119.000', 'NEBLINA-1', 'Visa terminada en 4242', '2026'])
      expect(text).to.contain(fact);
  });

  it('warn of paying again once a payment takes longer, and not within its first seconds', async () => {
    const textOf = async (name: string, change: FaceStand['change'] = {}): Promise<string | undefined> =>
      (await show(name, { change })).find('#meaning').textContent?.trim();
    expect(await textOf('processing')).to.equal(es.waitText);
    expect(await textOf('processing', { isSlow: true })).to.equal(es.pendingText);
    for (const name of ['stalled', 'missed', 'left', 'submitting'])
      expect(await textOf(name), name).to.match(/No pagues de nuevo/);
  });

  it('say that a page is about to open while nobody waits for long, and nowhere else', async () => {
    const titleOf = async (name: string, change: FaceStand['change'] = {}): Promise<string | null> =>
      (await show(name, { change: { opening: es.openBank, ...change } })).find('#headline').textContent;
    expect(await titleOf('processing')).to.equal('Abriendo la página de tu banco…');
    expect(await titleOf('redirect')).to.equal('Abriendo la página de tu banco…');
    expect(await titleOf('redirect', { opening: undefined })).to.equal(es.redirect);
    expect(await titleOf('processing', { isSlow: true })).to.equal(es.pending);
    for (const name of ['stalled', 'missed', 'left']) expect(await titleOf(name), name).to.equal(es.pending);
  });

  it('say of a payment that is made who was paid how much, by what, and with which numbers', async () => {
    const extra = { brand: 'VISA', last_four: '4242', external_identifier: '123456789012' };
    const state = otherwise('approved', 'CARD', extra);
    const face = await show('approved', { state, change: { merchantName: 'Neblina' } });
    expect(face.find('#meaning').textContent).to.match(/^Pagaste \$\s119\.000 a Neblina/);
    expect(face.text)
      .to.contain('Medio de pago Visa terminada en 4242')
      .and.contain('Número de aprobación 123456789012');
    expect(face.find('.keep strong').textContent, 'the reference can be copied').to.equal('NEBLINA-1');
    const nameless = await show('approved');
    expect(nameless.find('#meaning').textContent).to.match(/^Pagaste \$\s119\.000\s/);
    expect(nameless.text).not.to.contain('Número de aprobación');
    for (const name of ['declined', 'processing', 'unknown', 'voided'])
      expect((await show(name, { change: { merchantName: 'Neblina' } })).text, name).not.to.match(
        /Pagaste|aprobación|comprobante/,
      );
  });

  it('have one place for the logo of the method, whatever the page calls the other facts', async () => {
    for (const name of ['approved', 'declined']) {
      const { renderRoot } = await show(name, { change: { words: { ...es, date: es.method, reference: es.method } } });
      const marked = [...renderRoot.querySelectorAll('dd')].filter((value) => value.querySelector('slot'));
      expect(marked.map(({ textContent }) => textContent?.trim())).to.deep.equal(['Visa terminada en 4242']);
    }
  });

  it('go back to the shop unless the page objects, and leave another tab to the browser', async () => {
    const asked: string[] = [];
    const face = await show('approved');
    face.objects = (url) => void asked.push(url);
    await face.updateComplete;
    const isGoing = (init: MouseEventInit = {}): boolean =>
      face
        .button('Volver a la tienda')
        .dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ...init }));
    expect(isGoing(), 'the page goes there itself').to.equal(false);
    expect(asked).to.deep.equal(['https://shop.example/']);
    // Else the browser would leave this test.
    face.addEventListener('click', (event) => event.preventDefault());
    isGoing({ ctrlKey: true });
    expect(asked, 'this page stays as it is').to.have.length(1);
  });

  it('say the amount of a payment where no header does', async () => {
    for (const name of ['processing', 'redirect', 'declined']) {
      const { text } = await show(name, { amount: undefined, change: { isHeaderHidden: true } });
      expect(text, name).to.contain('Total $ 119.000');
    }
  });

  it('never say what is not known', async () => {
    for (const name of Object.keys(screens)) {
      const { text } = await show(name);
      expect(/aprobado|recibió tu pago/i.test(text), `${name}: ${text}`).to.equal(name === 'approved');
      if (name === 'unknown')
        expect(text)
          .to.contain('No pagues en otra página')
          .and.not.match(/rechaz|fall|no se complet/i);
    }
  });

  it('N2: forbid another payment only where none is offered, and never beside the button that sends the same one', async () => {
    for (const language of ['es', 'en', 'pt'] as const) {
      const words = await allWords(language);
      const open = await show('unknown', { words });
      expect(open.text).to.contain(words.unknownResendText).and.not.to.contain(words.unknownText);
      open.button(words.resend).click();
      expect(open.wishes).to.deep.equal([['resend']]);
      const created = await show('unknown', { words, change: { isCreated: true } });
      expect(created.text).to.contain(words.unknownText).and.not.to.contain(words.unknownResendText);
      expect(created.renderRoot.querySelector('[part=retry-button]')).to.equal(null);
    }
  });

  it('offer another try with a new order, and another method, after every payment that failed', async () => {
    for (const name of ['declined', 'errored', 'voided']) {
      const face = await show(name);
      face.find('[part=retry-button]').click();
      face.button('Elegir otro medio de pago').click();
      expect(face.wishes, name).to.deep.equal([['retry'], ['otherMethod']]);
      expect(face.button('Volver a la tienda').getAttribute('href')).to.equal('https://shop.example/');
    }
    const alone = await show('declined', { change: { isAlone: true } });
    expect(alone.text).not.to.match(/otro medio/);
    expect((await show('awaiting')).renderRoot.querySelector('[part=retry-button]')).to.equal(null);
    expect((await show('approved')).renderRoot.querySelector('[part=retry-button]')).to.equal(null);
  });

  it('name the host before the payer leaves, and lead there again afterwards', async () => {
    const face = await show('redirect');
    expect(face.text).to.contain('Vas a banco.example');
    face.button('Ir a la otra página').click();
    const left = await show('left');
    left.button('Abrir de nuevo la página').click();
    left.button('Consultar el resultado').click();
    expect([...face.wishes, ...left.wishes]).to.deep.equal([['leave'], ['leave'], ['checkAgain']]);
  });

  it('offer a way out of every long wait', async () => {
    for (const name of ['stalled', 'push', 'left']) {
      const face = await show(name, { state: otherwise(name, 'WALLET_A') });
      face.button('Elegir otro medio de pago').click();
      face.button('Consultar el resultado').click();
      expect(face.wishes, name).to.deep.equal([['otherMethod'], ['checkAgain']]);
    }
    const bound = await show('push', { change: { canRenew: false } });
    expect(bound.text).not.to.contain('Elegir otro medio de pago');
  });

  it('offer no second payment while nobody knows where the first one stands', async () => {
    const error = new CheckoutError('network', 'words for the developer');
    for (const name of ['missed', 'push', 'left']) {
      const state = Object.assign(otherwise(name, 'WALLET_A'), { error });
      const face = await show(name, { state });
      expect(face.text, name)
        .to.contain('No pudimos consultar el resultado')
        .and.not.to.match(/otro medio/);
      face.button('Consultar el resultado').click();
      expect(face.button('Volver a la tienda').getAttribute('href'), name).to.equal('https://shop.example/');
      expect(face.wishes, name).to.deep.equal([['checkAgain']]);
    }
  });

  it('show and say that the service was asked, when the payer checks and nothing has changed', async () => {
    for (const [name, answer] of [
      ['stalled', /^Pago en proceso\. No pagues de nuevo\. Está tardando más de lo normal/],
      ['missed', /^Pago en proceso\. No pagues de nuevo\. No pudimos consultar el resultado: seguimos/],
      ['unknown', /^Aún no sabemos si tu pago llegó\. No pagues en otra página/],
    ] as const) {
      const face = await show(name);
      const way = face.button('Consultar el resultado');
      const said = way.nextElementSibling;
      for (const turn of ['first', 'second']) {
        way.click();
        expect(said?.textContent, turn).to.equal('');
        const [look] = face.find('.status').getAnimations();
        look?.finish();
        await waitUntil(() => answer.test(said?.textContent ?? ''), `the answer to the ${turn} question, ${name}`, {
          timeout: 8000,
        });
      }
      expect(said?.role).to.equal('status');
    }
  });

  it('lead nobody to a second payment while the card may still be charged', async () => {
    for (const name of ['stalled', 'missed', 'processing']) {
      const face = await show(name, { change: { isSlow: true, isLong: true } });
      expect(face.text, name).not.to.match(/otro medio/);
      if (name === 'missed') expect(face.find('#meaning').textContent).to.match(/^No pagues de nuevo\. /);
      face.button('Consultar el resultado').click();
      expect(face.button('Volver a la tienda').getAttribute('href'), name).to.equal('https://shop.example/');
      expect(face.wishes, name).to.deep.equal([['checkAgain']]);
    }
  });

  it('write the name of a card’s network as people do, and say “card” where it is unknown', async () => {
    for (const [brand, name] of [
      ['MASTERCARD', 'Mastercard'],
      ['JCB', 'JCB'],
      ['DINERS CLUB', 'Diners Club'],
      ['Visa', 'Visa'],
      ['UNKNOWN', 'Tarjeta'],
      [undefined, 'Tarjeta'],
    ]) {
      const { text } = await show('approved', { state: otherwise('approved', 'CARD', { brand, last_four: '0505' }) });
      expect(text).to.contain(`Medio de pago ${name} terminada en 0505`);
    }
  });

  it('tell which phone is awaited', async () => {
    const state = otherwise('processing', 'WALLET_A');
    if (!('transaction' in state)) throw new Error('No payment.');
    Object.assign(state.transaction.payment_method, { phone_number: '3001234567' });
    const { text } = await show('processing', { state, change: { methodTitle: () => 'Billetera móvil' } });
    expect(text).to.contain('Medio de pago Billetera móvil 300 123 4567');
  });

  it('give the reference of an unknown outcome to keep, and say honestly what sending it again does', async () => {
    const face = await show('unknown');
    expect(face.find('.keep strong').textContent).to.equal('NEBLINA-1');
    expect(face.text).to.contain('solo se cobra una vez');
    face.button('Enviar el mismo pago').click();
    face.button('Consultar el resultado').click();
    expect(face.wishes).to.deep.equal([['resend'], ['checkAgain']]);
    expect((await show('unknown', { change: { canCheck: false } })).text).not.to.contain('Consultar el resultado');
  });

  it('say which payment is unknown that only the page tells of, and lead to it as well as to another purchase by keys', async () => {
    const now = new Date();
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 15, 7).getTime();
    const guessed = { ...amount, amountInCents: 5_950_000, reference: 'NEBLINA-1', method: 'WALLET_A', at };
    const state: CheckoutState = { status: 'unknown', reference: 'NEBLINA-1', resendable: false, guessed };
    const bought: string[] = [];
    const elseWay = renderElseWay(state, es, () => void bought.push('else'));
    const face = await show('unknown', { state, change: { elseWay, methodTitle: () => 'Billetera', canCheck: false } });
    expect(face.text.replace(/\s/g, ' ')).to.match(/\$ 59\.500, Billetera, \d+\/\d+\/\d{4}, 3:07 p\. m\. Referencia/);
    expect(face.text).to.contain(es.otherPurchaseUnknown).and.not.contain(es.otherPurchaseText);
    face.find('.keep .link').focus();
    for (const name of [es.retry, es.otherPurchase]) {
      await sendKeys({ press: 'Tab' });
      expect(face.shadowRoot?.activeElement).to.equal(face.button(name));
      await sendKeys({ press: 'Enter' });
    }
    expect([face.wishes, bought]).to.deep.equal([[['resend']], ['else']]);

    const pay = (await stand()).find('button[type=submit]');
    const looksOf = (button: HTMLElement): string => getComputedStyle(button).backgroundColor;
    expect(looksOf(face.button(es.otherPurchase))).to.equal(looksOf(face.button(es.retry)));
    expect(looksOf(face.button(es.otherPurchase))).not.to.equal(looksOf(pay));
    const { text } = await show('unknown');
    expect(text).not.to.contain(es.otherPurchase).and.not.contain('Billetera');
  });

  it('say beside the reference that it was copied, and move nothing, at any width', async () => {
    const face = await show('unknown');
    const said = face.find('.keep [role=status]');
    const placeOf = (one: string): DOMRect => face.find(one).getBoundingClientRect();
    let copied = '';
    const clipboard = { writeText: async (text: string) => void (copied = text) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    try {
      for (let width = 240; width <= 600; width += 20) {
        face.style.inlineSize = `${width}px`;
        said.textContent = '';
        // WebKit may keep a line too many from another width.
        face.hidden = true;
        placeOf('.ways');
        face.hidden = false;
        const placesBefore = ['.keep', '.keep .link', '.ways'].map((one) => JSON.stringify(placeOf(one)));
        face.find('.keep .link').click();
        await waitUntil(() => said.textContent === 'Copiado');
        const places = ['.keep', '.keep .link', '.ways'].map((one) => JSON.stringify(placeOf(one)));
        expect(places, `${width} px`).to.deep.equal(placesBefore);
        const [box, button, word] = [placeOf('.keep'), placeOf('.keep .link'), placeOf('.keep [role=status]')];
        expect(word.left, `${width} px`).to.be.at.least(button.right);
        expect(word.right, `${width} px`).to.be.below(box.right);
        expect(Math.abs(word.top + word.bottom - button.top - button.bottom), `${width} px`).to.be.below(4);
      }
    } finally {
      Reflect.deleteProperty(navigator, 'clipboard');
    }
    expect(copied).to.equal('NEBLINA-1');
  });

  it('select and read out a value that the page may not copy', async () => {
    const face = await show('unknown');
    const clipboard = { writeText: () => Promise.reject(new Error('not allowed')) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    try {
      face.find('.keep .link').click();
      await waitUntil(() => face.shadowRoot?.activeElement?.textContent === 'NEBLINA-1');
      expect(face.find('.keep [role=status]').textContent).to.equal('');
    } finally {
      Reflect.deleteProperty(navigator, 'clipboard');
    }
  });

  it('explain a failure without the developer’s words, and offer another try where that can help', async () => {
    const face = await show('failed');
    expect(face.text).to.contain(es.errorNetwork).and.not.contain('developer');
    face.find('[part=retry-button]').click();
    expect(face.wishes).to.deep.equal([['retry']]);
    const broken = await show('failed', {
      state: { status: 'failed', error: new CheckoutError('invalid_public_key', '') },
    });
    expect(broken.text).to.contain(es.errorShop);
    expect(broken.renderRoot.querySelector('[part=retry-button]')).to.equal(null);
  });

  it('say that a payment cannot be looked up, in the shop’s own words where it has some', async () => {
    const words = { ...es, errorLookupTitle: 'Sin rastro. O casi', errorLookup: 'Llama a la tienda. Gracias.' };
    for (const code of ['not_found', 'unauthorized', 'request_rejected', 'foreign_transaction'] as const) {
      const lost = await show('failed', {
        state: { status: 'failed', error: new CheckoutError(code, ''), lookup: true },
        change: { words },
      });
      expect(lost.find('h2').textContent, code).to.equal('Sin rastro. O casi');
      expect(lost.find('h2 + p').textContent, code).to.equal('Llama a la tienda. Gracias.');
    }
  });

  it('name a payment that may have been made, where there will be no form that asks about it', async () => {
    const unconfirmed = { ...amount, reference: 'NEBLINA-7', method: 'CARD', at: Date.now() };
    const error = new CheckoutError('contracts_unreachable', '');
    const { text } = await show('failed', { state: { status: 'failed', error, unconfirmed } });
    expect(text).to.contain(es.unconfirmed).and.to.contain('NEBLINA-7').and.to.contain(es.unconfirmedText);
  });

  it('mention no payment and no other method where the service refused the contracts', async () => {
    for (const code of ['not_found', 'unauthorized', 'request_rejected'] as const) {
      const error = new CheckoutError(code, '');
      const { text } = await show('failed', { state: { status: 'failed', error } });
      expect(text, code).to.contain(es.failed).and.to.contain(es.errorShop);
    }
  });
});
