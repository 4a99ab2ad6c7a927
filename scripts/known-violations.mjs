/**
 * Plays the known violations of "one cart, paid once" (`test/checkout/unsteady/known-violations.ts`) with the checkouts of
 * two commits, the same service, payer and judge for both, and prints which of them each has:
 *
 *   npm run known-violations [BEFORE] [AFTER]
 *
 * BEFORE is the last commit before the ledger unless told otherwise, AFTER is HEAD.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './node-tools.mjs';

/** @typedef {{ name: string, guessed: boolean, named: boolean }} Played */

const root = fileURLToPath(new URL('..', import.meta.url));
const [before = 'b5e5243', after = 'HEAD'] = process.argv.slice(2);
/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * Plays them with the source of a commit.
 * @param {string} commit
 * @returns {Promise<Played[]>}
 */
async function playWith(commit) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pay-checkout-violations-')));
  const tree = join(folder, 'tree');
  git('worktree', 'add', '--detach', tree, commit);
  try {
    symlinkSync(realpathSync(join(root, 'node_modules')), join(tree, 'node_modules'), 'junction');
    // Payer, shop and judge are those of today; they drive the checkout by its public class.
    rmSync(join(tree, 'test/checkout'), { recursive: true });
    cpSync(join(root, 'test/checkout'), join(tree, 'test/checkout'), { recursive: true });
    const hasLedger = existsSync(join(tree, 'src/checkout/ledger'));
    const { code, output } = await runNode([
      `--import=${join(tree, 'scripts/typescript.mjs')}`,
      join(tree, 'test/checkout/unsteady/play-known.ts'),
      ...(hasLedger ? [] : ['--tells-queries']),
    ]);
    if (code !== 0) throw new Error(`They cannot be played with ${commit}:\n${output}`);
    return JSON.parse(output);
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(folder, { recursive: true, force: true });
  }
}

const [old, now] = [await playWith(before), await playWith(after)];
/** @param {boolean | undefined} isViolated */
const say = (isViolated) => (isViolated ? 'failed' : 'passed').padEnd(12);
/** @param {string} text */
const name = (text) => text.padEnd(108);
/** @param {string} commit */
const head = (commit) => git('rev-parse', '--short', commit).trim().padEnd(12);

console.log(`| ${name('')} | ${head(before)} | ${head(after)} | with cart-id |`);
console.log(`| ${'-'.repeat(108)} | ${'-'.repeat(12)} | ${'-'.repeat(12)} | ${'-'.repeat(12)} |`);
for (const [index, { name: what, guessed, named }] of now.entries())
  console.log(`| ${name(what)} | ${say(old[index]?.guessed)} | ${say(guessed)} | ${say(named)} |`);
/** @param {Played[]} played @param {'guessed' | 'named'} which */
const failed = (played, which) => played.filter((one) => one[which]).length;
console.log(
  `\n${now.length} known violations: ${failed(old, 'guessed')} failed in ${before}; in ${after} ${failed(now, 'guessed')}, and ${failed(now, 'named')} where the page gives cart-id`,
);
