import { expect } from '@open-wc/testing';
import { paymentMethodTypes, type PaymentMethodType } from '../../src/domain/payment-method-type.ts';
import type { Language } from '../../src/messages/catalogue.ts';
import { paymentMethods } from '../../src/methods/registry.ts';
import { METHOD_SHAPES } from '../../src/sandbox/method-shapes.ts';
import { allIn, textIn } from '../ui/pierced.ts';
import { methodStand } from './method-stand.ts';

const languages: readonly Language[] = ['es', 'en', 'pt'];
/** Fields that no payer fills in: the token comes out of the card's form, the rest from the merchant's page. */
const notTyped = new Set(['type', 'token', 'extra_three_ds_aut_external_provider', 'three_ds_auth_external_provider']);
const asks = (type: string): string[] =>
  Object.entries(METHOD_SHAPES[type as PaymentMethodType].def.shape)
    .filter(([name, schema]) => !notTyped.has(name) && schema.def.innerType?.def.type !== 'never')
    .map(([name]) => name);

/** What every method has to keep, whoever adds it. */
/** Texts of a form that are closer to one another than 4 px, or run into one another. */
function touching(root: ParentNode): string[] {
  const texts = allIn(root, ':is(.method-form, .card) :is(label, legend, .note, .fine)')
    .filter((one) => one.textContent?.trim() && one.getClientRects().length > 0)
    .map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return { said: one.textContent?.trim() ?? '', ...range.getBoundingClientRect().toJSON() } as DOMRect & {
        said: string;
      };
    });
  return texts.flatMap((one, place) =>
    texts
      .slice(place + 1)
      .filter(
        ({ left, right, top, bottom }) =>
          left < one.right + 4 && right > one.left - 4 && top < one.bottom + 4 && bottom > one.top - 4,
      )
      .map(({ said }) => `${one.said} | ${said}`),
  );
}

describe('the registry of payment methods', () => {
  before(() => import('axe-core'));

  it('has each type of the specification once, in the order in which payers look for them', () => {
    const types = paymentMethods.map(({ type }) => type);
    expect(types.join(' ')).to.equal(
      'CARD BANKDEBIT WALLET_A BANKA_TRANSFER BANKA_QR WALLET_B BANKA_COLLECT BNPL PCOL WALLET_PAY',
    );
    expect(types.toSorted()).to.deep.equal(paymentMethodTypes.toSorted());
  });

  for (const method of paymentMethods)
    describe(method.type, () => {
      it('has a name, a hint and an icon in each language', () => {
        for (const language of languages) {
          expect(method.title[language]).to.match(/^\S.*\S$/);
          expect(method.hint?.[language] ?? 'none').to.match(/^\S.*\S$/);
        }
        expect(method.icon).to.match(/^[Mm][\d.,\sA-Za-z-]+$/);
      });

      it('has a control for each field that the service takes, or a value that is always the same', async () => {
        const stand = await methodStand([method]);
        const fixed = 'fixed' in method ? Object.keys(method.fixed ?? {}) : [];
        const unasked = allIn<HTMLInputElement>(stand.renderRoot, 'input[type=hidden]').map(({ name }) => name);
        if (method.type in METHOD_SHAPES)
          expect([...stand.names, ...unasked, ...fixed]).to.include.members(asks(method.type));
        for (const name of stand.names)
          expect(allIn(stand.renderRoot, `[name="${name}"]:not([type=radio])`).length, name).to.be.below(2);
      });

      it('refuses empty details, each at its control, and nothing once they are filled in', async () => {
        const stand = await methodStand([method]);
        for (const name of stand.names)
          if (stand.control(name).matches('input:not([type=radio])')) await stand.put(name, '');
        const isAsking = stand.names.some((name) => stand.control(name).matches('input:not([type=radio])'));
        const problems = stand.check();
        await stand.settled();
        expect(problems.length > 0).to.equal(isAsking);
        for (const { name, message } of problems) {
          expect(stand.note(name)).to.equal(message);
          expect(stand.control(name).getAttribute('aria-invalid')).to.equal('true');
          expect(message).to.match(/^[^{}]+$/);
        }
      });

      for (const language of languages)
        it(`is accessible in ${language}, empty and refused`, async () => {
          const stand = await methodStand([method]);
          await stand.speak(language);
          for (const isRefused of [false, true]) {
            if (isRefused) stand.check();
            await stand.settled();
            const { violations } = await window.axe.run(stand, { resultTypes: ['violations'] });
            expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).to.deep.equal(
              [],
            );
            expect(textIn(stand.renderRoot)).to.not.match(/undefined|\[object|\{\w+\}/);
          }
        });

      it('fits into 280 px', async () => {
        const stand = await methodStand([method]);
        stand.style.inlineSize = '280px';
        await stand.settled();
        expect(stand.scrollWidth).to.be.at.most(280);
      });

      it('lets no text touch another, empty and refused, in a sidebar, on a phone and in a wide form', async () => {
        const stand = await methodStand([method]);
        for (const width of [280, 360, 736])
          for (const isRefused of [false, true]) {
            stand.style.inlineSize = `${width}px`;
            if (isRefused) stand.check();
            await stand.settled();
            expect(touching(stand.renderRoot), `${width} px`).to.deep.equal([]);
          }
      });
    });
});
