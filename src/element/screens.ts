import type { CheckoutSession } from './checkout-session.ts';
import type { CheckoutHost } from './checkout-host.ts';
import type { Transaction } from './domain/transaction.ts';
import { absolute } from './page-settings.ts';
import { adoptStyles } from './ui/adopt-styles.ts';
import { isAttended } from './ui/is-attended.ts';
import { announcer } from './ui/status/announcer.ts';
import { keepInView } from './ui/status/keep-in-view.ts';
import { shopUrlOf } from './ui/status/shop-url.ts';
import type { StatusContext } from './ui/status/status-context.ts';
import { statusStyles } from './ui/status/status-styles.ts';
import { vigil } from './ui/status/vigil.ts';

export { errorWords } from './ui/error-words.ts';
export { renderStatus } from './ui/status/status-view.ts';

/** What the element gets along with the screens: their styles, and what says, watches and shows them. */
export function furnish(host: CheckoutHost): void {
  adoptStyles(host.renderRoot, statusStyles);
  for (const one of [announcer(host), vigil(host), keepInView(host)]) host.addController(one);
}

/** What some states tell of a payment. */
interface Told {
  status: string;
  transaction?: Transaction;
  reference?: string;
  error?: unknown;
  elsewhere?: true;
}

/** Which payment was asked for last, by its reference, and when, in ms: one payer sits before all checkouts of a page. */
let asked: { reference: string | undefined; at: number } | undefined;

/**
 * What the element gives the screens of now. It comes with them: the first form shows none.
 *
 * @param own what only whoever renders them knows.
 */
export function screenContext(
  host: CheckoutHost,
  session: CheckoutSession,
  own: Pick<StatusContext, 'words' | 'isSlow' | 'methodTitle' | 'networkLogo'>,
): StatusContext {
  const { checkout, state } = session;
  const payment = checkout?.payment;
  const { locale, resolveReference, redirectUrl } = host;
  const { transaction, error, elsewhere, reference = transaction?.reference }: Told = state;
  return {
    ...own,
    locale,
    merchantName: checkout?.merchant?.name ?? undefined,
    canRenew: payment?.canRenew ?? false,
    isAlone: !session.offer.methods.some(({ type }) => type !== transaction?.payment_method_type),
    canCheck: Boolean(resolveReference ?? payment?.inquiry.openId),
    isCreated: Boolean(payment?.inquiry.openId),
    elsewhere,
    askedAt: error || asked?.reference !== reference ? undefined : asked?.at,
    shopUrl: shopUrlOf(absolute(redirectUrl), state),
    on: {
      retry: () => (session.state.status === 'failed' ? session.checkAgain() : payment?.retry()),
      otherMethod: () => {
        // The others may be out of sight, above or below the form of the one that was tried, which may be awaited.
        const show = (): void =>
          void host.updateComplete.then(() => {
            const isReady = session.state.status === 'ready';
            // An order that does not come leaves the payer where they are.
            if (!isReady && !('error' in session.state)) return;
            host.removeEventListener('pay-state-change', show);
            if (!isReady || !isAttended(host)) return;
            const { renderRoot } = host;
            const other = renderRoot.querySelector<HTMLElement>('.method input:not(:checked)');
            // What stands above the others: where there is room for them below the chosen one's form only, a line.
            renderRoot.querySelector('legend')?.scrollIntoView();
            other?.parentElement?.previousElementSibling?.scrollIntoView();
            other?.focus();
          });
        host.addEventListener('pay-state-change', show);
        if (session.state.status === 'settled') payment?.retry();
        else payment?.setAside();
      },
      leave: () => payment?.pursuit.leave(),
      resend: () => void payment?.resend(),
      checkAgain: () => {
        asked = { reference, at: Date.now() };
        checkout?.checkAgain();
        host.requestUpdate();
      },
    },
  };
}
