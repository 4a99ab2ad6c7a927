import { until } from './until.ts';
import type { WebKitPage } from './webkit-browser.ts';

/** WebDriver's name for an element. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** An element as WebDriver passes it to and fro. */
export interface Reference {
  readonly [elementKey]: string;
}

/** The part of puppeteer's `ElementHandle` that the tests use; of no element when a question had none for an answer. */
export class WebKitElement {
  readonly #page: WebKitPage;
  readonly #path: readonly Reference[];
  readonly #reference: Reference | undefined;

  /** @param path the frames that lead to the element's document, outermost first */
  constructor(page: WebKitPage, path: readonly Reference[], reference: Reference | undefined) {
    this.#page = page;
    this.#path = path;
    this.#reference = reference;
  }

  asElement(): this | null {
    return this.#reference ? this : null;
  }

  evaluate<Answer>(script: (...args: never[]) => Answer, ...args: unknown[]): Promise<Awaited<Answer>> {
    return this.#page.run(this.#path, script, [this.#reference, ...args]);
  }

  async evaluateHandle(script: (...args: never[]) => unknown, ...args: unknown[]): Promise<WebKitElement> {
    return new WebKitElement(this.#page, this.#path, (await this.evaluate(script, ...args)) as Reference | undefined);
  }

  /** Presses it as a pointer does: the engine looks up what lies there, so something on top of it is in the way. */
  async click(): Promise<void> {
    const reference = this.#reference;
    if (!reference) throw new Error('There is nothing to click.');
    try {
      await this.#page.toElement(this.#path, reference, 'click');
    } catch (error) {
      // The driver takes an input's own inner parts for something on top of it.
      if (!/intercepted/.test(String(error)) || !(await this.#isOnTop())) throw error;
      await this.#page.pressAt(this.#path, reference);
    }
  }

  boundingBox(): Promise<{ x: number; y: number; width: number; height: number }> {
    return this.evaluate((element: HTMLElement) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
  }

  #isOnTop(): Promise<boolean> {
    return this.evaluate((element: HTMLElement) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const root = element.getRootNode() as Document | ShadowRoot;
      return root.elementFromPoint(x + width / 2, y + height / 2) === element;
    });
  }
}

/** The part of puppeteer's `Frame` that the tests use. */
export class WebKitFrame {
  readonly #page: WebKitPage;
  readonly #path: readonly Reference[];
  readonly #address: string;

  constructor(page: WebKitPage, path: readonly Reference[], address: string) {
    this.#page = page;
    this.#path = path;
    this.#address = address;
  }

  url(): string {
    return this.#address;
  }

  async $(selector: string): Promise<WebKitElement | null> {
    const find = (wanted: string): Element | undefined => document.querySelector(wanted) ?? undefined;
    const found = await this.#page.run(this.#path, find, [selector]);
    return new WebKitElement(this.#page, this.#path, found as unknown as Reference | undefined).asElement();
  }

  waitForSelector(selector: string): Promise<WebKitElement> {
    return until(async () => (await this.$(selector)) ?? undefined, selector);
  }
}
