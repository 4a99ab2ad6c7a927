/** Whether a form is around a node: of its own tree, or of those that this is in. */
export function isInForm(node: Node): boolean {
  for (let at: Node | null | undefined = node; at; at = around(at))
    if ((at as Element).localName === 'form') return true;
  return false;
}

/** What a node is shown in: the slot that it was given to, its parent, or the element whose tree this is. */
const around = (node: Node): Node | null | undefined =>
  (node as Element).assignedSlot ?? node.parentNode ?? (node as ShadowRoot).host;
