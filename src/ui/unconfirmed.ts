/** The question about a payment that may have been made, above the pay button. It comes with the screens. */
import { html, type TemplateResult } from 'lit';
import type { Unconfirmed } from '../checkout/state.ts';
import type { AllWords } from '../messages/catalogue.ts';
import { renderNotice } from './notices.ts';
import { renderWay } from './way.ts';
import { describeUnconfirmed } from './status/status-parts.ts';

export interface UnconfirmedContext {
  words: AllWords;
  locale: string;
  /** The method's title by its type. */
  methodTitle: (type: string) => string | undefined;
  /** The payer says that this is another payment, and pays all the same. */
  onWaive: () => void;
}

/** Which payment it was, what may happen, and the way on for whoever makes another one. */
export function renderUnconfirmed(payment: Unconfirmed, context: UnconfirmedContext): TemplateResult {
  const { words, onWaive } = context;
  return renderNotice(
    'news',
    html`${describeUnconfirmed(payment, context)} ${renderWay(words.unconfirmedPay, onWaive)}`,
    'question',
  );
}
