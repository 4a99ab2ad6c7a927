import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { isKnown } from '../checkout/unsteady/known-violations.ts';
import { explore, type Violation } from './schedule.ts';
import { scenarios } from './scenarios.ts';

/** `SCENARIOS=wider` plays them with more that goes wrong. */
const isWider = process.env['SCENARIOS'] === 'wider';

/** What the scenarios have to come to, taken together: else they look at less than they say. */
const needed = [
  ...['sent', 'refused', 'pending', 'paid', 'unpaid'].map((fate) => `fate ${fate}`),
  ...['show', 'follow', 'look', 'order', 'send', 'refuse'].map((verdict) => `verdict ${verdict}`),
  ...['other-amount', 'unseen-amount', 'unconfirmed-payment'].map((why) => `verdict ask: ${why}`),
  ...['loading', 'ready', 'submitting', 'action', 'processing', 'settled', 'unknown'].map((one) => `screen ${one}`),
  ...['twice', 'again-403', 'again-408', 'again-409', 'again-423', 'again-429', 'again-token'].map(
    (kind) => `create ${kind}`,
  ),
  'lock asked for',
];

const strays: unknown[] = [];
const collect = (reason: unknown): void => void strays.push(reason);
const check = (): void => {
  const [stray] = strays.splice(0);
  if (stray) throw stray;
};

/** The shortest run of each kind of violation, to be mended or kept in test/checkout/unsteady/known-violations.ts. */
function report(violations: readonly Violation[]): string[] {
  const shortest = new Map<string, Violation>();
  for (const violation of violations) {
    const { complaint, choices } = violation;
    const known = shortest.get(complaint.rule);
    if (!known || choices.length < known.choices.length) shortest.set(complaint.rule, violation);
  }
  return [...shortest.values()].map(
    ({ complaint: { rule, facts, text }, choices }) =>
      `${rule} (${[...facts].join(', ')}): ${text}\n  ${choices.join('\n  ')}`,
  );
}

describe('one cart, paid once, in every order of what can happen', () => {
  const reached = new Set<string>();
  const sum = { scenarios: 0, runs: 0, choices: 0 };

  before(() => {
    process.on('unhandledRejection', collect);
    mock.method(console, 'warn', () => {});
  });
  after(() => {
    process.off('unhandledRejection', collect);
    mock.restoreAll();
  });

  for (const narrow of scenarios) {
    const scenario = isWider ? { ...narrow, ...narrow.wider } : narrow;
    it(scenario.name, async (t) => {
      const explored = await explore(
        scenario,
        (complaint) => !isKnown(complaint, { setting: scenario.setting, steps: [] }),
        check,
      );
      const { runs, known, choices } = explored;
      for (const one of explored.reached) reached.add(one);
      t.diagnostic(`${scenario.name}: ${runs} runs, ${known} of them into what was known, ${choices} choices`);
      assert.deepEqual(report(explored.violations), []);
      sum.scenarios += 1;
      sum.runs += runs;
      sum.choices += choices;
    });
  }

  it('comes to each fate, verdict, screen and second delivery, and completes', (t) => {
    t.diagnostic(`${sum.scenarios} scenarios, ${sum.runs} runs, ${sum.choices} choices`);
    assert.equal(sum.scenarios, scenarios.length);
    assert.deepEqual(
      needed.filter((one) => !reached.has(one)),
      [],
    );
  });
});
