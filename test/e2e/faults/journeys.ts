import { detailsOf, fillDetails, type OtherMethod } from '../method-details.ts';
import type { Shop } from '../shop.ts';
import { until } from '../until.ts';

/** One way to pay, with all that the payer does on it. */
export interface Journey {
  readonly name: string;
  /** Chooses the method, types what it asks, accepts the contracts. */
  fill(shop: Shop, outcome: 'APPROVED' | 'DECLINED'): Promise<void>;
  /** Whether the form still holds what was typed, or no longer needs it. */
  isFilled(shop: Shop): Promise<boolean>;
  /** Does what a pending payment asks for. */
  act(shop: Shop, outcome: 'APPROVED' | 'DECLINED'): Promise<void>;
}

/** What a text control holds; nothing when it is not shown. Asks once, where `shop.value()` waits for the control. */
const held = (shop: Shop, name: string): Promise<string> =>
  shop.page.evaluate((control) => {
    const [found] = globalThis.pageProbe.controls(control);
    return found instanceof HTMLInputElement ? found.value : '';
  }, name);

const isShown = (shop: Shop, name: string): Promise<boolean> =>
  shop.page.evaluate((control) => globalThis.pageProbe.controls(control).length > 0, name);

const isChosen = (shop: Shop, method: string): Promise<boolean> =>
  shop.page.evaluate(
    (value) =>
      globalThis.pageProbe
        .controls('payment_method_type', value)
        .some((control) => control instanceof HTMLInputElement && control.checked),
    method,
  );

const card = (name: string, numbers: Record<'APPROVED' | 'DECLINED', string>, act: Journey['act']): Journey => ({
  name,
  act,
  fill: async (shop, outcome) => {
    if (await isShown(shop, 'payment_method_type')) await shop.choose('CARD');
    await shop.acceptContracts();
    await shop.fillCard({ number: numbers[outcome] });
  },
  isFilled: async (shop) => !(await isShown(shop, 'number')) || (await held(shop, 'number')) !== '',
});

const other = (
  name: string,
  method: OtherMethod,
  changes: { control?: string; declined?: Record<string, string> },
  act: Journey['act'],
): Journey => ({
  name,
  act,
  fill: async (shop, outcome) => {
    await shop.choose(method);
    await shop.waitForText(/Al pagar /);
    await fillDetails(shop, { ...detailsOf[method], ...(outcome === 'DECLINED' && changes.declined) });
    await shop.acceptContracts();
  },
  // A page that was opened anew has chosen another method.
  isFilled: async (shop) =>
    (await isChosen(shop, method)) &&
    (!changes.control || !(await isShown(shop, changes.control)) || (await held(shop, changes.control)) !== ''),
});

/** Presses a button of the bank's page inside the challenge; one that the line has lost is had by loading the page anew. */
const pressInChallenge: Journey['act'] = async (shop, outcome) => {
  if (shop.page.frames().some((candidate) => candidate.url().startsWith('chrome-error:')))
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
  const frame = shop.page.frames().find((candidate) => candidate.url().includes('/bank/challenge/'));
  const button = await frame?.$(`button[value="${outcome}"]`).catch(() => null);
  await button?.click().catch(() => undefined);
};

/** Goes on to the bank's page, where the checkout has not gone by itself. */
const goToBank: Journey['act'] = async ({ page }) => {
  await page.evaluate(() => {
    const [link] = ['Ir a la otra página', 'Abrir de nuevo la página'].flatMap((label) =>
      globalThis.pageProbe.buttons(label),
    );
    link?.click();
  });
};

const typeCode: Journey['act'] = async (shop, outcome) => {
  if (!(await isShown(shop, 'otp'))) {
    // The code could not be sent: the payer asks for it again.
    await shop.page.evaluate(() => globalThis.pageProbe.buttons('Intentar de nuevo')[0]?.click());
    return;
  }
  const code = outcome === 'APPROVED' ? '574829' : '932015';
  // What the service settles meanwhile takes the control away: then there is no code to type any more.
  const isTyped = await Promise.race([shop.fill('otp', code).then(() => true), goes(shop, 'otp')]);
  if (!isTyped) return;
  await shop.pay();
  await until(async () => (await held(shop, 'otp')) === '' || (await hasError(shop)), 'an answer to the code');
};

/** `false` once a control is no longer shown. */
const goes = async (shop: Shop, name: string): Promise<false> => {
  await until(async () => !(await isShown(shop, name)), `${name} to go`, { timeoutMs: 30_000 });
  return false;
};

const hasError = (shop: Shop): Promise<boolean> =>
  shop.page.evaluate(() => globalThis.pageProbe.parts('error').length > 0);

const waits: Journey['act'] = async () => {};

export const journeys: readonly Journey[] = [
  card('card', { APPROVED: '4242424242424242', DECLINED: '4111111111111111' }, waits),
  card('challenge', { APPROVED: '4000000000003220', DECLINED: '4000000000003220' }, pressInChallenge),
  other('redirect', 'BANKA_TRANSFER', {}, goToBank),
  other('push', 'WALLET_A', { control: 'phone_number', declined: { phone_number: '3992222222' } }, waits),
  other('code', 'WALLET_B', { control: 'phone_number' }, typeCode),
];
