/** Runs something once the page has nothing better to do; after two seconds all the same. */
export const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200);
