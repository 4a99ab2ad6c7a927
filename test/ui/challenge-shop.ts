import type { ChallengeShop } from '../fixtures/challenge/shop.ts';
import { startSandbox, type TestSandbox } from '../start-sandbox.ts';

/** How long a condition may take to come true, in ms. */
const patienceMs = 8000;

/** Asks again at each turn until the answer is true; says what was awaited when it never is. */
export async function until(isTrue: () => unknown, what: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    if (await isTrue()) return;
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A shop's page in a frame of its own, so that whatever a fragment does to "the page" is seen and survived. */
export interface OpenShop {
  frame: HTMLIFrameElement;
  window: Window;
  element: ChallengeShop;
  close(): void;
  /** The shell that hosts the fragment; undefined while there is none. */
  shell(): Document | undefined;
  /** The frames in the shell. */
  inner(): HTMLIFrameElement[];
  /** Whether the bank's first page is there. */
  hasLoaded(): boolean;
  text(): string;
  press(label: string): void;
}

/** Opens the shop's page, under a policy of its own when one is given. */
export async function openShop({ csp = '', width = 1000, height = 900, sandbox = '' } = {}): Promise<OpenShop> {
  const frame = document.createElement('iframe');
  frame.width = String(width);
  frame.height = String(height);
  if (sandbox) frame.setAttribute('sandbox', sandbox);
  frame.src = `/test/fixtures/challenge/shop.html${csp ? `?csp=${encodeURIComponent(csp)}` : ''}`;
  document.body.append(frame);
  await until(() => frame.contentWindow?.shop, 'the shop page');
  const { contentWindow } = frame;
  if (!contentWindow) throw new Error('The shop page is gone.');
  const element = contentWindow.shop;
  const root = element.renderRoot;
  const host = () => root.querySelector<HTMLIFrameElement>('[part~="challenge"] iframe');
  const shell = () => host()?.contentDocument ?? undefined;
  return {
    frame,
    window: contentWindow,
    element,
    close: () => frame.remove(),
    shell,
    inner: () => [...(shell()?.querySelectorAll('iframe') ?? [])],
    hasLoaded: () => host() !== null && root.querySelector('.veil') === null,
    text: () => root.querySelector<HTMLElement>('.challenge')?.innerText ?? '',
    press: (label) => {
      const button = [...root.querySelectorAll('button')].find((candidate) => candidate.innerText.trim() === label);
      if (!button) throw new Error(`There is no button ${label}.`);
      button.click();
    },
  };
}

/** A bank with one pending challenge. */
export interface Bank {
  sandbox: TestSandbox;
  /** Of the challenged transaction. */
  id: string;
  /** Where the challenge's form posts to. */
  action: string;
  /** The fragment as the service delivered it, entities escaped. */
  methodData: string;
  /** How often the challenge's page was asked for since the last question. */
  loads(): Promise<number>;
  /** The queries with which it was asked for. */
  queries(): Promise<string[]>;
}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Starts a sandbox and pays in it with a card that asks for a challenge. */
export async function openBank(number = '4000000000003220'): Promise<Bank> {
  const sandbox = await startSandbox();
  const ask = async (path: string, body?: unknown): Promise<Record<string, never>> => {
    const response = await fetch(sandbox.url + path, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        authorization: 'Bearer pub_test_unit',
        'x-merchant-public-key': 'pub_test_unit',
        'content-type': 'application/json',
      },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const { data }: { data: Record<string, never> } = await response.json();
    return data;
  };
  const config: { integrity_secret: string } = await (await fetch(`${sandbox.url}/_sandbox/config`)).json();
  const merchant = await ask('/merchants/info');
  const card = { number, cvc: '123', exp_month: '12', exp_year: '39', card_holder: 'Ana' };
  const { id: token } = await ask('/v1/tokens/cards', card);
  const order = { reference: 'UNIT-1', amount_in_cents: 11_900_000, currency: 'COP' };
  const signed = new TextEncoder().encode(`${order.reference}${order.amount_in_cents}COP${config.integrity_secret}`);
  const { id } = await ask('/v1/transactions', {
    ...order,
    acceptance_token: merchant['presigned_acceptance']?.['acceptance_token'],
    accept_personal_auth: merchant['presigned_personal_data_auth']?.['acceptance_token'],
    signature: hexOf(await crypto.subtle.digest('SHA-256', signed)),
    customer_email: 'ana@example.com',
    payment_method: { type: 'CARD', token, installments: 1 },
  });
  let methodData = '';
  await until(async () => {
    const { payment_method: method } = await ask(`/v1/transactions/${String(id)}`);
    methodData = method?.['extra']?.['three_ds_auth']?.['three_ds_method_data'] ?? '';
    return methodData;
  }, 'the challenge');
  const path = `/bank/challenge/${String(id)}`;
  let seen = 0;
  const visits = async () => (await sandbox.requests()).filter((request) => request.path === path);
  return {
    sandbox,
    id: String(id),
    action: sandbox.url + path,
    methodData,
    loads: async () => {
      const { length } = await visits();
      const fresh = length - seen;
      seen = length;
      return fresh;
    },
    queries: async () => (await visits()).map(({ query }) => String(query)),
  };
}
