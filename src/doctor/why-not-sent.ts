import type { Verdict } from '../checkout/ledger/may-send.ts';
import type { Attempt } from '../checkout/ledger/purchase.ts';

/** `ask: other-amount` and the like. */
type VerdictName =
  | Exclude<Verdict['do'], 'ask' | 'refuse'>
  | `ask: ${Extract<Verdict, { do: 'ask' }>['why']}`
  | `refuse: ${Extract<Verdict, { do: 'refuse' }>['code']}`;

/** What a verdict means, and what to do. */
const reasons: Record<VerdictName, string> = {
  show: 'this purchase is paid, or its reference has had its end already, and that is shown. To sell something else give another cart-id or another order, or call reset().',
  follow:
    'a payment of this purchase is pending, here or in another tab, and is followed. Wait for its end; the payer can turn from it on its screen.',
  look: 'what became of an earlier attempt has to be known first, and it is being sent in another tab, or its record could not be read. Press again once it can be; resolve-url helps where an answer was lost.',
  'ask: other-amount':
    'the order costs something else than the payer was shown, and the next press is the yes to it. Keep amount-in-cents in step with what the backend signs.',
  'ask: unseen-amount':
    'the page has shown no amount, and the next press is the yes to that of the order. Give amount-in-cents.',
  'ask: unconfirmed-payment':
    'an earlier payment may have been made, and nobody can tell: the payer is asked before another one. Look the attempt up in the service; resolve-url, or OrderBook in the backend, can answer this.',
  order:
    'a half payment of this purchase came to light, and what is left of it is shown before an order is made for it.',
  send: 'another tab holds the lock of this purchase and is sending, or has not let go of it. What it has written down is shown here.',
  'refuse: reference_used':
    'a transaction of the order exists already. The backend has to give an order with a new reference for each try.',
  'refuse: invalid_order':
    'the order is not for what a half payment has left. createOrder and order-url are told how much in their request (rest).',
};

const nameOf = (verdict: Verdict): VerdictName => {
  if (verdict.do === 'ask') return `ask: ${verdict.why}`;
  return verdict.do === 'refuse' ? `refuse: ${verdict.code}` : verdict.do;
};

/** What is known of an attempt, without anything that could be used or that is about the payer. */
function say({ order, method, fate, at, aside, doubtful, closed }: Attempt): string {
  const marks = [aside && 'turned from', doubtful && 'doubtful', closed && 'closed'].filter(Boolean);
  const kind = [fate, ...marks].join(', ');
  return `Attempt ${order.reference}: ${method}, ${kind}, sent last at ${new Date(at).toISOString()}.`;
}

/** Why a press of pay has sent nothing, for the developer: the verdict, what it means, what to do, and the attempts behind it. */
export function whyNotSent(verdict: Verdict): string {
  const name = nameOf(verdict);
  const attempts = 'attempts' in verdict ? verdict.attempts : 'attempt' in verdict ? [verdict.attempt] : [];
  const order = 'order' in verdict ? [`Order ${verdict.order.reference}.`] : [];
  return [`this press was not sent (${name}): ${reasons[name]}`, ...attempts.map(say), ...order].join(' ');
}
