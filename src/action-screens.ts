import type { TemplateResult } from 'lit';
import type { CheckoutSession } from './checkout-session.ts';
import type { CodeState } from './checkout/code-entry.ts';
import type { CheckoutState } from './checkout/state.ts';
import { MethodWords } from './messages/method-words.ts';
import type { CheckoutHost } from './checkout-host.ts';
import { adoptStyles } from './ui/adopt-styles.ts';
import { actionStyles } from './ui/actions/action-styles.ts';
import { renderAction } from './ui/actions/action-view.ts';
import { CodeForm } from './ui/actions/code-form.ts';
import type { StatusContext } from './ui/status/status-context.ts';

/** The screens for what only some methods ask of the payer; the module comes with the first payment by one of them. */
export class ActionScreens {
  readonly #host: CheckoutHost;
  readonly #session: CheckoutSession;
  readonly #words: MethodWords;
  readonly #codeForm: CodeForm;
  #code: CodeState | undefined;

  private constructor(host: CheckoutHost, session: CheckoutSession, words: MethodWords) {
    this.#host = host;
    this.#session = session;
    this.#words = words;
    this.#codeForm = new CodeForm({ update: this.#update, root: () => host.renderRoot });
  }

  /** Rejects as imports do when the words cannot be fetched. */
  static async load(host: CheckoutHost, session: CheckoutSession): Promise<ActionScreens> {
    const words = await MethodWords.load(host.locale);
    adoptStyles(host.renderRoot, actionStyles);
    return new ActionScreens(host, session, words);
  }

  /** Takes over a change of state: a one-time code that it asks for is sent. */
  handleState(state: CheckoutState): void {
    if (state.status === 'action' && state.action.kind === 'otp')
      this.#code = this.#session.checkout?.codeEntry(this.#handleCode)?.state;
  }

  /** The screen of a state; undefined when it is none of these. */
  render(state: CheckoutState, context: StatusContext): TemplateResult | undefined {
    const { checkout } = this.#session;
    const entry = () => checkout?.codeEntry(this.#handleCode);
    return renderAction(
      state,
      {
        ...context,
        more: this.#words.in(context.locale, context.words, this.#update),
        code: this.#code,
        onCode: {
          submit: (code) => void entry()?.submit(code),
          resend: () => entry()?.resend(),
          openPage: () => checkout?.leave(),
        },
      },
      this.#codeForm,
    );
  }

  readonly #update = (): void => this.#host.requestUpdate();

  readonly #handleCode = (code: CodeState): void => {
    this.#code = code;
    this.#update();
  };
}
