import { inspect } from 'node:util';
import type { ElementHandle, Frame, HTTPRequest, Page } from 'puppeteer-core';
import type { SandboxFault, SandboxRequest, SandboxTransaction, TestSandbox } from '../start-sandbox.ts';
import { recordMark, type RecordedEvent } from './page-probe.ts';
import { until } from './until.ts';
import { WebKitPage } from './webkit-browser.ts';

/** A card as a payer types it. The defaults of `fillCard` make the sandbox approve. */
export interface TypedCard {
  number?: string;
  expiry?: string;
  cvc?: string;
  holder?: string;
  /** `null` leaves the choice as it is. */
  installments?: string | null;
}

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

/** One open shop page: what its payer can do, and what a test wants to know afterwards. */
export class Shop {
  readonly page: Page;
  readonly #sandbox: TestSandbox;
  readonly #events: RecordedEvent[] = [];
  readonly #recorded = new Set<string>();
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #sent: Promise<SentRequest>[] = [];

  constructor(page: Page, sandbox: TestSandbox) {
    this.page = page;
    this.#sandbox = sandbox;
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

  /** Arms a fault of the service. */
  fault(fault: SandboxFault): Promise<void> {
    return this.#sandbox.fault(fault);
  }

  /** What reached the service. */
  requests(): Promise<SandboxRequest[]> {
    return this.#sandbox.requests();
  }

  /** The service's transaction records. */
  transactions(): Promise<SandboxTransaction[]> {
    return this.#sandbox.transactions();
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
    return this.#until(
      async () => {
        const state = await this.state();
        return state && statuses.includes(state.status) ? state : undefined;
      },
      `state ${statuses.join(' or ')}`,
    );
  }

  /** Waits until an event of this type was recorded, and tells the latest. */
  waitForEvent(type: string): Promise<RecordedEvent> {
    return this.#until(async () => this.events(type).at(-1), `event ${type}`);
  }

  /** Waits for a visible form control with this name (and value, where several share the name). */
  control(name: string, value?: string): Promise<ElementHandle<HTMLElement>> {
    const which = value === undefined ? [name] : [name, value];
    return this.#handle(`control ${which.join(' = ')}`, 'controls', ...which);
  }

  /** Waits for a visible element with this part. */
  part(name: string): Promise<ElementHandle<HTMLElement>> {
    return this.#handle(`part ${name}`, 'parts', name);
  }

  /** Replaces what a text control holds, key by key. */
  async fill(name: string, text: string): Promise<void> {
    const control = await this.control(name);
    await control.evaluate((element) => {
      element.focus();
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
    });
    if (text === '') await this.page.keyboard.press('Backspace');
    else await this.page.keyboard.type(text);
  }

  /** What a control holds. */
  async value(name: string): Promise<string> {
    const control = await this.control(name);
    return control.evaluate((element) => ('value' in element ? String(element.value) : ''));
  }

  /** Chooses a payment method. */
  async choose(method: string): Promise<void> {
    await this.#check(await this.control('payment_method_type', method));
  }

  /** Picks an option by its value in a native list or among radios, or by its text in a combobox. */
  async select(name: string, choice: string): Promise<void> {
    const control = await this.control(name);
    if (await control.evaluate((element) => element instanceof HTMLInputElement && element.type === 'radio')) {
      await this.#check(await this.control(name, choice));
      return;
    }
    if (await control.evaluate((element) => element instanceof HTMLSelectElement)) {
      await control.select(choice);
      return;
    }
    await control.click();
    await this.fill(name, choice);
    const option = await this.#handle(`option ${choice}`, 'withRole', 'option', choice);
    await option.click();
  }

  /** Accepts both contracts. */
  async acceptContracts(): Promise<void> {
    for (const name of ['acceptance_token', 'accept_personal_auth']) await this.#check(await this.control(name));
  }

  /** Types a card; by default one that is approved. */
  async fillCard(card: TypedCard = {}): Promise<void> {
    const { number = '4242424242424242', expiry = '12/39', cvc = '123', holder = 'Ana Pinzón' } = card;
    await this.fill('number', number);
    await this.fill('expiry', expiry);
    await this.fill('cvc', cvc);
    await this.fill('card_holder', holder);
    if (card.installments) await this.select('installments', card.installments);
  }

  /** Presses the pay button. */
  async pay(): Promise<void> {
    await this.#click(await this.part('pay-button'));
  }

  /** Presses the visible button or link that says this. */
  async press(label: string): Promise<void> {
    await this.#click(await this.#handle(`button ${label}`, 'buttons', label));
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
    return this.#until(async () => {
      const text = await this.text();
      return pattern.test(text) ? text : undefined;
    }, `text ${pattern}`);
  }

  async #check(control: ElementHandle<HTMLElement>): Promise<void> {
    const isChecked = () => control.evaluate((element) => element instanceof HTMLInputElement && element.checked);
    if (await isChecked()) return;
    // A styled control may be a hidden input with its label painted over it: the label is what a payer presses.
    const target = await control.evaluateHandle((element) => {
      const { width, height } = element.getBoundingClientRect();
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      return label && (width < 8 || height < 8 || getComputedStyle(element).opacity === '0') ? label : element;
    });
    await this.#click(target);
    await this.#until(isChecked, 'the control to be checked');
  }

  /**
   * Presses where the element is once it lies still, in frames that were painted: a press goes to what is painted, and
   * the driver scrolls and aims between two frames. In the middle, so that the driver has nothing left to scroll.
   */
  async #click(element: ElementHandle<HTMLElement>): Promise<void> {
    const liesStill = () =>
      element.evaluate(async (target) => {
        const place = () => JSON.stringify(target.getBoundingClientRect());
        // Nothing is painted of a tab that is not the one in front.
        const painted = () => document.hidden || new Promise(requestAnimationFrame);
        target.scrollIntoView({ block: 'center', behavior: 'instant' });
        const before = place();
        for (let frame = 0; frame < 3; frame += 1) await painted();
        return before === place();
      });
    await this.#until(liesStill, 'the element to lie still');
    await element.click();
  }

  #handle(
    what: string,
    kind: 'buttons' | 'controls' | 'parts' | 'withRole',
    ...args: string[]
  ): Promise<ElementHandle<HTMLElement>> {
    return this.#until(async () => {
      const handle = await this.page.evaluateHandle(
        (question, [first = '', second]) => {
          const probe = globalThis.pageProbe;
          if (question === 'buttons') return probe.buttons(first)[0];
          if (question === 'controls') return probe.controls(first, second)[0];
          return question === 'parts' ? probe.parts(first)[0] : probe.withRole(first, second ?? '')[0];
        },
        kind,
        args,
      );
      return (handle.asElement() as ElementHandle<HTMLElement> | null) ?? undefined;
    }, what);
  }

  #until<Answer>(ask: () => Promise<Answer | undefined | false>, what: string): Promise<Answer> {
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
