/** Whether the examples and the exploration notice each change of the ledger's rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRefusal } from './answers.ts';
import { examples } from './examples.ts';
import { explore } from './explore.ts';
import type { Rules } from './model.ts';
import { files, loadRules, mutantsOf } from './mutations.ts';
import { smallSettings } from './settings.ts';

/** Mutants that do the same, by a part of their name, and why. */
const equivalent: Record<string, string> = {
  'purchase.ts: keep the left of · mine.some(isPaidInFull) || !paid?.remaining || paid.id === undefined':
    'what is paid has an id: only a record says that it is paid',
  'purchase.ts: keep the right of · !isUnended(attempt) && attempt.id === id':
    'what has no end and that id is pending already',
};

/** Rules that stand between two charges, or between the payer and an amount that was not seen. */
const heldByExploration = [
  'drop · if (paid && isPaidInFull(paid))',
  'drop · if (pending) return',
  'drop · if (other) return',
  'drop · if (!isSameAmount(order, seen)) return',
];

const failsExamples = (rules: Rules): boolean => {
  try {
    for (const { check } of examples) check(rules);
    return false;
  } catch {
    return true;
  }
};

const failsExploration = (rules: Rules): boolean =>
  smallSettings.some((setting) => explore(rules, readRefusal, setting).violation !== undefined);

describe('a mutant of the ledger is noticed', () => {
  it('while the ledger itself is not', async () => {
    const rules = await loadRules();
    assert.equal(failsExamples(rules), false);
    assert.equal(failsExploration(rules), false);
  });

  for (const file of files)
    it(`in ${file}`, { timeout: 300_000 }, async (t) => {
      const mutants = mutantsOf(file);
      const survivors: string[] = [];
      const unused = new Set(Object.keys(equivalent).filter((name) => name.startsWith(file)));
      for (const mutant of mutants) {
        const { name } = mutant;
        if (unused.delete(name)) continue;
        const rules = await loadRules(mutant).catch(() => undefined);
        if (!rules || failsExamples(rules) || failsExploration(rules)) continue;
        survivors.push(`${name} (line ${mutant.line})`);
      }
      t.diagnostic(`${mutants.length} mutants of ${file}`);
      assert.deepEqual(survivors, []);
      assert.deepEqual([...unused], [], 'listed as equivalent, and not there');
    });

  it('by the exploration alone, where a rule stands between two charges', { timeout: 300_000 }, async () => {
    const mutants = mutantsOf('may-send.ts');
    const missed: string[] = [];
    for (const part of heldByExploration) {
      const mutant = mutants.find(({ name }) => name.includes(part));
      assert.ok(mutant, part);
      if (!failsExploration(await loadRules(mutant))) missed.push(part);
    }
    assert.deepEqual(missed, []);
  });
});
