/**
 * Stands for the two origins that a hostile fragment can lead to, for the tests in a browser: the page's own, on
 * `localhost`, and the bank's, on `127.0.0.1`. A request whose path holds `fragment-target` is counted by its host.
 *
 * @returns {import('@web/test-runner').Middleware}
 */
export function fragmentOrigins() {
  const counts = { own: 0, bank: 0 };
  return (context, next) => {
    if (context.path === '/fragment-counts') context.body = counts;
    else if (context.path.includes('fragment-target')) {
      counts[context.hostname === '127.0.0.1' ? 'bank' : 'own'] += 1;
      context.type = 'html';
      context.body = '<!doctype html><title>.</title>';
    } else return next();
  };
}
