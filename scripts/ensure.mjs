/**
 * Makes a fresh clone ready. Runs before node_modules exist, so it uses Node's built-ins only.
 *
 *   node scripts/ensure.mjs deps            installs the locked packages when they are missing or stale
 *   node scripts/ensure.mjs deps browser    and finds a Chromium, or installs one
 *   node scripts/ensure.mjs deps browsers   and tries for Firefox, WebKit and an older Chromium, saying what stays out
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findChromium, findFirefox, findWebKit, onPath } from './browsers.mjs';
import { ensureOlderChromium, findOlderChromium } from './older-chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
const run = (command, args, env) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  }).status === 0;

/** @param {string} file */
const readPackages = (file) => {
  try {
    /** @type {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>} */
    const packages = JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
    return packages;
  } catch {
    return undefined;
  }
};

/** Whether what npm wrote into node_modules is what the lock file asks for, whoever ran npm. */
function depsAreCurrent() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  if (!wanted || !installed || !existsSync(join(root, 'node_modules/vite/package.json'))) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true;
    const found = installed[path];
    // Binaries for other platforms are in the lock file alone.
    if (!found) return Boolean(optional ?? devOptional);
    return found.version === version && found.integrity === integrity;
  });
}

/** Installs the locked packages unless node_modules already holds exactly those. Throws when it cannot. */
export function ensureDeps() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`pay-checkout needs Node 20.19 or later; this is ${process.version}.`);
  }
  if (depsAreCurrent()) return;
  console.log('Installing packages (npm ci) …');
  // NODE_ENV=production or omit=dev in the environment would leave the build tools out.
  if (!run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])) throw new Error('npm ci failed: see above.');
}

let aptIsFresh = false;

/**
 * Installs Debian packages where that needs no question asked: as root, with apt-get.
 * @param {...string} packages
 */
function aptInstall(...packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !onPath('apt-get')) return false;
  console.log(`Installing ${packages.join(', ')} (apt-get) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  aptIsFresh ||= run('apt-get', ['update', '-q'], env);
  return run('apt-get', ['install', '-yq', '--no-install-recommends', ...packages], env);
}

/** The last resort where neither root nor a browser is at hand: Linux on x64 gets a headless Chromium from npm. */
async function unpackChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  console.log('Fetching a headless Chromium from npm (@sparticuz/chromium) …');
  const home = join(root, 'node_modules', '.chromium');
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  if (!run('npm', ['install', '--prefix', home, ...flags, '@sparticuz/chromium@143.0.4'])) return;
  // Makes the package unpack the NSS libraries too, which a bare system lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  const entry = createRequire(join(home, 'package.json')).resolve('@sparticuz/chromium');
  const { default: chromium } = await import(pathToFileURL(entry).href);
  await chromium.executablePath();
}

/** Path of a Chromium, installed first if there is none. Throws when it cannot. */
export async function ensureChromium() {
  // Tests take the second where there is one: apart, for not every system that has the first has it.
  if (!findChromium() && aptInstall('chromium')) aptInstall('chromium-headless-shell');
  if (!findChromium()) await unpackChromium();
  const path = findChromium();
  if (path) return path;
  throw new Error(
    'No Chromium found. Install Chrome or Chromium, or set CHROME_PATH to its executable, and try again.',
  );
}

/** Tries for the other engines. Returns the names of those that this machine cannot have. */
export function ensureOtherBrowsers() {
  if (!findFirefox()) aptInstall('firefox-esr');
  if (!findWebKit()) aptInstall('webkit2gtk-driver', 'xvfb');
  ensureOlderChromium(run);
  return [
    ...(findFirefox() ? [] : ['firefox']),
    ...(findWebKit() ? [] : ['webkit']),
    ...(findOlderChromium() ? [] : ['chromium 109']),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    if (process.argv.includes('deps')) ensureDeps();
    if (process.argv.includes('browser') || process.argv.includes('browsers')) {
      console.log(`Chromium: ${await ensureChromium()}`);
    }
    if (process.argv.includes('browsers')) {
      for (const name of ensureOtherBrowsers())
        console.log(`${name}: not on this machine and not installable, left out`);
    }
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
