import type { Browser } from 'puppeteer-core';
import { OpenPage } from './open-page.ts';
import type { Condition, Target } from './target.ts';
import { keystrokeMs } from './typing.ts';

/** What one load of a page came to. Times in ms, sizes in bytes. */
export interface LoadFigures {
  visible: number;
  usable: number;
  /** Processor time of the main thread until the form could be used. */
  cpuUsable: number;
  /** The same until the page rested, with all that it fetched ahead. */
  cpu: number;
  blocking: number;
  requestsVisible: number;
  bytesVisible: number;
  scriptsVisible: number;
  requestsUsable: number;
  bytesUsable: number;
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
    const cpuUsable = await opened.cpu();
    await opened.rest();
    const cpu = await opened.cpu();
    const blocking = await opened.page.evaluate(() => globalThis.benchMarks.blocking);
    const [seen, used] = [opened.traffic.until(origin + visible), opened.traffic.until(origin + usable)];
    return {
      visible,
      usable,
      cpuUsable,
      cpu,
      blocking,
      requestsVisible: seen.requests,
      bytesVisible: seen.bytes,
      scriptsVisible: seen.scriptBytes,
      requestsUsable: used.requests,
      bytesUsable: used.bytes,
      ...(condition.slowdown === 1 ? { heap: await opened.heap(), key: await keystrokeMs(opened, target) } : {}),
    };
  } finally {
    await opened.close();
  }
}
