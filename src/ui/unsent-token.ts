import type { CardToken } from '../domain/wire/card-token.ts';

/** A token that is about to expire is not worth sending. */
const marginMs = 60_000;

/**
 * The single-use token of a card that was not sent yet: for the yes to another amount, or for the order that failed. One
 * that was sent and clearly refused goes with the next try as well: should it have been taken all the same, the service
 * does not take it twice.
 */
export class UnsentToken {
  readonly #now: () => number;
  #kept: { token: CardToken; service: unknown } | undefined;
  /** Counts how often it was dropped: a token that was asked for before that is not kept. */
  #drops = 0;

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /**
   * The kept one of this service, or else the one that `make` gets from it, which is kept unless the card has changed
   * meanwhile.
   */
  async get(service: unknown, make: () => Promise<CardToken>): Promise<CardToken> {
    const { token, service: origin } = this.#kept ?? {};
    if (token && origin === service && !(Date.parse(token.expires_at ?? '') <= this.#now() + marginMs)) return token;
    const drops = this.#drops;
    const made = await make();
    if (drops === this.#drops) this.#kept = { token: made, service };
    return made;
  }

  /** The card has changed, or the token was used. */
  drop(): void {
    this.#drops += 1;
    this.#kept = undefined;
  }
}
