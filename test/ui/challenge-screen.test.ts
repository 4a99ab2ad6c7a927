import { expect } from '@open-wc/testing';
import { openShop, until } from './challenge-shop.ts';
import { useChallengeStand } from './challenge-stand.ts';

describe('a 3D Secure challenge on the screen', () => {
  const stand = useChallengeStand();
  /** What is read with the heading that has the focus. */
  const sentence = () => stand.element(`#${stand.focused?.getAttribute('aria-describedby')}`)?.textContent;

  describe('on a desktop', () => {
    it('is part of the page, high enough, with the network’s name', async () => {
      await stand.open(stand.form());
      expect(stand.heightOf('[part~="challenge"]')).to.be.at.least(500);
      expect(stand.heightOf('.bank')).to.be.at.least(500);
      expect(stand.shop.inner()[0]?.getBoundingClientRect().height).to.be.at.least(500);
      expect(stand.element('dialog')).to.be.null;
      expect(stand.element('[part~="network-logo"]')?.innerText).to.contain('Visa Secure');
      expect(stand.element('[part~="network-logo"] svg')).not.to.be.null;
    });

    it('stays where it is when the window becomes narrow', async () => {
      await stand.open(stand.form());
      const frame = stand.element('.bank');
      stand.shop.frame.width = '360';
      await stand.shop.element.rendered();
      expect(stand.element('.bank')).to.equal(frame);
      expect(stand.element('dialog')).to.be.null;
      expect(await stand.bank.loads()).to.equal(1);
    });

    it('says that the bank’s page is loading until it is there', async () => {
      stand.shop = await openShop();
      await stand.bank.sandbox.fault({
        method: 'POST',
        path: new URL(stand.bank.action).pathname,
        times: 1,
        fault: { kind: 'delay', ms: 60_000 },
      });
      await stand.shop.element.open(stand.form());
      await until(() => stand.shop.inner().length > 0, 'the frame');
      expect(stand.shop.text()).to.contain('Abriendo la página de tu banco…');
      await stand.bank.sandbox.letGo();
      await stand.isDone();
      expect(stand.shop.text()).not.to.contain('Abriendo');
    });

    it('takes over the focus from what was there, and gives it back', async () => {
      stand.shop = await openShop();
      stand.shop.element.focus();
      await stand.shop.element.open(stand.form());
      await stand.isDone();
      expect(stand.focused?.textContent).to.equal('Confirma la compra con tu banco');
      expect(sentence()).to.equal('Sigue los pasos de tu banco. Aquí verás el resultado.');
      stand.element('.bank')?.focus();
      await stand.shop.element.end();
      await until(() => stand.focused?.textContent === '…', 'the focus on the heading that follows');
      expect(stand.element('.bank')).to.be.null;
    });

    it('leaves the focus alone that is elsewhere', async () => {
      await stand.open(stand.form());
      expect(stand.focused).to.be.null;
      await stand.shop.element.end();
      expect(stand.focused).to.be.null;
    });
  });

  for (const [place, width] of [
    ['a desktop', 1000],
    ['a phone', 360],
  ] as const) {
    describe(`left on ${place}`, () => {
      it('says first what leaving means, and can be resumed as it was', async () => {
        await stand.open(stand.form(), { width, height: 640 });
        const frame = stand.element('.bank');
        stand.shop.press('Salir de la verificación');
        await until(() => stand.shop.text().includes('Si sales, tu pago queda pendiente'), 'what leaving means');
        await until(() => stand.focused?.textContent === 'Seguir con la verificación', 'the focus on the safe way');
        expect(stand.shop.element.told).to.deep.equal([]);
        stand.shop.press('Seguir con la verificación');
        await until(() => stand.focused?.textContent === 'Salir de la verificación', 'the focus back');
        stand.shop.press('Salir de la verificación');
        await stand.shop.element.rendered();
        stand.shop.press('Salir y dejar el pago pendiente');
        await until(() => stand.focused?.textContent === 'Pago en proceso', 'the focus on the heading');
        expect(sentence()).to.match(/^No pagues de nuevo: sigue con la verificación/);
        expect(stand.shop.element.told).to.deep.equal([]);
        expect(stand.heightOf('.bank')).to.equal(0);
        expect(stand.element('dialog')?.matches(':modal') ?? false).to.be.false;
        stand.shop.press('Seguir con la verificación');
        await until(
          () => stand.focused?.textContent === 'Confirma la compra con tu banco',
          'the focus in the challenge',
        );
        expect(stand.shop.element.told).to.deep.equal(['resume']);
        expect(stand.element('.bank')).to.equal(frame);
        expect(stand.heightOf('.bank')).to.be.at.least(400);
        expect(await stand.bank.loads()).to.equal(1);
      });
    });
  }

  it('says honestly that it takes too long', async () => {
    await stand.open(stand.form());
    stand.shop.element.course = { stalled: true };
    await stand.shop.element.rendered();
    expect(stand.shop.text()).to.contain('pudo vencer').and.to.contain('no pagues de nuevo');
    stand.shop.press('Consultar el resultado');
    expect(stand.shop.element.told).to.deep.equal(['resume']);
    expect(await stand.bank.loads()).to.equal(1);
  });

  it('says when the result cannot be asked for', async () => {
    await stand.open(stand.form());
    stand.shop.element.course = { missed: true };
    await stand.shop.element.rendered();
    expect(stand.shop.text()).to.contain('No pudimos consultar el resultado');
  });

  describe('on a phone', () => {
    /** Browsers tell pages in the background nothing about their size, and the tests' pages may be there. */
    const resized = () => stand.shop.window.visualViewport?.dispatchEvent(new Event('resize'));

    it('is a sheet over the whole screen', async () => {
      await stand.open(stand.form(), { width: 360, height: 640 });
      const sheet = stand.element('dialog');
      expect(sheet?.matches(':modal')).to.be.true;
      const { x, y, width, height } = sheet!.getBoundingClientRect();
      expect([x, y, width, height]).to.deep.equal([0, 0, 360, 640]);
      expect(stand.heightOf('.bank')).to.be.at.least(400);
      expect(stand.shop.text()).to.contain('Visa Secure');
      expect(stand.focused?.textContent).to.equal('Confirma la compra con tu banco');
    });

    for (const height of [560, 640, 680])
      it(`has logo, frame and the way out in view, ${height} px high`, async () => {
        await stand.open(stand.form(), { width: 360, height });
        const bottom = stand.element('.leave')!.getBoundingClientRect().bottom;
        expect(stand.element('.network-logo')!.getBoundingClientRect().top).to.be.at.least(0);
        expect(stand.heightOf('.bank')).to.be.at.least(Math.min(400, height - 240));
        expect(bottom).to.be.at.most(height);
        expect(stand.element('dialog')!.scrollHeight).to.equal(height);
      });

    it('stays within what the keyboard leaves', async () => {
      await stand.open(stand.form(), { width: 360, height: 640 });
      stand.shop.frame.height = '300';
      await until(() => resized() && stand.heightOf('dialog') === 300, 'a lower sheet');
      expect(stand.element('dialog')!.scrollHeight).to.be.above(300);
      expect(await stand.bank.loads()).to.equal(1);
    });

    it('stays a sheet when the screen is turned', async () => {
      await stand.open(stand.form(), { width: 360, height: 640 });
      const frame = stand.element('.bank');
      Object.assign(stand.shop.frame, { width: '900', height: '800' });
      await until(() => resized() && stand.heightOf('dialog') === 800, 'a larger sheet');
      expect(stand.element('.bank')).to.equal(frame);
      expect(await stand.bank.loads()).to.equal(1);
    });

    it('takes a dismissal for the question whether to leave', async () => {
      await stand.open(stand.form(), { width: 360, height: 640 });
      const sheet = stand.element('dialog') as HTMLDialogElement;
      const event = new Event('cancel', { cancelable: true });
      sheet.dispatchEvent(event);
      expect(event.defaultPrevented).to.be.true;
      await until(() => stand.shop.text().includes('Si sales, tu pago queda pendiente'), 'what leaving means');
      sheet.dispatchEvent(new Event('cancel', { cancelable: true }));
      await until(() => stand.shop.text().includes('Salir de la verificación'), 'the challenge as it was');
      sheet.close();
      sheet.dispatchEvent(new Event('close'));
      await until(() => sheet.matches(':modal'), 'the sheet again');
      expect(await stand.bank.loads()).to.equal(1);
    });

    it('goes when the challenge is over', async () => {
      await stand.open(stand.form(), { width: 360, height: 640 });
      await stand.shop.element.end();
      await until(() => stand.focused?.textContent === '…', 'the focus on the heading that follows');
      expect(stand.element('dialog')).to.be.null;
    });
  });
});
