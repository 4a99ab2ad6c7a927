import { CheckoutError } from '../domain/checkout-error.ts';
import type { CodeAttempts, CodeServices } from '../domain/code-services.ts';
import { lenient, number, object, unknown } from '../domain/shape.ts';
import type { ServiceClient } from './service-client.ts';

const attempts = lenient(object({ limitSendCode: lenient(number), limitValidateCode: lenient(number) }));
/** The attempts, bare or in the service's `{data}` envelope. A service that says nothing about them has sent all the same. */
const sendAnswer = lenient(object({ attempts, data: lenient(object({ attempts })) }));

/** A number of attempts that makes sense. */
const limit = (count: number | undefined): number | undefined =>
  count !== undefined && count >= 0 ? count : undefined;

const bearer = ({ token }: CodeServices): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** A refusal that is about the code, whatever the service calls it. */
const asCodeError = (thrown: unknown): unknown => {
  if (!(thrown instanceof CheckoutError) || thrown.code !== 'request_rejected') return thrown;
  const { status = 422, fields, message } = thrown;
  return new CheckoutError('code_rejected', message, { status, fields });
};

/** Asks for a one-time code, which the payer gets on the phone (SERVICE-NOTES.md "wallet B"). */
export async function sendCode(
  client: ServiceClient,
  services: CodeServices,
  signal?: AbortSignal,
): Promise<CodeAttempts> {
  try {
    const answer = await client.request({
      path: services.sendUrl,
      method: 'POST',
      headers: bearer(services),
      shape: sendAnswer,
      signal,
      timeoutMs: 20_000,
    });
    const { limitSendCode, limitValidateCode } = answer?.attempts ?? answer?.data?.attempts ?? {};
    return { sends: limit(limitSendCode), tries: limit(limitValidateCode) };
  } catch (thrown) {
    throw asCodeError(thrown);
  }
}

/** Has a one-time code checked. What became of the payment is for its record to say. */
export async function validateCode(
  client: ServiceClient,
  services: CodeServices,
  code: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await client.request({
      path: services.validateUrl,
      method: 'POST',
      headers: bearer(services),
      body: { code },
      shape: unknown,
      signal,
      timeoutMs: 20_000,
    });
  } catch (thrown) {
    throw asCodeError(thrown);
  }
}
