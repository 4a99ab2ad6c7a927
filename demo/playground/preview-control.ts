import type { PayCheckout } from '../../src/index.ts';
import { shopApi, type SignedOrder } from '../shop-api.ts';
import { markupOf } from './marks.ts';
import type { PreviewOpening } from './preview-opening.ts';
import type { Settings } from './settings.ts';
import { styleSheet, themes, type Theme } from './themes.ts';
import {
  attributesOf,
  exampleProfile,
  exampleSources,
  exampleThreeDs,
  chosenMarks,
  chosenWords,
  type Places,
} from './wiring.ts';

/** Keeps the checkout in the frame as it is set, through each of its loadings. */
export class PreviewControl {
  readonly #baseUrl: string;
  readonly #settings: () => Settings;
  #opening: PreviewOpening | undefined;
  #order: SignedOrder | undefined;
  #orderFor = '';
  /** What stands in the checkout's slots. */
  #marks = '';

  constructor(baseUrl: string, settings: () => Settings) {
    this.#baseUrl = baseUrl;
    this.#settings = settings;
  }

  get checkout(): PayCheckout | undefined {
    return this.#opening?.checkout;
  }

  /** Where the real service and this shop's backend are. */
  get places(): Places {
    return {
      baseUrl: this.#baseUrl,
      orderUrl: `/api/playground/order?${this.#terms}`,
      chargeUrl: '/api/playground/charge',
      redirectUrl: '/taller-vista',
      order: this.#order,
    };
  }

  /** Takes over a page that has just been loaded. */
  async open(opening: PreviewOpening): Promise<void> {
    this.#opening = opening;
    this.#marks = '';
    // What is paid is paid: another try needs another order.
    opening.checkout.addEventListener('pay-renewal-required', () => {
      this.#orderFor = '';
      void this.apply();
    });
    await this.apply();
  }

  /** Gives the checkout what is set now. Rejects when no order can be had. */
  async apply(): Promise<void> {
    const settings = this.#settings();
    const opening = this.#opening;
    if (!opening) return;
    this.#dress(opening.page, settings);
    const { checkout } = opening;
    // Ahead of whatever has to be waited for: the first words are of this language.
    checkout.setAttribute('locale', settings.locale);
    await this.#fetchOrder(settings);
    const attributes = attributesOf(settings, this.places);
    for (const name of checkout.getAttributeNames()) if (!(name in attributes)) checkout.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes))
      if (checkout.getAttribute(name) !== value) checkout.setAttribute(name, value);
    checkout.createOrder =
      settings.mode === 'payment' && settings.orders === 'createOrder' ? () => this.#createOrder() : null;
    const hasCard = settings.mode === 'payment' && settings.savedCard !== 'none';
    checkout.savedSources = hasCard ? exampleSources : null;
    checkout.chargeSource = hasCard && settings.savedCard === 'chargeSource' ? shopApi.playgroundCharge : null;
    checkout.resolveReference = settings.resolves ? this.#resolve : null;
    checkout.externalThreeDs = settings.externalThreeDs ? exampleThreeDs : null;
    // A new object would make a new flow, and throw away what was typed.
    checkout.profile = settings.browserInfo ? exampleProfile : null;
    checkout.words = chosenWords(settings);
    const marks = markupOf(chosenMarks(settings)).join('');
    if (marks !== this.#marks) checkout.innerHTML = marks;
    this.#marks = marks;
  }

  get #terms(): string {
    const { amountInCents, currency } = this.#settings();
    return new URLSearchParams({ amount_in_cents: String(amountInCents), currency }).toString();
  }

  #dress(page: Document, settings: Settings): void {
    const { scheme: ownScheme, page: background }: Theme = themes[settings.theme];
    const look = page.querySelector('#look');
    if (look) look.textContent = `:root { --page: ${background} }\n${styleSheet(settings)}`;
    const scheme = ownScheme ?? (settings.scheme === 'auto' ? '' : settings.scheme);
    page.documentElement.style.colorScheme = scheme;
    page.documentElement.lang = settings.locale;
    // By this the checkout's doctor hears that there is something else to look at.
    page.documentElement.dataset['theme'] = [settings.theme, settings.accent].join(' ').trim();
  }

  async #fetchOrder({ mode, orders }: Settings): Promise<void> {
    if (mode !== 'payment' || orders !== 'fixed' || this.#orderFor === this.#terms) return;
    const terms = this.#terms;
    this.#order = await shopApi.playgroundOrder(terms);
    this.#orderFor = terms;
  }

  async #createOrder() {
    const {
      reference,
      amount_in_cents: amountInCents,
      currency,
      signature,
    } = await shopApi.playgroundOrder(this.#terms);
    return { reference, amountInCents, currency, signature };
  }

  readonly #resolve = async (reference: string) => (await shopApi.playgroundResolve(reference)).transaction;
}
