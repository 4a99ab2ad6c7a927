import type { TroubleKind } from '../checkout/unsteady/service.ts';
import type { Step } from '../checkout/unsteady/steps.ts';
import type { Scenario } from './schedule.ts';

/** Second deliveries, by what the payer is told of them. */
const second: readonly TroubleKind[] = [
  'twice',
  'again-403',
  'again-408',
  'again-409',
  'again-423',
  'again-429',
  'again-token',
];
const lost: readonly TroubleKind[] = ['drop-before', 'drop-after', 'late'];

const pay = (tab: number, way: 'approved' | 'declined' | 'push' | 'points' | 'saved' = 'approved'): readonly Step[] => [
  ['pay', tab, way],
];
const nothing: Step = ['pass', 0];

export const scenarios: readonly Scenario[] = [
  {
    name: 'second deliveries, with each status',
    setting: { orders: 'created' },
    lines: [[pay(0), [['open', 0], nothing], pay(0)]],
    faults: { create: second },
    troubles: 2,
    wider: { troubles: 3, hastes: 1 },
  },
  {
    name: 'second deliveries of a fixed order',
    setting: { orders: 'fixed', resolver: 'honest' },
    lines: [
      [
        pay(0),
        [['pass', 50_000]],
        [
          ['open', 0],
          ['resend', 0],
        ],
        pay(0),
      ],
    ],
    faults: { create: [...second, 'error-after'] },
    troubles: 1,
    wider: { troubles: 2 },
  },
  {
    name: 'reopened after unknown',
    setting: { orders: 'fixed' },
    lines: [[pay(0), [['open', 0]], [['resend', 0], nothing], pay(0, 'declined')]],
    faults: { create: [...lost, 'phone', 'used-token', 'garbage'] },
    troubles: 2,
    hastes: 1,
    wider: { troubles: 3 },
  },
  {
    name: 'pages that sign anew',
    setting: { orders: 'anew' },
    lines: [[pay(0), [['open', 0]], pay(0), [['waive', 0], nothing], pay(0)]],
    faults: { create: [...lost, 'again-408'] },
    troubles: 2,
    wider: { troubles: 3, hastes: 1 },
  },
  {
    name: 'a saved card, and then one that is typed',
    setting: { orders: 'created' },
    lines: [
      [
        pay(0, 'saved'),
        [
          ['open', 0],
          ['resend', 0],
        ],
        pay(0),
        [['open', 0], nothing],
        pay(0, 'saved'),
      ],
    ],
    faults: { charge: [...lost, 'again-409', 'again-token', 'foreign', 'never'] },
    troubles: 2,
    wider: { faults: { charge: [...lost, 'again-409', 'again-token', 'foreign', 'never'], create: lost } },
  },
  {
    name: 'saved cards in two tabs',
    setting: { orders: 'created' },
    lines: [[[['open', 1]], pay(0, 'saved')], [[...pay(1, 'saved'), ...pay(1)]]],
    faults: { charge: ['drop-before', 'again-409'] },
    troubles: 1,
    wider: { faults: { charge: [...lost, 'again-409', 'foreign', 'never'], order: [] } },
  },
  {
    name: 'an amount that changes while pending',
    setting: { orders: 'created' },
    lines: [[pay(0, 'push'), [['open', 0], nothing], [['set-aside', 0], nothing], pay(0)], [[['reprice', 0]]]],
    faults: { create: [] },
    troubles: 0,
    wider: { faults: { create: ['drop-after'] }, troubles: 1, hastes: 1 },
  },
  {
    name: 'an order that costs more than the page shows',
    setting: { orders: 'created' },
    lines: [[pay(0), [['pass', 2000], nothing], pay(0), [['open', 0], nothing], pay(0)]],
    faults: { create: ['drop-after'], order: ['dearer', 'error'] },
    troubles: 2,
    wider: { hastes: 1 },
  },
  {
    name: 'an amount that the page does not show',
    setting: { orders: 'created', shows: false },
    lines: [[pay(0), [['pass', 2000], nothing], pay(0), [['open', 0], nothing], pay(0)]],
    faults: { create: ['drop-after'], order: ['dearer', 'error'] },
    troubles: 2,
    wider: { hastes: 1 },
  },
  {
    name: 'a query that changes',
    setting: { orders: 'created' },
    lines: [
      [pay(0, 'push'), [['query', 0]], pay(0)],
      [[['open', 1]], pay(1)],
    ],
    faults: { create: [] },
    troubles: 0,
    wider: { faults: { create: ['drop-after'] }, troubles: 1 },
  },
  {
    name: 'sessions: the tab is closed, the page comes again',
    setting: { orders: 'open' },
    lines: [
      [
        pay(0),
        [['kill', 0]],
        [
          ['open', 0],
          ['open', 1],
        ],
        [...pay(0), ...pay(1)],
      ],
    ],
    faults: { create: [...lost, 'twice'], order: ['drop-before'] },
    troubles: 1,
    wider: { troubles: 2 },
  },
  {
    name: 'carts, one after the other',
    setting: { orders: 'created', names: true },
    lines: [
      [
        pay(0),
        [
          ['navigate', 0],
          ['reset for the next', 0],
        ],
        pay(0),
        [['open', 0], nothing],
        pay(0),
      ],
    ],
    faults: { create: ['drop-after', 'again-429'] },
    troubles: 1,
    wider: { faults: { create: ['drop-before', 'drop-after', 'again-429'] }, troubles: 2 },
  },
  {
    name: 'carts in two tabs',
    setting: { orders: 'created', names: true },
    lines: [
      [pay(0), [['navigate', 0]]],
      [[['open', 1]], pay(1)],
    ],
    faults: { create: [] },
    troubles: 0,
    wider: {
      lines: [
        [pay(0), [['navigate', 0]], pay(0)],
        [[['open', 1]], pay(1)],
      ],
    },
  },
  {
    name: 'three tabs',
    setting: { orders: 'fixed' },
    // They are alike, so that it does not matter which of them is pressed first.
    lines: [[[['open', 1]], [['open', 2]], pay(0), pay(1), pay(2)]],
    faults: { create: [] },
    troubles: 0,
    wider: { faults: { create: ['drop-before'] }, troubles: 1 },
  },
  {
    name: 'no locks',
    setting: { orders: 'created', hasLocks: false },
    lines: [
      [[['open', 1]], pay(0)],
      [pay(1), [['open', 1]], pay(1)],
    ],
    faults: { create: ['drop-before'], order: [] },
    troubles: 1,
    wider: { faults: { create: ['drop-before', 'drop-after'], order: [] } },
  },
  {
    name: 'full storage',
    setting: { orders: 'created', storage: 'full' },
    lines: [[[['open', 1]], pay(0), pay(0)], [pay(1)]],
    faults: { create: ['drop-before', 'again-408'] },
    troubles: 1,
    wider: { faults: { create: ['drop-before', 'again-408'], order: [] } },
  },
  {
    name: 'an element that is moved and removed',
    setting: { orders: 'created' },
    lines: [
      [pay(0)],
      [
        [
          ['move', 0],
          ['disconnect', 0],
          ['remount', 0],
        ],
        [['connect', 0], nothing],
        pay(0),
      ],
    ],
    faults: { create: ['drop-after', 'again-403'], order: ['drop-before'] },
    troubles: 1,
    wider: { hastes: 1 },
  },
  {
    name: 'halves with points',
    setting: { orders: 'created', hears: true },
    lines: [
      [
        [['open', 1]],
        pay(0, 'points'),
        [['pass', 7000]],
        [
          ['retry', 0],
          ['open', 0],
        ],
        pay(0),
      ],
      [pay(1)],
    ],
    faults: { create: [] },
    troubles: 0,
    wider: { faults: { create: ['drop-after'] }, troubles: 1 },
  },
  {
    name: 'the rest of a half payment, and an order for all of it',
    setting: { orders: 'created' },
    lines: [
      [
        pay(0, 'points'),
        [['pass', 7000]],
        [
          ['retry', 0],
          ['open', 0],
        ],
        pay(0),
        pay(0),
      ],
    ],
    faults: { create: ['drop-after'], order: ['dearer'] },
    troubles: 2,
  },
  {
    name: 'receipts on a slow line',
    setting: { orders: 'created' },
    lines: [
      [
        pay(0),
        [
          ['open', 0],
          ['kill', 0],
        ],
        [['open', 0]],
        pay(0),
      ],
    ],
    faults: { create: [], look: ['drop-before', 'unauthorized', 'missing'] },
    troubles: 2,
  },
  {
    name: 'turned from, and approved meanwhile',
    setting: { orders: 'created' },
    lines: [[pay(0, 'push'), [['set-aside', 0]], [['pass', 7000], nothing], pay(0), [['waive', 0], nothing], pay(0)]],
    faults: { look: ['unauthorized', 'drop-before'] },
    troubles: 2,
    wider: { faults: { create: [], look: ['unauthorized', 'drop-before'] }, hastes: 1 },
  },
];
