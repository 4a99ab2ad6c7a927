import type { Context } from 'hono';
import { invalidField } from './service-error.ts';

/**
 * The body of a request as a JSON object.
 * @throws {HTTPException} 422 when it is something else
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

/** How deep a body may be nested: more than anything that the service takes needs, and nothing that a stack runs out of. */
export const MOST_LEVELS = 100;

/** Whether a JSON value has objects or lists in more than `MOST_LEVELS` levels. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MOST_LEVELS) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
