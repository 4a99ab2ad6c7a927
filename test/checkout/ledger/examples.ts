/** The rules of the ledger, one plain example each; the mutants have to pass them as well. */
import assert from 'node:assert/strict';
import type { Offer, Verdict } from '../../../src/checkout/ledger/may-send.ts';
import type { Attempt, LedgerEvent, Purchase } from '../../../src/checkout/ledger/purchase.ts';
import type { Rules } from './model.ts';

export interface Example {
  rule: string;
  check: (rules: Rules) => void;
}

const currency = 'COP';
const money = (amountInCents: number) => ({ amountInCents, currency });
const order = (reference: string, amountInCents = 100) => ({
  reference,
  ...money(amountInCents),
  signature: `of ${reference}`,
});
const sending = (
  reference: string,
  more: { amountInCents?: number; epoch?: string; at?: number } = {},
): LedgerEvent => ({
  type: 'sending',
  order: order(reference, more.amountInCents),
  method: 'CARD',
  epoch: more.epoch ?? '',
  at: more.at ?? 1,
});
const observed = (reference: string, fate: 'pending' | 'paid' | 'unpaid', more: object = {}): LedgerEvent => ({
  type: 'observed',
  reference,
  ...money(100),
  method: 'CARD',
  id: `T${reference}`,
  fate,
  epoch: '',
  at: 2,
  ...more,
});
const unclear = (reference: string): LedgerEvent => ({ type: 'unclear', reference });
const refused = (reference: string, frees: boolean, closes?: boolean): LedgerEvent => ({
  type: 'refused',
  reference,
  frees,
  ...(closes !== undefined && { closes }),
});
const aside = (reference: string): LedgerEvent => ({ type: 'aside', reference });
const waived = (reference: string): LedgerEvent => ({ type: 'waived', reference });

/** A ledger in which this has happened. */
class Story {
  readonly rules: Rules;
  readonly purchase: Purchase;

  constructor(rules: Rules, ...events: LedgerEvent[]) {
    this.rules = rules;
    this.purchase = events.reduce(rules.record, rules.emptyPurchase('key'));
  }

  attempt(reference: string): Attempt {
    const attempt = this.rules.attemptOf(this.purchase, reference);
    assert.ok(attempt, `${reference} is kept`);
    return attempt;
  }

  press(offer: Partial<Offer> = {}, read: readonly string[] = [], unavailable: readonly string[] = []): Verdict {
    const looked = new Map([
      ...read.map((reference) => [reference, 'read'] as const),
      ...unavailable.map((reference) => [reference, 'unavailable'] as const),
    ]);
    return this.rules.maySend(this.purchase, { epoch: '', seen: money(100), ...offer }, looked);
  }

  /** What a press comes to, in short: the reference tells of what. */
  says(offer: Partial<Offer> = {}, read: readonly string[] = [], unavailable: readonly string[] = []): string {
    const verdict = this.press(offer, read, unavailable);
    switch (verdict.do) {
      case 'show':
      case 'follow':
        return `${verdict.do} ${verdict.attempt.order.reference}`;
      case 'look':
        return `look ${verdict.attempts.map((attempt) => attempt.order.reference).join(' ')}`;
      case 'ask':
        return `ask ${verdict.why} ${(verdict.why === 'unconfirmed-payment' ? verdict.attempt.order : verdict.order).reference}`;
      case 'send':
        return `send ${verdict.order.reference}`;
      case 'refuse':
        return `refuse ${verdict.code}`;
      case 'order':
        return 'order';
    }
    return verdict satisfies never;
  }

  claim(epoch = '', reference?: string): string {
    const claim = this.rules.claimOf(this.purchase, epoch, reference);
    return claim.is === 'unpaid' ? claim.is : `${claim.is} ${claim.attempt.order.reference}`;
  }
}

