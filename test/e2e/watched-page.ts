import { inspect } from 'node:util';
import type { Frame, HTTPRequest, Page } from 'puppeteer-core';
import { recordMark, type RecordedEvent } from './page-probe.ts';
import { until } from './until.ts';
import { WebKitPage } from './webkit-browser.ts';

/** A request that the browser made, with its body. */
export interface SentRequest {
  method: string;
  url: string;
  body: string;
}

/** The element's state as JSON holds it. */
export interface SeenState {
  readonly status: string;
  readonly [field: string]: unknown;
}

/** One open page with a checkout, as a test sees it: what it shows, tells and sends. */
export class WatchedPage {
  readonly page: Page;
  readonly #events: RecordedEvent[] = [];
  readonly #recorded = new Set<string>();
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #sent: Promise<SentRequest>[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.#problems.push(`uncaught: ${String(error)}`));
    page.on('console', (message) => {
      const text = message.text();
      if (text.startsWith(recordMark)) this.#record(JSON.parse(text.slice(recordMark.length)));
      else if (message.type() === 'error') this.#problems.push(`console: ${text} ${message.location().url ?? ''}`);
    });
    page.on('request', (request) => this.#sent.push(sentRequest(request)));
  }

  #record({ key, entry: event }: { key: string; entry: RecordedEvent }): void {
    if (this.#recorded.has(key)) return;
    this.#recorded.add(key);
    if (event.type === 'securitypolicyviolation') this.#problems.push(`blocked by CSP: ${inspect(event)}`);
    else this.#events.push(event);
  }

  /** The recorded events of the widget, of one type or of all, oldest first. */
  events(type?: string): RecordedEvent[] {
    return this.#events.filter((event) => type === undefined || event.type === type);
  }

  /** The codes of the errors, or of the warnings, that the page was told of. */
  codesTold(type: 'pay-error' | 'pay-warning'): unknown[] {
    return this.events(type).map(({ error, code }) => (error as { code: string } | undefined)?.code ?? code);
  }

  /** How often the one document of this page that told this most often has told it: after a reload it is another one. */
  timesTold(type: string): number {
    const times = new Map<unknown, number>();
    for (const { document } of this.events(type)) times.set(document, (times.get(document) ?? 0) + 1);
    return Math.max(0, ...times.values());
  }

  /** Uncaught errors, console errors and CSP violations that no `allow` covers. They fail the test. */
  problems(): string[] {
    return this.#problems.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }

  /** Expects problems like these, because the test provokes them. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** The page's frames at every depth. */
  async frames(): Promise<Frame[]> {
    // WebKit's driver has to go and look.
    return this.page.frames();
  }

  /** What the browser sent so far, preflights left out. */
  async sent(): Promise<SentRequest[]> {
    if (this.page instanceof WebKitPage) throw new Error('WebKit’s driver tells nothing of requests.');
    return (await Promise.all(this.#sent)).filter(({ method }) => method !== 'OPTIONS');
  }

  /** The element's state now; undefined while there is no element. */
  state(): Promise<SeenState | undefined> {
    return this.page.evaluate((): SeenState | undefined => {
      const element = document.querySelector('pay-checkout');
      const state: unknown = element && 'state' in element ? element.state : undefined;
      return state ? JSON.parse(JSON.stringify(state)) : undefined;
    });
  }

  /** Waits for one of these statuses. */
  waitForState(...statuses: string[]): Promise<SeenState> {
    return this.until(
      async () => {
        const state = await this.state();
        return state && statuses.includes(state.status) ? state : undefined;
      },
      `state ${statuses.join(' or ')}`,
    );
  }

  /** Waits until an event of this type was recorded, and tells the latest. */
  waitForEvent(type: string): Promise<RecordedEvent> {
    return this.until(async () => this.events(type).at(-1), `event ${type}`);
  }

  /** The name, part or text of what has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = globalThis.pageProbe.focused();
      return element?.getAttribute('name') ?? element?.getAttribute('part') ?? element?.textContent?.trim() ?? '';
    });
  }

  /** What can be read on the page, the shadow trees' words included. */
  text(): Promise<string> {
    return this.page.evaluate(() => globalThis.pageProbe.text());
  }

  /** Waits until the page says this. */
  waitForText(pattern: RegExp): Promise<string> {
    return this.until(async () => {
      const text = await this.text();
      return pattern.test(text) ? text : undefined;
    }, `text ${pattern}`);
  }

  /** Waits for an answer, and says what there was to see when none comes. */
  protected until<Answer>(ask: () => Promise<Answer | undefined | false>, what: string): Promise<Answer> {
    return until(ask, what, {
      details: async () => {
        const state = await this.state().catch(() => undefined);
        const text = await this.text().catch(() => '');
        const events = this.events().map(({ type }) => type);
        const focused = await this.focused().catch(() => '');
        const seen = { address: this.page.url(), state, events, problems: this.#problems, focused, text };
        return inspect(seen, { depth: 6 });
      },
    });
  }
}

async function sentRequest(request: HTTPRequest): Promise<SentRequest> {
  const [method, url] = [request.method(), request.url()];
  // A page that is left takes the bodies of its requests along.
  const body = request.hasPostData() ? await request.fetchPostData().catch(() => undefined) : undefined;
  return { method, url, body: body ?? '' };
}
