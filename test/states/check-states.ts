import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { axeProblems } from '../e2e/axe-problems.ts';
import { useHarness } from '../e2e/harness.ts';
import { openState, type PageState } from './page-state.ts';
import { smallTargets } from './small-targets.ts';
import { speak } from './speak.ts';
import { spilledText } from './spilled-text.ts';
import { treeText } from './tree-text.ts';

/** `npm run trees` writes what is there now; a review of the difference follows. */
const isRenewing = process.env.RENEW_TREES === '1';

const treeOf = ({ name }: PageState): URL => new URL(`trees/${name}.txt`, import.meta.url);

/** What is too wide in a sidebar and on a page of 1280 px at 400 %: the page, so that it scrolls sideways, or a text. */
async function tooWide(page: Page, locales: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of [280, 320]) {
    await page.setViewport({ width, height: 700 });
    const far = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (far > 0) found.push(`the page of ${width} px: ${far} px`);
    for (const locale of locales) {
      if (locales.length > 1) await speak(page, locale);
      found.push(...(await spilledText(page)).map((text) => `${width} px, ${locale}: ${text}`));
    }
  }
  return found;
}

const desktop = { width: 900, height: 900 };

/** Each state in Spanish: its accessibility tree as it was reviewed, room for text and for fingers. */
export function checkStates(what: string, states: readonly PageState[]): void {
  describe(what, () => {
    const harness = useHarness();

    for (const state of states)
      it(`${state.name}: reads as reviewed, fingers and narrow pages are served`, async () => {
        const { page } = await openState(harness, state, desktop);
        const tree = `${await treeText(page)}\n`;
        if (isRenewing) writeFileSync(treeOf(state), tree);
        assert.ok(existsSync(treeOf(state)), 'No tree is kept for this state: npm run trees writes it.');
        assert.equal(
          tree,
          readFileSync(treeOf(state), 'utf8'),
          'The tree is another: read it, npm run trees keeps it.',
        );
        assert.deepEqual(await tooWide(page, ['es']), []);
        assert.deepEqual(await smallTargets(page), []);
      });
  });
}

/** What axe says of each state in each language, and once in the dark, and the other languages' room. */
export function checkLooks(what: string, states: readonly PageState[]): void {
  describe(what, () => {
    const harness = useHarness();

    for (const state of states)
      it(`${state.name}: axe finds nothing in any language and in the dark, and every text has room`, async () => {
        const { page } = await openState(harness, state, desktop);
        const problems: string[] = [];
        for (const [locale, scheme] of [
          ['es', 'light'],
          ['en', 'light'],
          ['pt', 'light'],
          ['es', 'dark'],
        ] as const) {
          await speak(page, locale);
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          problems.push(...(await axeProblems(page)).map((problem) => `${locale}, ${scheme}: ${problem}`));
        }
        assert.deepEqual(problems, []);
        assert.deepEqual(await tooWide(page, ['en', 'pt']), []);
      });
  });
}
