import * as z from 'zod/mini';
import { invalidInput } from './service-error.ts';

const MISSING = 'No está presente';

function typeMessage(expected: string): (issue: { readonly input?: unknown }) => string {
  return (issue) => (issue.input === undefined ? MISSING : expected);
}

/** Any text, also an empty one. */
export function text(): z.ZodMiniString {
  return z.string({ error: typeMessage('Debe ser una cadena de texto') });
}

/** A text that says something. */
export function filledText(): z.ZodMiniString {
  return text().check(z.refine((value) => value.trim() !== '', 'No puede estar vacío'));
}

/** A text of a fixed form. */
export function textLike(pattern: RegExp, message: string): z.ZodMiniString {
  return text().check(z.regex(pattern, { error: message }));
}

/** A text with an upper limit on its length. */
export function textUpTo(length: number): z.ZodMiniString {
  return text().check(z.maxLength(length, { error: `Debe tener máximo ${length} caracteres` }));
}

/** An e-mail address. */
export function email(): z.ZodMiniString {
  return textLike(/^[^\s@<>",;]+@[^\s@<>",;.]+(\.[^\s@<>",;.]+)+$/, 'Debe ser un correo electrónico válido');
}

/** An integer between two limits. */
export function integer(min: number, max: number): z.ZodMiniNumber {
  const range = `Debe estar entre ${min} y ${max}`;
  return z.number({ error: typeMessage('Debe ser un número entero') }).check(
    z.refine((value) => Number.isSafeInteger(value), { error: 'Debe ser un número entero', abort: true }),
    z.gte(min, { error: range }),
    z.lte(max, { error: range }),
  );
}

/** One of a few texts. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): z.ZodMiniType<Choice> {
  const message = `Debe ser uno de: ${choices.join(', ')}`;
  return z.custom<Choice>((value) => choices.some((choice) => choice === value), {
    error: typeMessage(message),
  });
}

/** An absolute address that a browser may be sent to. */
export function webAddress(): z.ZodMiniString {
  return text().check(z.refine(isWebAddress, 'Debe ser una URL http o https válida'));
}

/** A field that this place does not take. */
export function notHere(): z.ZodMiniOptional<z.ZodMiniNever> {
  return z.optional(z.never({ error: 'No se admite en este medio de pago' }));
}

/** Node's reader of addresses takes quadratic time for a long host. */
const maxAddressLength = 2048;

function isWebAddress(value: string): boolean {
  if (value.length > maxAddressLength || /[\s\\]/.test(value) || !/^https?:\/\//i.test(value) || !URL.canParse(value))
    return false;
  const url = new URL(value);
  return url.username === '' && url.password === '';
}

/** The tokens of both contracts. */
export const consentFields = { acceptance_token: filledText(), accept_personal_auth: filledText() };

/** What `customer_data` says of a payer. */
export const customerFields = {
  device_id: z.nullish(text()),
  full_name: z.nullish(textUpTo(255)),
  phone_number: z.nullish(textLike(/^\+\d{7,15}$/, 'Debe estar en formato internacional, con el signo +')),
};

/**
 * Checks a value against its shape.
 * @param at dotted path of the value in the body, empty for the body itself
 * @throws {HTTPException} 422 that names every field at fault by its dotted path
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
