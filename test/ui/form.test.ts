import { expect } from '@open-wc/testing';
import { render } from 'lit';
import type { CheckoutState } from '../../src/checkout/state.ts';
import { es } from '../../src/messages/es.ts';
import { renderHeader } from '../../src/ui/header.ts';
import { renderChangedAmount } from '../../src/ui/notices.ts';
import { renderPayButton } from '../../src/ui/pay-button.ts';
import { amount, documents, methods, stand } from './face-stand.ts';
import { allIn } from './pierced.ts';

describe('the consents', () => {
  it('are two unticked boxes, each with its contract in another tab', async () => {
    const face = await stand();
    for (const { field, permalink } of documents) {
      const box = face.box(field);
      expect([box.type, box.checked, box.disabled]).to.deep.equal(['checkbox', false, false]);
      const link = box.closest('.box')?.querySelector('a');
      expect([link?.href, link?.target, link?.rel]).to.deep.equal([permalink, '_blank', 'noopener noreferrer']);
      expect(link?.textContent).to.match(/^Leer (los términos|el tratamiento).* \(PDF, en otra pestaña\)$/);
      expect(link?.getBoundingClientRect().height).to.be.at.least(44);
      expect(link?.closest('label'), 'a tap on the text ticks the box').to.equal(null);
      const text = box.closest('label')?.querySelector('span');
      expect(text?.textContent).to.match(/^(Acepto|Autorizo) .*[^{}]\.$/);
      text?.click();
    }
    expect(face.wishes).to.deep.equal([
      ['acceptance_token', true],
      ['accept_personal_auth', true],
    ]);
  });

  it('keep their place while the contracts are on their way, and cannot be given yet', async () => {
    const face = await stand({ documents: [] });
    const consent = face.find('[part=consent]');
    const height = consent.offsetHeight;
    const box = face.box('acceptance_token');
    expect([box.disabled, consent.getAttribute('aria-busy'), consent.querySelector('a[href]')]).to.deep.equal([
      true,
      'true',
      null,
    ]);
    face.documents = documents;
    face.requestUpdate();
    await face.updateComplete;
    expect(consent.offsetHeight).to.equal(height);
    expect([box.disabled, consent.getAttribute('aria-busy')]).to.deep.equal([false, 'false']);
  });

  it('say in place that they are missing', async () => {
    const face = await stand({ problems: [{ name: 'acceptance_token', message: es.policyMissing }] });
    const box = face.find('input[name=acceptance_token]');
    expect(box.getAttribute('aria-invalid')).to.equal('true');
    expect(face.find(`#${box.getAttribute('aria-describedby')}`).textContent).to.equal(es.policyMissing);
    expect(face.find('input[name=accept_personal_auth]').hasAttribute('aria-invalid')).to.equal(false);
  });
});

