/** How soon a page that keeps the focus for itself takes it back, in ms. */
const soonMs = 50;

const nameOf = ({ localName, id }: Element): string => (id ? `${localName}#${id}` : localName);

/** Notices a page that takes the focus out of the checkout by itself: a dialog that holds it, or a script at each click. */
export function watchFocus(host: Element, say: (text: string) => void, signal: AbortSignal): void {
  let handled = -Infinity;
  let entered = -Infinity;
  const passing = { capture: true, signal } as const;
  // Whoever presses Tab or clicks elsewhere moves the focus on purpose.
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, ({ timeStamp }) => (handled = timeStamp), passing);
  host.addEventListener('focusin', ({ timeStamp }) => (entered = timeStamp), { signal });
  host.addEventListener(
    'focusout',
    (event) => {
      const { relatedTarget, timeStamp } = event as FocusEvent;
      const isTaken = relatedTarget instanceof Element && relatedTarget !== host && !host.contains(relatedTarget);
      if (isTaken && handled <= entered && timeStamp - entered < soonMs)
        say(
          `The page takes the focus away from the checkout, to ${nameOf(relatedTarget)}: nobody can type. Let whatever holds the focus (a dialog, a menu) let go of it, or put the checkout inside.`,
        );
    },
    { signal },
  );
}
