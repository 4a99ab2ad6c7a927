/** The screen of a 3D Secure challenge (SPEC.md section 10), with the sanitiser; it comes with the first payment that is authenticated. */
import type { TemplateResult } from 'lit';
import type { CheckoutState } from '../checkout/state.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import { PayErrorEvent } from '../events/form-events.ts';
import type { AllWords } from '../messages/catalogue.ts';
import { networkBrandOf, renderNetworkLogo } from '../ui/challenge/challenge-screen.ts';
import { challengeStyles } from '../ui/challenge/challenge-styles.ts';
import { Challenge } from '../ui/challenge/challenge-view.ts';
import type { Screen, StatusContext } from '../ui/status/screen.ts';
import { adoptStyles } from '../ui/styles.ts';
import { namedBy, type CheckoutHost } from './host.ts';
import type { Session } from './session.ts';

export class ChallengeScreen {
  readonly #host: CheckoutHost;
  readonly #session: Session;
  readonly #challenge: Challenge;

  constructor(host: CheckoutHost, session: Session) {
    this.#host = host;
    this.#session = session;
    this.#challenge = new Challenge(host);
    adoptStyles(host.renderRoot, challengeStyles);
  }

  /** Takes over a change of state: a challenge that is over goes. */
  handleState(state: CheckoutState): void {
    if (state.status !== 'action' || state.action.kind !== 'challenge') this.#challenge.close();
  }

  renderLogo(brand: unknown, words: AllWords): TemplateResult {
    return renderNetworkLogo(networkBrandOf(brand), words);
  }

  /** The screen of a state; undefined when it is no challenge. */
  screen(state: CheckoutState, context: StatusContext): Screen | undefined {
    if (state.status !== 'action' || state.action.kind !== 'challenge') return;
    const { checkout, isOnDuty } = this.#session;
    // Where another checkout of the page shows it, this one says that the payment is under way.
    if (!isOnDuty) {
      this.#challenge.close();
      return;
    }
    const checkAgain = (): void => checkout?.checkAgain();
    return this.#challenge.screen({
      state,
      context,
      methodData: state.action.methodData,
      isTest: isTestKey(this.#host.publicKey),
      named: namedBy(this.#host),
      hasLeft: (left) => checkout?.hasLeft(left),
      onProblem: (error) => {
        console.error(`<pay-checkout>: ${error.message}`);
        this.#host.dispatchEvent(new PayErrorEvent(error));
      },
      onHasten: checkAgain,
      onResume: checkAgain,
    });
  }
}
