import type { KeyType } from '../../src/domain/breb-keys.ts';
import { formatMoney } from '../../src/domain/money.ts';

/** The types of keys, as people call them. */
export const keyTypeWords: Record<KeyType, string> = {
  ALPHANUMERIC: 'Alfanumérica',
  MAIL: 'Correo',
  PHONE: 'Celular',
  IDENTIFICATION: 'Documento',
  ESTABLISHMENT_CODE: 'Establecimiento',
};

/** Where a batch stands. */
export const batchStatusWords: Record<string, string> = {
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
export const transferStatusWords: Record<string, string> = {
  PENDING: 'En espera',
  PROCESSING: 'En proceso',
  APPROVED: 'Pagado',
  FAILED: 'No se pagó',
};

/** The codes of SPEC.md sections 7.2 and 7.3, and the shop's own. */
const codeWords: Record<string, string> = {
  EXC_001: 'El servicio tuvo un error.',
  EXC_008: 'El saldo de la cuenta no alcanza para este lote.',
  EXC_017: 'Esta cuenta ya llegó al límite diario.',
  EXC_018: 'Llegaste al límite de pagos de tu plan.',
  EXC_019: 'Con esta cuenta no se puede pagar. Elige otra.',
  EXC_034: 'Esta llave no está registrada.',
  EXC_035: 'Esta llave está inactiva.',
  EXC_036: 'El servicio de llaves no estaba disponible.',
  EXC_037: 'El servicio de llaves tardó demasiado.',
  BATCH_CONFLICT: 'Ya enviaste un lote con esta referencia. Revisa que no sea el mismo antes de cambiarla.',
  KEY_FORGOTTEN: 'Pasó un día sin respuesta sobre este lote.',
  INVALID_BATCH: 'El lote tiene datos por corregir.',
};

/** What a refusal means, in the page's words where there are some. */
export const refusalWords = (code: string | undefined, messages: readonly string[] = []): string =>
  codeWords[code ?? ''] ?? (messages.join(' ') || 'El servicio no aceptó el lote.');

export const pesos = (amountInCents: number): string => formatMoney({ amountInCents, currency: 'COP' }, 'es');

export const counted = (count: number, one: string, many: string): string =>
  `${new Intl.NumberFormat('es-CO').format(count)} ${count === 1 ? one : many}`;
