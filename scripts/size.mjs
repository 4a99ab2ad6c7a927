/**
 * Prints the size of each file of the script-tag build, raw, as gzip and as brotli, and the budgets of
 * size-budgets.json: `files` is a pattern of paths in the folder, whose sizes are added up unless `each` is set.
 * With --check a budget that is exceeded, or that fits no file, fails.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** @typedef {{ raw: number, gzip: number, brotli: number }} Size */
/** @typedef {{ name: string, files: string, each?: boolean, gzip?: number, brotli?: number }} Budget */

const kinds = /** @type {const} */ (['raw', 'gzip', 'brotli']);
const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {{ folder: string, budgets: Budget[] }} */
const { folder, budgets } = JSON.parse(readFileSync(join(root, 'size-budgets.json'), 'utf8'));

if (!existsSync(join(root, folder))) {
  console.error(`There is no ${folder}: npm run build:cdn makes it.`);
  process.exit(1);
}

/**
 * As a static server with files compressed beforehand would send it.
 * @param {string} path
 * @returns {Size}
 */
function measure(path) {
  const content = readFileSync(path);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  return {
    raw: content.length,
    gzip: gzipSync(content, { level: 9 }).length,
    brotli: brotliCompressSync(content, best).length,
  };
}

/**
 * @param {Size[]} sizes
 * @returns {Size}
 */
const sum = (sizes) => {
  const total = { raw: 0, gzip: 0, brotli: 0 };
  for (const size of sizes) for (const kind of kinds) total[kind] += size[kind];
  return total;
};

const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  // The entries under the names that hold the version are the same files once more.
  .filter((name) => name.endsWith('.js') && !/^pay-checkout-\d/.test(name))
  .toSorted()
  .map((name) => ({ name, size: measure(join(root, folder, name)) }));

/**
 * @param {string} name
 * @param {Size} size
 */
const row = (name, size) =>
  console.log(name.padEnd(48) + kinds.map((kind) => String(size[kind]).padStart(10)).join(''));

console.log(`${folder} (bytes)`.padEnd(48) + kinds.map((word) => word.padStart(10)).join(''));
for (const { name, size } of files) row(name, size);
row('everything', sum(files.map(({ size }) => size)));
console.log('');

let exceeded = 0;
for (const { name, files: pattern, each = false, ...limits } of budgets) {
  const found = files.filter((file) => new RegExp(pattern, 'u').test(file.name));
  const groups = each
    ? found.map((file) => ({ name: `${name}: ${file.name}`, size: file.size }))
    : [{ name, size: sum(found.map(({ size }) => size)) }];
  if (found.length === 0) {
    exceeded += 1;
    console.log(`✗ ${name}: no file is called ${pattern}`);
    continue;
  }
  for (const group of groups) {
    for (const kind of /** @type {const} */ (['gzip', 'brotli'])) {
      const limit = limits[kind];
      if (limit === undefined) continue;
      const fits = group.size[kind] <= limit;
      if (!fits) exceeded += 1;
      const share = Math.round((group.size[kind] / limit) * 100);
      console.log(`${fits ? '✓' : '✗'} ${group.name}: ${group.size[kind]} of ${limit} bytes ${kind} (${share} %)`);
    }
  }
}
if (process.argv.includes('--check') && exceeded > 0) {
  console.error(`\n${exceeded} of the size budgets exceeded.`);
  process.exitCode = 1;
}
