import type { PayCheckout } from '../../src/index.ts';
import type { ToolText } from '../tools/en.ts';

/** A payment that the sandbox has an answer for. */
export interface Scenario {
  title: ToolText;
  method: string;
  fields: Readonly<Record<string, string>>;
}

const card = (number: string) => ({ number, expiry: '12/39', cvc: '123', card_holder: 'Laura Restrepo' });
const bank = (code: string) => ({ user_legal_id: '1012345678', financial_institution_code: code });

/** What the playground fills in by itself, by the sandbox's designated values. */
export const scenarios = {
  approved: { title: 'Tarjeta que aprueba', method: 'CARD', fields: card('4242424242424242') },
  declined: { title: 'Tarjeta que rechaza', method: 'CARD', fields: card('4111111111111111') },
  error: { title: 'Tarjeta que da error', method: 'CARD', fields: card('5555555555554444') },
  challenge: { title: 'Tarjeta con 3D Secure', method: 'CARD', fields: card('4000000000003220') },
  frictionless: { title: 'Tarjeta autenticada sin preguntar', method: 'CARD', fields: card('4000000000003063') },
  wallet: { title: 'Billetera A que aprueba', method: 'WALLET_A', fields: { phone_number: '3991111111' } },
  walletDeclined: { title: 'Billetera A que rechaza', method: 'WALLET_A', fields: { phone_number: '3992222222' } },
  code: {
    title: 'Billetera B: pide un código',
    method: 'WALLET_B',
    fields: { user_legal_id: '1012345678', phone_number: '3001234567' },
  },
  bank: { title: 'Débito en el banco que aprueba', method: 'BANKDEBIT', fields: bank('Banco que aprueba') },
  bankDeclined: { title: 'Débito en el banco que rechaza', method: 'BANKDEBIT', fields: bank('Banco que rechaza') },
  transfer: { title: 'Transferencia', method: 'BANKA_TRANSFER', fields: {} },
  qr: { title: 'Código QR', method: 'BANKA_QR', fields: {} },
  cash: { title: 'Efectivo', method: 'BANKA_COLLECT', fields: {} },
  points: { title: 'Puntos', method: 'PCOL', fields: {} },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

type Control = HTMLInputElement | HTMLSelectElement;

/** Asks until there is an answer, for as long as a tester would wait. */
async function soon<Answer>(ask: () => Answer | undefined): Promise<Answer | undefined> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const answer = ask();
    if (answer !== undefined || performance.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const allIn = <Found extends HTMLElement>({ shadowRoot }: PayCheckout, selector: string): Found[] =>
  [shadowRoot, ...[...(shadowRoot?.querySelectorAll('pay-card-fields') ?? [])].map((fields) => fields.shadowRoot)]
    .flatMap((root) => [...(root?.querySelectorAll<Found>(selector) ?? [])])
    .filter((one) => one.checkVisibility());

const controlOf = (checkout: PayCheckout, name: string): Promise<Control | undefined> =>
  soon(() => allIn<Control>(checkout, `[name="${name}"]`).find(({ disabled }) => !disabled));

const select = (input: Control): void => {
  if (!(input as HTMLInputElement).checked) input.click();
};

async function type(checkout: PayCheckout, name: string, text: string): Promise<void> {
  const control = await controlOf(checkout, name);
  if (!control) return;
  control.focus();
  control.value = text;
  control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  if (control.getAttribute('role') === 'combobox') {
    // The list may still be on its way, and closes when somebody clicks elsewhere meanwhile.
    const option = await soon(() => {
      if (control.getAttribute('aria-expanded') === 'false') control.click();
      return allIn(checkout, '[role=option]').find(({ textContent }) => textContent?.includes(text));
    });
    option?.click();
  } else control.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Types what leads to an outcome, and accepts the contracts, so that a tester need not. It presses what a payer presses;
 * whether to pay stays with the tester. Resolves with whether there was such a form.
 */
export async function fillForm(checkout: PayCheckout, { method, fields }: Scenario): Promise<boolean> {
  const { shadowRoot } = checkout;
  const radio = shadowRoot?.querySelector<HTMLInputElement>(`[name="payment_method_type"][value="${method}"]`);
  if (radio) select(radio);
  // A method that is the only one needs no choice.
  else if (shadowRoot?.querySelector('[name="payment_method_type"]')) return false;
  await checkout.updateComplete;
  const [first] = Object.keys(fields);
  if (first && !(await controlOf(checkout, first))) return false;
  for (const [name, text] of Object.entries(fields)) await type(checkout, name, text);
  for (const name of ['acceptance_token', 'accept_personal_auth']) {
    const box = await controlOf(checkout, name);
    if (box) select(box);
  }
  const button = shadowRoot?.querySelector<HTMLElement>('[part~="pay-button"]');
  button?.focus();
  return button !== null;
}
