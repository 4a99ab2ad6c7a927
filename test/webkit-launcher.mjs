/**
 * WebKitGTK for @web/test-runner: WebKitWebDriver and MiniBrowser on a virtual display, spoken to in plain WebDriver.
 * The runner has a launcher of its own for every engine but this one.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findWebKit } from '../scripts/browsers.mjs';

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

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** One WebDriver session: the driver, its browser and, where there is none, a display. */
class WebKitSession {
  /** @type {import('node:child_process').ChildProcess[]} */
  #children = [];
  #home = mkdtempSync(join(tmpdir(), 'wtr-webkit-'));
  #address = '';
  #session = '';

  async start() {
    const found = findWebKit();
    if (!found) throw new Error('WebKitWebDriver, MiniBrowser or Xvfb is missing.');
    // The toolbar would keep the window at least 447 px wide.
    mkdirSync(join(this.#home, 'gtk-3.0'));
    writeFileSync(
      join(this.#home, 'gtk-3.0', 'gtk.css'),
      '* { font-size: 1px; padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; -gtk-icon-size: 1px; }',
    );
    const port = await freePort();
    this.#address = `http://127.0.0.1:${port}`;
    const env = {
      ...process.env,
      DISPLAY: process.env.DISPLAY ?? (await this.#openDisplay()),
      GDK_BACKEND: 'x11',
      HOME: this.#home,
      LIBGL_ALWAYS_SOFTWARE: '1',
      XDG_CACHE_HOME: this.#home,
      XDG_CONFIG_HOME: this.#home,
      XDG_DATA_HOME: this.#home,
    };
    this.#children.push(spawn(found.driver, [`--port=${port}`], { env, stdio: 'ignore' }));
    await this.#driverIsUp();
    const { sessionId } = await this.#call('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: found.browser, args: ['--automation'] } },
      },
    });
    this.#session = sessionId;
  }

  /** @returns {Promise<string>} the display's name */
  #openDisplay() {
    const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
    const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    this.#children.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
      server.stdio[3]?.once('data', (text) => resolve(`:${String(text).trim()}`));
    });
  }

  async #driverIsUp() {
    for (const deadline = Date.now() + 15_000; ;) {
      try {
        return await this.#call('GET', '/status');
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await pause(50);
      }
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  async #call(method, path, body) {
    const request = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await fetch(this.#address + path, request);
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
    return value;
  }

  /**
   * A command of the open session.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  command(method, path, body) {
    return this.#call(method, `/session/${this.#session}${path}`, body);
  }

  async stop() {
    try {
      if (this.#session) await this.#call('DELETE', `/session/${this.#session}`);
    } finally {
      for (const child of this.#children.toReversed()) child.kill();
      rmSync(this.#home, { recursive: true, force: true });
    }
  }
}

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
  const innerSize = () =>
    webkit.command('POST', '/execute/sync', { script: 'return [innerWidth, innerHeight]', args: [] });
  return {
    isClosed: () => false,
    /** @param {{ width: number, height: number }} size */
    async setViewport({ width, height }) {
      // The window frame's share is unknown, and the window follows with a delay.
      for (const deadline = Date.now() + 5000; ;) {
        const [innerWidth, innerHeight] = await innerSize();
        if (innerWidth === width && innerHeight === height) return;
        if (Date.now() > deadline) throw new Error(`The window stays ${innerWidth} × ${innerHeight}.`);
        const outer = await webkit.command('GET', '/window/rect');
        await webkit.command('POST', '/window/rect', {
          width: outer.width + width - innerWidth,
          height: outer.height + height - innerHeight,
        });
        await pause(50);
      }
    },
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
