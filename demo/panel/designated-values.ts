import * as z from 'zod/mini';

/** One value of the sandbox's test data and what it leads to. */
export interface DesignatedValue {
  label: string;
  value: string;
}

export interface DesignatedGroup {
  title: string;
  /** Type of the method that the values are for; the group is of use where the checkout offers it. */
  method?: string;
  /** Language of the labels, where it is not the panel's. */
  lang?: string;
  note?: string;
  values: DesignatedValue[];
}

/** The sandbox's designated values for payments. It tells those for disbursements itself. */
export const paymentValues: DesignatedGroup[] = [
  {
    title: 'Tarjetas',
    method: 'CARD',
    note: 'Cualquier fecha futura y un CVC de 3 cifras. Otra tarjeta válida termina en error.',
    values: [
      { label: 'Aprueba', value: '4242 4242 4242 4242' },
      { label: 'Rechaza', value: '4111 1111 1111 1111' },
      { label: 'Pide autenticación 3D Secure', value: '4000 0000 0000 3220' },
      { label: 'Autentica sin preguntar', value: '4000 0000 0000 3063' },
      { label: 'Error', value: '5555 5555 5555 4444' },
    ],
  },
  {
    title: 'Billetera A',
    method: 'WALLET_A',
    note: 'Otro celular termina en error.',
    values: [
      { label: 'Aprueba', value: '3991111111' },
      { label: 'Rechaza', value: '3992222222' },
    ],
  },
  {
    title: 'Billetera B, código',
    method: 'WALLET_B',
    note: 'Otro código deja el pago pendiente mientras queden intentos.',
    values: [
      { label: 'Aprueba', value: '574829' },
      { label: 'Rechaza', value: '932015' },
      { label: 'Rechaza por fondos', value: '186743' },
      { label: 'Error', value: '999999' },
    ],
  },
];

const digits = (value: string) => value.replaceAll(' ', '');
const listed = new Set(paymentValues.flatMap(({ values }) => values.map(({ value }) => digits(value))));

const cardsSchema = z.array(z.object({ number: z.string(), description: z.string() }));
const textsSchema = z.record(z.string(), z.string());

function texts(title: string, value: unknown): DesignatedGroup[] {
  const parsed = z.safeParse(textsSchema, value);
  if (!parsed.success) return [];
  return [{ title, values: Object.entries(parsed.data).map(([label, text]) => ({ label, value: text })) }];
}

function moreCards(value: unknown): DesignatedGroup[] {
  const parsed = z.safeParse(cardsSchema, value);
  if (!parsed.success) return [];
  const values = parsed.data
    .filter(({ number }) => !listed.has(number))
    .map(({ number, description }) => ({ label: description, value: number.replace(/(\d{4})(?=\d)/g, '$1 ') }));
  return values.length > 0 ? [{ title: 'Más tarjetas 3D Secure', method: 'CARD', lang: 'en', values }] : [];
}

/** What the sandbox's configuration lists beyond the values above. What it does not list, or lists otherwise, is left out. */
export function configuredValues({ cards, keys, accounts }: Record<string, unknown>): DesignatedGroup[] {
  return [
    ...moreCards(cards),
    ...texts('Llaves BRE-B (desembolsos)', keys),
    ...texts('Cuentas (desembolsos)', accounts),
  ];
}
