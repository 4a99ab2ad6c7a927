import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDisbursementsPath, plainRefusal } from './disbursements/envelope.ts';

/** Why a request was refused, field by field; keys are dotted paths into the body. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/**
 * A refusal of the payments API with the error body of SERVICE-NOTES.md. Thrown anywhere in a handler, it becomes the
 * answer.
 * @param message what a page shows of it
 */
export function refusal(
  status: ContentfulStatusCode,
  error: { readonly type: string; readonly [field: string]: unknown },
  message = error.type,
): HTTPException {
  return new HTTPException(status, { message, res: Response.json({ error }) });
}

/** A refusal in the form of the API that a path belongs to. */
export function refusalAt(path: string, status: number, type: string, reason: string): HTTPException {
  if (isDisbursementsPath(path)) return plainRefusal(status, reason);
  return refusal(status as ContentfulStatusCode, { type, reason });
}

/** 401: no key, a malformed one, or one of the wrong kind. */
export const unauthorized = (reason: string): HTTPException => refusal(401, { type: 'INVALID_ACCESS_TOKEN', reason });

/** 404: no such record or address. */
export const notFound = (reason: string): HTTPException => refusal(404, { type: 'NOT_FOUND_ERROR', reason });

/** 422: the request was understood and its content refused. */
export const invalidInput = (messages: FieldMessages): HTTPException =>
  refusal(422, { type: 'INPUT_VALIDATION_ERROR', messages });

/** 422 for one field. */
export const invalidField = (field: string, message: string): HTTPException => invalidInput({ [field]: [message] });
