/**
 * WebKitGTK for @web/test-runner, which has a launcher of its own for every engine but this one.
 */
import { WebKitSession } from './webkit-session.mjs';

/**
 * WebDriver's code points for the key names that the runner's `sendKeys` takes.
 * @type {Record<string, string>}
 */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};

/** @param {string} name */
const keyCode = (name) => KEYS[name] ?? name;

/**
 * The part of puppeteer's `Page` that the runner's command plugins call.
 * @param {WebKitSession} webkit
 */
function pageOf(webkit) {
  /** @param {{ type: 'keyDown' | 'keyUp', value: string }[]} actions */
  const press = (actions) =>
    webkit.command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  /** @param {string} value */
  const down = (value) => ({ type: /** @type {const} */ ('keyDown'), value });
  /** @param {string} value */
  const up = (value) => ({ type: /** @type {const} */ ('keyUp'), value });
  return {
    isClosed: () => false,
    setViewport: webkit.setViewport.bind(webkit),
    keyboard: {
      /** @param {string} text */
      type: (text) => press(Array.from(text).flatMap((letter) => [down(letter), up(letter)])),
      /** @param {string} chord a key, or several joined by a plus sign */
      press(chord) {
        const keys = chord.length > 1 ? chord.split('+').map(keyCode) : [chord];
        return press([...keys.map(down), ...keys.toReversed().map(up)]);
      },
      /** @param {string} name */
      down: (name) => press([down(keyCode(name))]),
      /** @param {string} name */
      up: (name) => press([up(keyCode(name))]),
    },
    async screenshot() {
      return Buffer.from(await webkit.command('GET', '/screenshot'), 'base64');
    },
  };
}

/**
 * A launcher for the test runner's `browsers`. One window, so one test file at a time.
 * @returns {import('@web/test-runner-core').BrowserLauncher & { getPage(): ReturnType<typeof pageOf> }}
 */
export function webkitLauncher() {
  const webkit = new WebKitSession();
  const page = pageOf(webkit);
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
