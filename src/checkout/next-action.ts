import { isSafePicture } from '../domain/safe-picture.ts';
import { isFinal, type Transaction } from '../domain/transaction.ts';
import { methodOutputOf } from '../domain/wire/method-output.ts';
import type { CodeServices } from '../domain/wire/sent-code.ts';

/** The 3D Secure object of SPEC.md section 2.4. */
export interface ThreeDsAuth {
  /** BROWSER_INFO, CHALLENGE, AUTHENTICATION, SUPPORTED_VERSION, or whatever a service adds. */
  step: string;
  /** PENDING or COMPLETED. */
  stepStatus: string;
  /** The challenge as HTML with entities escaped, while there is one. */
  methodData: string | undefined;
}

/** What a pending transaction asks of the payer. */
export type NextAction =
  | { kind: 'challenge'; methodData: string }
  | { kind: 'redirect'; url: string; left?: boolean }
  | { kind: 'qr'; image: string; id: string | undefined }
  | { kind: 'voucher'; agreementCode: string; paymentIntention: string }
  | { kind: 'otp'; services: CodeServices; pageUrl: string | undefined }
  | { kind: 'push' };

export type NextActionKind = NextAction['kind'];

/** The same as a page is told it: where a one-time code is checked, and with which token, is the flow's own business. */
export type ShownAction = Exclude<NextAction, { kind: 'otp' }> | Omit<Extract<NextAction, { kind: 'otp' }>, 'services'>;

/** The 3D Secure state of a card payment; an approved record nests it once more inside itself, and that one is read. */
export function threeDsOf(transaction: Transaction): ThreeDsAuth | undefined {
  const outer = methodOutputOf(transaction).three_ds_auth;
  if (!outer) return;
  const auth = outer.three_ds_auth ?? outer;
  return {
    step: auth.current_step ?? '',
    stepStatus: auth.current_step_status ?? '',
    methodData: auth.three_ds_method_data,
  };
}

/**
 * Reads from a transaction what its payer has to do next; `undefined` when there is nothing but to wait.
 * The one place that knows: a payment method only says how to collect its details.
 *
 * @param before what the record of before asked for. A challenge outlasts a record that has lost it and says nothing else
 *   of the authentication: the bank's page, with what the payer types there, is not taken away for that.
 */
export function nextAction(transaction: Transaction, before?: ShownAction): NextAction | undefined {
  if (isFinal(transaction)) return;
  const extra = methodOutputOf(transaction);

  const auth = threeDsOf(transaction);
  const isChallenged = auth?.step === 'CHALLENGE' && auth.stepStatus === 'PENDING';
  if (isChallenged && auth.methodData !== undefined) return { kind: 'challenge', methodData: auth.methodData };

  const { code_otp_send: sendUrl, code_otp_validate: validateUrl, token } = extra.url_services ?? {};
  if (sendUrl && validateUrl && token)
    return { kind: 'otp', services: { sendUrl, validateUrl, token }, pageUrl: extra.url };

  const { business_agreement_code: agreementCode, payment_intention_identifier: paymentIntention } = extra;
  if (agreementCode && paymentIntention) return { kind: 'voucher', agreementCode, paymentIntention };

  const { qr_image: image, qr_id: id } = extra;
  if (image && isSafePicture(image)) return { kind: 'qr', image, id };

  const url = extra.async_payment_url ?? extra.url;
  if (url) return { kind: 'redirect', url };

  if (transaction.payment_method_type === 'WALLET_A') return { kind: 'push' };

  if (before?.kind === 'challenge' && (isChallenged || !auth?.step)) return before;
}
