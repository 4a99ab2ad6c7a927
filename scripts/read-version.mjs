import { readFileSync } from 'node:fs';

/** The version in package.json, which builds put in place of `__VERSION__`. */
export function readVersion() {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  /** @type {{ version: string }} */
  const { version } = JSON.parse(text);
  return version;
}
