/** That something was paid, and nothing of what or whose: who hears it asks the shop's backend. */
const channel = new BroadcastChannel('neblina-paid');

/** Tells the visitor's other tabs that an order was paid. */
export const tellPaid = (): void => channel.postMessage(null);

/** Calls whenever an order may have been paid in another tab: told by it, or when this page is turned to again. */
export function onPaidElsewhere(look: () => void): void {
  channel.addEventListener('message', look);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look();
  });
}
