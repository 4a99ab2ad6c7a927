import { isSameAmount, type Money } from '../domain/money.ts';

/** How many of them are remembered: an event may be late by as long as a page is busy. */
const most = 10;

/**
 * How long, in ms, an amount has to have stood there when assistive technology focuses the button and presses it in one
 * go: the field that loses the focus may have changed it.
 */
const unreadMs = 500;

/** A press that is under way. */
interface Press {
  /** Null for a key that was pressed in a field. */
  button: Element | null;
  /** How much it was when the press began; null for no amount. */
  amount: Money | null | undefined;
  /** The button has lost the focus since: where the press did not end there, it may be over. */
  isLeft?: true;
}

/**
 * How much the button that pays has been rendered with, and since when. A press means what stood there when it began: what
 * the page gives meanwhile, on hearing of the very press for one, nobody can have seen.
 */
export class ButtonAmounts {
  #shown: { amount: Money | null; since: number }[] = [];
  #press: Press | undefined;
  /** When a button was focused other than by a press of it. */
  #focused = -Infinity;

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
    for (const type of ['focusin', 'focusout', 'mousedown', 'click'])
      root.addEventListener(type, this.#handleButton, options);
  }

  /**
   * Ends a press.
   *
   * @param now what the button is to show by now.
   * @returns what was on it when the press began, where that is something else.
   */
  endPress(now: Money | null): Money | null | undefined {
    const pressed = this.#press?.amount;
    this.#press = undefined;
    return pressed === undefined || isSame(pressed, now) ? undefined : pressed;
  }

  readonly #handlePointer = (event: Event): void => {
    if (buttonOf(event)) this.#begin(event);
    else this.#press = undefined;
  };

  readonly #handleKey = (event: Event): void => {
    const { key, repeat } = event as KeyboardEvent;
    // In a field a blank is text.
    if (key === ' ' && !buttonOf(event)) return;
    if ((key === 'Enter' || key === ' ') && !repeat) this.#begin(event);
  };

  /** Assistive technology may press without a pointer or a key. */
  readonly #handleButton = (event: Event): void => {
    const button = buttonOf(event);
    if (!button) return;
    const { type, timeStamp } = event;
    const press = this.#press;
    const isUnderWay = press?.button === button && !press.isLeft;
    if (type === 'focusout' && isUnderWay) press.isLeft = true;
    if (type === 'focusin' && !isUnderWay) this.#focused = timeStamp;
    if (type === 'mousedown' && !isUnderWay) this.#begin(event);
    // Browsers click the button for whoever presses Enter in a field.
    if (type === 'click' && (!press || (press.button && press.button !== button))) this.#begin(event);
  };

  #begin(event: Event): void {
    const { timeStamp } = event;
    const isFocused = timeStamp - this.#focused < unreadMs;
    const amount = this.#shownAt(isFocused ? this.#focused - unreadMs : timeStamp);
    this.#press = { button: buttonOf(event), amount };
  }

  /** An event is as old as the press itself: listeners of the page may have been called before these. */
  #shownAt(timeStamp: number): Money | null | undefined {
    return (this.#shown.findLast(({ since }) => since < timeStamp) ?? this.#shown[0])?.amount;
  }
}

const buttonOf = ({ target }: Event): Element | null => (target as Element).closest('button');

const isSame = (one: Money | null, other: Money | null): boolean => isSameAmount(one ?? undefined, other ?? undefined);
