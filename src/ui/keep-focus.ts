const types = ['blur', 'focusout', 'focus', 'focusin'];

/**
 * Renders, and leaves the focus where it is. A list whose tiles change their places takes it from the tile that it moves:
 * the tile gets it back, and no event of it leaves the tree, for the payer has left nothing.
 */
export function keepFocus(root: HTMLElement | DocumentFragment, render: () => void): void {
  const { activeElement } = root as ShadowRoot;
  if (!(activeElement instanceof HTMLElement)) return render();
  const keep = (event: Event): void => event.stopImmediatePropagation();
  for (const type of types) root.addEventListener(type, keep, true);
  try {
    render();
    if (root.contains(activeElement) && activeElement !== (root as ShadowRoot).activeElement)
      activeElement.focus({ preventScroll: true });
  } finally {
    for (const type of types) root.removeEventListener(type, keep, true);
  }
}
