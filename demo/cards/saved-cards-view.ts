import { html, render } from 'lit';
import { formatMoney } from '../../src/domain/money.ts';
import type { SavedCard, ShopCart } from '../shop-api.ts';
import { word, type ShopLocale } from '../words.ts';

export interface SavedCardsState {
  /** Null until they are known. */
  cards: readonly SavedCard[] | null;
  cart: ShopCart | null;
  /** The card that is being charged. */
  paying: string | undefined;
  locale: ShopLocale;
}

export interface SavedCardsActions {
  pay: (card: SavedCard) => void;
  remove: (card: SavedCard) => void;
}

/** Draws the saved cards into their place, each with the button that pays with it. */
export function savedCardsView(place: HTMLElement, { pay, remove }: SavedCardsActions) {
  return ({ cards, cart, paying, locale }: SavedCardsState): void => {
    const amount = cart ? formatMoney({ amountInCents: cart.due_in_cents, currency: cart.currency }, locale) : '';
    const one = (card: SavedCard) => {
      const { id, brand, last_four, expiry, holder } = card;
      const name = `${brand} •••• ${last_four}`;
      return html`
        <li class="saved-card">
          <div class="bank-card">
            <span class="bank-card-brand">${brand}</span>
            <span class="bank-card-number">
              <span aria-hidden="true">•••• •••• ••••</span>
              ${last_four}
            </span>
            <span class="bank-card-holder">${holder}</span>
            <span class="bank-card-expiry">${word('card-expires', locale)} ${expiry}</span>
          </div>
          <div class="saved-actions">
            <button
              type="button"
              class="pay-now"
              aria-label=${`${word('card-pay', locale)} ${amount}, ${name}`}
              aria-disabled=${paying === undefined && cart ? 'false' : 'true'}
              @click=${() => (cart ? pay(card) : undefined)}
            >
              ${paying === id ? word('card-paying', locale) : `${word('card-pay', locale)} ${amount}`}
            </button>
            <button
              type="button"
              class="remove"
              aria-label=${`${word('card-remove', locale)}: ${name}`}
              @click=${() => remove(card)}
            >
              ${word('card-remove', locale)}
            </button>
          </div>
        </li>
      `;
    };
    render(
      cards?.length === 0
        ? html`
            <p class="no-cards">${word('cards-none', locale)}</p>
          `
        : html`
            <ul class="saved-list">
              ${cards?.map(one)}
            </ul>
          `,
      place,
    );
  };
}
