import type { Browser, BrowserContext, Viewport } from 'puppeteer-core';
import { webkitPage } from '../webkit-page.mjs';
import { WebKitSession } from '../webkit-session.mjs';
import { recordMark } from './page-probe.ts';
import { WebKitElement, WebKitFrame, elementKey, type Reference } from './webkit-nodes.ts';

/** How often the page is asked for what it said, in ms. */
const listenMs = 100;

/** What `listenAhead` keeps of one line. */
interface Line {
  kind: 'console' | 'pageerror';
  type: string;
  text: string;
}

type Listener = (message: unknown) => void;

/** Runs ahead of the page's own scripts, sent as text: keeps what is said until it is asked for. */
function listenAhead(mark: string): void {
  const lines: Line[] = [];
  Object.defineProperty(globalThis, 'e2eLines', { value: lines });
  const keep = (type: string, parts: unknown[]): unknown =>
    lines.push({ kind: 'console', type, text: parts.map(String).join(' ') });
  for (const type of ['debug', 'error', 'warn'] as const) {
    const say = console[type].bind(console);
    console[type] = (...parts: unknown[]) => {
      keep(type, parts);
      if (!String(parts[0]).startsWith(mark)) say(...parts);
    };
  }
  const keepError = (thrown: unknown): unknown =>
    lines.push({ kind: 'pageerror', type: 'error', text: String(thrown) });
  addEventListener('error', ({ error, message }) => keepError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => keepError(reason));
}

/**
 * The part of puppeteer's `Page` that the challenge's journeys use, spoken in WebDriver: its clicks and keys are the
 * engine's own, also inside of frames of another origin. WebDriver tells nothing by itself, so what the page says is
 * asked for again and again; of the requests and of the engine's own console lines it tells nothing at all.
 */
export class WebKitPage {
  readonly #session: WebKitSession;
  readonly #context: WebKitContext;
  readonly #keys: ReturnType<typeof webkitPage>;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #ahead: string[] = [`(${listenAhead.toString()})(${JSON.stringify(recordMark)})`];
  readonly #listening: ReturnType<typeof setInterval>;
  #address = 'about:blank';
  #last: Promise<unknown> = Promise.resolve();
  #isAsking = false;

  constructor(session: WebKitSession, context: WebKitContext) {
    this.#session = session;
    this.#context = context;
    this.#keys = webkitPage(session);
    this.#listening = setInterval(() => void this.#listen(), listenMs);
  }

  /** Scripts to put ahead of a page's own: WebDriver cannot, so the shop's server does. */
  get ahead(): string {
    return this.#ahead.join(';\n');
  }

