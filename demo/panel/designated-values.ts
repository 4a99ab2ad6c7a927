import * as z from 'zod/mini';

/** One value of the sandbox's test data and what it leads to. */
interface DesignatedValue {
  label: string;
  value: string;
}

export interface DesignatedGroup {
  title: string;
  /** Type of the method that the values are for; the group is of use where the checkout offers it. */
  method?: string;
  note?: string;
  values: DesignatedValue[];
}

/** The sandbox's designated values for payments. It tells those for payouts itself. */
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

const keyWords: Record<string, string> = {
  ALPHANUMERIC: 'Alfanumérica',
  MAIL: 'Correo',
  PHONE: 'Celular',
  IDENTIFICATION: 'Cédula',
  TAX_ID: 'NIT',
  ESTABLISHMENT_CODE: 'Código de establecimiento',
  EXC_034: 'EXC_034: no está registrada',
  EXC_035: 'EXC_035: está inactiva',
  EXC_036: 'EXC_036: el servicio no está disponible',
  EXC_037: 'EXC_037: se agota el tiempo',
};

/** The sandbox speaks English; a card that is not here keeps its words. */
const cardWords: Record<string, string> = {
  '4000000032200208': 'No se autentica, sin preguntar',
  '5200000032200013': 'Mastercard que pide autenticación',
  '370000003220011': 'American Express (CVC de 4 cifras) que pide autenticación',
  '4000000032200802': 'Primero SUPPORTED_VERSION y BROWSER_INFO, luego pide autenticación',
  '4000000032200109': 'Su autenticación no termina nunca',
  '4000000032200307': "Su página manda frame-ancestors 'none'",
  '4000000032200406': 'Su página lleva a otro dominio',
  '4000000032200505': 'Su fragmento depende de un script en línea',
  '4000000032200604': 'Su página tarda varios segundos',
  '4000000032200703': 'Su fragmento cambia una vez mientras se espera',
};

const accountWords: Record<string, string> = {
  MAIN: 'Funciona',
  EXC_017: 'EXC_017: límite diario',
  EXC_018: 'EXC_018: límite del plan',
  EXC_019: 'EXC_019: no se puede usar',
};

function texts(title: string, value: unknown, words: Record<string, string>): DesignatedGroup[] {
  const parsed = z.safeParse(textsSchema, value);
  if (!parsed.success) return [];
  const values = Object.entries(parsed.data).map(([name, text]) => ({ label: words[name] ?? name, value: text }));
  return [{ title, values }];
}

function moreCards(value: unknown): DesignatedGroup[] {
  const parsed = z.safeParse(cardsSchema, value);
  if (!parsed.success) return [];
  const values = parsed.data
    .filter(({ number }) => !listed.has(number))
    .map(({ number, description }) => ({
      label: cardWords[number] ?? description,
      value: number.replace(/(\d{4})(?=\d)/g, '$1 '),
    }));
  return values.length > 0 ? [{ title: 'Más tarjetas 3D Secure', method: 'CARD', values }] : [];
}

/** What the sandbox's configuration lists for payments beyond the values above. What it lists otherwise is left out. */
export const configuredPaymentValues = ({ cards }: Record<string, unknown>): DesignatedGroup[] => moreCards(cards);

/** What the sandbox's configuration lists for payouts. */
export const configuredPayoutValues = ({ keys, accounts }: Record<string, unknown>): DesignatedGroup[] => [
  ...texts('Llaves Bre-B', keys, keyWords),
  ...texts('Cuentas', accounts, accountWords),
];
