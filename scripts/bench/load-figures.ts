import type { Browser } from 'puppeteer-core';
import { OpenPage } from './open-page.ts';
import type { Condition, Target } from './target.ts';

/** What one load of a page came to. Times in ms, sizes in bytes. */
export interface LoadFigures {
  visible: number;
  usable: number;
  /** Processor time of the main thread until the page rested, with all that it fetched ahead. */
  cpu: number;
  blocking: number;
  requestsVisible: number;
  scriptsVisible: number;
  heap: number;
  /** Processor time for one key in the field of the card number. */
  key: number;
}

/** Loads a page once, as a first visit, and measures it. The heap and the keys are left out where the line is slow. */
export async function loadFigures(
  browser: Browser,
  target: Target,
  condition: Condition,
): Promise<Partial<LoadFigures>> {
  const opened = await OpenPage.open(browser, target, condition);
  try {
    const { origin, visible, usable } = await opened.marks(target);
    // Where what is on its way is not known, whatever follows an answer has to have had its time.
    await opened.rest(opened.traffic ? undefined : 1000);
    const cpu = await opened.cpu();
    const blocking = await opened.page.evaluate(() => globalThis.benchMarks.blocking);
    const seen = opened.traffic?.until(origin + visible);
    return {
      visible,
      usable,
      cpu,
      blocking,
      ...(seen && { requestsVisible: seen.requests, scriptsVisible: seen.scriptBytes }),
      ...(condition.slowdown === 1 ? { heap: await opened.heap(), key: await keystrokeMs(opened, target) } : {}),
    };
  } finally {
    await opened.close();
  }
}

const digits = '4242424242424242';
const times = 6;

/**
 * Types a card number a few times and gives the main thread's processor time for one key, in ms. The first time is not
 * counted: it may load what only typing needs.
 */
async function keystrokeMs(opened: OpenPage, target: Target): Promise<number> {
  const { keyboard } = opened.page;
  await opened.page.evaluate((selector) => {
    const field = globalThis.benchFind(selector);
    if (field instanceof HTMLElement) field.focus();
  }, target.visible);
  const clear = async (): Promise<void> => {
    await keyboard.down('Control');
    await keyboard.press('KeyA');
    await keyboard.up('Control');
    await keyboard.press('Backspace');
  };
  const typed: number[] = [];
  for (let time = 0; time <= times; time += 1) {
    const before = await opened.metric('ThreadTime');
    for (const digit of digits) await keyboard.press(`Digit${digit}` as 'Digit4');
    await opened.rest();
    typed.push((await opened.metric('ThreadTime')) - before);
    await clear();
    await opened.rest();
  }
  return (Math.min(...typed.slice(1)) / digits.length) * 1000;
}
