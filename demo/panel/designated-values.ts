/** One value of the sandbox's test data and what it leads to. */
export interface DesignatedValue {
  label: string;
  value: string;
}

export interface DesignatedGroup {
  title: string;
  note?: string;
  values: DesignatedValue[];
}

/** The sandbox's designated values for payments. It tells those for disbursements itself. */
export const paymentValues: DesignatedGroup[] = [
  {
    title: 'Tarjetas',
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
    note: 'Otro celular termina en error.',
    values: [
      { label: 'Aprueba', value: '3991111111' },
      { label: 'Rechaza', value: '3992222222' },
    ],
  },
  {
    title: 'Billetera B, código',
    note: 'Otro código deja el pago pendiente mientras queden intentos.',
    values: [
      { label: 'Aprueba', value: '574829' },
      { label: 'Rechaza', value: '932015' },
      { label: 'Rechaza por fondos', value: '186743' },
      { label: 'Error', value: '999999' },
    ],
  },
];

const groupTitles: Record<string, string> = { keys: 'Llaves BRE-B (desembolsos)', accounts: 'Cuentas (desembolsos)' };

/** The groups of what the sandbox's configuration lists: each object of texts is one. */
export function configuredValues(config: Record<string, unknown>): DesignatedGroup[] {
  return Object.entries(config).flatMap(([name, group]) => {
    if (typeof group !== 'object' || group === null) return [];
    const values = Object.entries(group).flatMap(([label, value]) =>
      typeof value === 'string' ? [{ label, value }] : [],
    );
    return values.length > 0 ? [{ title: groupTitles[name] ?? name, values }] : [];
  });
}
