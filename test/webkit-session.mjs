/** WebKitGTK for tests: WebKitWebDriver and MiniBrowser on a virtual display, spoken to in plain WebDriver. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findWebKit, onPath } from '../scripts/browsers.mjs';
import { freePort } from './free-port.mjs';

/** One WebDriver session: the driver, its browser and, where there is none, a display. */
export class WebKitSession {
  /** @type {import('node:child_process').ChildProcess[]} */
  #children = [];
  #home = mkdtempSync(join(tmpdir(), 'webkit-'));
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
      MESA_SHADER_CACHE_DISABLE: 'true',
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
    const server = spawn(onPath('Xvfb') ?? 'Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
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
      await this.#leaveHome();
    }
  }

  async #leaveHome() {
    // The browser outlives its driver for a moment, and goes on writing there.
    for (const deadline = Date.now() + 10_000; ;) {
      try {
        return await rm(this.#home, { recursive: true, force: true });
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await pause(100);
      }
    }
  }
}
