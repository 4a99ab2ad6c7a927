import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { Attempt, PaymentDetails } from './configuration.ts';
import type { Stage } from './stage.ts';
import { takenDetails } from './taken.ts';
import { paymentSourceRequest } from './transaction-request.ts';
import { walletPermission } from './wallet-permission.ts';
import { within } from './stopwatch.ts';

/** How long the merchant may take to keep a card, in ms. */
const keepingTimeoutMs = 60_000;
const tooLate = (): CheckoutError =>
  new CheckoutError(
    'source_rejected',
    `The listener of pay-source did not keep the card within ${keepingTimeoutMs} ms.`,
  );

/**
 * Mode `source`: consents and the token of a card or wallet go to the merchant, whose backend creates the payment source
 * (SPEC.md section 4.3). The tokens serve once, so that after a failure the payer types the card anew, or is asked anew
 * on the phone.
 *
 * @throws CheckoutError the merchant's own, else `source_rejected`, when the merchant could not keep the card.
 */
export async function handOver(stage: Stage, attempt: Attempt): Promise<void> {
  const { configuration, acceptance, listener } = stage;
  stage.apply({ type: 'advanced', step: 'details' });
  const details = await withToken(stage, attempt);
  if (!details) return void stage.apply({ type: 'refused' });
  const [ids, tokens] = [await stage.identify(), await acceptance.tokens()];
  const request = paymentSourceRequest({ configuration, method: attempt.method, details, tokens, ids });
  acceptance.spend();
  stage.apply({ type: 'advanced', step: 'create' });
  try {
    const kept = listener.sourceReady(request);
    if (kept) await within(kept, keepingTimeoutMs, stage.environment, tooLate);
  } catch (thrown) {
    throw asCheckoutError(thrown, 'source_rejected', 'The card was not kept.');
  } finally {
    attempt.spent();
  }
  stage.apply({ type: 'handed-over' });
}

/** The details with the token in them: a card's form has it made, a wallet's owner is asked for it here. */
async function withToken(stage: Stage, attempt: Attempt): Promise<PaymentDetails | undefined> {
  const details = takenDetails(await attempt.collect());
  const { token: made, phone_number: phone } = details.paymentMethod;
  if (made !== undefined || typeof phone !== 'string') return details;
  const token = await walletPermission(stage, attempt.method, phone);
  return token === undefined ? undefined : { ...details, paymentMethod: { token } };
}
