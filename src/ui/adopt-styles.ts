import type { CSSResult } from 'lit';

/** Gives a tree the styles of a part that came later, once. */
export function adoptStyles(root: ParentNode, { styleSheet }: CSSResult): void {
  if (styleSheet && root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(styleSheet))
    root.adoptedStyleSheets.push(styleSheet);
}
