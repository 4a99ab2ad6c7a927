import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const meta = () => ({ trace_id: crypto.randomUUID() });

/** A success in the standard envelope (SPEC.md 2.8). */
export const success = (data: unknown, message: string, status: 200 | 201 = 200): Response =>
  Response.json({ status, meta: meta(), code: 'OK', message, data }, { status });

/**
 * A refusal of the disbursements API (SPEC.md 7.1). Thrown anywhere in a handler, it becomes the answer. A list of
 * messages makes it a validation failure.
 */
function refusal(
  status: number,
  code: string,
  type: 'Business' | 'Technical',
  message: string | readonly string[],
): HTTPException {
  const data = Array.isArray(message) ? { data: { message, error: 'Bad Request', statusCode: status } } : {};
  const res = Response.json({ status, meta: meta(), code, message, type, ...data });
  return new HTTPException(status as ContentfulStatusCode, { res });
}

/** 400 for a request that does not have the required form, one message per problem. */
export const invalid = (messages: readonly string[]): HTTPException => refusal(400, '400', 'Business', messages);

/** A refusal for which SPEC.md shows no code: the code is the status. */
export const plainRefusal = (status: number, message: string): HTTPException =>
  refusal(status, String(status), status < 500 ? 'Business' : 'Technical', message);

/** Whether a path is of the disbursements API, whose every answer comes in the envelope. */
export const isDisbursementsPath = (path: string): boolean => /^\/(?:v2|accounts)(?:\/|$)/.test(path);

/** The codes of SPEC.md 7.2 and 7.3. */
const DOCUMENTED = {
  EXC_001: { status: 500, type: 'Technical', message: 'Ocurrió un error interno' },
  EXC_008: { status: 400, type: 'Business', message: 'El saldo de la cuenta no alcanza para el lote' },
  EXC_017: { status: 400, type: 'Business', message: 'Se alcanzó el límite diario' },
  EXC_018: { status: 400, type: 'Business', message: 'Se alcanzó el límite de transacciones del plan' },
  EXC_019: { status: 400, type: 'Business', message: 'La cuenta elegida no se puede usar para pagar' },
  EXC_032: { status: 409, type: 'Business', message: 'La llave de idempotencia ya fue procesada' },
  EXC_033: { status: 400, type: 'Business', message: 'El valor de la llave no tiene un formato válido para su tipo' },
  EXC_034: { status: 404, type: 'Business', message: 'La llave no está registrada o no está activa' },
  EXC_035: { status: 400, type: 'Business', message: 'La llave existe, pero está inactiva' },
  EXC_036: { status: 503, type: 'Technical', message: 'El servicio que resuelve llaves no está disponible' },
  EXC_037: { status: 503, type: 'Technical', message: 'Se agotó el tiempo para resolver la llave' },
} as const;

/** A code of SPEC.md 7.2 or 7.3. */
export type DocumentedCode = keyof typeof DOCUMENTED;

/** The message that goes with a documented code. */
export const messageOf = (code: DocumentedCode): string => DOCUMENTED[code].message;

/** The refusal with a documented code. */
export function documentedRefusal(code: DocumentedCode): HTTPException {
  const { status, type, message } = DOCUMENTED[code];
  return refusal(status, code, type, message);
}
