import type { CheckoutWords, ExternalThreeDs, SavedSource, ServiceProfile } from '../../src/index.ts';
import type { SignedOrder } from '../shop-api.ts';
import { inventedMarks, type Marks } from './marks.ts';
import type { Settings } from './settings.ts';
import { themes, type Theme } from './themes.ts';

/** Addresses that differ between the playground itself and what a merchant would write. */
export interface Places {
  baseUrl: string;
  orderUrl: string;
  chargeUrl: string;
  redirectUrl: string;
  /** What the purchase is called where the settings do not say. */
  cartId?: string | undefined;
  /** Where the order is fixed. */
  order?: SignedOrder | undefined;
}

/** The attributes of the element, in the order of the documentation. */
export function attributesOf(settings: Settings, places: Places): Record<string, string> {
  const { order } = places;
  const isPayment = settings.mode === 'payment';
  const { attributes: own = {} }: Theme = themes[settings.theme];
  const all: Record<string, string | false> = {
    'public-key': settings.publicKey,
    'base-url': places.baseUrl,
    'library-url': settings.antifraud && `${places.baseUrl}/libs/js/v1.js`,
    'library-global': settings.antifraud && settings.libraryGlobal !== '$pay' && settings.libraryGlobal,
    'amount-in-cents': isPayment && String(settings.amountInCents),
    currency: isPayment && settings.currency !== 'COP' && settings.currency,
    reference: isPayment && settings.orders === 'fixed' && (order?.reference ?? ''),
    signature: isPayment && settings.orders === 'fixed' && (order?.signature ?? ''),
    'cart-id': isPayment && (settings.cartId || places.cartId || false),
    'order-url': isPayment && settings.orders === 'order-url' && places.orderUrl,
    'charge-url': isPayment && settings.savedCard === 'charge-url' && places.chargeUrl,
    'customer-email': settings.email,
    'customer-name': settings.name,
    'customer-phone': settings.phone,
    'redirect-url': settings.redirect && places.redirectUrl,
    methods: settings.methods.join(' '),
    networks: settings.networks || own.networks || false,
    preselect: settings.preselect,
    fold: settings.fold !== 'auto' && settings.fold,
    locale: settings.locale,
    mode: !isPayment && settings.mode,
    'transaction-id': settings.transactionId,
    'resolve-url': settings.resolveUrl,
    'keep-title': settings.keepTitle && 'true',
    'hide-header': settings.header === 'hidden' ? 'true' : settings.header === 'theme' && (own['hide-header'] ?? false),
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** An example of an authentication that was made elsewhere (SPEC.md section 4.4). */
export const exampleThreeDs: ExternalThreeDs = {
  message_version: '2.2.0',
  trans_status: 'Y',
  authentication_value: 'AJkBBkhgQQAAAE4gSEJydQAAAAA=',
  three_ds_server_trans_id: 'f879ea1c-aa2c-4441-806d-e30406466d79',
};

/** What a shop's backend says of the card that the payer has saved. */
export const exampleSources: SavedSource[] = [
  { id: 'card-1', network: 'VISA', lastFour: '4242', expMonth: '12', expYear: '39', maxInstallments: 36 },
];

export const exampleProfile: ServiceProfile = { sendBrowserInfo: true };

/** The words that were typed. Throws what is wrong with them. */
export function wordsOf(text: string): CheckoutWords | null {
  if (text.trim() === '') return null;
  const words: unknown = JSON.parse(text);
  if (typeof words !== 'object' || words === null || Array.isArray(words)) throw new TypeError('{ … }');
  return words;
}

const languages = ['es', 'en', 'pt'] as const;

/** The theme's words, and over them those that were typed, which are no JSON yet while somebody types. */
export function chosenWords({ theme, words }: Settings): CheckoutWords | null {
  const { words: before }: Theme = themes[theme];
  const after = readWords(words);
  if (!before || !after) return after ?? before ?? null;
  const spoken = languages.flatMap((language) => {
    const left = Object.entries(before[language] ?? {}).filter(([key]) => !Object.hasOwn(after, key));
    const both = { ...Object.fromEntries(left), ...after[language] };
    return before[language] || after[language] ? [[language, both] as const] : [];
  });
  return { ...before, ...after, ...Object.fromEntries(spoken) };
}

function readWords(text: string): CheckoutWords | null {
  try {
    return wordsOf(text);
  } catch {
    return null;
  }
}

/** The logos of the methods. */
export function chosenMarks({ theme, logos }: Settings): Marks {
  const { marks = {} }: Theme = themes[theme];
  return { theme: marks, invented: inventedMarks, none: {} }[logos];
}
