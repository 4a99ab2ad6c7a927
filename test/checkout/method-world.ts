import type { Attempt, CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import type { Environment } from '../../src/checkout/environment.ts';
import type { ShownAction } from '../../src/checkout/next-action.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { es } from '../../src/messages/es.ts';
import { formMaker } from '../../src/methods/create-form.ts';
import type { FieldsMethod } from '../../src/methods/payment-method.ts';
import { paymentMethods } from '../../src/methods/registry.ts';
import type { FormContext, MethodForm } from '../../src/ui/method-form.ts';
import type { FlowPage } from './flow-page.ts';
import type { FlowWorld } from './flow-world.ts';

/** A method of plain fields, by its type. */
function fieldsMethod(type: string): FieldsMethod {
  const method = paymentMethods.find((one) => one.type === type);
  if (!method || 'createForm' in method) throw new Error(`${type} is no method of plain fields`);
  return method;
}

/** What a form is rendered with, on a page that knows the payer's e-mail address and nothing else. */
export const formContext = (changes: Partial<FormContext> = {}): FormContext => ({
  words: es,
  locale: 'es',
  isTest: true,
  isBusy: false,
  isSource: false,
  email: 'ana@example.com',
  merchantName: 'Tienda de pruebas',
  ...changes,
});

/** A form as the checkout makes it, without a page to show it on. */
export function makeForm(type: string, typed: Record<string, string> = {}): MethodForm {
  const make = formMaker({
    update: () => undefined,
    // A form is only looked for in its page when something is focused or scrolled.
    root: () => ({}) as ParentNode,
    tokenize: () => Promise.reject(new Error('this is no card')),
    service: () => 'pub_test_1 https://payments.test',
    institutions: () => Promise.resolve([]),
    typed: new Map(Object.entries(typed)),
  });
  return make(fieldsMethod(type));
}

/** One press of the pay button with these details typed into the method's own form. */
export async function attemptBy(
  type: string,
  typed: Record<string, string> = {},
  context: FormContext = formContext(),
): Promise<Attempt> {
  const form = makeForm(type, typed);
  const problems = form.check(context);
  if (problems.length > 0) throw new Error(`${type}: ${JSON.stringify(problems)}`);
  return { method: type, collect: () => form.collect(context), spent: () => form.spent() };
}

/** A page whose payer has accepted both contracts and paid by this method. */
export async function paid(
  world: FlowWorld,
  type: string,
  typed: Record<string, string> = {},
  changes: Partial<CheckoutConfiguration> = {},
  environment: Partial<Environment> = {},
): Promise<FlowPage> {
  const page = await world.page({ customer: { email: 'ana@example.com' }, ...changes }, environment);
  page.accept();
  await page.checkout.submit(await attemptBy(type, typed));
  return page;
}

/** A pending record with this output of its method. */
export const pendingRecord = (extra: Record<string, unknown>, changes: Partial<Transaction> = {}): Transaction => ({
  id: '1-2-3',
  amount_in_cents: 1000,
  reference: 'R',
  currency: 'COP',
  payment_method_type: 'BANKA_QR',
  payment_method: { type: 'BANKA_QR', extra },
  status: 'PENDING',
  ...changes,
});

export const actionOf = (page: FlowPage): ShownAction | undefined =>
  page.state.status === 'action' ? page.state.action : undefined;

/** The final status of the page's payment, else what the page is doing. */
export const statusOf = (page: FlowPage): string =>
  page.state.status === 'settled' ? page.state.transaction.status : page.state.status;
