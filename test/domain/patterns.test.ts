/** No pattern of the source takes longer than its text is long, whatever the text: foreign text reaches most of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

const folder = fileURLToPath(new URL('../../src/', import.meta.url));

/** Made of at most 25 digits, whatever the amount. */
const bounded: readonly string[] = [String.raw`/\B(?=(\d{3})+(?!\d))/g`];

interface Node {
  regex?: { pattern: string; flags: string };
}

/** The literals of regular expressions in a source text. */
function patternsIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as Node;
    if (regex) found.push(`/${regex.pattern}/${regex.flags}`);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return found;
}

const patterns = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => patternsIn(readFileSync(join(folder, file), 'utf8')).map((pattern) => ({ file, pattern })))
  // What repeats nothing looks at each place of its text once.
  .filter(({ pattern }) => /[*+]|\{\d+,/.test(pattern) && !bounded.includes(pattern));

const parsed = (literal: string): RegExp => {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
};

/** The processor time in ms, which other programs do not add to. */
const run = (pattern: RegExp, text: string): number => {
  const before = process.cpuUsage();
  pattern.lastIndex = 0;
  let last = -1;
  while (pattern.test(text) && pattern.lastIndex > last) last = pattern.lastIndex;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const quickest = (pattern: RegExp, text: string): number => Math.min(...[1, 2, 3].map(() => run(pattern, text)));

/** Looks at each character once. */
const linear = /☃/;

/** Texts that repeat what a pattern may look for, behind and before what may begin or end its match. */
function* attacksOn({ source }: RegExp): Generator<(length: number) => string> {
  const words = source.match(/[A-Za-z&=?:;<"/-]+/g) ?? [];
  const own = new Set(source.replace(/\\[pPu]\{[^}]*\}|\\[a-z]/g, '').replace(/\\(?=.)/g, ''));
  const signs = [...own].slice(0, 8);
  const begun = words.flatMap((word) => signs.map((sign) => sign + word));
  const units = [' ', '0', 'a', 'A', '-', '/', '\\', '?', '\u00A0', 'é', ...signs, ...words, ...begun];
  const pairs = signs.flatMap((sign) => [...signs.map((other) => sign + other), `${sign}0`, `0${sign}`, `${sign} `]);
  const heads = ['', '123456789012', '27', 'a@', ...words.slice(0, 4)];
  for (const unit of new Set([...units, ...pairs]))
    for (const head of new Set(heads))
      for (const tail of ['', '!', '00']) yield (length) => head + unit.repeat(Math.ceil(length / unit.length)) + tail;
}

/** The attack that takes far more than four times as long where it is four times as long, if there is one. */
function weaknessOf(pattern: RegExp): string | undefined {
  const usual = Math.max(0.003, quickest(linear, 'a'.repeat(2000)));
  for (const attack of attacksOn(pattern)) {
    const text = attack(2000);
    if (run(pattern, text) < usual * 50 || quickest(pattern, text) < usual * 50) continue;
    const isSquare = () => quickest(pattern, attack(8000)) > 10 * quickest(pattern, attack(2000));
    if (isSquare() && isSquare() && isSquare()) return `${text.slice(0, 20)}…${text.slice(-5)}`;
  }
}

describe('the patterns of the source', () => {
  it('S8: the measure knows a pattern that takes too long', () => {
    for (const pattern of [/\/+$/, /\w*(?:prv|events)_\w+/, /[?&]id=(\d+-\d|.+&env=)/])
      assert.notEqual(weaknessOf(pattern), undefined, `${pattern}`);
  });

  for (const { file, pattern } of patterns)
    it(`S8: takes no longer than its text is long: ${pattern} in ${file}`, () => {
      assert.equal(weaknessOf(parsed(pattern)), undefined);
    });
});
