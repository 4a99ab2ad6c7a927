/** Where it is kept in the history, beside what the page itself keeps there. */
const name = 'payCheckout';

/**
 * Whether the page was reloaded, or is one that the payer has gone back to. Asked in the old way: the list of navigations
 * takes 11 KB more of Chromium's heap.
 */
export const isShownAgain = (): boolean => (performance.navigation?.type ?? 0) > 0;

/**
 * The id of the approved payment that this page showed last, where the page is shown again: whoever reloads a receipt
 * finds the receipt, not a form that asks for the same once more. It is kept with the page's entry in the history alone:
 * another tab, another page, and the same page visited anew begin with the form.
 */
export const keptReceipt = (): string | undefined => (isShownAgain() ? history.state?.[name] : undefined);

/** Keeps it from now on, or none. */
export function keepReceipt(id?: string): void {
  const state: unknown = history.state;
  if (typeof state !== 'object' || (state as Record<string, unknown> | null)?.[name] === id) return;
  try {
    history.replaceState({ ...state, [name]: id }, '');
  } catch {
    // browsers count how often a page does this; without it, a reload shows the form
  }
}
