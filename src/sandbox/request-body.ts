import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { isTooDeep, MOST_LEVELS } from './json-depth.ts';
import { invalidField, invalidInput } from './service-error.ts';

/**
 * The body of a request as a JSON object.
 * @throws {ServiceError} 422 when it is something else
 */
export async function readJsonObject(context: Context): Promise<Readonly<Record<string, unknown>>> {
  let body: unknown;
  try {
    body = JSON.parse(await context.req.text());
  } catch {
    throw invalidField('body', 'El cuerpo no es un JSON válido');
  }
  if (isTooDeep(body)) throw invalidField('body', `El cuerpo tiene más de ${MOST_LEVELS} niveles`);
  if (!isJsonObject(body)) throw invalidField('body', 'El cuerpo debe ser un objeto JSON');
  return body;
}

/** Whether a JSON value is an object, neither an array nor null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks a value against its shape.
 * @param at dotted path of the value in the body, empty for the body itself
 * @throws {ServiceError} 422 that names every field at fault by its dotted path
 */
export function parseFields<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, at = ''): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const messages: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const path = [...(at === '' ? [] : [at]), ...issue.path.map(String)].join('.') || 'body';
    (messages[path] ??= []).push(issue.message);
  }
  throw invalidInput(messages);
}
