import { expect } from '@open-wc/testing';
import { renderNotice } from '../../src/ui/notices.ts';
import { allWords } from './all-words.ts';
import { endMotion } from './end-motion.ts';
import { es, screens, stand, type FaceStand } from './face-stand.ts';
import { allIn } from './pierced.ts';

describe('the face', () => {
  // A script of the old kind: it leaves its global behind.
  before(() => import('axe-core'));

  const forms: Record<string, Partial<FaceStand>> = {
    form: {},
    waiting: { documents: [], amount: undefined },
    refused: { notice: renderNotice('alert', es.errorNetwork) },
    wrong: {
      problems: [
        { name: 'number', message: es.numberMissing },
        { name: 'acceptance_token', message: es.policyMissing },
      ],
    },
    ...Object.fromEntries(Object.entries(screens).map(([name, state]) => [name, { state }])),
  };

  async function faults(face: FaceStand): Promise<string[]> {
    endMotion(face.renderRoot as ShadowRoot);
    const { violations } = await window.axe.run(face, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html: source, failureSummary }) => `${source} ${failureSummary}`).join(' | ')}`,
    );
  }

  for (const [language, scheme] of [
    ['es', 'light'],
    ['en', 'dark'],
    ['pt', 'light'],
  ] as const)
    it(`axe finds nothing in any state, in ${language} and ${scheme}`, async function () {
      this.timeout(60_000);
      const words = await allWords(language);
      for (const [name, setting] of Object.entries(forms)) {
        const face = await stand({ ...setting, words, locale: language });
        face.style.colorScheme = scheme;
        if (name === 'wrong') face.card.check({ words, locale: language, isTest: true, isBusy: false });
        await face.updateComplete;
        expect(await faults(face), name).to.deep.equal([]);
        face.remove();
      }
    });

  it('axe would see what is wrong in it', async () => {
    const face = await stand();
    face.style.setProperty('--pay-text', '#ccc');
    expect((await faults(face)).join()).to.contain('color-contrast');
  });

  it('targets are large enough, and nothing scrolls sideways in 280 px', async () => {
    for (const [name, setting] of Object.entries(forms)) {
      const face = await stand(setting);
      face.style.inlineSize = '280px';
      if (name === 'wrong') face.card.check({ words: es, locale: 'es', isTest: true, isBusy: false });
      await face.updateComplete;
      expect(face.find('[part=base]').scrollWidth, name).to.be.at.most(280);
      for (const target of allIn(face.renderRoot, '.method, .box label, .control > *:not(.at-end), .pay'))
        expect(target.offsetHeight, `${name} ${target.className}`).to.be.at.least(44);
      for (const input of allIn(face.renderRoot, '.control > input, select'))
        expect(Number.parseFloat(getComputedStyle(input).fontSize), 'smaller text makes iOS zoom').to.be.at.least(16);
      face.remove();
    }
  });
});

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}
