import type { ShopLocale } from './words.ts';

/** What the tester has chosen in the panel; it outlives a reload and holds for the return page too. */
export interface Preferences {
  locale: ShopLocale;
  /** `auto` follows the device. */
  theme: 'auto' | 'light' | 'dark';
  publicKey: string;
  /** Whether the page asks for an order per attempt, or carries a signed one. */
  orderMode: 'order-url' | 'fixed';
  isPanelOpen: boolean;
}

/** Where the browser keeps them. */
export const storageKey = 'neblina-preferences';

export const defaultPreferences: Preferences = {
  locale: 'es',
  theme: 'auto',
  publicKey: 'pub_test_neblina',
  orderMode: 'order-url',
  isPanelOpen: false,
};

/** A test key alone: the demo is no place for a live one. */
export const isTestKey = (value: unknown): value is string => typeof value === 'string' && /^pub_test_\w+$/.test(value);

/** The stored preferences; the default for whatever is missing, spoilt or not readable. */
export function readPreferences(): Preferences {
  let stored: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof value === 'object' && value !== null) stored = { ...value };
  } catch {
    // Storage may be blocked: then the choices hold until the next load.
  }
  const { locale, theme, publicKey, orderMode, isPanelOpen } = stored;
  return {
    locale: locale === 'en' || locale === 'pt' ? locale : defaultPreferences.locale,
    theme: theme === 'light' || theme === 'dark' ? theme : defaultPreferences.theme,
    publicKey: isTestKey(publicKey) ? publicKey : defaultPreferences.publicKey,
    orderMode: orderMode === 'fixed' ? orderMode : defaultPreferences.orderMode,
    isPanelOpen: isPanelOpen === true,
  };
}

export function storePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // As above.
  }
}

/** Shows the page in the chosen theme; `auto` leaves it to the device. */
export function applyTheme(theme: Preferences['theme']): void {
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
}
