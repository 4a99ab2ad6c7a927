import { expect } from '@open-wc/testing';
import { bankFragments, hostileFragments, strictPolicy } from './challenge-fragments.ts';
import { publishedVectors } from './published-vectors.ts';
import { openBank, openShop, until, type Bank, type OpenShop } from './challenge-shop.ts';

const own = new Set(['html', 'head', 'meta', 'title', 'body', 'form', 'input', 'iframe', 'label', 'button']);

describe('a 3D Secure fragment', () => {
  let bank: Bank;
  let shop: OpenShop;
  const places = [
    ['a plain page', ''],
    ['a page with a strict policy', strictPolicy],
  ] as const;

  before(async () => {
    bank = await openBank();
  });

  const isDone = () => shop.hasLoaded() || shop.element.problems.length > 0;
  let count = 0;
  /**
   * A challenge as any other, and how often its page was asked for. Its address has a mark of its own: what a hostile
   * one has sent before it went may reach the bank at any time.
   */
  const benign = () => {
    const mark = `benign-${(count += 1)}`;
    return {
      html: `<form method="post" action="${bank.action}?${mark}"><input type="hidden" name="creq" value="1"></form>`,
      loads: async () => (await bank.queries()).filter((query) => query.endsWith(mark)).length,
    };
  };

  for (const [place, csp] of places) {
    describe(`in ${place}`, () => {
      before(async () => {
        shop = await openShop({ csp });
        window.hits = [];
      });
      after(() => shop.close());

      for (const name of Object.keys(bankFragments('https://bank.example'))) {
        it(`shows ${name}`, async () => {
          const { html, loads = 1, fields } = bankFragments(bank.action)[name]!;
          await bank.loads();
          await shop.element.open(html);
          await until(isDone, 'the bank’s page');
          expect(shop.element.problems).to.deep.equal([]);
          await until(() => shop.inner().every(({ contentDocument }) => contentDocument === null), 'each frame’s page');
          expect(await bank.loads()).to.equal(loads);
          const form = shop.shell()?.querySelector('form');
          const sent =
            form && Object.fromEntries([...form.querySelectorAll('input')].map((input) => [input.name, input.value]));
          if (fields) expect(sent).to.deep.equal(fields);
        });
      }
    });
  }

  describe('that is hostile', () => {
    before(async () => {
      shop = await openShop();
      window.hits = [];
    });
    after(() => shop.close());

    it('would be noticed', async () => {
      const frame = shop.window.document.createElement('iframe');
      frame.srcdoc = hostileFragments(bank.action)['a picture that fails']!;
      shop.window.document.body.append(frame);
      await until(() => shop.window.hits.length > 0 && window.hits.length > 0, 'marks in both pages');
      frame.remove();
      shop.window.hits.length = 0;
      window.hits.length = 0;
    });

    for (const name of Object.keys(hostileFragments('https://bank.example'))) {
      it(`survives ${name}`, async () => {
        const address = shop.window.location.href;
        await shop.element.open(hostileFragments(bank.action)[name]!);
        await until(isDone, 'an end of it');
        const elements = [...(shop.shell()?.querySelectorAll('*') ?? [])];
        for (const element of elements) {
          expect(own.has(element.localName), element.localName).to.be.true;
          for (const attribute of element.attributes) {
            expect(attribute.name, attribute.value).not.to.match(/^on|srcdoc|formaction/);
            expect(attribute.value).not.to.match(/^\s*javascript:/i);
          }
        }

        // What is still to come of it has the time that the next challenge takes.
        const next = benign();
        await shop.element.open(next.html);
        await until(isDone, 'the next challenge');
        expect(shop.element.problems).to.deep.equal([]);
        expect(shop.text()).to.contain('Salir de la verificación');
        expect(await next.loads()).to.equal(1);
        expect(shop.window.hits, 'marks in the shop’s page').to.deep.equal([]);
        expect(window.hits, 'marks above the shop’s page').to.deep.equal([]);
        expect(shop.window.location.href).to.equal(address);
      });
    }

    it('survives each vector that the sanitiser’s authors have published', async function () {
      this.timeout(120_000);
      const vectors = await publishedVectors();
      expect(vectors.length).to.be.greaterThan(150);
      const address = shop.window.location.href;
      for (const page of [window, shop.window]) page.alert = () => void window.hits.push('alert');
      for (const { title, payload } of vectors) {
        await shop.element.open(payload + benign().html);
        await until(isDone, title);
        const elements = [...(shop.shell()?.querySelectorAll('*') ?? [])];
        expect(elements.filter(({ localName }) => !own.has(localName)).map(({ localName }) => localName)).to.deep.equal(
          [],
          title,
        );
        const attributes = elements.flatMap((element) => [...element.attributes]);
        const bad = attributes.filter(
          ({ name, value }) => /^on|srcdoc|formaction/.test(name) || /^\s*javascript:/i.test(value),
        );
        expect(
          bad.map(({ name }) => name),
          title,
        ).to.deep.equal([]);
      }
      const next = benign();
      await shop.element.open(next.html);
      await until(isDone, 'the next challenge');
      expect(shop.element.problems).to.deep.equal([]);
      expect(await next.loads()).to.equal(1);
      expect([...shop.window.hits, ...window.hits], 'marks').to.deep.equal([]);
      expect(shop.window.location.href).to.equal(address);
    });
  });
});
