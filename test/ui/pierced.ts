/** All that a selector finds in a tree, and in the open trees of the elements inside of it. */
export const allIn = <Found extends Element = HTMLElement>(root: ParentNode, selector: string): Found[] =>
  [...root.querySelectorAll<Found>('*')].flatMap((one) => [
    ...(one.matches(selector) ? [one] : []),
    ...(one.shadowRoot ? allIn<Found>(one.shadowRoot, selector) : []),
  ]);

/** What can be read in a tree, and in the open trees inside of it. */
export const textIn = (root: ParentNode & Node): string =>
  [root, ...allIn(root, '*').flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    .map(({ textContent }) => textContent)
    .join(' ');
