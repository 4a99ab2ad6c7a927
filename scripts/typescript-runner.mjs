import { fileURLToPath } from 'node:url';
import { createRunnableDevEnvironment, resolveConfig } from 'vite';
import { readVersion } from './read-version.mjs';

/**
 * A module runner for TypeScript in Node. Unlike vite's `runnerImport` it stays open, so that a module may import
 * another one long after its own evaluation. It holds nothing that would keep the process alive.
 */
export async function createTypeScriptRunner() {
  // Vite leaves its idea of NODE_ENV behind, which would turn a build made by the script into a development build.
  const { NODE_ENV } = process.env;
  const config = await resolveConfig(
    {
      configFile: false,
      envDir: false,
      logLevel: 'error',
      root: fileURLToPath(new URL('..', import.meta.url)),
      define: { __VERSION__: JSON.stringify(readVersion()) },
      environments: {
        script: { consumer: 'server', dev: { moduleRunnerTransform: true }, resolve: { external: true } },
      },
    },
    'serve',
  );
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  const environment = createRunnableDevEnvironment('script', config, {
    hot: false,
    runnerOptions: { hmr: { logger: false } },
  });
  await environment.init();
  return environment.runner;
}
