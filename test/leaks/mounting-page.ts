import type { BrowserContext, CDPSession, Page } from 'puppeteer-core';
import type { Harness } from '../e2e/harness.ts';

/** What to mount, and how far to take it before it is removed. */
export interface Mounted {
  /** The state to wait for. */
  readonly state: string;
  /** A selector of what the shadow tree shows by then. */
  readonly shows: string;
  /** Beside the usual attributes. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** What the service says of the transaction that is followed. */
  readonly record?: object;
  /** Chosen once the form can be used. */
  readonly method?: string;
  /** Presses pay, with an order or while the shop still prepares one. */
  readonly submits?: 'order' | 'order that never comes';
  /** Leaves something behind on purpose. */
  readonly plants?: 'listener' | 'node';
}

/** What a page holds once its garbage is collected. */
export interface Held {
  readonly nodes: number;
  readonly listeners: number;
  readonly bytes: number;
}

interface Order {
  readonly reference: string;
  readonly amountInCents: number;
  readonly currency: string;
  readonly signature: string;
}

declare global {
  var mountAndRemove: (mounted: Mounted, times: number) => Promise<void>;
}

/** A page with the script and nothing else in it, not even what the other tests record. */
export class MountingPage {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #session: CDPSession;

  constructor(context: BrowserContext, page: Page, session: CDPSession) {
    this.#context = context;
    this.#page = page;
    this.#session = session;
  }

  static async open({ browser, sandbox, shop }: Harness): Promise<MountingPage> {
    const reference = shop.newReference();
    const order = { amountInCents: 11_900_000, currency: 'COP' };
    const signature = await shop.sign(reference, order);
    const id = await shop.add(() => ({
      attributes: {},
      csp: undefined,
      html: ({ script }) => script,
      order,
      script: `<script type="module" src="${shop.origin}/cdn/pay-checkout.js"></script>`,
    }));
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const attributes = {
      'public-key': 'pub_test_e2e',
      'base-url': sandbox.url,
      'library-url': `${sandbox.url}/libs/js/v1.js`,
      'customer-email': 'ana@example.com',
      'redirect-url': `${shop.origin}/return/${id}`,
    };
    await page.evaluateOnNewDocument(install, attributes, { reference, signature, ...order });
    await page.goto(`${shop.origin}/shop/${id}`);
    return new MountingPage(context, page, await page.createCDPSession());
  }

  async mount(mounted: Mounted, times: number): Promise<void> {
    await this.#page.evaluate((what, count) => globalThis.mountAndRemove(what, count), mounted, times);
  }

  async held(): Promise<Held> {
    // Once for what is garbage, once for what that held.
    for (let count = 0; count < 3; count += 1) await this.#session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await this.#session.send('Memory.getDOMCounters');
    const { usedSize } = await this.#session.send('Runtime.getHeapUsage');
    return { nodes, listeners: jsEventListeners, bytes: usedSize };
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}

// Runs in the page: it is sent as text, so it may use nothing from outside.
function install(usual: Record<string, string>, order: Order): void {
  const planted: unknown[] = [];
  /** A busy browser now and then draws no frame at all: a second is waited for one. */
  const frame = () => new Promise((done) => void [requestAnimationFrame(done), setTimeout(done, 1000)]);
  const patienceMs = 20_000;
  let nth = 0;
  let account = (): string => '';
  const until = async <Found>(find: () => Found | null | undefined | false, what: string): Promise<Found> => {
    let frames = 0;
    for (const deadline = performance.now() + patienceMs; ; frames += 1) {
      const found = find();
      if (found) return found;
      if (performance.now() > deadline)
        throw new Error(`Waited ${patienceMs} ms in vain: ${what}.\nMount ${nth}, ${frames} frames, ${account()}`);
      await frame();
    }
  };

  const mount = async (mounted: Mounted): Promise<void> => {
    const element = document.createElement('pay-checkout');
    const find = (selector: string) =>
      [element, ...(element.shadowRoot?.querySelectorAll('pay-card-fields') ?? [])]
        .map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>(selector))
        .find(Boolean);
    const isIn = (...states: string[]) => states.includes(element.state.status);
    nth += 1;
    account = () => JSON.stringify([document.visibilityState, element.state, element.shadowRoot?.textContent]);
    for (const [name, value] of Object.entries({ ...usual, ...mounted.attributes })) element.setAttribute(name, value);
    const { record, submits, method } = mounted;
    element.amountInCents = order.amountInCents;
    if (record) {
      element.transactionId = (record as { id: string }).id;
      element.profile = { fetchTransaction: async () => record };
    } else if (submits === 'order that never comes') element.createOrder = () => new Promise(() => {});
    else Object.assign(element, order);
    // A machine so busy that a mount takes longer than the payer is given to read of the bank stays here all the same.
    element.addEventListener('pay-redirect', (event) => event.preventDefault());
    document.body.append(element);
    if (mounted.state !== 'loading') {
      await until(() => isIn('ready', mounted.state), 'the form');
      if (method && isIn('ready')) {
        (await until(() => find(`[name=payment_method_type][value=${method}]`), method)).click();
        if (submits) {
          const phone = await until(() => find('[name=phone_number]') as HTMLInputElement | null, 'the phone number');
          phone.value = '3991111111';
          for (const type of ['input', 'change']) phone.dispatchEvent(new Event(type, { bubbles: true }));
          for (const name of ['acceptance_token', 'accept_personal_auth'])
            (await until(() => find(`[name=${name}]`), name)).click();
          void element.submit();
        }
      }
      await until(() => isIn(mounted.state) && find(mounted.shows), `${mounted.state} with ${mounted.shows}`);
      await element.updateComplete;
    }
    if (mounted.plants === 'listener') addEventListener('online', () => element.title);
    if (mounted.plants === 'node') planted.push(find('form'));
    element.remove();
  };

  globalThis.mountAndRemove = async (mounted, times) => {
    await customElements.whenDefined('pay-checkout');
    performance.setResourceTimingBufferSize(0);
    for (let count = 0; count < times; count += 1) await mount(mounted);
    // What was under way ends: an answer that nobody waits for any more.
    for (let count = 0; count < 30; count += 1) await frame();
    performance.clearResourceTimings();
    performance.clearMarks();
    performance.clearMeasures();
  };
}