describe('the form around the fields', () => {
  it('shows amount, merchant and test mode, and pays exactly that amount', async () => {
    const face = await stand();
    expect(face.find('.amount').textContent).to.match(/^\$\s119\.000$/);
    expect(face.find('[part=test-badge]').textContent).to.equal('Modo de prueba');
    const button = face.find('[part=pay-button]');
    expect(button.getAttribute('type')).to.equal('submit');
    expect(button.textContent?.trim()).to.match(/^Pagar \$\s119\.000$/);
    face.state = { status: 'ready', changedAmount: { ...amount, amountInCents: 12_500_000 } };
    face.requestUpdate();
    await face.updateComplete;
    expect(button.textContent?.trim()).to.match(/^Pagar \$\s125\.000$/);
  });

  it('breaks no amount in two, however large the text is', async () => {
    const face = await stand({ amount: { amountInCents: 11_900_000_000, currency: 'COP' } });
    face.parentElement!.style.inlineSize = '304px';
    face.style.setProperty('--pay-font-size', '32px');
    const shown = face.find('.amount');
    expect(shown.innerText).to.match(/^\$\s119\.000\.000$/);
    expect(shown.getClientRects().length).to.equal(1);
  });

  it('keeps its height when amount, merchant and logo arrive', async () => {
    const face = await stand({ amount: undefined });
    const height = face.find('.header').offsetHeight;
    face.amount = amount;
    face.logo = 'data:image/png;base64,broken';
    face.requestUpdate();
    await face.updateComplete;
    expect(face.find('.header').offsetHeight).to.equal(height);
    const logo = face.find('.avatar img');
    logo.dispatchEvent(new Event('error'));
    expect(logo.hidden, 'a broken logo leaves the initial').to.equal(true);
  });

  it('keeps the row of a shop that nobody knows above a form alone, where leaving it out would move the form', () => {
    const place = document.createElement('div');
    const parts = (isForm: boolean, isLoading: boolean, merchantName?: string): string => {
      const header = renderHeader({
        words: es,
        locale: 'es',
        merchantName,
        logo: undefined,
        isTest: false,
        isForm,
        isLoading,
      });
      render(header, place);
      return ['avatar', 'merchant'].filter((name) => place.querySelector(`.${name}`)).join();
    };
    expect(parts(true, true), 'awaited').to.equal('avatar,merchant');
    for (const isForm of [true, false]) expect(parts(isForm, false, 'Neblina')).to.equal('avatar,merchant');
    for (const nobody of [undefined, ' ']) {
      expect(parts(true, false, nobody)).to.equal('merchant');
      expect(parts(false, false, nobody)).to.equal('');
    }
  });

  it('says that it is busy on the button, which stays in reach of the keyboard', async () => {
    const place = document.createElement('div');
    const state: CheckoutState = { status: 'submitting', step: 'create' };
    render(renderPayButton({ words: es, locale: 'es', amount, state, isSource: false }), place);
    const button = place.querySelector('button');
    expect(button?.textContent?.trim()).to.equal('Procesando tu pago…');
    expect([button?.disabled, button?.getAttribute('aria-disabled')]).to.deep.equal([false, 'true']);
  });

  it('offers a card to be kept in mode source, without an amount', async () => {
    const face = await stand({ isSource: true });
    expect(face.find('[part=pay-button]').textContent?.trim()).to.equal(es.saveCard);
    expect(face.renderRoot.querySelector('.amount')).to.equal(null);
  });

  it('lists methods as native radios; one alone is there unseen, for whoever drives the form', async () => {
    const face = await stand();
    const radios = [...face.renderRoot.querySelectorAll<HTMLInputElement>('input[name=payment_method_type]')];
    expect(radios.map(({ value, checked }) => [value, checked])).to.deep.equal([
      ['CARD', true],
      ['WALLET_A', false],
    ]);
    radios[1]?.click();
    expect(face.wishes).to.deep.equal([['WALLET_A']]);
    const alone = await stand({ methods: methods.slice(0, 1) });
    const only = [...alone.renderRoot.querySelectorAll<HTMLInputElement>('input[name=payment_method_type]')];
    expect(only.map(({ value, checked }) => [value, checked])).to.deep.equal([['CARD', true]]);
    expect(alone.find('[part=methods]').checkVisibility()).to.equal(false);
  });

  it('has one column in the middle of a wide page when one method is all there is', async () => {
    const face = await stand({ methods: methods.slice(0, 1) });
    face.style.inlineSize = '736px';
    await face.updateComplete;
    const form = face.find('form').getBoundingClientRect();
    for (const selector of ['input[name=number]', '[part=pay-button]']) {
      const { left, right, width } = allIn(face.renderRoot, selector)[0]!.getBoundingClientRect();
      expect(width, selector).to.be.closeTo(480, 1);
      expect(left - form.left, selector).to.be.closeTo(form.right - right, 1);
    }
  });

  it('sums problems up in one line with a way to the first', async () => {
    const problems = [
      { name: 'number', message: es.numberMissing },
      { name: 'acceptance_token', message: es.policyMissing },
      { name: 'accept_personal_auth', message: es.personalDataMissing },
    ];
    const face = await stand({ problems });
    face.style.inlineSize = '328px';
    expect(face.find('.notice').innerText.replace(/\s+/g, ' ').trim()).to.equal('Revisa 3 datos · Ir al primero');
    expect(face.find('.notice').offsetHeight, 'one line').to.be.at.most(48);
    face.button(es.firstProblem).click();
    expect(face.wishes).to.deep.equal([['number']]);
    face.problems = problems.slice(0, 1);
    face.requestUpdate();
    await face.updateComplete;
    expect(face.renderRoot.querySelector('.notice'), 'one is said at its field').to.equal(null);
  });

  it('asks to confirm an amount that changed', async () => {
    const notice = renderChangedAmount(es, 'es', amount, { ...amount, amountInCents: 12_500_000 });
    const face = await stand({ notice });
    expect(face.find('[role=alert]').innerText.replace(/\s+/g, ' ').trim()).to.equal(
      'El valor cambió de $ 119.000 a $ 125.000. Si estás de acuerdo, paga.',
    );
  });
});