export const examples: readonly Example[] = [
  // record
  {
    rule: 'keeps of an order what is needed to send it again, until its end',
    check: (rules) => {
      const given = { ...order('A'), customer: 'somebody' };
      const sent = new Story(rules, { type: 'sending', order: given, method: 'CARD', epoch: 'e', at: 7 });
      assert.deepEqual(sent.attempt('A'), { order: order('A'), method: 'CARD', fate: 'sent', epoch: 'e', at: 7 });
      assert.deepEqual(sent.purchase.references, ['A']);
      const paid = new Story(rules, sending('A'), observed('A', 'paid'));
      assert.deepEqual(paid.attempt('A').order, { ...order('A'), signature: '' });
      assert.equal(new Story(rules, sending('A'), observed('A', 'pending')).attempt('A').order.signature, 'of A');
      assert.equal(new Story(rules, sending('A'), refused('A', true)).attempt('A').order.signature, '');
    },
  },
  {
    rule: 'keeps each reference once',
    check: (rules) => {
      const named = (reference: string): LedgerEvent => ({ type: 'named', reference });
      const { purchase } = new Story(rules, named('A'), named('B'), named('A'));
      assert.deepEqual(purchase, { v: 1, key: 'key', references: ['A', 'B'], attempts: [] });
    },
  },
  {
    rule: 'a refusal that the same bytes would always get frees the order',
    check: (rules) => {
      const freed = new Story(rules, sending('A'), refused('A', true));
      assert.equal(freed.attempt('A').fate, 'unpaid');
      assert.equal(freed.attempt('A').id, undefined);
      assert.equal(freed.says({ order: order('A') }), 'send A');
    },
  },
  {
    rule: 'no refusal frees an order after a doubtful sending',
    check: (rules) => {
      for (const before of [unclear('A'), refused('A', false), sending('A')])
        assert.equal(
          new Story(rules, sending('A'), before, sending('A'), refused('A', true)).attempt('A').fate,
          'refused',
        );
    },
  },
  {
    rule: 'a refusal that comes after no clear answer frees nothing',
    check: (rules) => {
      const late = new Story(rules, sending('A'), unclear('A'), refused('A', true)).attempt('A');
      assert.equal(late.fate, 'refused');
    },
  },
  {
    rule: 'only what is paid without a rest is paid in full',
    check: (rules) => {
      const isPaid = (...events: LedgerEvent[]) => rules.isPaidInFull(new Story(rules, ...events).attempt('A'));
      assert.equal(isPaid(observed('A', 'paid')), true);
      assert.equal(isPaid(observed('A', 'paid', { remaining: 40 })), false);
      assert.equal(isPaid(sending('A')), false);
    },
  },
  {
    rule: 'a refusal that may be the answer to a second delivery leaves the order refused and doubtful',
    check: (rules) => {
      const { fate, doubtful, closed, order: kept } = new Story(rules, sending('A'), refused('A', false)).attempt('A');
      assert.deepEqual({ fate, doubtful, closed }, { fate: 'refused', doubtful: true, closed: undefined });
      assert.equal(kept.signature, 'of A');
      assert.equal(new Story(rules, sending('A'), refused('A', false, true)).attempt('A').closed, true);
    },
  },
  {
    rule: 'an answer that comes after the record changes nothing',
    check: (rules) => {
      for (const fate of ['pending', 'paid', 'unpaid'] as const)
        for (const late of [unclear('A'), refused('A', true), refused('A', false, true), sending('A')]) {
          const before = new Story(rules, sending('A'), observed('A', fate));
          assert.deepEqual(rules.record(before.purchase, late), before.purchase);
        }
    },
  },
  {
    rule: 'an order that was freed is sent as a new one, under the epoch of now',
    check: (rules) => {
      const again = new Story(
        rules,
        sending('A', { epoch: 'e' }),
        refused('A', true),
        sending('A', { epoch: 'f', at: 9 }),
      );
      const { untold, ...fresh } = again.attempt('A');
      assert.equal(untold, undefined);
      assert.deepEqual(fresh, { order: order('A'), method: 'CARD', fate: 'sent', epoch: 'f', at: 9 });
      assert.equal(again.purchase.attempts.length, 1);
    },
  },
  {
    rule: 'an order that is sent again is the payer’s own choice again',
    check: (rules) => {
      const last = new Story(rules, sending('A'), refused('A', false), sending('A', { at: 9 })).attempt('A');
      assert.deepEqual([last.fate, last.at, last.doubtful], ['sent', 9, true]);
      const again = new Story(rules, sending('A'), unclear('A'), waived('A'), sending('A')).attempt('A');
      assert.deepEqual([again.fate, again.doubtful, again.aside, again.waived], ['sent', true, undefined, undefined]);
    },
  },
  {
    rule: 'a late record does not open again what has ended',
    check: (rules) => {
      for (const fate of ['paid', 'unpaid'] as const)
        assert.equal(
          new Story(rules, sending('A'), observed('A', fate), observed('A', 'pending')).attempt('A').fate,
          fate,
        );
      const other = observed('A', 'pending', { id: 'another' });
      assert.equal(new Story(rules, sending('A'), observed('A', 'unpaid'), other).attempt('A').fate, 'pending');
    },
  },
  {
    rule: 'a payment that was voided is unpaid',
    check: (rules) => {
      const voided = new Story(rules, sending('A'), observed('A', 'paid', { remaining: 40 }), observed('A', 'unpaid'));
      assert.deepEqual([voided.attempt('A').fate, voided.attempt('A').remaining], ['unpaid', undefined]);
    },
  },
  {
    rule: 'a payment of which the service knows nothing is unpaid; what is open stays open',
    check: (rules) => {
      const vanished: LedgerEvent = { type: 'vanished', reference: 'A' };
      assert.equal(new Story(rules, sending('A'), observed('A', 'paid'), vanished).attempt('A').fate, 'unpaid');
      assert.equal(new Story(rules, sending('A'), observed('A', 'pending'), vanished).attempt('A').fate, 'pending');
      const gone = new Story(rules, sending('A'), observed('A', 'paid'), vanished).attempt('A');
      assert.equal(gone.id, undefined, 'its reference can be sent again');
      const paid = new Story(rules, sending('A'), observed('A', 'paid'), vanished);
      assert.equal(paid.says(), 'look A');
      assert.equal(paid.says({ order: order('A') }), 'send A');
      const again = new Story(rules, sending('A'), observed('A', 'paid'), vanished, sending('A'), refused('A', true));
      assert.equal(again.says({ order: order('B') }), 'send B');
      assert.equal(paid.says({}, [], ['A']), 'ask unconfirmed-payment A');
    },
  },
  {
    rule: 'a record of a payment that nobody knows is written down',
    check: (rules) => {
      const { purchase } = new Story(rules, observed('A', 'paid', { remaining: 40, epoch: 'e' }));
      assert.deepEqual(purchase.references, ['A']);
      assert.deepEqual(purchase.attempts, [
        {
          order: { ...order('A'), signature: '' },
          method: 'CARD',
          fate: 'paid',
          id: 'TA',
          remaining: 40,
          epoch: 'e',
          at: 2,
        },
      ]);
      assert.ok(!('remaining' in new Story(rules, observed('A', 'paid')).attempt('A')));
    },
  },
  {
    rule: 'only what has no end can be turned from, waived or noted',
    check: (rules) => {
      const noted: LedgerEvent = { type: 'noted', reference: 'A', left: true, codeSentAt: 5 };
      const open = new Story(rules, sending('A'), noted, aside('A')).attempt('A');
      assert.deepEqual([open.left, open.codeSentAt, open.aside, open.waived], [true, 5, true, undefined]);
      assert.ok(!('type' in open) && !('reference' in open));
      assert.equal(new Story(rules, sending('A'), waived('A')).attempt('A').aside, true);
      for (const event of [aside('A'), waived('A'), noted]) {
        const before = new Story(rules, sending('A'), observed('A', 'paid'));
        assert.deepEqual(rules.record(before.purchase, event), before.purchase);
      }
    },
  },
  {
    rule: 'an event marks its own attempt alone',
    check: (rules) => {
      const { purchase } = new Story(rules, sending('A'), sending('B'), aside('A'), observed('B', 'paid'));
      assert.deepEqual(
        purchase.attempts.map(({ fate, aside: isAside }) => [fate, isAside]),
        [
          ['sent', true],
          ['paid', undefined],
        ],
      );
    },
  },
  // maySend, by the rules of LEDGER.md
  {
    rule: 'an order is asked for, then sent',
    check: (rules) => {
      assert.equal(new Story(rules).says(), 'order');
      assert.deepEqual(new Story(rules).press({ order: order('A') }), { do: 'send', order: order('A') });
    },
  },
  {
    rule: '1. what is paid in full is read again, then shown',
    check: (rules) => {
      const story = new Story(rules, sending('A'), observed('A', 'paid'));
      assert.equal(story.says({ order: order('B') }), 'look A');
      assert.equal(story.says({ order: order('B') }, ['A']), 'show A');
      assert.equal(story.says({ order: order('B') }, [], ['A']), 'show A');
    },
  },
  {
    rule: '1. a half payment leaves its rest to pay, and no more',
    check: (rules) => {
      const story = new Story(rules, sending('A'), observed('A', 'paid', { remaining: 40 }));
      assert.equal(story.says({ seen: money(40) }), 'look A');
      assert.equal(story.says({ seen: money(40) }, ['A']), 'order');
      assert.equal(story.says({ seen: money(40), order: order('B', 40) }, ['A']), 'send B');
      assert.equal(story.says({ order: order('B') }, ['A']), 'refuse invalid_order');
      const both = new Story(rules, sending('A'), observed('A', 'paid', { remaining: 40 }), observed('B', 'paid'));
      assert.equal(both.says({}, ['B']), 'show B');
      assert.deepEqual(rules.owedIn(story.purchase, ''), { ...money(40), transactionId: 'TA', method: 'CARD' });
      assert.equal(rules.owedIn(both.purchase, ''), undefined);
    },
  },
  {
    rule: '2. a payment that is pending is followed, and nothing is sent beside it',
    check: (rules) => {
      assert.equal(new Story(rules, sending('A'), observed('A', 'pending')).says({ order: order('B') }), 'follow A');
      const beside = new Story(rules, sending('A'), observed('A', 'pending'), sending('B'), unclear('B'));
      assert.equal(beside.says({}, [], ['B']), 'follow A');
    },
  },
  {
    rule: '3. what has no clear answer is looked at, then sent again under its own reference',
    check: (rules) => {
      for (const answer of [unclear('A'), refused('A', false)]) {
        const story = new Story(rules, sending('A'), answer);
        assert.equal(story.says({ order: order('B') }), 'look A');
        assert.deepEqual(story.press({ order: order('B') }, ['A']), { do: 'send', order: order('A') });
        assert.equal(story.says({}, [], ['A']), 'send A');
        const signedAnew = { ...order('A'), signature: 'new' };
        assert.deepEqual(story.press({ order: signedAnew }, ['A']), { do: 'send', order: signedAnew });
      }
    },
  },
  {
    rule: '3. it is sent again only for the amount on the screen',
    check: (rules) => {
      const story = new Story(rules, sending('A'), unclear('A'));
      assert.deepEqual(story.press({ seen: money(90) }, ['A']), { do: 'ask', why: 'other-amount', order: order('A') });
      assert.deepEqual(story.press({ seen: undefined }, ['A']), { do: 'ask', why: 'unseen-amount', order: order('A') });
    },
  },
  {
    rule: '3. what cannot be sent again is asked about; a yes allows another order',
    check: (rules) => {
      const story = new Story(rules, sending('A'), refused('A', false, true));
      assert.equal(story.says(), 'look A');
      assert.equal(story.says({}, ['A']), 'ask unconfirmed-payment A');
      const yes = new Story(rules, sending('A'), refused('A', false, true), waived('A'));
      assert.equal(yes.says(), 'look A');
      assert.equal(yes.says({ order: order('B') }, [], ['A']), 'send B');
    },
  },
  {
    rule: '4. what the payer turned from is read first; where it cannot be read, the payer is asked',
    check: (rules) => {
      const story = new Story(rules, sending('A'), observed('A', 'pending'), aside('A'));
      assert.equal(story.says(), 'look A');
      assert.equal(story.says({}, ['A']), 'order');
      assert.equal(story.says({}, [], ['A']), 'ask unconfirmed-payment A');
      const unsure = new Story(rules, sending('A'), unclear('A'), aside('A'));
      assert.equal(unsure.says({}, [], ['A']), 'ask unconfirmed-payment A');
    },
  },
  {
    rule: '5. what has no end in another epoch, or looks like this purchase, is read and asked about',
    check: (rules) => {
      const other = new Story(rules, sending('A', { epoch: 'e' }), observed('A', 'pending'));
      assert.equal(other.says({ epoch: 'f' }), 'look A');
      assert.equal(other.says({ epoch: 'f' }, ['A']), 'ask unconfirmed-payment A');
      assert.equal(new Story(rules, sending('A', { epoch: 'e' }), waived('A')).says({ epoch: 'f' }), 'order');
      const strangers = [other.attempt('A')];
      assert.equal(new Story(rules).says({ strangers }), 'look A');
      assert.equal(new Story(rules).says({ strangers }, ['A']), 'ask unconfirmed-payment A');
      const ended = new Story(rules, sending('A', { epoch: 'e' }), observed('A', 'unpaid'));
      assert.equal(ended.says({ epoch: 'f' }), 'order');
    },
  },
  {
    rule: '5. where such a one turns out to be paid, the payer is told before anything is sent',
    check: (rules) => {
      const unseen = { unseen: true, epoch: 'f' };
      const found = [sending('A', { epoch: 'e' }), observed('A', 'paid', unseen)];
      const story = new Story(rules, ...found);
      assert.equal(story.says({ epoch: 'f' }, ['A']), 'ask unconfirmed-payment A');
      assert.equal(new Story(rules, ...found, waived('A')).says({ epoch: 'f' }), 'order');
      assert.equal(
        new Story(rules, ...found, observed('A', 'paid', unseen)).says({ epoch: 'f' }, ['A']),
        'ask unconfirmed-payment A',
      );
      // Its own page has shown it.
      assert.equal(new Story(rules, ...found, observed('A', 'paid')).says({ epoch: 'f' }), 'order');
      const known = [sending('A', { epoch: 'e' }), observed('A', 'paid'), observed('A', 'paid', unseen)];
      assert.equal(new Story(rules, ...known).says({ epoch: 'f' }), 'order');
      const declined = new Story(rules, sending('A', { epoch: 'e' }), observed('A', 'unpaid', unseen));
      assert.equal(declined.says({ epoch: 'f' }), 'order');
    },
  },
  {
    rule: '6. nothing is sent for an amount that the payer has not seen',
    check: (rules) => {
      assert.equal(new Story(rules).says({ seen: undefined, order: order('A') }), 'ask unseen-amount A');
      assert.equal(new Story(rules).says({ seen: money(90), order: order('A') }), 'ask other-amount A');
    },
  },
  {
    rule: '6. an open reference that the source gives again is the same attempt',
    check: (rules) => {
      const pending = new Story(rules, sending('A'), observed('A', 'pending'), aside('A'));
      assert.equal(pending.says({ order: order('A') }, ['A']), 'follow A');
      const closed = new Story(rules, sending('A'), refused('A', false, true), waived('A'));
      assert.equal(closed.says({ order: order('A') }, [], ['A']), 'follow A');
      const unsure = new Story(rules, sending('A'), unclear('A'), waived('A'));
      assert.equal(unsure.says({ order: order('A') }, [], ['A']), 'send A');
    },
  },
  {
    rule: '6. a reference that has ended is not sent again',
    check: (rules) => {
      const declined = new Story(rules, sending('A'), observed('A', 'unpaid'));
      assert.equal(declined.says({ order: order('A') }), 'refuse reference_used');
      assert.equal(declined.says({ order: order('A'), isFixed: true }), 'show A');
      assert.equal(declined.says({ order: order('B') }), 'send B');
      const closed = new Story(rules, sending('A'), refused('A', false, true), observed('A', 'unpaid'));
      assert.equal(closed.says({ order: order('A') }), 'refuse reference_used');
    },
  },
  // claimOf
  {
    rule: 'what is paid in full is called paid, whatever else is open',
    check: (rules) => {
      assert.equal(new Story(rules, sending('A'), observed('A', 'paid')).claim(), 'paid A');
      assert.equal(new Story(rules, sending('A'), observed('A', 'paid'), sending('B')).claim(), 'paid A');
    },
  },
  {
    rule: 'what has no end is called pending where its transaction is known, else unknown',
    check: (rules) => {
      assert.equal(new Story(rules, sending('A'), observed('A', 'pending')).claim(), 'pending A');
      for (const answer of [unclear('A'), refused('A', false)])
        assert.equal(new Story(rules, sending('A'), answer).claim(), 'unknown A');
      assert.equal(new Story(rules, observed('A', 'paid', { remaining: 40 }), sending('B')).claim(), 'unknown B');
    },
  },
  {
    rule: 'what the payer turned from is shown only where the page has no other order',
    check: (rules) => {
      const unsure = new Story(rules, sending('A'), unclear('A'), aside('A'));
      assert.equal(unsure.claim(), 'unpaid');
      assert.equal(unsure.claim('', 'A'), 'unknown A');
      assert.equal(unsure.claim('', 'B'), 'unpaid');
      const pending = new Story(rules, sending('A'), observed('A', 'pending'), aside('A'));
      assert.equal(pending.claim('', 'A'), 'pending A');
      assert.equal(new Story(rules, sending('A'), observed('A', 'unpaid')).claim('', 'A'), 'unpaid');
    },
  },
  {
    rule: 'a purchase is paid by whichever payment was of all that was left, in whichever order they were read',
    check: (rules) => {
      const late = new Story(rules, observed('B', 'paid'), observed('A', 'paid', { remaining: 40 }));
      assert.equal(late.claim(), 'paid B');
      assert.equal(rules.owedIn(late.purchase, ''), undefined);
    },
  },
  {
    rule: 'a half payment is called half paid',
    check: (rules) => {
      assert.equal(new Story(rules, sending('A'), observed('A', 'paid', { remaining: 40 })).claim(), 'half-paid A');
    },
  },
  {
    rule: 'of two notes about an attempt, the one that knows more is right',
    check: (rules) => {
      const stories: Record<string, LedgerEvent[]> = {
        freed: [sending('A'), refused('A', true)],
        sent: [sending('A')],
        refused: [sending('A'), refused('A', false)],
        pending: [sending('A'), observed('A', 'pending')],
        unpaid: [sending('A'), observed('A', 'unpaid')],
        paid: [sending('A'), observed('A', 'paid')],
      };
      const known = Object.values(stories).map((events) => new Story(rules, ...events).purchase);
      for (const [index, more] of known.entries())
        for (const less of known.slice(0, index)) {
          assert.deepEqual(rules.joined(more, less), more);
          assert.deepEqual(rules.joined(less, more), more);
        }
    },
  },
  {
    rule: 'two notes about different attempts are both kept, under the key of the first',
    check: (rules) => {
      const kept = new Story(rules, sending('A'), sending('B')).purchase;
      const unkept = { ...new Story(rules, sending('B'), sending('C')).purchase, key: 'other' };
      const { key, references, attempts } = rules.joined(kept, unkept);
      assert.equal(key, 'key');
      assert.deepEqual(references, ['A', 'B', 'C']);
      assert.deepEqual(
        attempts.map((attempt) => attempt.order.reference),
        ['A', 'B', 'C'],
      );
    },
  },
  {
    rule: 'another epoch is another purchase',
    check: (rules) => {
      const other = new Story(rules, sending('A', { epoch: 'e' }), observed('A', 'paid'));
      assert.equal(other.claim('f'), 'unpaid');
      assert.equal(other.claim('e'), 'paid A');
    },
  },
  {
    rule: 'the backend is told the last transaction that ended unpaid',
    check: (rules) => {
      const { purchase } = new Story(
        rules,
        sending('A'),
        observed('A', 'unpaid'),
        sending('B'),
        observed('B', 'unpaid'),
        sending('C'),
        refused('C', true),
        sending('D'),
        observed('D', 'pending'),
      );
      assert.equal(rules.unpaidIdIn(purchase, ''), 'TB');
      assert.equal(rules.unpaidIdIn(purchase, 'e'), undefined);
      assert.equal(rules.unpaidIdIn(new Story(rules, sending('A'), refused('A', true)).purchase, ''), undefined);
    },
  },
  // epochs
  {
    rule: 'a paid purchase is over where its page is opened, and stays on a page that is shown again',
    check: (rules) => {
      const { purchase } = new Story(
        rules,
        sending('A', { epoch: 'e' }),
        observed('A', 'paid'),
        sending('B', { epoch: 'f' }),
        observed('B', 'paid', { remaining: 40 }),
      );
      assert.deepEqual(rules.overIn(purchase, 'e', false, 2), ['e']);
      assert.deepEqual(rules.overIn(purchase, 'e', false, 1), [], 'it is sent since');
      assert.deepEqual(rules.overIn(purchase, 'e', true, 2), []);
      assert.deepEqual(rules.overIn(purchase, 'f', true, 2), ['e']);
    },
  },
  {
    rule: 'a paid purchase is not over until somebody was shown that it is paid',
    check: (rules) => {
      const over = (...events: LedgerEvent[]) =>
        rules.overIn(new Story(rules, sending('A', { epoch: 'e' }), ...events).purchase, undefined, false, 2);
      const found = observed('A', 'paid', { unseen: true });
      assert.deepEqual(over(found), []);
      assert.deepEqual(over(found, observed('A', 'paid')), ['e']);
      assert.deepEqual(over(observed('A', 'paid'), found), ['e'], 'it was shown before');
    },
  },
  {
    rule: 'a tab that is opened takes up the latest purchase without an end, unless it is over',
    check: (rules) => {
      const { purchase } = new Story(
        rules,
        sending('A', { epoch: 'e' }),
        sending('B', { epoch: 'f' }),
        sending('C', { epoch: 'g' }),
        observed('C', 'unpaid'),
      );
      assert.equal(rules.unendedIn(purchase, new Set()), 'f');
      assert.equal(rules.unendedIn(purchase, new Set(['f'])), 'e');
      assert.equal(rules.unendedIn(purchase, new Set(['e', 'f'])), undefined);
    },
  },
  {
    rule: 'a tab that has begun nothing joins what the service knows, of the amount that it shows',
    check: (rules) => {
      const joins = (
        events: LedgerEvent[],
        over: string[] = [],
        amount: ReturnType<typeof money> | undefined = money(100),
      ) => rules.joinedIn(new Story(rules, ...events).purchase, new Set(over), amount);
      const sent = sending('A', { epoch: 'e' });
      assert.equal(joins([sent]), undefined);
      assert.equal(joins([sent, observed('A', 'pending')]), 'e');
      assert.equal(joins([sent, observed('A', 'pending')], ['e']), undefined);
      assert.equal(joins([sent, observed('A', 'pending')], [], money(90)), 'e');
      assert.equal(joins([sent, observed('A', 'paid')]), 'e');
      assert.equal(joins([sent, observed('A', 'paid')], [], money(90)), undefined);
      assert.equal(joins([sent, observed('A', 'paid')], [], { ...money(100), currency: 'USD' }), undefined);
      assert.equal(joins([sent, observed('A', 'paid', { remaining: 40 })], [], money(40)), 'e');
      const { purchase } = new Story(rules, sent, observed('A', 'paid'));
      assert.equal(rules.joinedIn(purchase, new Set()), 'e');
      assert.equal(joins([sending('A', { epoch: `${rules.alone}1` }), observed('A', 'pending')]), undefined);
      assert.equal(joins([sent, observed('A', 'paid'), sending('B', { epoch: 'f' }), observed('B', 'pending')]), 'f');
    },
  },
  // strangers
  {
    rule: 'what has no end under another key, for the amount that is shown, may be this purchase',
    check: (rules) => {
      const own = new Story(rules).purchase;
      const strangers = (events: LedgerEvent[], amount: ReturnType<typeof money> | undefined, paidBefore?: string[]) =>
        rules
          .strangersIn({
            own,
            others: [new Story(rules, ...events).purchase],
            epoch: '',
            over: new Set(),
            amount,
            ...(paidBefore && { paidBefore: new Set(paidBefore) }),
          })
          .map(({ order: { reference }, untold }) => (untold ? `${reference} untold` : reference));
      const pending = [sending('A'), observed('A', 'pending')];
      assert.deepEqual(strangers(pending, money(100)), ['A']);
      assert.deepEqual(strangers(pending, money(90)), []);
      assert.deepEqual(strangers(pending, undefined), []);
      assert.deepEqual(strangers([...pending, waived('A')], money(100)), []);
      const paid = [...pending, observed('A', 'paid')];
      assert.deepEqual(strangers(paid, money(100)), []);
      assert.deepEqual(strangers(paid, money(100), ['A']), []);
      assert.deepEqual(strangers(paid, money(100), ['B']), ['A untold']);
      assert.deepEqual(strangers([...pending, observed('A', 'unpaid')], money(100), ['B']), []);
    },
  },
  {
    rule: 'what was paid on a guessed page as another purchase, since it was opened, may be this one',
    check: (rules) => {
      const own = new Story(rules, sending('A', { epoch: 'e' }), observed('A', 'paid')).purchase;
      const count = (epoch: string, over: string[], amount?: ReturnType<typeof money>) =>
        rules.strangersIn({ own, others: [], epoch, over: new Set(over), amount }).length;
      assert.equal(count('f', [], money(100)), 1);
      assert.equal(count('f', []), 1);
      assert.equal(count('f', [], money(90)), 1);
      assert.equal(count('f', ['e'], money(100)), 0);
      assert.equal(count('e', [], money(100)), 0);
      assert.equal(count('', [], money(100)), 0);
    },
  },
];
