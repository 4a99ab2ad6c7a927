import { join } from 'node:path';
import { createTypeScriptRunner } from '../scripts/typescript-runner.mjs';

/** @typedef {{ url: string, close(): Promise<void> }} Service */

/**
 * Lets a test page start a sandbox of its own: `POST /__sandbox` on the test server answers with the address of a new
 * one on another origin. A sandbox for each test file, so that files which run side by side never share records.
 * @returns {import('@web/test-runner-core').TestRunnerPlugin}
 */
export function sandboxPlugin() {
  /** @type {Promise<Service>[]} */
  const running = [];
  /** @type {Promise<{ serve: (options: { port: number, host: string }) => Promise<Service> }> | undefined} */
  let sandbox;
  let root = process.cwd();
  const start = async () => {
    sandbox ??= createTypeScriptRunner().then((runner) => runner.import(join(root, 'src/sandbox/serve.ts')));
    const { serve } = await sandbox;
    return serve({ port: 0, host: '127.0.0.1' });
  };
  return {
    name: 'sandbox',
    serverStart({ config, app }) {
      root = config.rootDir;
      app.use(async (context, next) => {
        if (context.method !== 'POST' || context.path !== '/__sandbox') {
          await next();
          return;
        }
        const service = start();
        running.push(service);
        context.body = { url: (await service).url };
      });
    },
    async serverStop() {
      await Promise.allSettled(running.map(async (service) => (await service).close()));
    },
  };
}
