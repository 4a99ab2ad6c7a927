import { expect } from '@open-wc/testing';
import { ChallengeFrame } from '../../src/ui/challenge/challenge-frame.ts';
import { scriptFragment } from './challenge-fragments.ts';
import { openShop, until } from './challenge-shop.ts';
import { useChallengeStand } from './challenge-stand.ts';

const violation = (fields: SecurityPolicyViolationEventInit): Event =>
  new SecurityPolicyViolationEvent('securitypolicyviolation', fields);

describe('a 3D Secure challenge', () => {
  const stand = useChallengeStand();
  /** A page of another origin that does what its query says. */
  const page = (wishes: string) =>
    `<iframe src="http://127.0.0.1:${window.location.port}/test/fixtures/challenge/bank.html?${wishes}">`;
  /** Says something in the shop's own page and waits until it, and what was said before, has been heard. */
  const everyMessage = async () => {
    const heard = new Promise((resolve) => stand.shop.window.addEventListener('message', resolve, { once: true }));
    stand.shop.window.postMessage({ type: 'challenge', transStatus: 'Y' }, '*');
    await heard;
    await new Promise((resolve) => setTimeout(resolve));
  };

  describe('through many renderings', () => {
    it('loads once, whatever else changes', async () => {
      await stand.open(stand.form());
      const frame = stand.element('.bank');
      for (let count = 0; count < 50; count += 1) {
        stand.shop.element.course = { stalled: count % 2 > 0 };
        await stand.shop.element.rendered();
      }
      await stand.shop.element.speak('en');
      expect(stand.element('.bank')).to.equal(frame);
      expect(stand.shop.text()).to.contain('Confirm the purchase with your bank');
      expect([frame?.title, stand.shop.inner()[0]?.title]).to.deep.equal([
        'Your bank’s verification',
        'Your bank’s verification',
      ]);
      expect(await stand.bank.loads()).to.equal(1);
    });

    it('stays when the service spells the same fragment otherwise', async () => {
      await stand.open(stand.form());
      const frame = stand.element('.bank');
      stand.shop.element.methodData = stand.shop.element.methodData?.replaceAll('&quot;', '"');
      await stand.shop.element.rendered();
      expect(stand.element('.bank')).to.equal(frame);
      expect(await stand.bank.loads()).to.equal(1);
    });

    it('stays when a record has lost the fragment for once', async () => {
      await stand.open(stand.form());
      const frame = stand.element('.bank');
      const { methodData } = stand.shop.element;
      for (const data of ['', methodData]) {
        stand.shop.element.methodData = data;
        await stand.shop.element.rendered();
      }
      expect(stand.element('.bank')).to.equal(frame);
      expect(stand.shop.element.problems).to.deep.equal([]);
      expect(await stand.bank.loads()).to.equal(1);
    });

    it('is replaced when the fragment changes', async () => {
      await stand.open(stand.form());
      const frame = stand.element('.bank');
      stand.shop.element.methodData = stand.shop.element.methodData?.replace('creq', 'creq2');
      await stand.shop.element.rendered();
      await until(() => stand.element('.bank') !== frame && stand.shop.hasLoaded(), 'the second page');
      expect(frame?.isConnected).to.be.false;
      expect(await stand.bank.loads()).to.equal(2);
      expect(stand.shop.shell()?.querySelector('input')?.name).to.equal('creq2');
    });

    it('is decoded once: what was escaped twice stays escaped', async () => {
      await stand.open(stand.form('<input type="hidden" name="note" value="&amp;lt;b&amp;gt;">'));
      expect(stand.shop.shell()?.querySelector<HTMLInputElement>('[name=note]')?.value).to.equal('&lt;b&gt;');
    });

    it('shows the service’s own fragment', async () => {
      stand.shop = await openShop();
      stand.shop.element.methodData = stand.bank.methodData;
      await stand.shop.element.rendered();
      await stand.isDone();
      expect(stand.shop.element.problems).to.deep.equal([]);
      expect(await stand.bank.loads()).to.equal(1);
    });

    it('is filled again after the element was moved', async () => {
      await stand.open(stand.form());
      const box = stand.shop.window.document.createElement('div');
      stand.shop.window.document.body.append(box);
      box.append(stand.shop.element);
      let loads = 0;
      await until(async () => (loads += await stand.bank.loads()) === 2, 'the second load');
      await until(() => stand.shop.inner()[0]?.contentDocument === null, 'the bank’s page again');
      expect(stand.shop.element.problems).to.deep.equal([]);
    });
  });

  describe('with a bank that talks', () => {
    it('takes messages for a reason to look, and not too often', async () => {
      await stand.open(page('messages=200'));
      await until(() => stand.shop.element.told.length > 0, 'a hastened look');
      await everyMessage();
      expect(stand.shop.element.told).to.deep.equal(['hasten']);
      expect(stand.shop.element.problems).to.deep.equal([]);
      expect(stand.shop.text()).to.contain('Confirma la compra');
    });

    it('takes a further page for a reason to look', async () => {
      await stand.open(page('again'));
      await until(() => stand.shop.element.told.includes('hasten'), 'a hastened look');
    });

    it('hears nobody else', async () => {
      await stand.open(stand.form());
      await everyMessage();
      expect(stand.shop.element.told).to.deep.equal([]);
    });

    it('does not let it move the page', async () => {
      stand.shop = await openShop();
      const { href } = stand.shop.window.location;
      await stand.shop.element.open(page('top&parent&messages=1'));
      await until(() => stand.shop.element.told.includes('hasten'), 'the bank’s page, after its attempts');
      expect(stand.shop.window.location.href).to.equal(href);
    });
  });

  describe('that the page’s policy keeps out', () => {
    for (const [csp, directive] of [
      ["frame-src 'none'", 'frame-src https:'],
      ["child-src 'self'", 'frame-src https:'],
      ["default-src 'self' 'nonce-shop'; script-src 'self' 'nonce-shop'", 'frame-src https:'],
      ["form-action 'none'", 'form-action https:'],
      ["form-action 'self' https://stand.bank.example", 'form-action https:'],
      ["require-trusted-types-for 'script'; trusted-types lit-html", 'its policy needs trusted-types pay-checkout.'],
    ] as const) {
      it(`names what to open: ${csp}`, async function () {
        if (csp.includes('trusted-types') && !('trustedTypes' in window)) return;
        await stand.open(stand.form(), { csp });
        // What a browser shows instead of the bank's page may have loaded before its policy's report is heard.
        await until(() => stand.shop.element.problems.length > 0, 'the report');
        expect(stand.shop.element.problems.map(({ code }) => code)).to.deep.equal(['challenge_blocked']);
        expect(stand.shop.element.problems[0]?.message).to.contain(directive);
        expect(stand.shop.element.problems[0]?.message).not.to.contain('/bank/challenge/');
        expect(stand.shop.text()).to.contain('No pudimos abrir la verificación');
        expect(stand.shop.hasLoaded()).to.be.false;
        expect(stand.element('.bank')).to.be.null;
        stand.shop.press('Consultar el resultado');
        expect(stand.shop.element.told).to.deep.equal(['resume']);
      });
    }

    it('takes a report without a verdict for what it is', async () => {
      await stand.open(stand.form());
      stand.shop.shell()?.dispatchEvent(violation({ effectiveDirective: 'frame-src', disposition: 'report' }));
      expect(stand.shop.element.problems).to.deep.equal([]);
    });

    it('says so when an engine holds the shell itself against the policy', async () => {
      stand.shop = await openShop();
      const { document } = stand.shop.window;
      const blocked = { effectiveDirective: 'frame-src', disposition: 'enforce', blockedURI: 'about' } as const;
      const observer = new MutationObserver(() => stand.element('.bank') && document.dispatchEvent(violation(blocked)));
      observer.observe(stand.shop.element.renderRoot, { childList: true, subtree: true });
      await stand.shop.element.open(stand.form());
      await stand.isDone();
      observer.disconnect();
      expect(stand.shop.element.problems.map(({ code }) => code)).to.deep.equal(['challenge_blocked']);
    });

    it('gives up no challenge for a picture', async () => {
      await stand.open(stand.form());
      stand.shop.shell()?.dispatchEvent(violation({ effectiveDirective: 'img-src', disposition: 'enforce' }));
      expect(stand.shop.element.problems).to.deep.equal([]);
    });

    it('names the bank, not the page, when its address is not https', async () => {
      await stand.open(stand.form());
      const policy = stand.shop.shell()?.querySelector<HTMLMetaElement>('meta[http-equiv]')?.content ?? '';
      const blocked = {
        effectiveDirective: 'frame-src',
        blockedURI: 'http://stand.bank.example/a',
        originalPolicy: policy,
      };
      stand.shop.shell()?.dispatchEvent(violation({ ...blocked, disposition: 'enforce' }));
      expect(stand.shop.element.problems[0]?.message).to.contain('not https (http://stand.bank.example)');
    });
  });

  describe('that cannot be read', () => {
    for (const [name, html] of [
      ['empty', '  '],
      ['too large', 'a'.repeat(70_000)],
      ['S5: a script that never ends', '<script>for(;;);</script>'],
      ['S5: a script that makes frame and form', scriptFragment('https://stand.bank.example/')],
      ['S12: a set of frames', '<frameset><frame src="https://stand.bank.example/"></frameset>'],
      ['nothing usable', '<form action="http://stand.bank.example"></form>'],
      ['a form to the page’s own origin', `<form method="post" action="${window.location.origin}/account"></form>`],
      ['a frame of the page’s own origin', `<iframe src="${window.location.origin}/account"></iframe>`],
    ] as const) {
      it(`is refused visibly: ${name}`, async () => {
        await stand.open(html);
        expect(stand.shop.element.problems.map(({ code }) => code)).to.deep.equal(['challenge_invalid']);
        expect(stand.shop.text()).to.contain('No pudimos abrir la verificación').and.to.contain('no pagues de nuevo');
        expect(stand.element('.bank')).to.equal(null);
      });
    }
  });

  it('S5: is not shown in itself, where the bank has led back to the shop’s page', async () => {
    await stand.open(stand.form());
    const { element } = new ChallengeFrame({
      plan: { frames: [`${window.location.origin}/test/fixtures/challenge/shop.html`], forms: [] },
      isTest: true,
      words: { title: '', send: '', locale: 'es' },
      onLoad: () => undefined,
      onHasten: () => undefined,
      onProblem: () => undefined,
    });
    document.body.append(element);
    const inner = () => (element as HTMLIFrameElement).contentDocument?.querySelector('iframe')?.contentWindow?.shop;
    await until(inner, 'the shop’s page in the challenge');
    await inner()?.open(stand.form());
    await until(() => inner()?.problems.length, 'the problem');
    expect(inner()?.problems.map(({ code }) => code)).to.deep.equal(['challenge_invalid']);
    expect(inner()?.renderRoot.querySelector('.bank')).to.equal(null);
    element.remove();
  });

  describe('with something to fill in', () => {
    it('is not sent by itself', async () => {
      await stand.open(stand.form('<input name="code"><input type="password" name="pin">'));
      const shell = stand.shop.shell();
      const fields = [...(shell?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [])];
      expect(fields.map(({ name, type, labels }) => [name, type, labels?.[0]?.textContent])).to.deep.equal([
        ['code', 'text', 'code'],
        ['pin', 'text', 'pin'],
      ]);
      expect(await stand.bank.loads()).to.equal(0);
      shell?.querySelector('button')?.click();
      await until(() => stand.bank.loads(), 'the bank’s page');
    });
  });
});
