import type { KeyType } from '../../src/domain/breb-keys.ts';
import { formatMoney } from '../../src/domain/money.ts';
import type { ShopApiError } from '../shop-api.ts';
import type { ToolText } from '../tools/en.ts';
import { spokenLocale, teach } from '../tools/speech.ts';
import { en } from './en.ts';
import { pt } from './pt.ts';

/** A text of this page, in Spanish. */
export type PayoutText = keyof typeof en | ToolText;

/** A text of this page in the language that is spoken, with values in its `{names}`. */
export const tell = teach({ en, pt });

/** The types of keys, as people call them. */
export const keyTypeWords: Record<KeyType, PayoutText> = {
  ALPHANUMERIC: 'Alfanumérica',
  MAIL: 'Correo',
  PHONE: 'Celular',
  IDENTIFICATION: 'Documento',
  ESTABLISHMENT_CODE: 'Establecimiento',
};

/** Where a batch stands. */
export const batchStatusWords: Record<string, PayoutText> = {
  sending: 'Enviando',
  unknown: 'Por confirmar',
  refused: 'No se envió',
  TAKEN: 'Recibido',
  PENDING: 'En proceso',
  PENDING_APPROVAL: 'Por aprobar',
  REJECTED: 'No se pagó',
  PARTIAL_PAYMENT: 'Pagado en parte',
  TOTAL_PAYMENT: 'Pagado',
};

/** Where a transfer stands. */
export const transferStatusWords: Record<string, PayoutText> = {
  PENDING: 'En espera',
  PROCESSING: 'En proceso',
  APPROVED: 'Pagado',
  FAILED: 'No se pagó',
};

/** The codes of SPEC.md sections 7.2 and 7.3, and the shop's own. */
const codeWords: Record<string, PayoutText> = {
  EXC_001: 'El servicio tuvo un error.',
  EXC_008: 'El saldo de la cuenta no alcanza para este lote.',
  EXC_017: 'Esta cuenta ya llegó al límite diario.',
  EXC_018: 'Llegaste al límite de pagos de tu plan.',
  EXC_019: 'Con esta cuenta no se puede pagar. Elige otra.',
  EXC_033: 'No tiene la forma de una llave Bre-B',
  EXC_034: 'Esta llave no está registrada o activa.',
  EXC_035: 'Esta llave está inactiva.',
  EXC_036: 'El servicio de llaves no estaba disponible.',
  EXC_037: 'El servicio de llaves tardó demasiado.',
  BATCH_CONFLICT: 'Ya enviaste un lote con esta referencia. Revisa que no sea el mismo antes de cambiarla.',
  KEY_FORGOTTEN: 'Pasó un día sin respuesta sobre este lote.',
  INVALID_BATCH: 'El lote tiene datos por corregir.',
  NO_ANSWER: 'El servicio no respondió.',
  NO_SHOP: 'El servidor de la tienda no responde.',
  SHOP_FAILED: 'El servidor de la tienda falló.',
};

/** Why nothing came of something: a code of those above, and what the service said itself. */
export interface Refusal {
  code?: string | undefined;
  messages?: readonly string[] | undefined;
}

/** What the shop's backend, or the service behind it, refused. */
export function refusalOf({ status, refusal, message }: ShopApiError): Refusal {
  if (status === 0) return { code: 'NO_SHOP' };
  return refusal.type ? { code: refusal.type, messages: [message] } : { code: 'SHOP_FAILED' };
}

/** What a refusal means, in the page's words where there are some, else in the service's. */
export function refusalWords({ code = '', messages = [] }: Refusal): string {
  const known = codeWords[code];
  if (known) return tell(known);
  const words = messages.join(' ');
  return words ? tell('El servicio dijo: «{words}»', { words }) : tell('El servicio no lo aceptó.');
}

export const pesos = (amountInCents: number): string => formatMoney({ amountInCents, currency: 'COP' }, spokenLocale());

const intlLocales = { es: 'es-CO', en: 'en', pt: 'pt-BR' };
/** The locale that Intl formats in. */
export const intlLocale = (): string => intlLocales[spokenLocale()];

export const figure = (count: number): string => new Intl.NumberFormat(intlLocale()).format(count);

/** The text for one or for many, with the `{count}` in it. */
export const counted = (count: number, one: PayoutText, many: PayoutText): string =>
  tell(count === 1 ? one : many, { count: figure(count) });
