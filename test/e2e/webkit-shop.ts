import type { WebKitSession } from '../webkit-session.mjs';
import { installPageProbe, type PageProbe } from './page-probe.ts';
import { until } from './until.ts';

/** A WebDriver reference to an element. */
export type Reference = Record<string, string>;

const idOf = (reference: Reference): string => Object.values(reference)[0] ?? '';

/** One shop page in WebKit, through the few WebDriver commands that its driver takes. */
export class WebKitShop {
  readonly #webkit: WebKitSession;

  constructor(webkit: WebKitSession) {
    this.#webkit = webkit;
  }

  async open(address: string, size: { width: number; height: number }): Promise<void> {
    await this.#webkit.command('POST', '/url', { url: address });
    await this.#webkit.setViewport(size);
    await this.run(installPageProbe, [], '');
  }

  /** Runs a function in the page, or in the frame that was entered; its arguments and answer are JSON or elements. */
  run<Arguments extends unknown[], Answer>(
    question: (...args: Arguments) => Answer,
    ...args: Arguments
  ): Promise<Answer> {
    const script = `return (${question.toString()}).apply(null, arguments)`;
    return this.#webkit.command('POST', '/execute/sync', { script, args });
  }

  /** Waits for a visible element that `pageProbe` finds. */
  find(kind: 'controls' | 'parts' | 'buttons', name: string): Promise<Reference> {
    const ask = (which: typeof kind, wanted: string): HTMLElement | undefined =>
      (globalThis.pageProbe satisfies PageProbe)[which](wanted)[0];
    return until(
      async () => ((await this.run(ask, kind, name)) as unknown as Reference | null) ?? undefined,
      `${kind} ${name}`,
      { details: () => this.text() },
    );
  }

  /** Types into a control with real keys. */
  async type(name: string, text: string): Promise<void> {
    const control = await this.find('controls', name);
    await this.#webkit.command('POST', `/element/${idOf(control)}/value`, { text });
  }

  click(element: Reference): Promise<void> {
    return this.#webkit.command('POST', `/element/${idOf(element)}/click`, {});
  }

  /** Goes on inside of a frame; undefined goes back to the page itself. */
  enter(frame: Reference | undefined): Promise<void> {
    return this.#webkit.command('POST', '/frame', { id: frame ?? null });
  }

  /** Waits for an element of the frame that was entered. */
  inFrame(selector: string): Promise<Reference> {
    return until(async () => {
      const found: Reference[] = await this.#webkit.command('POST', '/elements', {
        using: 'css selector',
        value: selector,
      });
      return found[0];
    }, selector);
  }

  /** What can be read on the page. */
  text(): Promise<string> {
    return this.run(() => globalThis.pageProbe.text());
  }

  /** Waits until the page says this. */
  waitForText(pattern: RegExp): Promise<string> {
    let seen = '';
    return until(
      async () => {
        seen = await this.text();
        return pattern.test(seen) ? seen : undefined;
      },
      `text ${pattern}`,
      { details: async () => seen },
    );
  }
}
