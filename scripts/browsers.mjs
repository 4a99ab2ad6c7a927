/**
 * Where this machine keeps its browsers, and how tests start them. Runs before node_modules exist: Node's built-ins only.
 */
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The Chromium of `@sparticuz/chromium` unpacks itself here; a test run, which has a folder of its own, says where. */
export const packedChromium = process.env.PACKED_CHROMIUM ?? join(tmpdir(), 'chromium');

/** @param {string} path */
const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The first of these programs, each looked for in all of the folders.
 * @param {string[]} folders
 * @param {string[]} names paths below a folder
 */
const firstIn = (folders, names) =>
  names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);

/**
 * The first of these commands that `PATH` offers.
 * @param {...string} names
 */
export const onPath = (...names) => firstIn((process.env.PATH ?? '').split(delimiter), names);

/**
 * A browser that the environment names must work: silently taking another one would hide the mistake.
 * @param {...string} variables
 */
function fromEnvironment(...variables) {
  for (const variable of variables) {
    const path = process.env[variable];
    if (!path) continue;
    if (!isExecutable(path)) throw new Error(`${variable} is ${path}, which cannot be run.`);
    return path;
  }
  return undefined;
}

const applications = ['/Applications', join(process.env.HOME ?? '', 'Applications')];
const programFolders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);

/** The executable of a Chromium, Chrome or Edge; `CHROME_PATH` or `PUPPETEER_EXECUTABLE_PATH` decides when set. */
export function findChromium() {
  const chosen = fromEnvironment('CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH');
  if (chosen) return chosen;
  if (process.platform === 'darwin') {
    return firstIn(applications, [
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Chromium.app/Contents/MacOS/Chromium',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ]);
  }
  if (process.platform === 'win32') {
    return firstIn(programFolders, ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']);
  }
  return (
    onPath('google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge') ??
    // The folder is everybody's: only what this user unpacked there is run.
    (isExecutable(packedChromium) && statSync(packedChromium).uid === process.getuid?.() ? packedChromium : undefined)
  );
}

/**
 * Chromium without its windows, as Debian packages it: the same engine, for two thirds of the processor time, since no
 * page needs a window around it. Undefined where the environment chooses a browser, or there is none.
 */
const findHeadlessShell = () =>
  process.platform === 'linux' && !fromEnvironment('CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH')
    ? onPath('chromium-headless-shell')
    : undefined;

/** The executable of a Firefox; `FIREFOX_PATH` decides when set. */
export function findFirefox() {
  const chosen = fromEnvironment('FIREFOX_PATH');
  if (chosen) return chosen;
  if (process.platform === 'darwin') return firstIn(applications, ['Firefox.app/Contents/MacOS/firefox']);
  if (process.platform === 'win32') return firstIn(programFolders, ['Mozilla Firefox/firefox.exe']);
  return onPath('firefox-esr', 'firefox');
}

/** What WebKitGTK needs to run tests, or undefined when a part is missing. Linux only. */
export function findWebKit() {
  if (process.platform !== 'linux') return undefined;
  const driver = onPath('WebKitWebDriver');
  const display = process.env.DISPLAY ?? onPath('Xvfb');
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder)) : [];
  const versions = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
  const browser = firstIn(
    [...libraries, '/usr/libexec'],
    versions.map((name) => join(name, 'MiniBrowser')),
  );
  return driver && display && browser ? { driver, browser } : undefined;
}

/** A Chromium whose payer wants nothing to move. */
export const stillness = '--force-prefers-reduced-motion';

/**
 * Options for puppeteer's `launch()`. In containers, as root and on recent Ubuntus Chromium has no sandbox to use, and
 * tests open nothing but our own pages. The other switches keep the browser from calling home, from QUIC, whose retries
 * would show up as requests that no test made, and from loading two pages of its own into each new window, what drops
 * down from the address bar: they are half of what a new window costs.
 *
 * @param {{ isWhole?: boolean, isStill?: boolean }} [options] whole: the browser that payers have, for whoever measures
 *   it; still: what moves is drawn sixty times a second, a sixth of what a journey costs; unit tests and WebKit see it
 */
export function chromiumLaunch({ isWhole = false, isStill = false } = {}) {
  const executablePath = (isWhole ? undefined : findHeadlessShell()) ?? findChromium();
  if (!executablePath) throw new Error('No Chromium on this machine: run `node scripts/ensure.mjs deps browser`.');
  const args = [
    ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-features=WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup',
    '--disable-quic',
    '--disable-sync',
    '--no-first-run',
    // Else a process of its own plays the graphics card that is not there.
    ...(isWhole ? [] : ['--disable-gpu']),
    ...(isStill ? [stillness] : []),
  ];
  // A page that gives no answer for so long never will.
  const protocolTimeout = 90_000;
  if (executablePath !== packedChromium) return { executablePath, args, protocolTimeout };
  const libraries = join(dirname(packedChromium), 'al2023', 'lib');
  return {
    executablePath,
    protocolTimeout,
    args: [...args, ...(isWhole ? ['--disable-gpu'] : []), '--no-zygote'],
    headless: /** @type {const} */ ('shell'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  };
}

/**
 * Options for puppeteer's `launch()` of Firefox, which it drives over WebDriver BiDi.
 *
 * @param {{ isStill?: boolean }} [options] as of `chromiumLaunch`
 */
export function firefoxLaunch({ isStill = false } = {}) {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('No Firefox on this machine: run `node scripts/ensure.mjs deps browsers`.');
  // What scrolls smoothly is no longer there where the driver saw it when it presses.
  const extraPrefsFirefox = { 'general.smoothScroll': false, 'ui.prefersReducedMotion': isStill ? 1 : 0 };
  return { browser: /** @type {const} */ ('firefox'), executablePath, extraPrefsFirefox };
}
