import './scripts/typescript.mjs';
import { createServer } from 'node:http';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { chromiumLaunch, findFirefox, findWebKit, firefoxLaunch } from './scripts/browsers.mjs';
import { listen, readVersion } from './scripts/node-tools.mjs';
import { fragmentOrigins } from './test/fragment-origins.mjs';
import { sandboxOnRequest } from './test/sandbox-on-request.mjs';
import { webTally } from './test/tally-reporter.mjs';
import { webkitLauncher } from './test/webkit-launcher.mjs';

/** @type {Record<string, () => import('@web/test-runner').BrowserLauncher | undefined>} */
const launchers = {
  chromium: () => chromeLauncher({ launchOptions: chromiumLaunch() }),
  firefox: () =>
    findFirefox()
      ? chromeLauncher({ puppeteer: puppeteerCore, concurrency: 1, launchOptions: firefoxLaunch() })
      : undefined,
  webkit: () => (findWebKit() ? webkitLauncher() : undefined),
};

/** `BROWSERS=chromium,firefox,webkit` chooses; a missing engine is named, never left out in silence. */
const browsers = (process.env.BROWSERS ?? 'chromium').split(',').flatMap((name) => {
  const launch = launchers[name];
  if (!launch) throw new Error(`BROWSERS names ${name}; known are ${Object.keys(launchers).join(', ')}.`);
  const launcher = launch();
  if (!launcher) console.warn(`${name}: not on this machine, left out`);
  return launcher ?? [];
});

const sandbox = sandboxOnRequest();

/** Left to itself, each runner takes the first free one from 8000 on, and two that begin together take the same. */
async function freePort() {
  const server = createServer();
  const { port } = new URL(await listen(server));
  server.close();
  return Number(port);
}

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  port: await freePort(),
  files: ['test/{ui,methods}/**/*.test.ts'],
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: './tsconfig.json',
      define: { __VERSION__: JSON.stringify(readVersion()), __FRAGMENTS__: process.env.FRAGMENTS ?? '3000' },
    }),
    sandbox.plugin,
  ],
  middleware: [sandbox.middleware, fragmentOrigins()],
  browsers,
  concurrentBrowsers: 1,
  // A tab behind another one is hidden, and its end was not always heard of.
  concurrency: 1,
  testFramework: { config: { timeout: 10_000 } },
  // A busy machine takes its time to start a browser.
  testsStartTimeout: 120_000,
  testsFinishTimeout: process.env.FRAGMENTS ? 1_800_000 : 360_000,
  reporters: [defaultReporter(), webTally()],
  staticLogging: !process.stdout.isTTY,
  coverageConfig: { include: ['src/**/*.ts'], reporters: ['lcovonly', 'text-summary'] },
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('Lit is in dev mode'),
};
