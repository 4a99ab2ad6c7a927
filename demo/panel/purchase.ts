import { html, render } from 'lit';
import { formatMoney } from '../../src/domain/money.ts';
import { shopApi, type ShopProduct } from '../shop-api.ts';
import type { ShopPage } from '../shop-page.ts';
import { onSpeech, say, spokenLocale, translated } from '../tools/speech.ts';

const most = 9;

/** What is bought: quantities of the shop's goods, or one gift card when an exact total is wanted. */
export function mountPurchase(place: HTMLElement, page: ShopPage, tell: (text: string) => void): void {
  let products: ShopProduct[] = [];
  let problem: string | null = null;

  const money = (amountInCents: number) => formatMoney({ amountInCents, currency: 'COP' }, spokenLocale());
  const quantityOf = (sku: string) => page.cart?.lines.find((line) => line.sku === sku)?.quantity ?? 0;

  const replace = async (items: { sku: string; quantity: number }[]) => {
    try {
      await page.replaceCart(items);
      problem = null;
      tell(say('Nuevo total: {amount}', { amount: money(page.cart?.total_in_cents ?? 0) }));
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      draw();
    }
  };

  const change = (sku: string, by: number) => {
    const items = products
      .filter((product) => !product.is_gift_card)
      .map((product) => ({ sku: product.sku, quantity: quantityOf(product.sku) + (product.sku === sku ? by : 0) }))
      .filter(({ quantity }) => quantity > 0);
    void replace(items);
  };

  const stepper = (product: ShopProduct, goodsCount: number) => {
    const quantity = quantityOf(product.sku);
    // An empty cart cannot be paid: the last item stays.
    const isLast = goodsCount === 1 && quantity === 1;
    return html`
      <li>
        <span>
          ${translated(product.name)}
          <span class="hint">${money(product.price_in_cents)}</span>
        </span>
        <span class="stepper" role="group" aria-label=${say('Cantidad de {name}', { name: translated(product.name) })}>
          <button
            type="button"
            class="small"
            aria-label=${say('Quitar uno')}
            ?disabled=${quantity === 0 || isLast}
            @click=${() => change(product.sku, -1)}
          >
            −
          </button>
          <output>${quantity}</output>
          <button
            type="button"
            class="small"
            aria-label=${say('Agregar uno')}
            ?disabled=${quantity >= most}
            @click=${() => change(product.sku, 1)}
          >
            +
          </button>
        </span>
      </li>
    `;
  };

  const draw = () => {
    const goods = products.filter((product) => !product.is_gift_card);
    const giftCards = products.filter((product) => product.is_gift_card);
    const goodsCount = goods.reduce((sum, { sku }) => sum + quantityOf(sku), 0);
    const chosen = giftCards.find(({ sku }) => quantityOf(sku) > 0)?.sku ?? '';
    render(
      html`
        <ul class="cart">
          ${goods.map((product) => stepper(product, goodsCount))}
        </ul>
        <label class="field">
          ${say('Un monto exacto (bono de regalo)')}
          <select
            @change=${({ currentTarget }: Event) => {
              const sku = (currentTarget as HTMLSelectElement).value;
              if (sku) void replace([{ sku, quantity: 1 }]);
            }}
          >
            <option value="" ?disabled=${chosen !== ''} .selected=${chosen === ''}>${say('Elige un monto')}</option>
            ${giftCards.map(
              ({ sku, price_in_cents }) => html`
                <option value=${sku} .selected=${sku === chosen}>${money(price_in_cents)}</option>
              `,
            )}
          </select>
        </label>
        <p class="hint">${say('Siempre en pesos (COP). El monto lo decide el servidor de la tienda.')}</p>
        ${
          problem
            ? html`
                <p class="notice">${translated(problem)}</p>
              `
            : null
        }
      `,
      place,
    );
  };

  page.addEventListener('change', draw);
  onSpeech(draw);
  draw();
  shopApi.products().then(
    (answer) => {
      products = answer;
      draw();
    },
    (error: unknown) => {
      problem = error instanceof Error ? error.message : String(error);
      draw();
    },
  );
}
