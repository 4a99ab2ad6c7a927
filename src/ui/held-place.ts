/**
 * Keeps the place of the checkout in its page until its form can be used: what the page shows there stays in sight until
 * there is something to show instead, and nothing below it goes up and down again.
 */
import { isServer } from 'lit';
import { whenIdle } from './when-idle.ts';

/** Under which the width and the height of the form on this page, in px, are kept for as long as the tab is open. */
const key = (): string => `pay-checkout:place:${window.location.pathname}`;

/** How high the form was when it was as wide as it is now, in px; 0 where nobody knows. */
function knownHeight(host: HTMLElement): number {
  try {
    const [width, height] = (window.sessionStorage.getItem(key()) ?? '').split(' ').map(Number);
    return height && width === host.offsetWidth ? height : 0;
  } catch {
    return 0; // the browser keeps nothing
  }
}

function keepHeight({ offsetWidth, offsetHeight }: HTMLElement): void {
  if (!offsetHeight) return;
  try {
    window.sessionStorage.setItem(key(), `${offsetWidth} ${offsetHeight}`);
  } catch {
    // The next visit begins like the first.
  }
}

export class HeldPlace {
  readonly #host: HTMLElement;
  /** The height that the page gives an element which is not defined yet, in px: its styles know best. */
  readonly #given: number;
  #known = 0;
  #fallback: HTMLElement | undefined;
  #sheet: CSSStyleSheet | undefined;
  #isOver = false;

  /** Belongs into the element's constructor, in which what the page says of undefined elements still holds. */
  constructor(host: HTMLElement) {
    this.#host = host;
    this.#given = !isServer && host.isConnected ? host.offsetHeight : 0;
  }

  /** Whether the page's own content is shown. */
  get isHeld(): boolean {
    return this.#fallback !== undefined;
  }

  /** Shows the page's content in a tree that nobody has filled yet. */
  begin(root: HTMLElement | DocumentFragment): void {
    if (isServer || root.firstChild) return;
    this.#fallback = document.createElement('slot');
    root.append(this.#fallback);
    this.#known = knownHeight(this.#host);
    const height = Math.max(this.#given, this.#known);
    if (!height) return;
    this.#sheet = new CSSStyleSheet();
    this.#hold(height);
    (root as ShadowRoot).adoptedStyleSheets.push(this.#sheet);
  }

  /** The tree is filled: in the same frame the page's content goes. */
  fill(): void {
    if (!this.#fallback) return;
    this.#fallback.remove();
    this.#fallback = undefined;
    this.#hold(this.#known);
  }

  /** @param isForm the form can be used: it is as high as it will be when this page is opened again. */
  end(isForm: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#known = 0;
    this.#hold(0);
    if (isForm) whenIdle(() => keepHeight(this.#host));
  }

  #hold(height: number): void {
    // A page that keeps room itself can only guess.
    this.#sheet?.replaceSync(height ? `:host { min-block-size: ${height}px !important }` : '');
  }
}
