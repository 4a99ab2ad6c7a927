import type { Browser } from 'puppeteer-core';
import { OpenPage } from './open-page.ts';
import type { Condition, Target } from './target.ts';
import type { Traffic } from './traffic.ts';
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

/** What had come when the form could be seen, and when it could be used; moments in ms since 1970. */
function trafficFigures(traffic: Traffic, visible: number, usable: number): Partial<LoadFigures> {
  const [seen, used] = [traffic.until(visible), traffic.until(usable)];
  return {
    requestsVisible: seen.requests,
    bytesVisible: seen.bytes,
    scriptsVisible: seen.scriptBytes,
    requestsUsable: used.requests,
    bytesUsable: used.bytes,
  };
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
    // Where what is on its way is not known, whatever follows an answer has to have had its time.
    await opened.rest(opened.traffic ? undefined : 1000);
    const cpu = await opened.cpu();
    const blocking = await opened.page.evaluate(() => globalThis.benchMarks.blocking);
    return {
      visible,
      usable,
      cpuUsable,
      cpu,
      blocking,
      ...(opened.traffic && trafficFigures(opened.traffic, origin + visible, origin + usable)),
      ...(condition.slowdown === 1 ? { heap: await opened.heap(), key: await keystrokeMs(opened, target) } : {}),
    };
  } finally {
    await opened.close();
  }
}
