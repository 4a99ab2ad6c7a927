import type { Run } from './steps.ts';

/**
 * Runs that failed once, with today's checkout or with one of its guards taken out, made as short as they can be: they are
 * played first, for ever. What was wrong stands above each.
 */
export const found: readonly Run[] = [
  // A storage that throws left the page loading for ever.
  {
    setting: { orders: 'fixed', storage: 'throwing' },
    steps: [],
  },
  // A refusal of the acceptance tokens that was only the answer to the browser's own second sending opened the form.
  {
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'create', 'twice', 2],
      ['pay', 0, 'approved'],
    ],
  },
  // The same, and the contracts could not be had again in between.
  {
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'create', 'twice'],
      ['trouble', 'contracts', 'error'],
      ['clock', 2_400_000],
      ['pay', 0, 'approved'],
    ],
  },
  // A backend's word was shown as a result, of a transaction that the service does not know.
  {
    setting: { orders: 'fixed', resolver: 'inventing' },
    steps: [
      ['trouble', 'create', 'drop-before'],
      ['pay', 0, 'approved'],
      ['pass', 50_000],
    ],
  },
  // Another result was shown than the service's.
  {
    setting: { orders: 'fixed', resolver: 'embellishing' },
    steps: [
      ['trouble', 'create', 'drop-after'],
      ['pay', 0, 'approved'],
    ],
  },
  // A reload while the service was away called a pending payment failed.
  {
    setting: { orders: 'created' },
    steps: [['pay', 0, 'push'], ['offline'], ['open', 0], ['pass', 50_000]],
  },
  // One refused look at a pending payment after a reload opened the form, and the next order paid a second time.
  {
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'push'],
      ['trouble', 'look', 'unauthorized'],
      ['open', 0],
      ['pay', 0, 'approved'],
    ],
  },
  // After a reset the form made another order, while nobody knew what had become of the first.
  {
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'create', 'drop-after'],
      ['pay', 0, 'approved'],
      ['reset', 0],
      ['pay', 0, 'push'],
    ],
  },
  // A second tab that was open before did the same.
  {
    setting: { orders: 'created' },
    steps: [
      ['open', 1],
      ['trouble', 'create', 'error-after'],
      ['pay', 0, 'approved'],
      ['pay', 1, 'approved'],
    ],
  },
  // A payment that was set aside came back when the element was moved in the page.
  {
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'push'],
      ['set-aside', 0],
      ['move', 0],
    ],
  },
  // The lock of an element that was taken away while its payment was pending was never given back.
  {
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'push'],
      ['remount', 0],
      ['set-aside', 0],
      ['pay', 0, 'approved'],
    ],
  },
  // The wait for another tab ended when the element was moved, and nothing took its place.
  {
    setting: { orders: 'created' },
    steps: [
      ['open', 1],
      ['trouble', 'order', 'slow'],
      ['pay', 0, 'approved'],
      ['pay', 1, 'approved'],
      ['move', 1],
    ],
  },
  // A clock that was set back by two days made a wait of a minute as long.
  {
    setting: { orders: 'fixed', resolver: 'honest' },
    steps: [
      ['trouble', 'create', 'drop-before'],
      ['pay', 0, 'approved'],
      ['clock', -172_800_000],
    ],
  },
  // Once confirmed, another amount than the one on the button was sent after a refusal.
  {
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'order', 'dearer'],
      ['pay', 0, 'approved'],
      ['pay', 0, 'bad-card'],
      ['pay', 0, 'approved'],
    ],
  },
  // A page that was to show a payment by its id waited for its contracts, and the payer's wish to send again with it.
  {
    setting: { orders: 'fixed' },
    steps: [
      ['trouble', 'contracts', 'slow'],
      ['trouble', 'create', 'drop-before'],
      ['pay', 0, 'approved'],
      ['resume', 0],
      ['open', 0],
    ],
  },
  // A payment that was asked for by its id and left by a reset came back when the contracts could be had again.
  {
    setting: { orders: 'created' },
    steps: [['pay', 0, 'push'], ['resume', 0], ['offline'], ['reset', 0]],
  },
  // The page asked for its pending payment by id, was refused once, and called it failed.
  {
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'create', 'foreign'],
      ['pay', 0, 'approved'],
      ['trouble', 'look', 'unauthorized'],
      ['resume', 0],
    ],
  },
  // Without locks, a tab whose card took long sent it after another tab had written down its own payment.
  {
    setting: { orders: 'created', hasLocks: false },
    steps: [
      ['open', 1],
      ['trouble', 'card', 'slow'],
      ['pay', 0, 'approved'],
      ['pay', 1, 'approved'],
      ['pass', 50_000],
    ],
  },
  // Where nothing is kept, only the lock tells a tab that another one is sending.
  {
    setting: { orders: 'created', storage: 'none' },
    steps: [
      ['open', 1],
      ['trouble', 'create', 'slow'],
      ['pay', 0, 'approved'],
      ['pay', 1, 'approved'],
      ['pass', 50_000],
    ],
  },
  // A reference whose end the page has shown was sent again.
  {
    setting: { orders: 'fixed' },
    steps: [
      ['pay', 0, 'declined'],
      ['pass', 7000],
      ['reset', 0],
      ['pay', 0, 'approved'],
    ],
  },
  // After a half payment the shop gave an order for all of it.
  {
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'points'],
      ['pass', 7000],
      ['retry', 0],
      ['trouble', 'order', 'dearer'],
      ['pay', 0, 'approved'],
      ['pay', 0, 'approved'],
    ],
  },
  // A tab that had shown what another one had paid showed a form after a reload.
  {
    setting: { orders: 'created' },
    steps: [
      ['open', 1],
      ['pay', 1, 'approved'],
      ['pay', 0, 'approved'],
      ['pass', 7000],
      ['open', 0],
      ['pay', 0, 'approved'],
    ],
  },
  // A page that signs anew and cannot load said nothing of what may have been paid.
  {
    setting: { orders: 'anew' },
    steps: [
      ['trouble', 'create', 'slow'],
      ['pay', 0, 'approved'],
      ['open', 0],
      ['trouble', 'contracts', 'drop-before', 1],
      ['open', 0],
    ],
  },
  // After a reset a form that could not load came back with what had been turned from.
  {
    setting: { orders: 'fixed', hasLocks: false, hears: true },
    steps: [['pay', 0, 'approved'], ['offline'], ['pass', 4000], ['reset', 0], ['pass', 700]],
  },
  // What another tab had paid since the form was opened was not asked about where the page signs anew.
  {
    setting: { orders: 'anew', hears: true },
    steps: [
      ['trouble', 'create', 'phone'],
      ['open', 1],
      ['pass', 50_000],
      ['trouble', 'create', 'late'],
      ['pay', 1, 'approved'],
    ],
  },
  // Nor where the same page asked for another amount.
  {
    setting: { orders: 'created', hears: true },
    steps: [
      ['trouble', 'contracts', 'drop-after', 1],
      ['open', 1],
      ['pay', 0, 'approved'],
      ['reprice', 1],
    ],
  },
  // A page whose storage was cleared while it waited said "failed" of what it had sent.
  {
    setting: { orders: 'created', hasLocks: false },
    steps: [['trouble', 'create', 'hang'], ['pay', 0, 'approved'], ['clear'], ['pass', 50_000]],
  },
  // New contracts that could not be had hid that the first sending may have been taken.
  {
    setting: { orders: 'fixed', hasLocks: false, names: true },
    steps: [
      ['publish'],
      ['trouble', 'create', 'twice', 6],
      ['trouble', 'contracts', 'busy', 6],
      ['pay', 0, 'approved'],
    ],
  },
  // A page that could not load said nothing of what was found paid, and shown by nobody.
  {
    setting: { orders: 'anew' },
    steps: [['pay', 0, 'approved'], ['remount', 0], ['pass', 7000], ['pay', 0, 'approved'], ['offline'], ['open', 1]],
  },
  // What the page had shown once more after a reset was forgotten at a reload.
  {
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'approved'],
      ['reset', 0],
      ['pass', 50_000],
      ['resume', 0],
      ['open', 0],
    ],
  },
  // What may have been paid was asked about by the form, while a press was on its way: a yes let that press send.
  {
    setting: { orders: 'anew', resolver: 'inventing' },
    steps: [
      ['trouble', 'create', 'again-409'],
      ['pay', 0, 'approved'],
      ['kill', 0],
    ],
  },
  // After a reset nothing was said of a half payment.
  {
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'points'],
      ['pass', 7000],
      ['reset', 0],
    ],
  },
  // Another element of a page that had begun nothing did not know what another tab had paid since the page was opened.
  {
    setting: { orders: 'created' },
    steps: [
      ['open', 2],
      ['pay', 2, 'approved'],
      ['pass', 1_200_000],
      ['remount', 0],
    ],
  },
  // What was paid was forgotten once the service knew nothing of it for some seconds.
  {
    setting: { orders: 'created' },
    steps: [
      ['pay', 0, 'approved'],
      ['pass', 300_000],
      ['trouble', 'look', 'missing', 6],
      ['open', 0],
      ['pass', 50_000],
    ],
  },
  // A yes beside one payment of another tab was taken for a yes beside all of them.
  {
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'create', 'phone'],
      ['open', 2],
      ['pay', 2, 'approved'],
      ['pay', 0, 'approved'],
      ['set-aside', 0],
    ],
  },
  // A page said, after its wait, that what it had sent itself before was in another tab.
  {
    setting: { orders: 'fixed' },
    steps: [
      ['open', 1],
      ['trouble', 'create', 'phone', 2],
      ['trouble', 'create', 'slow'],
      ['pay', 0, 'approved'],
      ['pay', 1, 'approved'],
      ['pay', 0, 'approved'],
      ['pay', 1, 'approved'],
    ],
  },
  // No fault: nothing tells a page that is signed anew of another one, where the browser keeps nothing.
  {
    setting: { orders: 'anew', storage: 'none' },
    steps: [
      ['open', 2],
      ['trouble', 'create', 'slow'],
      ['pay', 0, 'approved'],
      ['pay', 2, 'approved'],
    ],
  },
  // No fault: the payer said yes to another payment in one tab, while the press of another one was on its way.
  {
    setting: { orders: 'created', resolver: 'inventing' },
    steps: [
      ['trouble', 'create', 'again-token', 2],
      ['open', 1],
      ['pay', 1, 'approved'],
      ['pay', 0, 'approved'],
      ['waive', 1],
    ],
  },
  // The contracts fail in a tab while the payment of another one, begun since, is open.
  {
    setting: { orders: 'open', shows: true },
    steps: [
      ['trouble', 'contracts', 'hang', 1],
      ['trouble', 'create', 'again-423'],
      ['open', 1],
      ['trouble', 'create', 'slow'],
      ['pay', 0, 'approved'],
      ['trouble', 'contracts', 'drop-before', 1],
    ],
  },
  // No fault: after a reset the page is signed anew at another price, and nothing says that it is the same cart.
  {
    setting: { orders: 'anew', shows: true },
    steps: [
      ['pay', 0, 'push'],
      ['reset', 0],
      ['reprice', 0],
    ],
  },
  // No fault: a page names a payment of which its browser keeps no id, and the service lies about its reference.
  {
    setting: { orders: 'open' },
    steps: [
      ['trouble', 'create', 'garbage'],
      ['pay', 0, 'approved'],
      ['pass', 50_000],
      ['trouble', 'look', 'foreign', 6],
      ['resume', 0],
    ],
  },
  // A saved card that the shop does not keep any more, whose first charge was lost, could be sent again for ever and never
  // otherwise.
  {
    setting: { orders: 'created' },
    steps: [
      ['trouble', 'charge', 'drop-before'],
      ['pay', 0, 'saved-gone'],
    ],
  },
  // A tab took a purchase for over that was found to be paid, and was not shown to be, for another sending of it had no end.
  {
    setting: { orders: 'created', resolver: 'silent' },
    steps: [
      ['pay', 0, 'push'],
      ['set-aside', 0],
      ['pass', 2600],
      ['trouble', 'look', 'used-token', 6],
      ['pay', 1, 'approved'],
      ['trouble', 'create', 'drop-before'],
      ['pay', 0, 'saved'],
      ['open', 0],
      ['pass', 50_000],
      ['resend', 0],
      ['trouble', 'create', 'drop-before'],
      ['pay', 0, 'saved'],
      ['pay', 0, 'approved'],
      ['open', 1],
      ['trouble', 'create', 'slow'],
      ['pay', 0, 'approved'],
      ['pay', 1, 'approved'],
    ],
  },
  // The order that a page had been given for its purchase was of another one, once another tab had paid the first.
  {
    setting: { orders: 'fixed' },
    steps: [
      ['open', 2],
      ['trouble', 'card', 'slow'],
      ['pay', 2, 'approved'],
      ['reprice', 0],
      ['renew', 0],
    ],
  },
];
