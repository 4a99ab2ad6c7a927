import { adoptStyles, LitElement, type CSSResultOrNative } from 'lit';

/**
 * Makes an element's tree ready for its first rendering when a server has sent one along: with lit's support its nodes
 * stay, without it they make room, or the form would be there twice: the page may have it for elements of its own, and
 * then it has taken hold of their lit alone, not of the one in the script-tag build. The styles become those of every other element, for
 * pages whose policy refuses the ones written into the tree.
 */
export function prepareTree<Root>(element: Element, styles: CSSResultOrNative[], create: () => Root): Root {
  const { shadowRoot } = element;
  if (!Object.hasOwn(LitElement.prototype, 'attributeChangedCallback')) shadowRoot?.replaceChildren();
  const root = create();
  if (shadowRoot) {
    adoptStyles(shadowRoot, styles);
    shadowRoot.querySelector('style')?.remove();
  }
  return root;
}

/**
 * Renders over what a server has sent. That may not be what the page asks for now, which has given the server other
 * properties: then it makes room.
 */
export function renderOver(element: LitElement, render: () => void): void {
  try {
    render();
  } catch (thrown) {
    if (element.hasUpdated) throw thrown;
    element.renderRoot.replaceChildren();
    render();
  }
}
