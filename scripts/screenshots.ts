/**
 * Pictures of every state of the checkout, in `screenshots/`: the real element against the local service, in three
 * widths, light and dark, and in every language. `index.html` there shows them side by side.
 *
 *   npm run screenshots                      all of it
 *   npm run screenshots -- qr voucher        the states whose names begin so
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { Harness } from '../test/e2e/harness.ts';
import { pageStates } from '../test/states/page-states.ts';
import { openState, type PageState } from '../test/states/page-state.ts';
import { speak } from '../test/states/speak.ts';
import { contactSheet, type Picture } from './contact-sheet.ts';

const folder = 'screenshots';
const widths = [360, 768, 1280] as const;
const schemes = ['light', 'dark'] as const;
/** Spanish is in every picture; the others are looked at where room is scarcest. */
const otherLocales = ['en', 'pt'] as const;
const heightOf = (width: number): number => (width < 600 ? 740 : 900);

type Scheme = (typeof schemes)[number];

async function takePictures(page: Page, name: string, width: number, into: Picture[]): Promise<void> {
  const take = async (scheme: Scheme, locale: string): Promise<void> => {
    const file = `${name}.${width}.${scheme}.${locale}.png`;
    await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
    into.push({ file, name, width, scheme, locale });
  };
  for (const scheme of schemes) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await take(scheme, 'es');
  }
  if (width !== widths[0]) return;
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  for (const locale of [...otherLocales, 'es']) {
    await speak(page, locale);
    if (locale !== 'es') await take('light', locale);
  }
}

async function picture(harness: Harness, state: PageState): Promise<Picture[]> {
  const pictures: Picture[] = [];
  let page: Page | undefined;
  for (const width of widths) {
    const viewport = { width, height: heightOf(width), deviceScaleFactor: 1 };
    if (!page || state.isOfWidth) page = (await openState(harness, state, viewport)).page;
    else await page.setViewport(viewport);
    await takePictures(page, state.name, width, pictures);
  }
  await harness.closeShops();
  return pictures;
}

/** One browser with a service of its own: it takes the next state until none is left. */
async function work(waiting: PageState[], into: Map<string, Picture[]>, problems: string[]): Promise<void> {
  const harness = new Harness();
  await harness.start();
  for (let state = waiting.shift(); state; state = waiting.shift()) {
    try {
      into.set(state.name, await picture(harness, state));
      console.info(`  ${state.name}`);
    } catch (error) {
      problems.push(`${state.name}: ${error instanceof Error ? error.message : String(error)}`);
      await harness.closeShops().catch(() => undefined);
    }
  }
  await harness.stop();
}

const wanted = process.argv.slice(2);
const states = pageStates.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const taken = new Map<string, Picture[]>();
const problems: string[] = [];
const waiting = [...states];
await Promise.all(Array.from({ length: 2 }, () => work(waiting, taken, problems)));
const pictures = states.flatMap(({ name }) => taken.get(name) ?? []);
await writeFile(join(folder, 'index.html'), contactSheet(pictures));
for (const problem of problems) console.error(`✗ ${problem}`);
console.info(`${taken.size} of ${states.length} states, ${pictures.length} pictures: ${folder}/index.html`);
process.exitCode = problems.length > 0 ? 1 : 0;
