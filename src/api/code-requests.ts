import * as z from 'zod/mini';
import { CheckoutError } from '../domain/checkout-error.ts';
import type { CodeAttempts, CodeServices } from '../domain/code-services.ts';
import type { ServiceClient } from './service-client.ts';

const limit = z.catch(z.optional(z.number().check(z.gte(0))), undefined);
const attemptsSchema = z.catch(z.optional(z.object({ limitSendCode: limit, limitValidateCode: limit })), undefined);
/** The attempts, bare or in the service's `{data}` envelope. A service that says nothing about them has sent all the same. */
const sendAnswer = z.catch(
  z.object({
    attempts: attemptsSchema,
    data: z.catch(z.optional(z.object({ attempts: attemptsSchema })), undefined),
  }),
  { attempts: undefined, data: undefined },
);

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
    const { attempts, data } = await client.request({
      path: services.sendUrl,
      method: 'POST',
      headers: bearer(services),
      schema: sendAnswer,
      signal,
      timeoutMs: 20_000,
    });
    const { limitSendCode: sends, limitValidateCode: tries } = attempts ?? data?.attempts ?? {};
    return { sends, tries };
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
      schema: z.unknown(),
      signal,
      timeoutMs: 20_000,
    });
  } catch (thrown) {
    throw asCodeError(thrown);
  }
}
