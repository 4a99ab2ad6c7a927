import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { installPageProbe, type ProbeMarks } from './page-probe.ts';
import type { Condition, SlowLine, Target } from './target.ts';
import { Traffic } from './traffic.ts';

/** Longest wait for a page. A slow phone takes some seconds; more than this is a page that does not work. */
const patienceMs = 60_000;

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {});

/** Makes the line slow, and counts what comes by it. */
async function slowLine(session: CDPSession, { latencyMs, bytesPerSecond }: SlowLine): Promise<Traffic> {
  const traffic = new Traffic(session);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  return traffic;
}

/** A page under measurement, in a browser profile of its own: nothing is known from an earlier visit. */
export class OpenPage {
  readonly page: Page;
  readonly session: CDPSession;
  /** Only where the line is slow: for each request that is recorded the main thread puts together who asked for it. */
  readonly traffic: Traffic | undefined;
  /** What the empty page had used before it was sent to the target, in s. */
  #cpuBefore = 0;

  private constructor(page: Page, session: CDPSession, traffic: Traffic | undefined) {
    this.page = page;
    this.session = session;
    this.traffic = traffic;
  }

  /** Opens a target as far as it can be used. */
  static async open(browser: Browser, target: Target, condition: Condition): Promise<OpenPage> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const session = await page.createCDPSession();
    const opened = new OpenPage(page, session, condition.line && (await slowLine(session, condition.line)));
    await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2 });
    await page.evaluateOnNewDocument(installPageProbe, target.visible, target.usable ?? target.visible);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Emulation.setCPUThrottlingRate', { rate: condition.slowdown });
    opened.#cpuBefore = await opened.metric('TaskDuration');
    await page.goto(target.url, { waitUntil: 'domcontentloaded', timeout: patienceMs }).catch((error: unknown) => {
      throw new Error(`${target.name}: ${target.url} cannot be opened.`, { cause: error });
    });
    return opened;
  }

  /** Waits until the form can be used. */
  async marks(target: Target): Promise<ProbeMarks> {
    const late = new AbortController();
    const usable = this.page.evaluate(() => globalThis.benchUsable);
    const marks = await Promise.race([usable, pause(patienceMs, late.signal)]);
    late.abort();
    if (marks) return marks;
    throw new Error(`${target.name}: ${target.visible} or ${target.usable ?? ''} is not in ${target.url}.`);
  }

  /**
   * Waits until the main thread rests and nothing is on its way.
   *
   * @param calmMs how long it has to have rested
   */
  async rest(calmMs = 400): Promise<void> {
    const until = performance.now() + patienceMs;
    let before = await this.metric('TaskDuration');
    for (let calm = 0; calm < calmMs && performance.now() < until;) {
      await pause(200);
      const now = await this.metric('TaskDuration');
      calm = now - before < 0.003 && !this.traffic?.open ? calm + 200 : 0;
      before = now;
    }
  }

  /**
   * Processor time of the main thread since the navigation began, in ms, by the ticks of the thread: what other programs
   * do meanwhile does not count, so it is the steadiest figure of all.
   */
  async cpu(): Promise<number> {
    return ((await this.metric('TaskDuration')) - this.#cpuBefore) * 1000;
  }

  /** A figure of the browser's own; times in s of the main thread's processor time. */
  async metric(name: 'JSEventListeners' | 'Nodes' | 'TaskDuration' | 'ThreadTime'): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  }

  /** Bytes on the heap, once what is not needed is gone. */
  async heap(): Promise<number> {
    for (let round = 0; round < 3; round += 1) await this.session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.session.send('Runtime.getHeapUsage');
    return usedSize;
  }

  async close(): Promise<void> {
    await this.page.browserContext().close();
  }
}
