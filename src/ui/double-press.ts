/** How soon, in ms, and how near, in px, two presses are one double press. */
const together = { ms: 400, px: 24 };

/** What a press is for: of a label its control. */
function controlOf(target: EventTarget | undefined): Element | null {
  const control = (target as Element).closest('label, button, a, input, select');
  return control instanceof HTMLLabelElement ? control.control : control;
}

/**
 * The second half of a double press is for what the first was for: where that has made way for something else, which may
 * be a consent or the button that pays, it presses nothing.
 */
export function keepDoublePress(root: HTMLElement | DocumentFragment, signal: AbortSignal): void {
  let last: { control: Element | null; timeStamp: number; clientX: number; clientY: number } | undefined;
  let isTouch = false;
  // Browsers count the presses of a mouse themselves; of a finger not all do.
  const isSecondHalf = ({ detail, timeStamp, clientX, clientY }: MouseEvent): boolean =>
    last !== undefined &&
    (isTouch || detail > 1) &&
    timeStamp - last.timeStamp < together.ms &&
    Math.hypot(clientX - last.clientX, clientY - last.clientY) < together.px;
  const handle = (event: Event): void => {
    const press = event as MouseEvent;
    // Keys and scripts press without a pointer, and what a page has put into a slot is its own.
    if (press.detail === 0 || !root.contains(press.target as Node)) return;
    const control = controlOf(press.composedPath()[0]);
    if (last?.control && control !== last.control && isSecondHalf(press)) {
      press.preventDefault();
      press.stopImmediatePropagation();
    } else if (press.type === 'click') {
      const { timeStamp, clientX, clientY } = press;
      last = { control, timeStamp, clientX, clientY };
    }
  };
  const heedPointer = (event: Event): void => void (isTouch = (event as PointerEvent).pointerType === 'touch');
  root.addEventListener('pointerdown', heedPointer, { signal, capture: true });
  for (const type of ['mousedown', 'click']) root.addEventListener(type, handle, { signal, capture: true });
}
