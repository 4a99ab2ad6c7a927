/** Every state that the ledger can come to between two tabs, a bad network and the service, within bounds. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { readRefusal } from './answers.ts';
import { explore } from './explore.ts';
import { ledger } from './ledger-rules.ts';
import { settings } from './settings.ts';

/** What has to be met, each somewhere: events by the fate that they meet, and verdicts by their reason. */
const events = [
  'unclear',
  'refused',
  'observed pending',
  'observed paid',
  'observed unpaid',
  'aside',
  'waived',
  'sending',
  'vanished',
];
const fates = ['none', 'sent', 'refused', 'pending', 'paid', 'unpaid'];
/** What cannot happen, and why. */
const impossible: Record<string, string> = {
  'sending of pending': 'it is followed',
  'sending of paid': 'its reference is used, and so never sent again',
  'aside of paid': 'it is shown, and there is nothing to turn from',
  'aside of unpaid': 'the form asks for another payment',
  'aside of none': 'only what is shown can be turned from',
  'observed paid of unpaid': 'what was declined or voided is not paid later',
  'vanished of none': 'only what was paid can vanish',
  'vanished of sent': 'it has no id to be read by',
  'vanished of refused': 'it has no id to be read by',
  'vanished of pending': 'it cannot be read, which is another answer',
  'vanished of unpaid': 'it is not read again',
};
const verdicts = [
  'show',
  'follow',
  'look',
  'order',
  'send',
  'refuse reference_used',
  'refuse invalid_order',
  'ask other-amount',
  'ask unseen-amount',
  'ask unconfirmed-payment',
].map((verdict) => `verdict ${verdict}`);
const claims = ['paid', 'half-paid', 'pending', 'unknown', 'unpaid'].map((claim) => `claim ${claim}`);

describe('within its bounds, the ledger keeps to its rules in every state:', () => {
  const reached = new Map<string, number>();
  let states = 0;
  let steps = 0;

  for (const setting of settings) {
    it(setting.name, { timeout: 3_600_000 }, (t) => {
      const found = explore(ledger, readRefusal, setting);
      t.diagnostic(`${found.states} states, ${found.steps} steps`);
      assert.equal(found.violation, undefined);
      states += found.states;
      steps += found.steps;
      for (const [what, times] of found.reached) reached.set(what, (reached.get(what) ?? 0) + times);
    });
  }

  it('and every event, fate, verdict and reason was met', () => {
    const met = (what: string) => [...reached].some(([one]) => one === what || one.startsWith(`${what} · `));
    const pairs = events.flatMap((event) => fates.map((fate) => `${event} of ${fate}`));
    const missing = [
      ...pairs.filter((pair) => impossible[pair] === undefined && !met(`event ${pair}`)),
      ...[...verdicts, ...claims].filter((what) => !met(what)),
    ];
    assert.deepEqual(missing, []);
    const possible = Object.keys(impossible).filter((pair) => met(`event ${pair}`));
    assert.deepEqual(possible, [], 'listed as impossible, and met');
  });

  after(() => {
    const table = [...reached].toSorted(([one], [other]) => (one < other ? -1 : 1));
    console.info(table.map(([what, times]) => `${String(times).padStart(8)}  ${what}`).join('\n'));
    for (const [pair, reason] of Object.entries(impossible)) console.info(`   never  event ${pair}: ${reason}`);
    console.info(`${states} states, ${steps} steps`);
  });
});
