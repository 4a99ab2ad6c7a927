import { html, render } from 'lit';
import { formatMoney } from '../src/domain/money.ts';
import { productArt } from './product-art.ts';
import type { ShopBill } from './shop-api.ts';
import { translated } from './tools/speech.ts';
import { word, type ShopLocale } from './words.ts';

/**
 * Draws the order into its place. In a narrow page it folds to one line, so that the payment is near, which says what it
 * costs; in a wide one it is always open (shop.css).
 */
export function orderSummary(place: HTMLElement): (cart: ShopBill | null, locale: ShopLocale) => void {
  let isOpen = false;

  const draw = (cart: ShopBill | null, locale: ShopLocale): void => {
    if (!cart) {
      render(
        html`
          <p class="notice">${word('shop-down', locale)}</p>
        `,
        place,
      );
      return;
    }
    const money = (amountInCents: number) => formatMoney({ amountInCents, currency: cart.currency }, locale);
    const paidInCents = cart.total_in_cents - cart.due_in_cents;
    const goodsInCents = cart.total_in_cents - cart.shipping_in_cents;
    const hasShipping = cart.lines.some(({ sku }) => !sku.startsWith('bono-'));
    const toggle = () => {
      isOpen = !isOpen;
      draw(cart, locale);
    };
    render(
      html`
        <button
          type="button"
          class="summary-toggle"
          aria-expanded=${isOpen ? 'true' : 'false'}
          aria-controls="summary-lines"
          @click=${toggle}
        >
          <span>
            ${word(isOpen ? 'hide-summary' : 'show-summary', locale)}
            <svg viewBox="0 0 12 12" aria-hidden="true"><path d="m2 4 4 4 4-4" /></svg>
          </span>
          ${
            paidInCents > 0
              ? html`
                  <small>${word('paid-part', locale)} ${money(paidInCents)}</small>
                `
              : null
          }
        </button>
        <div id="summary-lines" class="summary-lines" ?data-open=${isOpen}>
          <ul class="lines">
            ${cart.lines.map(
              ({ sku, name, detail, quantity, amount_in_cents }) => html`
                <li>
                  <span class="line-art">
                    ${productArt(sku)}
                    <span class="line-quantity">
                      <span class="unseen">${word('quantity', locale)}:</span>
                      ${quantity}
                    </span>
                  </span>
                  <span class="line-text">
                    <span class="line-name">${translated(name)}</span>
                    <span class="line-detail">${translated(detail)}</span>
                  </span>
                  <span class="line-amount">${money(amount_in_cents)}</span>
                </li>
              `,
            )}
          </ul>
          <dl class="totals">
            <div>
              <dt>${word('subtotal', locale)}</dt>
              <dd>${money(goodsInCents)}</dd>
            </div>
            ${
              hasShipping
                ? html`
                    <div>
                      <dt>${word('shipping', locale)}</dt>
                      <dd>${cart.shipping_in_cents === 0 ? word('free', locale) : money(cart.shipping_in_cents)}</dd>
                    </div>
                  `
                : null
            }
            ${
              paidInCents > 0
                ? html`
                    <div>
                      <dt>${word('paid-part', locale)}</dt>
                      <dd>−${money(paidInCents)}</dd>
                    </div>
                  `
                : null
            }
            <div class="total">
              <dt>${word('total', locale)}</dt>
              <dd>${money(cart.due_in_cents)}</dd>
            </div>
          </dl>
          ${
            cart.tax_in_cents > 0
              ? html`
                  <p class="tax">${word('tax', locale)} ${money(Math.round(cart.tax_in_cents / 100) * 100)}</p>
                `
              : null
          }
        </div>
      `,
      place,
    );
  };
  return draw;
}
