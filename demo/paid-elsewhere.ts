const sign = 'neblina-paid';

/**
 * Tells the visitor's other tabs that an order was paid: that something was, and nothing of what or whose. Who hears it
 * asks the shop's backend. Nothing stays in the store.
 */
export function tellPaid(): void {
  try {
    localStorage.setItem(sign, '');
    localStorage.removeItem(sign);
  } catch {
    // A browser that stores nothing tells nobody: the others look when they are turned to.
  }
}

/** Calls whenever an order may have been paid in another tab: told by it, or when this page is turned to again. */
export function onPaidElsewhere(look: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === sign && newValue !== null) look();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look();
  });
}
