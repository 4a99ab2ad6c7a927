/**
 * A key seems to a page to be pressed on the checkout itself, not in a field: its shortcuts (`/` for a search) would take
 * what is typed. So keys of characters are not heard outside of the tree; all others are. Enter sends no form from a
 * choice, where it was meant to choose, nor by being held down, for what it has led to would be pressed next.
 */
export function keepKeys(root: HTMLElement | DocumentFragment, signal: AbortSignal): void {
  const handle = (event: Event): void => {
    const { key, repeat } = event as KeyboardEvent;
    const target = event.target as HTMLInputElement;
    if (!root.contains(target)) return; // what a page has put into a slot
    if (/^.$/u.test(key)) event.stopPropagation();
    if (key === 'Enter' && (repeat || target.type === 'radio')) event.preventDefault();
  };
  for (const type of ['keydown', 'keypress', 'keyup']) root.addEventListener(type, handle, { signal });
}
