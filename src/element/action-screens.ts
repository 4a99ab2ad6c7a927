import type { CheckoutSession } from './checkout-session.ts';
import { CodeEntry, type CodeState } from './checkout/code-entry.ts';
import type { CheckoutState } from './checkout/state.ts';
import { MethodWords } from './messages/method-words.ts';
import type { CheckoutHost } from './checkout-host.ts';
import { adoptStyles } from './ui/adopt-styles.ts';
import { actionStyles } from './ui/actions/action-styles.ts';
import { renderAction, type ActionScreen } from './ui/actions/action-view.ts';
import { CodeForm } from './ui/actions/code-form.ts';
import type { StatusContext } from './ui/status/status-context.ts';

/** The screens for what only some methods ask of the payer; the module comes with the first payment by one of them. */
export class ActionScreens {
  readonly #host: CheckoutHost;
  readonly #session: CheckoutSession;
  readonly #words: MethodWords;
  readonly #codeForm: CodeForm;
  #lostId: string | undefined;

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
    if (state.status === 'action') this.#entry();
  }

  /** The screen of a state; undefined when it is none of these. */
  render(state: CheckoutState, context: StatusContext): ActionScreen {
    const entry = this.#entry();
    return renderAction(
      state,
      {
        ...context,
        more: this.#words.in(context.locale, context.words, this.#update),
        code: entry?.state,
        onCode: entry,
        lostId: this.#lostId,
      },
      this.#codeForm,
    );
  }

  #entry(): CodeEntry | undefined {
    return this.#session.checkout?.payment?.codeEntry(CodeEntry, this.#handleCode);
  }

  readonly #update = (): void => this.#host.requestUpdate();

  readonly #handleCode = ({ phase }: CodeState): void => {
    const { state } = this.#session;
    if (phase === 'over' && state.status === 'action') this.#lostId = state.transaction.id;
    this.#update();
  };
}
