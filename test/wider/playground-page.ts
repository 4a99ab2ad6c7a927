import type { Frame, Page } from 'puppeteer-core';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

/** The playground: its controls in the page, the checkout in its frame. */
export class Playground {
  readonly shop: Shop;
  readonly page: Page;

  constructor(shop: Shop) {
    this.shop = shop;
    this.page = shop.page;
  }

  get frame(): Frame | undefined {
    return this.page.frames().find((frame) => frame.url().includes('/taller-vista'));
  }

  /** An attribute of the element, as it is now. */
  attribute(name: string): Promise<string | null | undefined> {
    return until(async () => {
      const { frame } = this;
      return (
        frame && { value: await frame.$eval('pay-checkout', (element, wanted) => element.getAttribute(wanted), name) }
      );
    }, 'the frame').then(({ value }) => value);
  }

  attributeIs(name: string, wanted: string | null): Promise<unknown> {
    return until(async () => (await this.attribute(name)) === wanted, `${name} to be ${wanted}`, {
      details: async () => String(await this.attribute(name)),
    });
  }

  /** What the payer reads. */
  says(pattern: RegExp): Promise<string> {
    const read = () => this.frame?.evaluate(() => globalThis.pageProbe.text()) ?? Promise.resolve('');
    return until(async () => [await read()].find((text) => pattern.test(text)), `the checkout to say ${pattern}`, {
      details: read,
    });
  }

  code(): Promise<string> {
    return this.page.$eval('.code pre', (code) => code.textContent ?? '');
  }

  codeHas(pattern: RegExp): Promise<unknown> {
    return until(async () => pattern.test(await this.code()), `the code to have ${pattern}`, {
      details: () => this.code(),
    });
  }

  log(): Promise<string[]> {
    return this.page.$$eval('.log li', (lines) =>
      lines.map((line) => line.textContent?.replace(/\s+/g, ' ').trim() ?? ''),
    );
  }

  logHas(pattern: RegExp): Promise<unknown> {
    return until(async () => (await this.log()).some((line) => pattern.test(line)), `the log to have ${pattern}`, {
      timeoutMs: 30_000,
      details: async () => (await this.log()).join('\n'),
    });
  }

  state(status: string): Promise<unknown> {
    const read = () => this.page.$eval('.stage-state output', (output) => output.textContent);
    return until(async () => (await read()) === status, `the state to be ${status}`, {
      details: read,
    });
  }

  /** Opens the part of the page with this title. */
  async unfold(title: string): Promise<void> {
    await this.page.evaluate((wanted) => {
      const parts = [...document.querySelectorAll('details')];
      const part = parts.find((one) => one.querySelector('summary')?.textContent?.trim() === wanted);
      if (part) part.open = true;
    }, title);
  }

  async choose(name: string, value: string): Promise<void> {
    await this.page.select(`select[name="${name}"]`, value);
  }

  async check(name: string, value?: string): Promise<void> {
    const boxes = await this.page.$$(`input[name="${name}"]`);
    for (const box of boxes)
      if (value === undefined || (await box.evaluate((one) => one.value)) === value)
        await box.evaluate((one) => one.click());
  }

  async type(name: string, text: string): Promise<void> {
    const control = await this.page.waitForSelector(`[name="${name}"]`);
    await control?.evaluate((one) => {
      one.scrollIntoView({ block: 'center' });
      (one as HTMLInputElement).focus();
      (one as HTMLInputElement).select();
    });
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Tab');
  }

  async press(label: string): Promise<void> {
    await this.page.evaluate((wanted) => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === wanted);
      button?.click();
    }, label);
  }

  tells(pattern: RegExp): Promise<unknown> {
    const read = () => this.page.$eval('.workshop-status', (status) => status.textContent ?? '');
    return until(async () => pattern.test(await read()), `the page to tell ${pattern}`, { details: read });
  }
}
