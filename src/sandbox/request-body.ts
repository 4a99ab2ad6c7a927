import type { Context } from 'hono';
import { isOversized, mostLevels } from '../domain/oversized.ts';
import { invalidField } from './service-error.ts';

/**
 * The body of a request as a JSON object.
 * @throws {HTTPException} 422 when it is something else
 */
export async function readJsonObject(context: Context): Promise<Readonly<Record<string, unknown>>> {
  let body: unknown;
  try {
    body = await context.req.json();
  } catch {
    throw invalidField('body', 'El cuerpo no es un JSON válido');
  }
  if (isOversized(body))
    throw invalidField('body', `El cuerpo tiene más de ${mostLevels} niveles, o demasiados valores`);
  if (!isJsonObject(body)) throw invalidField('body', 'El cuerpo debe ser un objeto JSON');
  return body;
}

/** Whether a JSON value is an object, neither an array nor null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
