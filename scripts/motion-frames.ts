/** What moves in the checkout, as frames: each animation is stopped and set to the same moment. */
import type { Page } from 'puppeteer-core';
import type { Harness } from '../test/e2e/harness.ts';
import { pageStates } from '../test/states/page-states.ts';
import { openState } from '../test/states/page-state.ts';
import type { Picture } from './contact-sheet.ts';

/** The moments of the frames, in ms: nothing in the form moves for longer. */
const moments = [0, 50, 100, 150, 200];
const width = 360;

/** What makes something move: a press of the first control that fits. */
const motions = [
  { name: 'motion-method', state: 'form-bankdebit', presses: '.method input:not(:checked)' },
  { name: 'motion-unfold', state: 'form-bankdebit', presses: '.more' },
];

async function takeFrame(page: Page, at: number, path: string): Promise<void> {
  await page.evaluate((moment) => {
    for (const { shadowRoot } of globalThis.pageProbe.find('*'))
      for (const animation of shadowRoot?.getAnimations() ?? []) {
        animation.pause();
        animation.currentTime = moment;
      }
  }, at);
  await page.screenshot({ path });
}

/** @param folder where the pictures go. */
export async function takeMotion(harness: Harness, folder: string): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const { name, state: stateName, presses } of motions) {
    const state = pageStates.find((one) => one.name === stateName);
    if (!state) throw new Error(`There is no state ${stateName}.`);
    const { page } = await openState(harness, state, { width, height: 740, deviceScaleFactor: 1 });
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
    await page.evaluate(async (selector) => {
      // Who may see motion sees at first what has moved in until now.
      await new Promise(requestAnimationFrame);
      const moving = globalThis.pageProbe.find('*').flatMap(({ shadowRoot }) => shadowRoot?.getAnimations() ?? []);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      const [control] = globalThis.pageProbe.find(selector);
      (control as HTMLElement).click();
      await new Promise(requestAnimationFrame);
    }, presses);
    for (const moment of moments) {
      const file = `${name}.${moment}.png`;
      await takeFrame(page, moment, `${folder}/${file}`);
      pictures.push({ file, name, width, scheme: 'light', locale: 'es', manner: `${moment} ms` });
    }
    await harness.closeShops();
  }
  return pictures;
}
