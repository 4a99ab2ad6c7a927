/**
 * Pictures of every state of the checkout, in `screenshots/`: the real element against the local service, in three
 * widths and a sidebar, light and dark, in every language, in forced colours and as it is printed; and what moves, as
 * frames. `index.html` there shows them side by side.
 *
 *   npm run screenshots                      all of it
 *   npm run screenshots -- qr voucher        the states whose names begin so
 *
 * The pictures of an earlier look, in `screenshots/before/`, stand at the left of those that have taken their place: take
 * them at an earlier commit and move them there.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'puppeteer-core';
import { Harness } from '../test/e2e/harness.ts';
import { pageStates } from '../test/states/page-states.ts';
import { openState, type PageState } from '../test/states/page-state.ts';
import { speak } from '../test/states/speak.ts';
import { contactSheet, type Picture } from './contact-sheet.ts';
import { takeMotion } from './motion-frames.ts';

const folder = 'screenshots';
const widths = [360, 768, 1280] as const;
/** Of a sidebar: one picture each. */
const narrowest = 280;
const schemes = ['light', 'dark'] as const;
/** Spanish is in every picture; the others are looked at where room is scarcest. */
const otherLocales = ['en', 'pt'] as const;
const heightOf = (width: number): number => (width < 600 ? 740 : 900);

type Take = (shown: Partial<Picture>) => Promise<void>;

/** What the pictures of one page are taken with: puppeteer itself knows no forced colours. */
const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.createCDPSession());
  sessions.set(page, session);
  return session;
}

async function show(page: Page, scheme: Picture['scheme'], manner?: Picture['manner']): Promise<void> {
  const session = await sessionOf(page);
  const features = [
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'forced-colors', value: manner === 'forced-colors' ? 'active' : 'none' },
  ];
  await session.send('Emulation.setEmulatedMedia', { media: manner === 'print' ? 'print' : '', features });
  // A picture of the whole page is as tall as the last frame: that of a page that was printed is another one.
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Where room is scarcest: the other languages, forced colours and paper. */
async function takeNarrow(page: Page, take: Take): Promise<void> {
  for (const scheme of schemes) await take({ scheme, manner: 'forced-colors' });
  await take({ manner: 'print' });
  for (const locale of [...otherLocales, 'es']) {
    await speak(page, locale);
    if (locale !== 'es') await take({ locale });
  }
}

async function takePictures(page: Page, name: string, width: number, into: Picture[]): Promise<void> {
  const take: Take = async ({ scheme = 'light', locale = 'es', manner }) => {
    await show(page, scheme, manner);
    const file = `${[name, width, manner ?? scheme, ...(manner === 'forced-colors' ? [scheme] : []), locale].join('.')}.png`;
    await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
    into.push({ file, name, width, scheme, locale, manner });
  };
  // A phone is touched. Puppeteer's own way would load the page again.
  const session = await sessionOf(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: width === widths[0] });
  await take({});
  if (width === narrowest) return;
  await take({ scheme: 'dark' });
  if (width === widths[0]) await takeNarrow(page, take);
}

async function picture(harness: Harness, state: PageState): Promise<Picture[]> {
  const pictures: Picture[] = [];
  let page: Page | undefined;
  for (const width of [...widths, narrowest]) {
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

/** What moves, unless states were named and it was not. */
async function frames(): Promise<Picture[]> {
  if (wanted.length > 0 && !wanted.includes('motion')) return [];
  const harness = new Harness();
  await harness.start();
  try {
    return await takeMotion(harness, folder);
  } finally {
    await harness.stop();
  }
}

const wanted = process.argv.slice(2);
const states = pageStates.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
await mkdir(folder, { recursive: true });
const old = wanted.length === 0 ? await readdir(folder) : [];
for (const name of old) if (name !== 'before') await rm(join(folder, name), { recursive: true });
const before = new Set(await readdir(join(folder, 'before')).catch(() => []));
const taken = new Map<string, Picture[]>();
const problems: string[] = [];
const waiting = [...states];
await Promise.all(Array.from({ length: 2 }, () => work(waiting, taken, problems)));
const pictures = [...states.flatMap(({ name }) => taken.get(name) ?? []), ...(await frames())];
await writeFile(join(folder, 'index.html'), contactSheet(pictures, before));
for (const problem of problems) console.error(`✗ ${problem}`);
console.info(`${taken.size} of ${states.length} states, ${pictures.length} pictures: ${folder}/index.html`);
process.exitCode = problems.length > 0 ? 1 : 0;
