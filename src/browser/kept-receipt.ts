/** Where it is kept in the history, beside what the page itself keeps there. */
const name = 'payCheckout';
/** How long a page counts as just shown, in ms: what is opened on it later may be another purchase. */
const justShownMs = 15_000;

/**
 * The id of the approved payment that this page showed last, where the page has just been shown again: whoever reloads a
 * receipt finds the receipt, not a form that asks for the same once more. It is kept with the page's entry in the history
 * alone: another page, and the same page visited anew, begin with the form.
 */
export function keptReceipt(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isShownAgain = navigation?.type === 'reload' || navigation?.type === 'back_forward';
  return isShownAgain && performance.now() < justShownMs ? history.state?.[name] : undefined;
}

/** Keeps it from now on, or none; a state of the page's own that is no plain object stays as it is. */
export function storeReceipt(id?: string): void {
  try {
    const state = (history.state ?? {}) as Record<string, unknown>;
    if (state.constructor === Object && state[name] !== id) history.replaceState({ ...state, [name]: id }, '');
  } catch {
    // browsers count how often a page does this; without it, a reload shows the form
  }
}
