import { adoptStyles, type CSSResultOrNative } from 'lit';

/**
 * Makes an element's tree ready for its first rendering when a server has sent one along: with lit's support its nodes
 * stay, without it they make room, or the form would be there twice. The styles become those of every other element, for
 * pages whose policy refuses the ones written into the tree.
 */
export function prepareTree<Root>(element: Element, styles: CSSResultOrNative[], create: () => Root): Root {
  const { shadowRoot } = element;
  if (!('litElementHydrateSupport' in globalThis)) shadowRoot?.replaceChildren();
  const root = create();
  if (shadowRoot) {
    adoptStyles(shadowRoot, styles);
    shadowRoot.querySelector('style')?.remove();
  }
  return root;
}