  readonly keyboard = {
    type: (text: string): Promise<void> => this.turn([], () => this.#keys.keyboard.type(text)),
    press: (key: string): Promise<void> => this.turn([], () => this.#keys.keyboard.press(key)),
  };

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  url(): string {
    return this.#address;
  }

  browserContext(): WebKitContext {
    return this.#context;
  }

  async evaluateOnNewDocument(script: (...args: never[]) => unknown, ...args: unknown[]): Promise<void> {
    this.#ahead.push(`(${script.toString()})(${args.map((arg) => JSON.stringify(arg)).join(',')})`);
  }

  async setViewport({ width, height }: Viewport): Promise<void> {
    await this.turn([], () => this.#keys.setViewport({ width, height }));
  }

  async goto(url: string): Promise<void> {
    await this.turn([], () => this.#session.command('POST', '/url', { url }));
    this.#address = url;
  }

  async reload(): Promise<void> {
    await this.#listen();
    await this.turn([], () => this.#session.command('POST', '/refresh', {}));
  }

  evaluate<Answer>(script: (...args: never[]) => Answer, ...args: unknown[]): Promise<Awaited<Answer>> {
    return this.run([], script, args);
  }

  async evaluateHandle(script: (...args: never[]) => unknown, ...args: unknown[]): Promise<WebKitElement> {
    return new WebKitElement(this, [], (await this.run([], script, args)) as Reference | undefined);
  }

  /** Every frame whose document can be asked, at any depth and in any open shadow tree. */
  async frames(): Promise<WebKitFrame[]> {
    const found: WebKitFrame[] = [];
    const walk = async (path: readonly Reference[]): Promise<void> => {
      const [address, inner] = await this.run(path, () => {
        const all = (root: ParentNode): Element[] =>
          [...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? [one, ...all(one.shadowRoot)] : [one]));
        return [location.href, all(document).filter((one) => one.localName === 'iframe')] as const;
      });
      found.push(new WebKitFrame(this, path, address));
      for (const frame of inner as unknown as readonly Reference[]) await walk([...path, frame]);
    };
    await walk([]);
    return found;
  }

  /** Runs a function in the document at the end of this path of frames. */
  async run<Answer>(
    path: readonly Reference[],
    script: (...args: never[]) => Answer,
    args: readonly unknown[] = [],
  ): Promise<Awaited<Answer>> {
    const body = {
      // In an array, because undefined has no word of its own in WebDriver.
      script: `const lines = () => globalThis.e2eLines?.splice(0) ?? [];
        return Promise.resolve((${script.toString()}).apply(null, arguments)).then((value) => ({
          answer: value === undefined ? [] : [value], lines: lines(), address: location.href }));`,
      args,
    };
    const { answer, lines, address } = await this.turn(path, () =>
      this.#session.command('POST', '/execute/sync', body),
    );
    if (path.length === 0) this.#hear(lines, address);
    return answer[0];
  }

  /** A command to an element, in the document at the end of this path. */
  toElement(path: readonly Reference[], element: Reference, command: string, body: object = {}): Promise<unknown> {
    return this.turn(path, () => this.#session.command('POST', `/element/${element[elementKey]}/${command}`, body));
  }

  /** Moves the pointer to the middle of an element and presses it. */
  async pressAt(path: readonly Reference[], element: Reference): Promise<void> {
    const actions = [
      { type: 'pointerMove', origin: element, x: 0, y: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const body = { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] };
    await this.turn(path, () => this.#session.command('POST', '/actions', body));
  }

  /** One at a time: which frame is meant is a state of the whole session. */
  turn<Answer>(path: readonly Reference[], act: () => Promise<Answer>): Promise<Answer> {
    const enter = async (): Promise<Answer> => {
      await this.#session.command('POST', '/frame', { id: null });
      for (const frame of path) await this.#session.command('POST', '/frame', { id: frame });
      return act();
    };
    const turn = this.#last.then(enter, enter);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #listen(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      await this.run([], () => {});
    } catch {
      // A page that is just being left says it on the next occasion.
    } finally {
      this.#isAsking = false;
    }
  }

  /** Tells what the page has said since it was last asked anything. */
  #hear(lines: readonly Line[], address: string): void {
    this.#address = address;
    for (const { kind, type, text } of lines) {
      const message =
        kind === 'pageerror' ? text : { text: () => text, type: () => type, location: () => ({ url: address }) };
      for (const listener of this.#listeners.get(kind) ?? []) listener(message);
    }
  }

  /** Hears what is left to be heard, and nothing more. */
  async close(): Promise<void> {
    clearInterval(this.#listening);
    await this.#last;
    await this.#listen();
  }
}

/** A profile of its own is a browser of its own: WebKit's driver has one session. */
class WebKitContext {
  readonly #session = new WebKitSession();
  #page: WebKitPage | undefined;

  async newPage(): Promise<WebKitPage> {
    if (this.#page) throw new Error('In WebKit a context has one page.');
    await this.#session.start();
    this.#page = new WebKitPage(this.#session, this);
    return this.#page;
  }

  async close(): Promise<void> {
    await this.#page?.close();
    await this.#session.stop();
  }
}

/** WebKit as the harness's browser. Its pages have only the part of puppeteer's that `WebKitPage` lists. */
export function webkitBrowser(): Browser {
  const browser = {
    createBrowserContext: async () => new WebKitContext() as unknown as BrowserContext,
    close: async () => {},
  };
  return browser as unknown as Browser;
}
