import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { engine, useHarness } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

interface Motion {
  /** The animation, or the property that changes by and by. */
  name: string;
  /** What it happens on: the form, or a screen, by its classes. */
  on: string;
  /** How long it takes, with its delay, in ms. */
  takes: number;
  /** A press in the middle of what moves meets it from the start. */
  isPressable: boolean;
  /** How far the pay button of the form has gone meanwhile, in px. */
  away: number;
  isOver: boolean;
}

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var motions: Motion[];
}

/** Notes what moves in the checkout and comes to an end by itself; what waits turns for as long as it takes. */
const watchMotion =
  (wanted: 'no-preference' | 'reduce') =>
  async (page: Page): Promise<void> => {
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: wanted }]);
    // Slower than it is, by the browser's own clock: on a busy machine a motion may be over within one frame.
    const session = await page.createCDPSession();
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.2 });
    await page.evaluateOnNewDocument(() => {
      globalThis.motions = [];
      const seen = new Set<Animation>();
      const watch = (root: ShadowRoot): void => {
        const button = (): number => {
          const shown = root.querySelector('.form:not([hidden]) .pay');
          return shown ? shown.getBoundingClientRect().top + scrollY : 0;
        };
        const note = (animation: Animation): void => {
          const { effect, finished } = animation;
          const takes = Number(effect?.getComputedTiming().endTime);
          const { target } = effect as KeyframeEffect;
          if (seen.has(animation) || takes === Infinity || !target) return;
          seen.add(animation);
          const { x, y, width, height } = target.getBoundingClientRect();
          const motion: Motion = {
            name: (animation as CSSAnimation).animationName ?? (animation as CSSTransition).transitionProperty,
            on: target.closest('.form, .status')?.className ?? '',
            takes,
            isPressable: target.contains(root.elementFromPoint(x + width / 2, y + height / 2)),
            away: 0,
            isOver: false,
          };
          globalThis.motions.push(motion);
          const before = button();
          const end = (): void => {
            motion.isOver = true;
            motion.away = button() - before;
          };
          void finished.then(end, end); // what it happens on may go meanwhile
        };
        for (const type of ['animationstart', 'transitionrun'])
          root.addEventListener(type, ({ target }) => (target as Element).getAnimations().forEach(note));
      };
      const elements: { attachShadow: (options: ShadowRootInit) => ShadowRoot } = Element.prototype;
      elements.attachShadow = new Proxy(elements.attachShadow, {
        apply: (attach, element, options) => {
          const root = Reflect.apply(attach, element, options);
          watch(root);
          return root;
        },
      });
    });
  };

/** What has moved since it was asked for last, once nothing does any more. */
async function motionsOf({ page }: Shop): Promise<Motion[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await until(() => page.evaluate(() => globalThis.motions.every(({ isOver }) => isOver)), 'everything to be still');
  const motions = await page.evaluate(() => globalThis.motions.splice(0));
  for (const { name, takes } of motions) assert.ok(takes >= 120 && takes <= 260, `${name} takes ${takes} ms`);
  return motions;
}

const namesOf = (motions: readonly Motion[]): string[] => [...new Set(motions.map(({ name }) => name))].toSorted();

describe('motion', { skip: engine !== 'chromium' }, () => {
  const harness = useHarness();

  const payBy = async (number: string, wanted: 'no-preference' | 'reduce'): Promise<Shop> => {
    const shop = await harness.openShop({ order: 'order-url', emulate: watchMotion(wanted) });
    await shop.fillCard({ number });
    await shop.acceptContracts();
    return shop;
  };

  it('unfolds the form of the method that was chosen, which can be used at once', async () => {
    const shop = await harness.openShop({ emulate: watchMotion('no-preference') });
    assert.deepEqual(await motionsOf(shop), [], 'the first form is just there');
    for (const method of ['BANKDEBIT', 'CARD']) {
      await shop.choose(method);
      const motions = await motionsOf(shop);
      const forms = motions.filter(({ name }) => name === 'unfold');
      assert.equal(forms.length, 1, `${method}: ${namesOf(motions).join()}`);
      assert.ok(forms[0]?.isPressable, method);
      assert.equal(forms[0]?.away, 0, `${method}: nothing goes away from under a finger`);
    }
  });

  it('lets the screens of an approved payment appear, and draws its tick', async () => {
    const shop = await payBy('4242424242424242', 'no-preference');
    await motionsOf(shop);
    await shop.pay();
    await shop.waitForText(/Pago aprobado/);
    const screens = (await motionsOf(shop)).filter(({ on }) => on.includes('status'));
    assert.deepEqual(namesOf(screens.filter(({ on }) => on.includes('good'))), ['draw', 'good']);
  });

  it('has no part in a decline, and unfolds the form again for another try', async () => {
    const shop = await payBy('4111111111111111', 'no-preference');
    await shop.pay();
    await shop.waitForText(/Pago rechazado/);
    const motions = await motionsOf(shop);
    assert.deepEqual(
      motions.filter(({ on }) => on.includes('bad')),
      [],
    );
    await shop.press('Intentar de nuevo');
    await shop.waitForState('ready');
    assert.ok(namesOf(await motionsOf(shop)).includes('unfold'));
  });

  it('is not there for whoever has asked for less of it', async () => {
    const shop = await payBy('4242424242424242', 'reduce');
    await shop.choose('BANKDEBIT');
    await shop.control('financial_institution_code');
    await shop.choose('CARD');
    await shop.fillCard();
    await shop.pay();
    await shop.waitForText(/Pago aprobado/);
    assert.deepEqual(await motionsOf(shop), []);
    const moving = await shop.page.$eval('pay-checkout', ({ shadowRoot }) => shadowRoot?.getAnimations().length);
    assert.equal(moving, 0);
  });
});
