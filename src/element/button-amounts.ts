import { isSameAmount, type Money } from '../domain/money.ts';

/** How many of them are remembered: an event may be late by as long as a page is busy. */
const most = 10;

/**
 * How much the button that pays has been rendered with, and since when. A press means what stood there when it began: what
 * the page gives meanwhile, on hearing of the very press for one, nobody can have seen.
 */
export class ButtonAmounts {
  #shown: { amount: Money | null; since: number }[] = [];
  /** How much it was when the press began that is under way; null for no amount. */
  #pressed: Money | null | undefined;

  /**
   * Notes what is about to be shown.
   *
   * @param amount null where the button pays nothing, or nobody knows yet.
   */
  show(amount: Money | null): void {
    const last = this.#shown.at(-1);
    if (last && isSame(last.amount, amount)) return;
    // By the clock of events.
    const { timeStamp: since } = new Event('shown');
    this.#shown = [...this.#shown.slice(1 - most), { amount, since }];
  }

  /** Hears of presses ahead of whatever comes of them. */
  listen(root: Node, signal: AbortSignal): void {
    const options = { capture: true, signal };
    root.addEventListener('pointerdown', this.#handlePointer, options);
    root.addEventListener('keydown', this.#handleKey, options);
  }

  /**
   * Ends a press.
   *
   * @param now what the button is to show by now.
   * @returns what was on it when the press began, where that is something else.
   */
  endPress(now: Money | null): Money | null | undefined {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    return pressed === undefined || isSame(pressed, now) ? undefined : pressed;
  }

  readonly #handlePointer = (event: Event): void => {
    this.#pressed = isButton(event) ? this.#shownAt(event) : undefined;
  };

  readonly #handleKey = (event: Event): void => {
    const { key, repeat } = event as KeyboardEvent;
    // In a field a blank is text.
    if (key === ' ' && !isButton(event)) return;
    if ((key === 'Enter' || key === ' ') && !repeat) this.#pressed = this.#shownAt(event);
  };

  /** An event is as old as the press itself: listeners of the page may have been called before these. */
  #shownAt({ timeStamp }: Event): Money | null | undefined {
    return (this.#shown.findLast(({ since }) => since < timeStamp) ?? this.#shown[0])?.amount;
  }
}

const isButton = ({ target }: Event): boolean => (target as Element).closest('button') !== null;

const isSame = (one: Money | null, other: Money | null): boolean => isSameAmount(one ?? undefined, other ?? undefined);
