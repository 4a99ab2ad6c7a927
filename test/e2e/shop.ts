import type { ElementHandle, Page } from 'puppeteer-core';
import type { SandboxFault, SandboxRequest, SandboxTransaction, TestSandbox } from '../start-sandbox.ts';
import { engine } from './engine.ts';
import { WatchedPage } from './watched-page.ts';
import { WebKitPage } from './webkit-browser.ts';

/** A card as a payer gives it. The defaults of `fillCard` make the sandbox approve. */
export interface TypedCard {
  number?: string;
  expiry?: string;
  cvc?: string;
  holder?: string;
  /** `null` leaves the choice as it is. */
  installments?: string | null;
}

/** One open shop page: what its payer can do, and what the service behind it knows. */
export class Shop extends WatchedPage {
  readonly #sandbox: TestSandbox;

  constructor(page: Page, sandbox: TestSandbox) {
    super(page);
    this.#sandbox = sandbox;
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
    await this.#select(name);
    if (text === '') await this.page.keyboard.press('Backspace');
    else await this.page.keyboard.type(text);
  }

  /** The same all at once, for a fifth of what keys cost, where no test is about them. Chromium's driver can. */
  async insert(name: string, text: string): Promise<void> {
    if (text === '' || !engine.endsWith('chromium')) return this.fill(name, text);
    await this.#select(name);
    await this.page.keyboard.sendCharacter(text);
  }

  async #select(name: string): Promise<void> {
    const control = await this.control(name);
    await control.evaluate((element) => {
      element.focus();
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
    });
  }

  /** What a control holds. */
  async value(name: string): Promise<string> {
    const control = await this.control(name);
    return control.evaluate((element) => ('value' in element ? String(element.value) : ''));
  }

  /** Chooses a payment method, and unfolds the others first where it is one of them. */
  async choose(method: string): Promise<void> {
    const radio = await this.control('payment_method_type', method);
    if (await radio.evaluate((one) => one.closest('.unseen') !== null))
      await this.#click(await this.part('more-methods'));
    await this.#check(radio);
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
    await (await this.option(choice)).click();
  }

  /** Waits for an option of an open list that says this. */
  option(text: string): Promise<ElementHandle<HTMLElement>> {
    return this.#handle(`option ${text}`, 'withRole', 'option', text);
  }

  /** Accepts both contracts. */
  async acceptContracts(): Promise<void> {
    for (const name of ['acceptance_token', 'accept_personal_auth']) await this.#check(await this.control(name));
  }

  /** Fills in a card; by default one that is approved. */
  async fillCard(card: TypedCard = {}): Promise<void> {
    const { number = '4242424242424242', expiry = '12/39', cvc = '123', holder = 'Ana Pinzón' } = card;
    await this.insert('number', number);
    await this.insert('expiry', expiry);
    await this.insert('cvc', cvc);
    await this.insert('card_holder', holder);
    if (card.installments) await this.select('installments', card.installments);
  }

  /** Presses the pay button. */
  async pay(): Promise<void> {
    await this.#click(await this.part('pay-button'));
  }

  /**
   * Presses the visible button or link that says this. One that goes before it is pressed, with a plain screen that the
   * full one of the same state takes the place of, is found again there.
   */
  async press(label: string): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return await this.#click(await this.#handle(`button ${label}`, 'buttons', label));
      } catch (thrown) {
        if (tries === 3 || !/detached|not clickable/.test(String(thrown))) throw thrown;
      }
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
    await this.until(isChecked, 'the control to be checked');
  }

  /**
   * Presses where the element is once it lies still, in frames that were painted: a press goes to what is painted, and
   * the driver scrolls and aims between two frames. In the middle, so that the driver has nothing left to scroll. Who
   * sees that something else was hit, as on a page that a busy machine paints late, aims once more.
   */
  async #click(element: ElementHandle<HTMLElement>): Promise<void> {
    const liesStill = () =>
      element.evaluate(async (target) => {
        const place = () => JSON.stringify(target.getBoundingClientRect());
        target.scrollIntoView({ block: 'center', behavior: 'instant' });
        const before = place();
        for (let frame = 0; frame < 3; frame += 1) await globalThis.pageProbe.painted();
        return before === place();
      });
    for (let aims = 1; ; aims += 1) {
      await this.until(liesStill, 'the element to lie still');
      await element.evaluate((target) => globalThis.pageProbe.watchPress(target));
      await element.click();
      // A page that is being left by this press has nothing to say of it.
      const other = await this.page.evaluate(() => globalThis.pageProbe.pressedInstead()).catch(() => undefined);
      if (other === undefined) return;
      if (aims === 3) throw new Error(`Something else is pressed, ${aims} times over: ${other}`);
      console.info(`Pressed ${other} instead: aims again.`);
      // A link that was hit has opened a tab of its own.
      if (!(this.page instanceof WebKitPage)) await this.page.bringToFront();
    }
  }

  #handle(
    what: string,
    kind: 'buttons' | 'controls' | 'parts' | 'withRole',
    ...args: string[]
  ): Promise<ElementHandle<HTMLElement>> {
    return this.until(async () => {
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
}
