import type { Context } from 'hono';
import { unauthorized } from './service-error.ts';

/** Which key of a merchant a request carries. */
export type KeyKind = 'public' | 'private';

const BEARER = /^Bearer +(\S+) *$/i;
const SANDBOX_KEY = /^(pub|prv)_test_[A-Za-z0-9_-]+$/;

/**
 * The kind of the key in the Authorization header.
 * @throws {HTTPException} 401 when there is none, when it is malformed, or when it belongs to production
 */
export function presentedKey(context: Context): KeyKind {
  const header = context.req.header('authorization');
  if (header === undefined) throw unauthorized('Falta el encabezado Authorization con la llave: Bearer <llave>');
  const key = BEARER.exec(header)?.[1];
  if (key === undefined) throw unauthorized('El encabezado Authorization debe tener la forma Bearer <llave>');
  return kindOf(key);
}

const OTHER_KIND = {
  public: 'Esta operación usa la llave pública, no la privada',
  private: 'Esta operación necesita la llave privada y solo se llama desde un servidor',
} as const satisfies Record<KeyKind, string>;

/** @throws {HTTPException} 401 unless the request carries the key of that kind */
export function requireKey(context: Context, kind: KeyKind): void {
  if (presentedKey(context) !== kind) throw unauthorized(OTHER_KIND[kind]);
}

/**
 * Checks a key that came without a scheme.
 * @throws {HTTPException} 401 unless it is a public key of the sandbox
 */
export function checkPublicKey(key: string | undefined): void {
  if (key === undefined || key === '') throw unauthorized('Falta el encabezado x-merchant-public-key');
  if (kindOf(key) !== 'public') throw unauthorized('x-merchant-public-key lleva la llave pública, no la privada');
}

function kindOf(key: string): KeyKind {
  if (/^(pub|prv)_prod_/.test(key)) {
    throw unauthorized('La llave es de producción; el ambiente de pruebas usa llaves pub_test_ y prv_test_');
  }
  const kind = SANDBOX_KEY.exec(key)?.[1];
  if (kind === undefined) throw unauthorized('La llave no es válida; el ambiente de pruebas usa pub_test_ y prv_test_');
  return kind === 'pub' ? 'public' : 'private';
}
