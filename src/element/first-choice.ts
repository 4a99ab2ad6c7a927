/** What is chosen before the payer chooses: a method, or a saved card. */
import { isServer } from 'lit';
import { lastMethod } from '../browser/last-method.ts';
import type { SavedCard } from '../domain/saved-source.ts';
import type { MethodForms } from '../methods/method-forms.ts';
import type { SavedCards } from '../methods/saved-cards.ts';
import type { CheckoutHost } from './host.ts';

export class FirstChoice {
  readonly #host: CheckoutHost;
  /** The type of the payer's last approved payment, as it was when the page first named whom to pay. */
  #last: { payee: string; type: string | undefined } | undefined;
  #isTakenOver: boolean | undefined;

  constructor(host: CheckoutHost) {
    this.#host = host;
  }

  /**
   * Takes over the payer's saved cards, and with them what is chosen at first. A server renders none of them, for they are
   * the payer's own, and what it has rendered is taken over first.
   */
  offer(sources: readonly SavedCard[], saved: SavedCards, forms: MethodForms): void {
    const { preselect, hasUpdated, updateComplete } = this.#host;
    const wanted = this.#wanted;
    const isRendered = this.#isServerRendered;
    const isLater = isRendered && !hasUpdated;
    const isFirst = !isRendered && (!wanted || wanted === 'first' || (wanted === 'CARD' && !preselect));
    saved.offer(isLater ? [] : sources, isFirst);
    forms.preselect = saved.selected ? 'CARD' : wanted;
    forms.hasOthers = saved.isOffered && !isRendered;
    if (isLater && !isServer) void updateComplete.then(() => this.#host.requestUpdate());
  }

  /** What the page says, else what the payer has paid by before. */
  get #wanted(): string | undefined {
    const { preselect, methods, publicKey, baseUrl } = this.#host;
    if (preselect || methods) return preselect || undefined;
    // What a server has rendered is taken over as it is.
    if (!publicKey || !baseUrl || this.#isServerRendered) return;
    const payee = `${publicKey} ${baseUrl}`;
    if (this.#last?.payee !== payee) this.#last = { payee, type: lastMethod({ baseUrl, publicKey }) };
    return this.#last.type;
  }

  get #isServerRendered(): boolean {
    return (this.#isTakenOver ??= isServer || this.#host.renderRoot.querySelector('.base') !== null);
  }
}
