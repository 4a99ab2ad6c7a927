import type { Run } from './steps.ts';

/**
 * Runs that failed once, made as short as they can be: they are played first, for ever. What was wrong stands above each.
 */
export const found: readonly Run[] = [
  // A storage that throws left the page loading for ever.
  { setting: { orders: 'fixed', resolver: 'none', storage: 'throwing', hasLocks: true }, steps: [] },
  // A refusal of the acceptance tokens that was only the answer to the browser's own second sending opened the form.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'create', kind: 'twice', times: 2 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
    ],
  },
  // The same, and the contracts could not be had again in between.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'create', kind: 'twice', times: 1 },
      { do: 'trouble', on: 'contracts', kind: 'error', times: 1 },
      { do: 'clock', ms: 2_400_000 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
    ],
  },
  // A backend's word was shown as a result, of a transaction that the service does not know.
  {
    setting: { orders: 'fixed', resolver: 'inventing', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'create', kind: 'drop-before', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
      { do: 'pass', ms: 50_000 },
    ],
  },
  // Another result was shown than the service's.
  {
    setting: { orders: 'fixed', resolver: 'embellishing', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'create', kind: 'drop-after', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
    ],
  },
  // A reload while the service was away called a pending payment failed.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'pay', tab: 0, way: 'push', times: 1 },
      { do: 'offline' },
      { do: 'open', tab: 0 },
      { do: 'pass', ms: 50_000 },
    ],
  },
  // One refused look at a pending payment after a reload opened the form, and the next order paid a second time.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'pay', tab: 0, way: 'push', times: 1 },
      { do: 'trouble', on: 'look', kind: 'unauthorized', times: 1 },
      { do: 'open', tab: 0 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
    ],
  },
  // After a reset the form made another order, while nobody knew what had become of the first.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'create', kind: 'drop-after', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
      { do: 'reset', tab: 0 },
      { do: 'pay', tab: 0, way: 'push', times: 1 },
    ],
  },
  // A second tab that was open before did the same.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'open', tab: 1 },
      { do: 'trouble', on: 'create', kind: 'error-after', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
      { do: 'pay', tab: 1, way: 'approved', times: 1 },
    ],
  },
  // A payment that was set aside came back when the element was moved in the page.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'pay', tab: 0, way: 'push', times: 1 },
      { do: 'set-aside', tab: 0 },
      { do: 'move', tab: 0 },
    ],
  },
  // The lock of an element that was taken away while its payment was pending was never given back.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'pay', tab: 0, way: 'push', times: 1 },
      { do: 'remount', tab: 0 },
      { do: 'set-aside', tab: 0 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
    ],
  },
  // The wait for another tab ended when the element was moved, and nothing took its place.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'open', tab: 1 },
      { do: 'trouble', on: 'order', kind: 'slow', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
      { do: 'pay', tab: 1, way: 'approved', times: 1 },
      { do: 'move', tab: 1 },
    ],
  },
  // A clock that was set back by two days made a wait of a minute as long.
  {
    setting: { orders: 'fixed', resolver: 'honest', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'create', kind: 'drop-before', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
      { do: 'clock', ms: -172_800_000 },
    ],
  },
  // Once confirmed, another amount than the one on the button was sent after a refusal.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'order', kind: 'twice', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
      { do: 'pay', tab: 0, way: 'bad-card', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
    ],
  },
  // A page that was to show a payment by its id waited for its contracts, and the payer's wish to send again with it.
  {
    setting: { orders: 'fixed', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'contracts', kind: 'slow', times: 1 },
      { do: 'trouble', on: 'create', kind: 'drop-before', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
      { do: 'resume', tab: 0 },
      { do: 'open', tab: 0 },
    ],
  },
  // A payment that was asked for by its id and left by a reset came back when the contracts could be had again.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'pay', tab: 0, way: 'push', times: 1 },
      { do: 'resume', tab: 0 },
      { do: 'offline' },
      { do: 'reset', tab: 0 },
    ],
  },
  // The page asked for its pending payment by id, was refused once, and called it failed.
  {
    setting: { orders: 'created', resolver: 'none', storage: 'kept', hasLocks: true },
    steps: [
      { do: 'trouble', on: 'create', kind: 'foreign', times: 1 },
      { do: 'pay', tab: 0, way: 'approved', times: 1 },
      { do: 'trouble', on: 'look', kind: 'unauthorized', times: 1 },
      { do: 'resume', tab: 0 },
    ],
  },
];
