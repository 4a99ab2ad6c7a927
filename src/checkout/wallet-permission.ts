import { endingWith, typeName } from '../api/service-client.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { pollPause } from './pursuit.ts';
import { isPassing } from './resolve.ts';
import type { Stage } from './stage.ts';
import { stopwatch } from './stopwatch.ts';

/** How long the owner of a wallet may take to accept, in ms by wall clock. */
const deadlineMs = 3 * 60_000;

/**
 * The token of a wallet that its owner has allowed to be charged later, asked for once: no money moves, so that after a
 * lost answer the payer may press again and be asked anew.
 *
 * @returns undefined when the element went away meanwhile, or the payer gave up: what is accepted later serves nobody.
 * @throws CheckoutError `token_rejected` when the owner declined or did not accept in time, `source_rejected` when the
 * wallet failed, else what kept the service from saying so.
 */
export async function walletPermission(stage: Stage, method: string, phoneNumber: string): Promise<string | undefined> {
  const { api, environment, connection } = stage;
  if (!connection) return;
  const permission = endingWith(connection.signal);
  const { signal } = permission;
  stage.permission = permission;
  try {
    const { id, status } = await api.walletToken(method, { phoneNumber }, signal);
    stage.apply({ type: 'advanced', step: 'accept' });
    const waited = stopwatch(environment);
    let missed: CheckoutError | undefined;
    for (let stands = status; stands !== 'APPROVED';) {
      if (stands !== 'PENDING') throw refusal(stands);
      const left = deadlineMs - waited();
      const asked = missed?.retryAfterMs ?? 0;
      if (left <= 0 || asked > left) throw missed ?? refusal(stands);
      await environment.wait(Math.max(Math.min(pollPause(waited(), environment.random()), left), asked), signal);
      if (signal.aborted) return;
      try {
        stands = (await api.walletToken(method, { id }, signal)).status;
        missed = undefined;
      } catch (thrown) {
        missed = thrown as CheckoutError;
        if (!isPassing(missed)) throw missed;
      }
    }
    return id;
  } catch (thrown) {
    if (signal.aborted) return;
    throw thrown;
  } finally {
    permission.release();
    if (stage.permission === permission) stage.permission = undefined;
  }
}

const refusal = (status: string): CheckoutError =>
  new CheckoutError(
    status === 'ERROR' ? 'source_rejected' : 'token_rejected',
    `The service gave the wallet's token ${typeName.test(status) ? `the status ${status}` : 'a status that is none'}.`,
  );
