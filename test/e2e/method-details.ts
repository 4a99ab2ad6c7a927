import type { Shop } from './shop.ts';

/** What a payer types into a method's form, by the names of its controls. */
export type MethodDetails = Readonly<Record<string, string>>;

const person = { user_legal_id: '1012345678' };

/** Details with which the service takes each method; what happens then is decided on the way. */
export const detailsOf = {
  BANKDEBIT: {
    financial_institution_code: 'BANCO CORDILLERA DIGITAL',
    ...person,
    full_name: 'Ana Rojas',
    phone_number: '300 123 4567',
  },
  BANKA_TRANSFER: {},
  BANKA_QR: {},
  WALLET_A: { phone_number: '3991111111' },
  WALLET_B: { ...person, phone_number: '+57 300-123-4567' },
  BANKA_COLLECT: {},
  PCOL: {},
  BNPL: { name: 'Ana', last_name: 'Rojas', ...person, phone_number: '3001234567' },
  WALLET_PAY: person,
} as const satisfies Record<string, MethodDetails>;

export type OtherMethod = keyof typeof detailsOf;

const choices: ReadonlySet<string> = new Set([
  'financial_institution_code',
  'sandbox_status',
  'user_legal_id_type',
  'user_type',
]);

/** Fills in the form of the method that is shown. */
export async function fillDetails(shop: Shop, details: MethodDetails): Promise<void> {
  for (const [name, value] of Object.entries(details)) {
    if (choices.has(name)) await shop.select(name, value);
    else await shop.insert(name, value);
  }
}

/** Chooses a method, fills it in, accepts the contracts and pays. */
export async function payBy(shop: Shop, method: OtherMethod, details: MethodDetails = {}): Promise<void> {
  await shop.choose(method);
  // Each form ends with what follows the pay button: until it is there, things still move.
  await shop.waitForText(/Al pagar /);
  await fillDetails(shop, { ...detailsOf[method], ...details });
  await shop.acceptContracts();
  await shop.pay();
}
