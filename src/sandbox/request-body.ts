import type { Context } from 'hono';
import { invalidField } from './service-error.ts';

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

/** Room for a batch of ten thousand payouts and more, and for nothing that would fill a machine's memory. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The body of a request as text, or undefined when it is larger than the service takes. The request can still be read
 * afterwards, unless it was too large.
 */
export async function readCapped(request: Request): Promise<string | undefined> {
  const reader = request.clone().body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_BYTES) {
      // Both copies share one source, which lets go only when neither is wanted any more.
      await Promise.all([reader.cancel(), request.body?.cancel()]);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
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
