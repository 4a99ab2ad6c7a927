import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod/mini';

/** An answer of the shop's backend that refuses: the error body has the shape of the service's own. */
export function refusal(
  status: 400 | 401 | 403 | 404 | 409 | 415 | 422 | 502 | 503,
  type: string,
  detail: object,
): HTTPException {
  return new HTTPException(status, { res: Response.json({ error: { type, ...detail } }, { status }) });
}

/**
 * Reads a JSON body of the given shape.
 *
 * @throws HTTPException 415 when the body is not announced as JSON (which also keeps other sites' forms out),
 *   400 when it cannot be read, 422 with the messages by field when it has another shape.
 */
export async function readJson<Schema extends z.ZodMiniType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!/^application\/json\s*(?:;|$)/i.test(context.req.header('content-type') ?? '')) {
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', { reason: 'The body must be application/json.' });
  }
  const value: unknown = await context.req.json().catch(() => {
    throw refusal(400, 'MALFORMED_BODY', { reason: 'The body is not valid JSON.' });
  });
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const messages: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) (messages[path.join('.') || 'body'] ??= []).push(message);
  throw refusal(422, 'INPUT_VALIDATION_ERROR', { messages });
}
