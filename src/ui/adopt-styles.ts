import type { CSSResult } from 'lit';

/** Gives a tree the styles of a part that came later, once. */
export function adoptStyles(root: ParentNode, { styleSheet }: CSSResult): void {
  const { adoptedStyleSheets } = root as ShadowRoot;
  // Every browser that can show the checkout has such sheets; where there is none, nothing that comes later is shown.
  const sheet = styleSheet as CSSStyleSheet;
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}
