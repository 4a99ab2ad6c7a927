/**
 * Chromium as it was at version 109, the last one for Windows 7, and the puppeteer of its time: today's asks a browser for
 * what that one does not have. Both come from npm's registry, into a folder of their own; the wider checks use them.
 * Runs before node_modules exist: Node's built-ins only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { stillness } from './browsers.mjs';

/**
 * @typedef {import('puppeteer-core').Browser} Browser
 * @typedef {import('puppeteer-core').HTTPRequest} HTTPRequest
 * @typedef {import('puppeteer-core').Page} Page
 * @typedef {Browser & { createIncognitoBrowserContext: Browser['createBrowserContext'] }} OlderBrowser
 */

const home = fileURLToPath(new URL('../node_modules/.chromium-109', import.meta.url));
const executablePath = join(home, 'chromium');
const packages = ['@sparticuz/chromium@109.0.6', 'puppeteer-core@20.9.0'];
const args = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer', stillness];

/** Whether this machine has it. */
export const findOlderChromium = () => existsSync(executablePath);

/** @param {(command: string, args: string[]) => boolean} run */
function fetchOlderChromium(run) {
  console.log(`Fetching an older Chromium from npm (${packages.join(', ')}) …`);
  mkdirSync(home, { recursive: true });
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  if (!run('npm', ['install', '--prefix', home, ...flags, ...packages])) return;
  const packed = readFileSync(join(home, 'node_modules/@sparticuz/chromium/bin/chromium.br'));
  const tried = `${executablePath}-tried`;
  writeFileSync(tried, brotliDecompressSync(packed), { mode: 0o755 });
  const page = spawnSync(tried, [...args, '--dump-dom', 'data:text/html,runs'], { timeout: 30_000 });
  if (String(page.stdout).includes('runs')) renameSync(tried, executablePath);
  else rmSync(tried);
}

/**
 * Fetches it where it runs: on Linux on x64, with the libraries that a Chromium wants. What goes wrong is said, and no
 * more: nothing but its own stage needs it.
 * @param {(command: string, args: string[]) => boolean} run
 */
export function ensureOlderChromium(run) {
  if (findOlderChromium() || process.platform !== 'linux' || process.arch !== 'x64') return;
  try {
    fetchOlderChromium(run);
  } catch (error) {
    console.error(error);
  }
}

/**
 * Starts it. What it gives is used as today's puppeteer is: what that one calls by another name has this name too.
 * @returns {Promise<Browser>}
 */
export async function launchOlderChromium() {
  /** @type {{ launch: (options: object) => Promise<Browser>, HTTPRequest: { prototype: HTTPRequest }, Page: { prototype: Page } }} */
  const { launch, HTTPRequest, Page } = createRequire(join(home, 'package.json'))('puppeteer-core');
  Object.assign(HTTPRequest.prototype, {
    /** @this {HTTPRequest} */
    hasPostData() {
      return this.postData() !== undefined;
    },
    /** @this {HTTPRequest} */
    async fetchPostData() {
      return this.postData();
    },
  });
  Object.assign(Page.prototype, {
    /** @this {Page} */
    createCDPSession() {
      return this.target().createCDPSession();
    },
  });
  const browser = /** @type {OlderBrowser} */ (await launch({ executablePath, args, headless: true }));
  return Object.assign(browser, { createBrowserContext: () => browser.createIncognitoBrowserContext() });
}
