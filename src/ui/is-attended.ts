/** Whether the payer is at the checkout, as far as the page can know: the focus is in it, or nowhere. */
export const isAttended = (host: Element): boolean =>
  host.matches(':focus-within') || document.activeElement === document.body;
