import { once } from 'node:events';
import { createServer } from 'node:net';
import { connect, launch } from 'puppeteer-core';
import { chromiumLaunch } from './browsers.mjs';

/**
 * Chromiums for test files that run side by side. Who connects to the pool is told the address of a browser, and has it
 * for itself until the connection ends, which it does with the process, however that ends.
 */
export class BrowserPool {
  #browsers;
  /** @type {string[]} */
  #free;
  /** @type {((endpoint: string) => void)[]} */
  #waiting = [];
  #server = createServer((socket) => void this.#lend(socket));

  /** @param {import('puppeteer-core').Browser[]} browsers */
  constructor(browsers) {
    this.#browsers = browsers;
    this.#free = browsers.map((browser) => browser.wsEndpoint());
  }

  /** @param {number} size */
  static async start(size) {
    const starts = Array.from({ length: size }, () => launch(chromiumLaunch({ isStill: true })));
    const browsers = await Promise.all(starts);
    // The processes stay. A second driver would be told of each page, and the page would wait for both.
    for (const browser of browsers) await browser.disconnect();
    const pool = new BrowserPool(browsers);
    pool.#server.listen(0, '127.0.0.1');
    await once(pool.#server, 'listening');
    return pool;
  }

  /** The port to connect to. */
  get address() {
    const address = this.#server.address();
    return typeof address === 'object' && address ? String(address.port) : '';
  }

  async stop() {
    this.#server.close();
    // One that is gone already has nothing to close.
    const close = async (/** @type {string} */ browserWSEndpoint) => (await connect({ browserWSEndpoint })).close();
    for (const browser of this.#browsers) await close(browser.wsEndpoint()).catch(() => {});
  }

  /** @param {import('node:net').Socket} socket */
  async #lend(socket) {
    const left = once(socket, 'close').catch(() => {});
    socket.resume();
    let endpoint = this.#free.pop() ?? (await this.#nextFree());
    socket.write(endpoint);
    await left;
    endpoint = await clear(endpoint)
      .then(() => endpoint)
      .catch(() => this.#replace());
    const next = this.#waiting.shift();
    if (next) next(endpoint);
    else this.#free.push(endpoint);
  }

  /** A browser in the place of one that is gone. Without one the run cannot go on. */
  async #replace() {
    const browser = await launch(chromiumLaunch({ isStill: true }));
    await browser.disconnect();
    this.#browsers.push(browser);
    return browser.wsEndpoint();
  }

  /** @returns {Promise<string>} */
  #nextFree() {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }
}

/**
 * Closes what a file has left open, as one does that dies.
 * @param {string} endpoint
 */
async function clear(endpoint) {
  const browser = await connect({ browserWSEndpoint: endpoint });
  for (const context of browser.browserContexts())
    if (context !== browser.defaultBrowserContext()) await context.close();
  await browser.disconnect();
}
