import { Checkout as LateCheckout } from './checkout.ts';
import type { CodeEntry, CodeState } from './code-entry.ts';
import { Payment } from './payment.ts';
import type { CheckoutParts } from './stage.ts';

/**
 * The same with all that a payment needs at hand, and with what can be done about one: whoever brings a face of their own
 * decides what comes when.
 */
export class Checkout extends LateCheckout {
  constructor(parts: CheckoutParts) {
    const part = { Payment, api: parts.api };
    super({ ...parts, latePart: () => Promise.resolve(part) });
    this.late.take(part);
  }

  /** The id of the payment that is unknown, where the service has given one: it exists, and is not sent again. */
  get openId(): string | undefined {
    return this.payment?.inquiry.openId;
  }

  /**
   * Out of `unknown`, on the payer's word alone: sends the identical request again, or after a reload opens the form for
   * the same reference, which the service takes only once.
   */
  async resend(): Promise<void> {
    await this.payment?.resend();
  }

  /** After a payment that did not go through: another try, with a new order. After a half payment: the rest. */
  retry(): void {
    this.payment?.retry();
  }

  /** Turns from a pending payment to another method. One that is completed all the same is shown at the next press. */
  setAside(): void {
    this.payment?.setAside();
  }

  /** The payer waits no longer for a wallet's permission (mode `source`): back to the form. Nothing was kept or charged. */
  giveUp(): void {
    this.payment?.giveUp();
  }

  /** Leaves for the bank now. */
  leave(): void {
    this.payment?.pursuit.leave();
  }

  /**
   * Whether the payer has left the bank's challenge of the pending payment, which a reload leaves closed then.
   *
   * @param left what is to be kept of it from now on.
   */
  hasLeft(left?: boolean): boolean | undefined {
    return this.payment?.hasLeft(left);
  }

  /**
   * The one-time code that the pending payment asks for; undefined while it asks for none.
   *
   * @param Entry the class `CodeEntry`, given here so that whoever shows no codes need not load it.
   * @param changed told of each change of it.
   */
  codeEntry(Entry: typeof CodeEntry, changed: (state: CodeState) => void): CodeEntry | undefined {
    return this.payment?.codeEntry(Entry, changed);
  }
}
