import { fixture, html } from '@open-wc/testing';
import { nothing, type TemplateResult } from 'lit';
import type { CodeState } from '../../src/checkout/code-entry.ts';
import type { NextAction } from '../../src/checkout/next-action.ts';
import type { CheckoutState } from '../../src/checkout/state.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Language } from '../../src/messages/catalogue.ts';
import { actionStyles } from '../../src/ui/actions/action-styles.ts';
import { actionScreenOf } from '../../src/ui/actions/action-view.ts';
import { CodeForm } from '../../src/ui/actions/code-form.ts';
import { renderScreen, type Screen } from '../../src/ui/status/screen.ts';
import { statusStyles } from '../../src/ui/status/status-styles.ts';
import { styles } from '../../src/ui/styles.ts';
import { allWords } from './all-words.ts';
import { Searchable } from './searchable.ts';

const es = await allWords('es');
const refused = new CheckoutError('code_rejected', 'wrong');
const record = (extra: Record<string, unknown> = {}): Transaction => ({
  id: '1-2-3',
  status: 'PENDING',
  amount_in_cents: 11_900_000,
  currency: 'COP',
  reference: 'NEBLINA 1/2',
  created_at: '2026-03-04T15:22:00Z',
  payment_method_type: 'BANKA_QR',
  payment_method: { type: 'BANKA_QR', extra },
});
const asking = (action: NextAction): CheckoutState => ({ status: 'action', action, transaction: record() });
export const picture = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1H0z"/></svg>')}`;
/** Each screen's state. */
export const states: Record<string, CheckoutState> = {
  qr: asking({ kind: 'qr', image: picture, id: '1' }),
  voucher: asking({ kind: 'voucher', agreementCode: '80410', paymentIntention: '65085462441' }),
  otp: asking({
    kind: 'otp',
    services: { sendUrl: 'https://a.example', validateUrl: 'https://b.example', token: 't' },
    pageUrl: 'https://c.example',
  }),
  declined: { status: 'settled', transaction: { ...record(), id: 'lost', status: 'DECLINED' } },
  half: { status: 'settled', transaction: { ...record({ remaining_amount_in_cents: 5_950_000 }), status: 'APPROVED' } },
};
const expiresAt = Date.UTC(2026, 2, 4, 15, 25);
/** Each way in which a one-time code can stand. */
export const codes: Record<string, CodeState> = {
  sending: { phase: 'sending' },
  unsent: { phase: 'unsent', error: refused, sendsLeft: 1 },
  entry: { phase: 'entry', sendsLeft: 2, triesLeft: 2, expiresAt },
  wrong: { phase: 'entry', sendsLeft: 1, triesLeft: 1, expiresAt, error: refused },
  unchecked: { phase: 'entry', expiresAt, error: new CheckoutError('network', '') },
  checking: { phase: 'checking' },
  expired: { phase: 'expired', sendsLeft: 0 },
  accepted: { phase: 'accepted' },
  over: { phase: 'over', triesLeft: 0, error: refused },
};

/** The screens without a flow behind them, and the wishes that they report. */
export class ActionStand extends Searchable {
  static override readonly styles = [styles, statusStyles, actionStyles];
  state: CheckoutState = asking({ kind: 'push' });
  code: CodeState | undefined;
  lostId = 'lost';
  language: Language = 'es';
  words = es;
  readonly wishes: unknown[][] = [];
  #shown: Screen | undefined;
  readonly form = new CodeForm({ update: () => this.requestUpdate(), root: () => this.renderRoot });

  override render(): TemplateResult | typeof nothing {
    const screen = (this.#shown = this.#screen());
    return screen ? renderScreen(screen) : nothing;
  }

  #screen(): Screen | undefined {
    const wish =
      (...what: unknown[]) =>
      (...more: unknown[]) =>
        void this.wishes.push([...what, ...more]);
    return actionScreenOf(
      this.state,
      {
        words: this.words,
        locale: this.language,
        canRenew: true,
        shopUrl: 'https://shop.example/',
        isSlow: false,
        current: () => this.#shown,
        code: this.code,
        lostId: this.lostId,
        on: {
          retry: wish('retry'),
          otherMethod: wish('otherMethod'),
          leave: wish('leave'),
          goBack: () => true,
          resend: wish('resend'),
          checkAgain: wish('checkAgain'),
        },
        onCode: {
          submit: (code) => wish('code', code)(),
          resend: () => wish('another')(),
        },
      },
      this.form,
    );
  }

  async show(code: CodeState): Promise<void> {
    this.code = code;
    this.requestUpdate();
    await this.updateComplete;
  }
}
customElements.define('action-stand', ActionStand);

export async function actionStand(state: string, code?: string): Promise<ActionStand> {
  const made = await fixture<ActionStand>(html`<action-stand></action-stand>`);
  made.state = states[state]!;
  made.code = code ? codes[code] : undefined;
  made.requestUpdate();
  await made.updateComplete;
  return made;
}
