/**
 * Prints the size of each file of the script-tag build, raw, as gzip and as brotli, and the budgets of
 * size-budgets.json, which are of brotli: `files` is a pattern of paths in the folder, whose sizes are added up unless
 * `each` is set. With --check a budget that is exceeded, or that fits no file, fails.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** @typedef {{ name: string, files: string, each?: boolean, brotli: number }} Budget */

const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {{ folder: string, budgets: Budget[] }} */
const { folder, budgets } = JSON.parse(readFileSync(join(root, 'size-budgets.json'), 'utf8'));

if (!existsSync(join(root, folder))) {
  console.error(`There is no ${folder}: npm run build:cdn makes it.`);
  process.exit(1);
}

/**
 * As a static server with files compressed beforehand would send it.
 * @param {string} name
 */
function measure(name) {
  const content = readFileSync(join(root, folder, name));
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  const gzip = gzipSync(content, { level: 9 });
  return { name, raw: content.length, gzip: gzip.length, brotli: brotliCompressSync(content, best).length };
}

const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  // The entries under the names that hold the version are the same files once more.
  .filter((name) => name.endsWith('.js') && !/^pay-checkout-\d/.test(name))
  .toSorted()
  .map(measure);

/** @param {'raw' | 'gzip' | 'brotli'} kind */
const sum = (kind, some = files) => some.reduce((total, file) => total + file[kind], 0);

/** @param {(string | number)[]} sizes */
const row = (/** @type {string} */ name, ...sizes) =>
  console.log(name.padEnd(48) + sizes.map((size) => String(size).padStart(10)).join(''));

row(`${folder} (bytes)`, 'raw', 'gzip', 'brotli');
for (const { name, raw, gzip, brotli } of files) row(name, raw, gzip, brotli);
row('everything', sum('raw'), sum('gzip'), sum('brotli'));
console.log('');

let exceeded = 0;
for (const { name, files: pattern, each = false, brotli: limit } of budgets) {
  const found = files.filter((file) => new RegExp(pattern, 'u').test(file.name));
  const groups = each
    ? found.map((file) => ({ label: `${name}: ${file.name}`, brotli: file.brotli }))
    : [{ label: name, brotli: sum('brotli', found) }];
  if (found.length === 0) {
    exceeded += 1;
    console.log(`✗ ${name}: no file is called ${pattern}`);
    continue;
  }
  for (const { label, brotli } of groups) {
    const fits = brotli <= limit;
    if (!fits) exceeded += 1;
    const share = Math.round((brotli / limit) * 100);
    console.log(`${fits ? '✓' : '✗'} ${label}: ${brotli} of ${limit} bytes brotli (${share} %)`);
  }
}
if (process.argv.includes('--check') && exceeded > 0) {
  console.error(`\n${exceeded} of the size budgets exceeded.`);
  process.exitCode = 1;
}
