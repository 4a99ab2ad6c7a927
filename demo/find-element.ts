/** An element that the page is known to have. Throws with the selector when the HTML has lost it. */
export function findElement<Tag extends keyof HTMLElementTagNameMap>(
  selector: Tag,
  within?: ParentNode,
): HTMLElementTagNameMap[Tag];
export function findElement(selector: string, within?: ParentNode): HTMLElement;
export function findElement(selector: string, within: ParentNode = document): HTMLElement {
  const found = within.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
