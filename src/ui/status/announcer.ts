import type { ReactiveController } from 'lit';

/** What an announcer wants to know of the checkout. */
export interface AnnouncerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/** How long a screen stands before it is said, in ms: what follows it sooner is said in its place. */
const restMs = 150;

const headline = '#status-title';

/** The headline of the screen that is shown, and the sentence below it. */
export const readScreen = (root: ParentNode): { title: string; text: string } => {
  const title = root.querySelector(headline);
  const [said = '', text = ''] = [title, title?.nextElementSibling].map((one) => one?.textContent?.trim() ?? '');
  return { title: said, text };
};

/**
 * Says each screen that follows the form once and politely, as it is read: the headline, and what it means. Where the
 * focus goes to the headline, that is read by itself, and a live region that said it too would say it twice.
 */
export class Announcer implements ReactiveController {
  readonly #root: AnnouncerHost['renderRoot'];
  readonly #region = document.createElement('p');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #said = '';
  /** What the headline said when it was given the focus. */
  #read = '';

  constructor({ renderRoot }: AnnouncerHost) {
    this.#root = renderRoot;
    this.#region.className = 'visually-hidden';
    this.#region.role = 'status';
  }

  hostConnected(): void {
    // Outside of what is rendered, and before there is anything to say: only what changes in a region is said.
    this.#root.append(this.#region);
    this.#root.addEventListener('focusin', this.#handleFocus);
  }

  hostUpdated(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(), restMs);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#root.removeEventListener('focusin', this.#handleFocus);
  }

  get #line(): string {
    const { title, text } = readScreen(this.#root);
    return text ? `${title}. ${text}` : title;
  }

  #say(): void {
    const line = this.#line;
    const heard = this.#read || this.#said;
    this.#read = '';
    if (line === this.#said && line === heard) return;
    this.#said = line;
    this.#region.textContent = line === heard ? '' : line;
  }

  readonly #handleFocus = ({ target }: Event): void => {
    if (target instanceof Element && target.matches(headline)) this.#read = this.#line;
  };
}
