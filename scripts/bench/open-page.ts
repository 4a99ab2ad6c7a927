import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { installPageProbe, type ProbeMarks } from './page-probe.ts';
import type { Condition, Target } from './target.ts';
import { Traffic } from './traffic.ts';

/** Longest wait for a page. A slow phone takes some seconds; more than this is a page that does not work. */
const patienceMs = 60_000;

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {});

/** A page under measurement, in a browser profile of its own: nothing is known from an earlier visit. */
export class OpenPage {
  readonly page: Page;
  readonly session: CDPSession;
  readonly traffic: Traffic;
  /** What the empty page had used before it was sent to the target, in s. */
  #cpuBefore = 0;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.session = session;
    this.traffic = new Traffic(session);
  }

  /** Opens a target as far as it can be used. */
  static async open(browser: Browser, target: Target, condition: Condition): Promise<OpenPage> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const session = await page.createCDPSession();
    const opened = new OpenPage(page, session);
    await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2 });
    await page.evaluateOnNewDocument(installPageProbe, target.visible, target.usable ?? target.visible);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const throughput = condition.bytesPerSecond ?? -1;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: condition.latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
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

  /** Waits until nothing is on its way and the main thread rests. */
  async rest(): Promise<void> {
    const until = performance.now() + patienceMs;
    let before = await this.metric('TaskDuration');
    for (let calm = 0; calm < 2 && performance.now() < until;) {
      await pause(200);
      const now = await this.metric('TaskDuration');
      calm = now - before < 0.003 && this.traffic.open === 0 ? calm + 1 : 0;
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
