import type { Context } from 'hono';

/** Why a request was refused, field by field; keys are dotted paths into the body. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/**
 * A refusal of the payments API with the error body of SERVICE-NOTES.md. Thrown anywhere in a handler, it becomes the
 * answer.
 */
export class ServiceError extends Error {
  readonly status: number;
  readonly #error: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    error: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${String(error['type'])}`);
    this.name = 'ServiceError';
    this.status = status;
    this.#error = error;
    this.headers = headers;
  }

  /** What was said about one field. */
  messagesOf(field: string): readonly string[] {
    const { messages } = this.#error;
    const said: unknown = typeof messages === 'object' && messages !== null ? Reflect.get(messages, field) : undefined;
    return Array.isArray(said) ? said.map(String) : [];
  }

  /** The refusal as an HTTP answer. */
  toResponse(): Response {
    return Response.json({ error: this.#error }, { status: this.status, headers: this.headers });
  }
}

/** 401: no key, a malformed one, or one of the wrong kind. */
export function unauthorized(reason: string): ServiceError {
  return new ServiceError(401, { type: 'INVALID_ACCESS_TOKEN', reason });
}

/** 404: no such record or address. */
export function notFound(reason: string): ServiceError {
  return new ServiceError(404, { type: 'NOT_FOUND_ERROR', reason });
}

/** 422: the request was understood and its content refused. */
export function invalidInput(messages: FieldMessages): ServiceError {
  return new ServiceError(422, { type: 'INPUT_VALIDATION_ERROR', messages });
}

/** 422 for one field. */
export function invalidField(field: string, message: string): ServiceError {
  return invalidInput({ [field]: [message] });
}

/** A handler for the methods that an address does not answer to. */
export function methodNotAllowed(...allowed: readonly string[]): (context: Context) => Response {
  const allow = allowed.join(', ');
  return (context) =>
    new ServiceError(
      405,
      { type: 'METHOD_NOT_ALLOWED', reason: `${context.req.method} no se admite en esta dirección; admite ${allow}` },
      { allow },
    ).toResponse();
}
