import type { Context } from 'hono';
import { invalidField } from './service-error.ts';

/** How deep a body may be nested: more than anything that the service takes needs, and nothing that a stack runs out of. */
export const MOST_LEVELS = 100;

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
  if (isTooDeep(body)) throw invalidField('body', `El cuerpo tiene más de ${MOST_LEVELS} niveles`);
  if (!isJsonObject(body)) throw invalidField('body', 'El cuerpo debe ser un objeto JSON');
  return body;
}

/** Whether a JSON value is an object, neither an array nor null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value has objects or lists in more levels than it may. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
