import { expect } from '@open-wc/testing';
import { openBank, openShop, until, type Bank, type OpenShop } from './challenge-shop.ts';
import { scriptFragment, strictPolicy } from './challenge-fragments.ts';

const violation = (fields: SecurityPolicyViolationEventInit): Event =>
  new SecurityPolicyViolationEvent('securitypolicyviolation', fields);

describe('a 3D Secure challenge', () => {
  let bank: Bank;
  let shop: OpenShop;
  before(async () => {
    bank = await openBank();
  });
  beforeEach(async () => {
    await bank.loads();
  });
  afterEach(() => shop.close());

  const form = (more = '') =>
    `<form method="post" action="${bank.action}"><input type="hidden" name="creq" value="1">${more}</form>`;
  /** A page of another origin that does what its query says. */
  const page = (wishes: string) =>
    `<iframe src="http://127.0.0.1:${window.location.port}/test/fixtures/challenge/bank.html?${wishes}">`;
  const isDone = () => shop.hasLoaded() || shop.element.problems.length > 0;
  const open = async (html: string, ...options: Parameters<typeof openShop>) => {
    shop = await openShop(...options);
    await shop.element.open(html);
    await until(isDone, 'the bank’s page');
  };
  const element = (selector: string) => shop.element.renderRoot.querySelector<HTMLElement>(selector);
  /** Says something in the shop's own page and waits until it, and what was said before, has been heard. */
  const everyMessage = async () => {
    const heard = new Promise((resolve) => shop.window.addEventListener('message', resolve, { once: true }));
    shop.window.postMessage({ type: 'challenge', transStatus: 'Y' }, '*');
    await heard;
    await new Promise((resolve) => setTimeout(resolve));
  };
  const heightOf = (selector: string) => element(selector)?.getBoundingClientRect().height ?? 0;
  const focused = () => shop.element.shadowRoot?.activeElement;

  describe('through many renderings', () => {
    it('loads once, whatever else changes', async () => {
      await open(form());
      const frame = element('.bank');
      for (let count = 0; count < 50; count += 1) {
        shop.element.options = { stalled: count % 2 > 0 };
        await shop.element.rendered();
      }
      await shop.element.speak('en');
      expect(element('.bank')).to.equal(frame);
      expect(shop.text()).to.contain('Confirm the purchase with your bank');
      expect([frame?.title, shop.inner()[0]?.title]).to.deep.equal([
        'Your bank’s verification',
        'Your bank’s verification',
      ]);
      expect(await bank.loads()).to.equal(1);
    });

    it('stays when the service spells the same fragment otherwise', async () => {
      await open(form());
      const frame = element('.bank');
      shop.element.methodData = shop.element.methodData?.replaceAll('&quot;', '"');
      await shop.element.rendered();
      expect(element('.bank')).to.equal(frame);
      expect(await bank.loads()).to.equal(1);
    });

    it('stays when a record has lost the fragment for once', async () => {
      await open(form());
      const frame = element('.bank');
      const { methodData } = shop.element;
      for (const data of ['', methodData]) {
        shop.element.methodData = data;
        await shop.element.rendered();
      }
      expect(element('.bank')).to.equal(frame);
      expect(shop.element.problems).to.deep.equal([]);
      expect(await bank.loads()).to.equal(1);
    });

    it('is replaced when the fragment changes', async () => {
      await open(form());
      const frame = element('.bank');
      shop.element.methodData = shop.element.methodData?.replace('creq', 'creq2');
      await shop.element.rendered();
      await until(() => element('.bank') !== frame && shop.hasLoaded(), 'the second page');
      expect(frame?.isConnected).to.be.false;
      expect(await bank.loads()).to.equal(2);
      expect(shop.shell()?.querySelector('input')?.name).to.equal('creq2');
    });

    it('is decoded once: what was escaped twice stays escaped', async () => {
      await open(form('<input type="hidden" name="note" value="&amp;lt;b&amp;gt;">'));
      expect(shop.shell()?.querySelector<HTMLInputElement>('[name=note]')?.value).to.equal('&lt;b&gt;');
    });

    it('shows the service’s own fragment', async () => {
      shop = await openShop();
      shop.element.methodData = bank.methodData;
      await shop.element.rendered();
      await until(isDone, 'the bank’s page');
      expect(shop.element.problems).to.deep.equal([]);
      expect(await bank.loads()).to.equal(1);
    });

    it('is filled again after the element was moved', async () => {
      await open(form());
      const box = shop.window.document.createElement('div');
      shop.window.document.body.append(box);
      box.append(shop.element);
      let loads = 0;
      await until(async () => (loads += await bank.loads()) === 2, 'the second load');
      await until(() => shop.inner()[0]?.contentDocument === null, 'the bank’s page again');
      expect(shop.element.problems).to.deep.equal([]);
    });
  });

  describe('with a bank that talks', () => {
    it('takes messages for a reason to look, and not too often', async () => {
      await open(page('messages=200'));
      await until(() => shop.element.told.length > 0, 'a hastened look');
      await everyMessage();
      expect(shop.element.told).to.deep.equal(['hasten']);
      expect(shop.element.problems).to.deep.equal([]);
      expect(shop.text()).to.contain('Confirma la compra');
    });

    it('takes a further page for a reason to look', async () => {
      await open(page('again'));
      await until(() => shop.element.told.includes('hasten'), 'a hastened look');
    });

    it('hears nobody else', async () => {
      await open(form());
      await everyMessage();
      expect(shop.element.told).to.deep.equal([]);
    });

    it('does not let it move the page', async () => {
      shop = await openShop();
      const { href } = shop.window.location;
      await shop.element.open(page('top&parent&messages=1'));
      await until(() => shop.element.told.includes('hasten'), 'the bank’s page, after its attempts');
      expect(shop.window.location.href).to.equal(href);
    });
  });

  describe('that the page’s policy keeps out', () => {
    for (const [csp, directive] of [
      ["frame-src 'none'", 'frame-src https:'],
      ["child-src 'self'", 'frame-src https:'],
      ["default-src 'self' 'nonce-shop'; script-src 'self' 'nonce-shop'", 'frame-src https:'],
      ["form-action 'none'", 'form-action https:'],
      ["form-action 'self' https://bank.example", 'form-action https:'],
      ["require-trusted-types-for 'script'; trusted-types lit-html", 'trusted-types lit-html pay-checkout'],
    ] as const) {
      it(`names what to open: ${csp}`, async function () {
        if (csp.includes('trusted-types') && !('trustedTypes' in window)) return;
        await open(form(), { csp });
        expect(shop.element.problems.map(({ code }) => code)).to.deep.equal(['challenge_blocked']);
        expect(shop.element.problems[0]?.message).to.contain(directive);
        expect(shop.element.problems[0]?.message).not.to.contain('/bank/challenge/');
        expect(shop.text()).to.contain('Esta tienda no deja abrir la página de tu banco');
        expect(shop.hasLoaded()).to.be.false;
        expect(element('.bank')).to.be.null;
        shop.press('Consulta de nuevo');
        expect(shop.element.told).to.deep.equal(['resume']);
      });
    }

    it('takes a report without a verdict for what it is', async () => {
      await open(form());
      shop.shell()?.dispatchEvent(violation({ effectiveDirective: 'frame-src', disposition: 'report' }));
      expect(shop.element.problems).to.deep.equal([]);
    });

    it('says so when an engine holds the shell itself against the policy', async () => {
      shop = await openShop();
      const { document } = shop.window;
      const blocked = { effectiveDirective: 'frame-src', disposition: 'enforce', blockedURI: 'about' } as const;
      const observer = new MutationObserver(() => element('.bank') && document.dispatchEvent(violation(blocked)));
      observer.observe(shop.element.renderRoot, { childList: true, subtree: true });
      await shop.element.open(form());
      await until(isDone, 'an end of it');
      observer.disconnect();
      expect(shop.element.problems.map(({ code }) => code)).to.deep.equal(['challenge_blocked']);
    });

    it('gives up no challenge for a picture', async () => {
      await open(form());
      shop.shell()?.dispatchEvent(violation({ effectiveDirective: 'img-src', disposition: 'enforce' }));
      expect(shop.element.problems).to.deep.equal([]);
    });

    it('names the bank, not the page, when its address is not https', async () => {
      await open(form());
      const policy = shop.shell()?.querySelector<HTMLMetaElement>('meta[http-equiv]')?.content ?? '';
      const blocked = { effectiveDirective: 'frame-src', blockedURI: 'http://bank.example/a', originalPolicy: policy };
      shop.shell()?.dispatchEvent(violation({ ...blocked, disposition: 'enforce' }));
      expect(shop.element.problems[0]?.message).to.contain('not https (http://bank.example)');
    });
  });

  describe('that works by a script alone', () => {
    it('runs away from the page, where the page lets it', async () => {
      await open(scriptFragment(bank.action));
      expect(shop.element.problems).to.deep.equal([]);
      await until(() => bank.loads(), 'the bank’s page');
      expect(shop.inner()[0]?.contentDocument).to.be.null;
    });

    it('is given up visibly where it cannot', async () => {
      await open(scriptFragment(bank.action), { csp: strictPolicy });
      expect(shop.element.problems.map(({ code }) => code)).to.deep.equal(['challenge_blocked']);
      expect(shop.element.problems[0]?.message).to.contain("script-src 'unsafe-inline'");
      expect(shop.text()).to.contain('No pudimos abrir la verificación');
    });

    it('is given up visibly where only its script cannot run', async () => {
      await open(scriptFragment(bank.action), { csp: "script-src 'nonce-shop' 'strict-dynamic'" });
      // An engine that does not hand the page's policy on to such a document shows the challenge.
      if (shop.element.problems.length === 0) await until(() => bank.loads(), 'the bank’s page');
      else expect(shop.element.problems[0]?.message).to.contain("script-src 'unsafe-inline'");
    });
  });

  describe('that cannot be read', () => {
    for (const [name, html] of [
      ['empty', '  '],
      ['too large', 'a'.repeat(70_000)],
      ['nothing usable', '<form action="http://bank.example"></form>'],
    ] as const) {
      it(`is refused visibly: ${name}`, async () => {
        await open(html);
        expect(shop.element.problems.map(({ code }) => code)).to.deep.equal(['challenge_invalid']);
        expect(shop.text()).to.contain('No pudimos abrir la verificación').and.to.contain('no pagues de nuevo');
        expect(shop.text()).to.contain('Visa Secure');
      });
    }
  });

  describe('with something to fill in', () => {
    it('is not sent by itself', async () => {
      await open(form('<input name="code"><input type="password" name="pin">'));
      const shell = shop.shell();
      const fields = [...(shell?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [])];
      expect(fields.map(({ name, type, labels }) => [name, type, labels?.[0]?.textContent])).to.deep.equal([
        ['code', 'text', 'code'],
        ['pin', 'text', 'pin'],
      ]);
      expect(await bank.loads()).to.equal(0);
      shell?.querySelector('button')?.click();
      await until(() => bank.loads(), 'the bank’s page');
    });
  });

  describe('on a desktop', () => {
    it('is part of the page, high enough, with the network’s name', async () => {
      await open(form());
      expect(heightOf('[part~="challenge"]')).to.be.at.least(500);
      expect(heightOf('.bank')).to.be.at.least(500);
      expect(shop.inner()[0]?.getBoundingClientRect().height).to.be.at.least(500);
      expect(element('dialog')).to.be.null;
      expect(element('[part~="network-logo"]')?.innerText).to.contain('Visa Secure');
      expect(element('[part~="network-logo"] svg')).not.to.be.null;
    });

    it('stays where it is when the window becomes narrow', async () => {
      await open(form());
      const frame = element('.bank');
      shop.frame.width = '360';
      await shop.element.rendered();
      expect(element('.bank')).to.equal(frame);
      expect(element('dialog')).to.be.null;
      expect(await bank.loads()).to.equal(1);
    });

    it('says that the bank’s page is loading until it is there', async () => {
      shop = await openShop();
      await bank.sandbox.fault({
        method: 'POST',
        path: new URL(bank.action).pathname,
        times: 1,
        fault: { kind: 'delay', ms: 400 },
      });
      await shop.element.open(form());
      await until(() => shop.inner().length > 0, 'the frame');
      expect(shop.text()).to.contain('Abriendo la página de tu banco…');
      await until(isDone, 'the bank’s page');
      expect(shop.text()).not.to.contain('Abriendo');
    });

    it('takes over the focus from what was there, and gives it back', async () => {
      shop = await openShop();
      shop.element.focus();
      await shop.element.open(form());
      await until(isDone, 'the bank’s page');
      expect(focused()?.textContent).to.equal('Confirma la compra con tu banco');
      element('.bank')?.focus();
      await shop.element.end();
      await until(() => focused()?.textContent === '…', 'the focus on the heading that follows');
      expect(element('.bank')).to.be.null;
    });

    it('leaves the focus alone that is elsewhere', async () => {
      await open(form());
      expect(focused()).to.be.null;
      await shop.element.end();
      expect(focused()).to.be.null;
    });
  });

  for (const [place, width] of [
    ['a desktop', 1000],
    ['a phone', 360],
  ] as const) {
    describe(`left on ${place}`, () => {
      it('says first what leaving means, and can be resumed as it was', async () => {
        await open(form(), { width, height: 640 });
        const frame = element('.bank');
        shop.press('Salir de la verificación');
        await until(() => shop.text().includes('tu pago queda pendiente hasta que termines'), 'what leaving means');
        await until(() => focused()?.textContent === 'Sigue con la verificación', 'the focus on the safe way');
        expect(shop.element.told).to.deep.equal([]);
        shop.press('Sigue con la verificación');
        await until(() => focused()?.textContent === 'Salir de la verificación', 'the focus back');
        shop.press('Salir de la verificación');
        await shop.element.rendered();
        shop.press('Sal y deja el pago pendiente');
        await until(() => focused()?.textContent === 'Tu pago está pendiente', 'the focus on the heading');
        expect(shop.element.told).to.deep.equal(['leave']);
        expect(heightOf('.bank')).to.equal(0);
        expect(element('dialog')?.matches(':modal') ?? false).to.be.false;
        shop.press('Retoma la verificación');
        await until(() => focused()?.textContent === 'Confirma la compra con tu banco', 'the focus in the challenge');
        expect(shop.element.told).to.deep.equal(['leave', 'resume']);
        expect(element('.bank')).to.equal(frame);
        expect(heightOf('.bank')).to.be.at.least(400);
        expect(await bank.loads()).to.equal(1);
      });
    });
  }

  it('says honestly that it takes too long', async () => {
    await open(form());
    shop.element.options = { stalled: true };
    await shop.element.rendered();
    expect(shop.text()).to.contain('pudo vencer').and.to.contain('no pagues de nuevo');
    shop.press('Consulta de nuevo');
    expect(shop.element.told).to.deep.equal(['resume']);
    expect(await bank.loads()).to.equal(1);
  });

  it('says when the result cannot be asked for', async () => {
    await open(form());
    shop.element.options = { missed: true };
    await shop.element.rendered();
    expect(shop.text()).to.contain('No pudimos consultar el resultado');
  });

  describe('on a phone', () => {
    /** Browsers tell pages in the background nothing about their size, and the tests' pages may be there. */
    const resized = () => shop.window.visualViewport?.dispatchEvent(new Event('resize'));

    it('is a sheet over the whole screen', async () => {
      await open(form(), { width: 360, height: 640 });
      const sheet = element('dialog');
      expect(sheet?.matches(':modal')).to.be.true;
      const { x, y, width, height } = sheet!.getBoundingClientRect();
      expect([x, y, width, height]).to.deep.equal([0, 0, 360, 640]);
      expect(heightOf('.bank')).to.be.at.least(400);
      expect(shop.text()).to.contain('Visa Secure');
      expect(focused()?.textContent).to.equal('Confirma la compra con tu banco');
    });

    it('stays within what the keyboard leaves', async () => {
      await open(form(), { width: 360, height: 640 });
      shop.frame.height = '300';
      await until(() => resized() && heightOf('dialog') === 300, 'a lower sheet');
      expect(element('dialog')!.scrollHeight).to.be.above(300);
      expect(await bank.loads()).to.equal(1);
    });

    it('stays a sheet when the screen is turned', async () => {
      await open(form(), { width: 360, height: 640 });
      const frame = element('.bank');
      Object.assign(shop.frame, { width: '900', height: '800' });
      await until(() => resized() && heightOf('dialog') === 800, 'a larger sheet');
      expect(element('.bank')).to.equal(frame);
      expect(await bank.loads()).to.equal(1);
    });

    it('takes a dismissal for the question whether to leave', async () => {
      await open(form(), { width: 360, height: 640 });
      const sheet = element('dialog') as HTMLDialogElement;
      const event = new Event('cancel', { cancelable: true });
      sheet.dispatchEvent(event);
      expect(event.defaultPrevented).to.be.true;
      await until(() => shop.text().includes('tu pago queda pendiente hasta que termines'), 'what leaving means');
      sheet.dispatchEvent(new Event('cancel', { cancelable: true }));
      await until(() => shop.text().includes('Salir de la verificación'), 'the challenge as it was');
      sheet.close();
      sheet.dispatchEvent(new Event('close'));
      await until(() => sheet.matches(':modal'), 'the sheet again');
      expect(await bank.loads()).to.equal(1);
    });

    it('goes when the challenge is over', async () => {
      await open(form(), { width: 360, height: 640 });
      await shop.element.end();
      await until(() => focused()?.textContent === '…', 'the focus on the heading that follows');
      expect(element('dialog')).to.be.null;
    });
  });
});
