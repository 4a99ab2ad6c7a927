import { html, render } from 'lit';
import { formatMoney } from '../../src/domain/money.ts';
import type { SavedSource, ShopCart } from '../shop-api.ts';
import { word, type ShopLocale } from '../words.ts';

export interface SavedSourcesState {
  /** Null until they are known. */
  sources: readonly SavedSource[] | null;
  /** What can be paid; null while nothing can. */
  cart: ShopCart | null;
  /** The wallet that is being charged. */
  paying: string | undefined;
  locale: ShopLocale;
}

export interface SavedSourcesActions {
  /** @param cart with the amount that the button showed */
  pay: (source: SavedSource, cart: ShopCart) => void;
  remove: (source: SavedSource) => void;
}

/**
 * Draws the saved cards and wallets into their place, each wallet with the button that pays with it: the checkout offers
 * the cards.
 */
export function savedSourcesView(place: HTMLElement, { pay, remove }: SavedSourcesActions) {
  return ({ sources, cart, paying, locale }: SavedSourcesState): void => {
    const amount = cart ? formatMoney({ amountInCents: cart.due_in_cents, currency: cart.currency }, locale) : '';
    const one = (source: SavedSource) => {
      const { id, last_four } = source;
      const brand = source.type === 'CARD' ? source.brand : word('wallet', locale);
      const name = `${brand} •••• ${last_four}`;
      const label = paying === id ? word('source-charging', locale) : `${word('source-pay', locale)} ${amount}`;
      return html`
        <li class="saved-source">
          <div class="bank-card ${source.type === 'CARD' ? '' : 'wallet'}">
            <span class="bank-card-brand">${brand}</span>
            <span class="bank-card-number">
              <span aria-hidden="true">${source.type === 'CARD' ? '•••• •••• ••••' : '••• •••'}</span>
              ${last_four}
            </span>
            ${
              source.type === 'CARD'
                ? html`
                    <span class="bank-card-holder">${source.holder}</span>
                    <span class="bank-card-expiry">${word('source-expires', locale)} ${source.expiry}</span>
                  `
                : html`
                    <span class="bank-card-holder">${word('wallet-phone', locale)}</span>
                  `
            }
          </div>
          <div class="saved-actions">
            ${
              cart && source.type !== 'CARD'
                ? html`
                    <button
                      type="button"
                      class="pay-now"
                      aria-label=${`${label}, ${name}`}
                      aria-disabled=${paying === undefined ? 'false' : 'true'}
                      @click=${() => pay(source, cart)}
                    >
                      ${label}
                    </button>
                  `
                : null
            }
            <button
              type="button"
              class="remove"
              aria-label=${`${word('source-remove', locale)}: ${name}`}
              @click=${() => remove(source)}
            >
              ${word('source-remove', locale)}
            </button>
          </div>
        </li>
      `;
    };
    render(
      sources?.length === 0
        ? html`
            <p class="no-sources">${word('sources-none', locale)}</p>
          `
        : html`
            <ul class="saved-list">
              ${sources?.map(one)}
            </ul>
          `,
      place,
    );
  };
}
