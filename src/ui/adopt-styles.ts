import type { CSSResult } from 'lit';

/** Gives a tree the styles of a part that came later, once. */
export function adoptStyles(root: ParentNode, { styleSheet }: CSSResult): void {
  const { adoptedStyleSheets } = root as ShadowRoot;
  if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet);
}
