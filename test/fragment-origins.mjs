/**
 * Stands for the two origins that a hostile fragment can lead to, for the tests in a browser: the page's own, on
 * `localhost`, and the bank's, on `127.0.0.1`. A request whose path holds `fragment-target` is counted by its host;
 * `/fragment-redirect` sends one back to the page's own origin, where no page may be shown in a frame.
 *
 * @returns {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]}
 */
export function fragmentOrigins() {
  const counts = { own: 0, bank: 0 };
  return (context, next) => {
    if (context.path === '/fragment-counts') context.body = counts;
    else if (context.path === '/fragment-redirect') {
      context.status = 307;
      context.set('location', `http://localhost:${context.host.split(':')[1]}/fragment-target?guarded`);
    } else if (context.path.includes('fragment-target')) {
      counts[context.hostname === '127.0.0.1' ? 'bank' : 'own'] += 1;
      context.type = 'html';
      if (context.querystring === 'guarded') context.set('content-security-policy', "frame-ancestors 'none'");
      context.body = '<!doctype html><title>.</title>';
    } else return next();
  };
}
