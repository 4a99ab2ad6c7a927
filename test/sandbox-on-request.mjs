/** @typedef {{ url: string, close(): Promise<void> }} Service */

/**
 * Lets a test page start a sandbox of its own: `POST /__sandbox` on the test server answers with the address of a new
 * one on another origin. A sandbox for each test file, so that files which run side by side never share records.
 * The middleware answers, the plugin ends what was started; a test server needs both.
 */
export function sandboxOnRequest() {
  /** @type {Promise<Service>[]} */
  const running = [];
  const start = async () => {
    const { serve } = await import('../src/sandbox/serve.ts');
    return serve({ port: 0 });
  };

  /** @type {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]} */
  const middleware = async (context, next) => {
    if (context.method !== 'POST' || context.path !== '/__sandbox') {
      await next();
      return;
    }
    const service = start();
    running.push(service);
    context.body = { url: (await service).url };
  };
  /** @type {import('@web/test-runner').TestRunnerPlugin} */
  const plugin = {
    name: 'sandbox-on-request',
    async serverStop() {
      await Promise.allSettled(running.map(async (service) => (await service).close()));
    },
  };
  return { middleware, plugin };
}
