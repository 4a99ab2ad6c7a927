import { LitElement } from 'lit';

/** An element of a test, in which a test finds what a payer sees. */
export abstract class Searchable extends LitElement {
  find(selector: string): HTMLElement {
    const found = this.renderRoot.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }

  /** A button or link, by what it says. */
  button(name: string): HTMLElement {
    const found = [...this.renderRoot.querySelectorAll<HTMLElement>('button, a')].find(
      (one) => one.textContent?.trim().replace(/\s+/g, ' ') === name,
    );
    if (!found) throw new Error(`There is no way on called ${name}.`);
    return found;
  }
}
