/**
 * WebKitGTK for @web/test-runner, which has a launcher of its own for every engine but this one.
 */
import { webkitPage } from './webkit-page.mjs';
import { WebKitSession } from './webkit-session.mjs';

/**
 * A launcher for the test runner's `browsers`. One window, so one test file at a time.
 * @returns {import('@web/test-runner-core').BrowserLauncher & { getPage(): ReturnType<typeof webkitPage> }}
 */
export function webkitLauncher() {
  const webkit = new WebKitSession();
  const page = webkitPage(webkit);
  /** @type {Map<string, string>} */
  const addresses = new Map();
  /** @type {Promise<void> | undefined} */
  let started;
  return {
    name: 'WebKit',
    // The runner's plugins choose by this word how to talk to `getPage()`.
    type: 'puppeteer',
    concurrency: 1,
    async startSession(id, address) {
      await (started ??= webkit.start());
      addresses.set(id, address);
      await webkit.command('POST', '/url', { url: address });
    },
    isActive: (id) => addresses.has(id),
    getBrowserUrl: (id) => addresses.get(id),
    getPage: () => page,
    async stopSession(id) {
      addresses.delete(id);
      await webkit.command('POST', '/url', { url: 'about:blank' });
      return {};
    },
    async startDebugSession() {
      throw new Error('WebKit cannot be debugged through the test runner.');
    },
    stop: () => webkit.stop(),
  };
}
