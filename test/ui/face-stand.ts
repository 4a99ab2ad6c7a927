import { fixture, html } from '@open-wc/testing';
import { nothing, type TemplateResult } from 'lit';
import type { CheckoutState } from '../../src/checkout/state.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { AcceptanceDocument, AcceptanceField } from '../../src/domain/merchant.ts';
import type { Transaction, TransactionStatus } from '../../src/domain/transaction.ts';
import { CardForm } from '../../src/methods/card.ts';
import { renderConsent } from '../../src/ui/consent.ts';
import { lineIcon } from '../../src/ui/icons.ts';
import { renderHeader } from '../../src/ui/header.ts';
import type { FieldProblem } from '../../src/ui/method-form.ts';
import { renderMethodList, type Choice } from '../../src/ui/method-list.ts';
import { renderProblems } from '../../src/ui/notices.ts';
import { renderPayButton } from '../../src/ui/pay-button.ts';
import { renderScreen, type StatusContext } from '../../src/ui/status/screen.ts';
import { statusStyles } from '../../src/ui/status/status-styles.ts';
import { screenOf } from '../../src/ui/status/status-view.ts';
import { styles } from '../../src/ui/styles.ts';
import { allWords } from './all-words.ts';
import { Searchable } from './searchable.ts';

export const es = await allWords('es');

export const amount = { amountInCents: 11_900_000, currency: 'COP' };
export const documents: AcceptanceDocument[] = [
  { field: 'acceptance_token', type: 'END_USER_POLICY', permalink: 'https://docs.example/policy.pdf' },
  { field: 'accept_personal_auth', type: 'PERSONAL_DATA_AUTH', permalink: 'https://docs.example/data.pdf' },
];
export const methods: Choice[] = [
  { id: 'CARD', title: 'Tarjeta', hint: 'Crédito o débito', mark: lineIcon('M2.5 5h19v14h-19zM2.5 10h19') },
  { id: 'WALLET_A', title: 'Billetera', mark: lineIcon('M7 2.5h10v19H7z') },
];

/** A face without a flow: what the pieces look like together, and which wishes of the payer they report. */
export class FaceStand extends Searchable {
  static override readonly styles = [styles, statusStyles];
  words = es;
  locale = 'es';
  state: CheckoutState = { status: 'ready' };
  documents = documents;
  problems: FieldProblem[] = [];
  isSource = false;
  amount: typeof amount | undefined = amount;
  logo: string | undefined;
  methods = methods;
  notice: unknown = nothing;
  change: Partial<StatusContext> = {};
  readonly wishes: unknown[][] = [];
  /** The page goes back to the shop itself. */
  objects: ((url: string) => void) | undefined;
  readonly accepted = new Set<AcceptanceField>();
  readonly card = new CardForm({
    institutions: () => Promise.resolve([]),
    typed: new Map(),
    update: () => this.requestUpdate(),
    root: () => this.renderRoot,
    tokenize: () => Promise.reject(new CheckoutError('network', '')),
    service: () => 'pub_test_1 https://payments.test',
  });

  override render(): TemplateResult {
    const { words, locale, state, isSource } = this;
    const wish = (name: string) => (): void => void this.wishes.push([name]);
    const screen = screenOf(state, {
      words,
      locale,
      canRenew: true,
      shopUrl: 'https://shop.example/',
      isSlow: false,
      current: () => screen,
      on: {
        retry: wish('retry'),
        otherMethod: wish('otherMethod'),
        leave: wish('leave'),
        goBack: (url) => {
          this.objects?.(url);
          return !this.objects;
        },
        resend: wish('resend'),
        checkAgain: wish('checkAgain'),
      },
      ...this.change,
    });
    const isBusy = state.status === 'submitting';
    const toggle = (field: AcceptanceField, isAccepted: boolean) => void this.wishes.push([field, isAccepted]);
    return html`<div part="base">
      ${renderHeader({ words, locale, merchantName: 'Café Neblina', logo: this.logo, amount: this.amount, isTest: true, isLoading: true, isSource })}
      ${
        !screen
          ? html`<form class="form" novalidate>
            <div class="fields">
              ${renderMethodList({ words, choices: this.methods, selected: 'CARD', onSelect: (type) => void this.wishes.push([type]) })}
              ${this.card.render({ words, locale, isTest: true, isBusy })}
              ${renderConsent({ words, documents: this.documents, isAccepted: (field) => this.accepted.has(field), problems: this.problems, onToggle: toggle })}
            </div>
            ${this.notice} ${renderProblems(words, this.problems, (name) => void this.wishes.push([name]))}
            ${renderPayButton({ words, locale, amount: (state.status === 'ready' && state.changedAmount) || this.amount, state, isSource })}
          </form>`
          : renderScreen(screen)
      }
    </div>`;
  }

  box(name: string): HTMLInputElement {
    const found = this.renderRoot.querySelector<HTMLInputElement>(`input[name=${name}]`);
    if (!found) throw new Error(`There is no box ${name}.`);
    return found;
  }

  get text(): string {
    return this.find('[part=base]').innerText.replace(/\s+/g, ' ');
  }
}
customElements.define('face-stand', FaceStand);

/** A stand with a setting. */
export async function stand(setting: Partial<FaceStand> = {}): Promise<FaceStand> {
  const face = await fixture<FaceStand>(html`<face-stand></face-stand>`);
  Object.assign(face, setting);
  face.requestUpdate();
  await face.updateComplete;
  return face;
}

const transaction = (status: TransactionStatus, rest: Partial<Transaction> = {}): Transaction => ({
  id: '1-2-3',
  status,
  amount_in_cents: 11_900_000,
  currency: 'COP',
  reference: 'NEBLINA-1',
  created_at: '2026-03-04T15:22:00Z',
  payment_method_type: 'CARD',
  payment_method: { type: 'CARD', extra: { brand: 'VISA', last_four: '4242' } },
  ...rest,
});
const error = new CheckoutError('contracts_unreachable', 'words for the developer');
const bank = { kind: 'redirect', url: 'https://banco.example/pay?x=1' } as const;
const pending = transaction('PENDING');
/** Every state that has a screen. */
export const screens: Record<string, CheckoutState> = {
  submitting: { status: 'submitting', step: 'confirm' },
  elsewhere: { status: 'submitting', step: 'confirm', elsewhere: true },
  processing: { status: 'processing', transaction: pending },
  stalled: { status: 'processing', transaction: pending, stalled: true },
  missed: { status: 'processing', transaction: pending, error },
  redirect: { status: 'action', action: bank, transaction: pending },
  left: { status: 'action', action: { ...bank, left: true }, transaction: pending },
  push: { status: 'action', action: { kind: 'push' }, transaction: pending },
  approved: { status: 'settled', transaction: transaction('APPROVED') },
  declined: { status: 'settled', transaction: transaction('DECLINED') },
  errored: { status: 'settled', transaction: transaction('ERROR') },
  voided: { status: 'settled', transaction: transaction('VOIDED') },
  awaiting: { status: 'settled', transaction: transaction('DECLINED'), awaitsOrder: true },
  orderless: {
    status: 'settled',
    transaction: transaction('DECLINED'),
    error: new CheckoutError('order_unavailable', 'words for the developer'),
  },
  unknown: { status: 'unknown', reference: 'NEBLINA-1', resendable: true },
  failed: { status: 'failed', error },
  handedOver: { status: 'ready', handedOver: true },
};
