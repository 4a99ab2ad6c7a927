import type { Complaint, Rule } from './judge.ts';
import type { Run } from './steps.ts';

/** A way in which the checkout breaks a rule, with the shortest run that shows it. */
export interface KnownViolation extends Run {
  name: string;
  rule: Rule;
  /** What it takes, beside the kind of orders: all of one of these. The random search leaves out nothing else. */
  facts: readonly (readonly string[])[];
  orders: readonly Run['setting']['orders'][];
}

const made = ['created', 'open'] as const;
const any = ['fixed', 'anew', ...made] as const;
const again = [['again-403'], ['again-408'], ['again-423'], ['again-429']] as const;

export const knownViolations: readonly KnownViolation[] = [
  {
    name: 'a refusal that answers a second delivery frees the order',
    rule: 'two charges',
    orders: made,
    facts: again,
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'create', 'again-408'],
      ['pay', 0, 'approved'],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'a refusal that answers a second delivery is told as the end',
    rule: 'called refused',
    orders: any,
    facts: [...again, ['again-token']],
    setting: { orders: 'fixed' },
    steps: [
      ['trouble', 'create', 'again-429'],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'a refusal that answers a second delivery leads to a shop that knows better',
    rule: 'no way on',
    orders: ['open'],
    facts: again,
    setting: { orders: 'open' },
    steps: [
      ['trouble', 'create', 'again-403'],
      ['pay', 0, 'approved'],
      ['pass', 50_000],
    ],
  },
  {
    name: 'a refusal of what was sent again is told as the end of what was sent first',
    rule: 'called refused',
    orders: any,
    facts: [['sent before']],
    setting: { orders: 'fixed' },
    steps: [
      ['trouble', 'create', 'drop-after'],
      ['pay', 0, 'approved'],
      ['open', 0],
      ['pass', 50_000],
      ['resend', 0],
      ['trouble', 'create', 'phone'],
      ['pay', 0, 'push'],
    ],
  },
  {
    name: 'a refusal of the new acceptance tokens is told as the end of what was taken with the first',
    rule: 'called refused',
    orders: any,
    facts: [['twice', 'sent anew']],
    setting: { orders: 'fixed' },
    steps: [
      ['trouble', 'create', 'twice', 2],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'another price is another purchase',
    rule: 'two charges',
    orders: made,
    facts: [['repriced']],
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'push'],
      ['reprice', 0],
      ['open', 0],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'another query is another purchase',
    rule: 'two charges',
    orders: made,
    facts: [['query', 'other page']],
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'push'],
      ['query', 0],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'a reference that is signed at each load is another purchase each time',
    rule: 'two charges',
    orders: ['anew'],
    facts: [[]],
    setting: { orders: 'anew' },
    steps: [
      ['trouble', 'create', 'drop-after'],
      ['pay', 0, 'approved'],
      ['pass', 50_000],
      ['open', 0],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'a new order that the page gives while the first is open is another purchase',
    rule: 'two charges',
    orders: ['fixed'],
    facts: [['renewed']],
    setting: { orders: 'fixed' },
    steps: [
      ['pay', 0, 'push'],
      ['renew', 0],
      ['open', 0],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'the rest of a half payment is paid twice, or all of it is paid after the half',
    rule: 'two charges',
    orders: made,
    facts: [['half', 'other page']],
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'points'],
      ['pass', 50_000],
      ['open', 1],
      ['pay', 1, 'approved'],
    ],
  },
  {
    name: 'a reset forgets what is pending',
    rule: 'two charges',
    orders: made,
    facts: [['reset']],
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'push'],
      ['reset', 0],
      ['pass', 50_000],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'what the payer turned from is forgotten after an hour',
    rule: 'two charges',
    orders: made,
    facts: [['turned from', 'slept']],
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'push'],
      ['set-aside', 0],
      ['clock', 7_200_000],
      ['pass', 50_000],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'what the payer turned from is forgotten with the storage, by the page that is still open',
    rule: 'two charges',
    orders: made,
    facts: [
      ['turned from', 'cleared'],
      ['reset', 'cleared'],
    ],
    setting: { orders: 'created' },
    steps: [['pay', 0, 'push'], ['set-aside', 0], ['clear'], ['pass', 50_000], ['pay', 0, 'approved']],
  },
  {
    name: 'what the payer turned from is taken for nothing when the service refuses its record',
    rule: 'two charges',
    orders: made,
    facts: [['turned from', 'look refused']],
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'push'],
      ['set-aside', 0],
      ['pass', 50_000],
      ['trouble', 'look', 'unauthorized', 2],
      ['pay', 0, 'approved'],
      ['pass', 50_000],
    ],
  },
  {
    name: 'what is sent again after the storage was cleared is not written down',
    rule: 'two charges',
    orders: made,
    facts: [['cleared', 'sent again']],
    setting: { orders: 'created' },
    steps: [
      ['open', 1],
      ['trouble', 'create', 'drop-before'],
      ['pay', 0, 'approved'],
      ['clear'],
      ['resend', 0],
      ['pay', 1, 'approved'],
    ],
  },
  {
    name: 'a new element in the page of a paid cart asks for it again',
    rule: 'two charges',
    orders: made,
    facts: [['element anew', 'other page']],
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'approved'],
      ['pass', 50_000],
      ['remount', 0],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'the form of a cart is replaced by the payment of another one',
    rule: 'paid by another cart',
    orders: made,
    facts: [[]],
    setting: { orders: 'created' },
    steps: [
      ['navigate', 1],
      ['pay', 0, 'approved'],
      ['pass', 50_000],
      ['hear', 1],
    ],
  },
  {
    name: 'the open order of a cart is sent for another one',
    rule: 'order of another cart',
    orders: made,
    facts: [[]],
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'create', 'drop-before'],
      ['pay', 0, 'approved'],
      ['pass', 50_000],
      ['reset for the next', 0],
    ],
  },
  {
    name: 'the open order of a cart is sent in place of the one that the page has given for another',
    rule: 'order of another cart',
    orders: ['fixed', 'anew'],
    facts: [['given another']],
    setting: { orders: 'fixed' },
    steps: [
      ['trouble', 'create', 'used-token'],
      ['pay', 0, 'approved'],
      ['give', 0],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'what the payer turned from comes back as the payment of the cart that the page has given since',
    rule: 'paid by another cart',
    orders: ['fixed', 'anew'],
    facts: [['given another']],
    setting: { orders: 'fixed' },
    steps: [
      ['pay', 0, 'push'],
      ['give', 0],
      ['set-aside', 0],
      ['pass', 50_000],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'a page that cannot load calls an open payment failed that it takes for another purchase',
    rule: 'called failed',
    orders: any,
    facts: [['signed anew'], ['renewed'], ['repriced'], ['query'], ['reset'], ['half'], ...again],
    setting: { orders: 'created' },
    steps: [['pay', 0, 'push'], ['query', 0], ['offline'], ['open', 0], ['pass', 50_000]],
  },
  {
    name: "the payer's own payment is called another tab's",
    rule: 'called of another tab',
    orders: ['open'],
    facts: [['turned from']],
    setting: { orders: 'open' },
    steps: [
      ['pay', 0, 'push'],
      ['set-aside', 0],
      ['pay', 0, 'approved'],
    ],
  },
  {
    name: 'a page that does not know its payment any more gets no order, for the shop does',
    rule: 'no way on',
    orders: ['open'],
    facts: [['query'], ['repriced'], ['reset'], ['turned from']],
    setting: { orders: 'open' },
    steps: [
      ['pay', 0, 'push'],
      ['reset', 0],
      ['pass', 50_000],
    ],
  },
  {
    name: 'two tabs pay two orders of one cart, at two prices, that no page has been given both of',
    rule: 'two charges',
    orders: ['fixed'],
    facts: [['repriced', 'renewed', 'other page']],
    setting: { orders: 'fixed' },
    steps: [
      ['open', 1],
      ['reprice', 0],
      ['renew', 0],
      ['open', 0],
      ['pay', 0, 'approved'],
      ['pass', 50_000],
      ['pay', 1, 'approved'],
    ],
  },
];

/** The names of those that today's checkout does not pass: whoever mends one takes it out, and from then on it holds. */
export const violatedToday: ReadonlySet<string> = new Set([
  'the form of a cart is replaced by the payment of another one',
  'the open order of a cart is sent in place of the one that the page has given for another',
  'what the payer turned from comes back as the payment of the cart that the page has given since',
  'a page that does not know its payment any more gets no order, for the shop does',
  'two tabs pay two orders of one cart, at two prices, that no page has been given both of',
]);

/** Whether a complaint is of a kind that is known and not mended yet. */
export const isKnown = ({ rule, facts }: Complaint, { setting }: Run): boolean =>
  knownViolations.some(
    (known) =>
      violatedToday.has(known.name) &&
      known.rule === rule &&
      known.orders.includes(setting.orders) &&
      known.facts.some((needed) => needed.every((fact) => facts.has(fact))),
  );
