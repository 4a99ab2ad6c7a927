import { isPaymentMethodType, type PaymentMethodType } from '../../src/domain/payment-method-type.ts';
import { isTestKey } from '../preferences.ts';
import type { Framework } from './frameworks.ts';
import { densities, themes, type Look } from './themes.ts';

/** Everything that the playground has a control for. */
export interface Settings extends Look {
  publicKey: string;
  antifraud: boolean;
  libraryGlobal: string;
  amountInCents: number;
  currency: 'COP' | 'USD';
  /** How the order reaches the checkout. */
  orders: 'order-url' | 'createOrder' | 'fixed';
  email: string;
  name: string;
  phone: string;
  /** Whether the payer has a page to come back to. */
  redirect: boolean;
  /** Types in display order; none for what the merchant's record accepts. */
  methods: readonly PaymentMethodType[];
  /** Names of the cards that are accepted; empty for the theme's. */
  networks: string;
  /** The method that is chosen at first; empty for the checkout's own choice. */
  preselect: string;
  fold: 'auto' | 'none';
  locale: string;
  mode: 'payment' | 'source';
  cartId: string;
  transactionId: string;
  /** JSON, over the theme's words; empty for these alone. */
  words: string;
  /** An address in place of the function that `resolves` gives. */
  resolveUrl: string;
  resolves: boolean;
  /** Whether the payer has a saved card, and how it is charged. */
  savedCard: 'none' | 'charge-url' | 'chargeSource';
  externalThreeDs: boolean;
  browserInfo: boolean;
  /** Whether the page's title stays as it is while a payment is pending. */
  keepTitle: boolean;
  /** Whether the line with the merchant's name and the amount is shown. */
  header: 'theme' | 'shown' | 'hidden';
  /** What stands in the slots of the methods. */
  logos: 'theme' | 'invented' | 'none';
  scheme: 'auto' | 'light' | 'dark';
  frame: 'phone' | 'desktop';
  code: Framework;
}

export const defaultSettings: Settings = {
  publicKey: 'pub_test_neblina',
  antifraud: true,
  libraryGlobal: '$pay',
  amountInCents: 11_900_000,
  currency: 'COP',
  orders: 'order-url',
  email: 'laura@example.com',
  name: 'Laura Restrepo',
  phone: '+573991111111',
  redirect: true,
  methods: [],
  networks: '',
  preselect: '',
  fold: 'auto',
  locale: 'es',
  mode: 'payment',
  cartId: '',
  transactionId: '',
  words: '',
  resolveUrl: '',
  resolves: true,
  savedCard: 'none',
  externalThreeDs: false,
  browserInfo: false,
  keepTitle: false,
  header: 'theme',
  logos: 'theme',
  theme: 'base',
  scheme: 'auto',
  accent: '',
  radius: '',
  density: 'theme',
  frame: 'phone',
  code: 'html',
};

/** Whether a text is an amount in minor units that the playground takes. */
export const isAmountSetting = (text: string): boolean => /^[1-9]\d{0,11}$/.test(text);

/** What a setting may be where not every text will do; an address may hold anything. */
const accepts: { [Name in keyof Settings]?: (text: string) => boolean } = {
  publicKey: isTestKey,
  amountInCents: isAmountSetting,
  currency: (text) => ['COP', 'USD'].includes(text),
  orders: (text) => ['order-url', 'createOrder', 'fixed'].includes(text),
  methods: (text) => text.split(' ').every(isPaymentMethodType),
  preselect: (text) => ['first', 'none'].includes(text) || isPaymentMethodType(text),
  fold: (text) => ['auto', 'none'].includes(text),
  locale: (text) => /^[a-z]{2}(-[A-Z]{2})?$/.test(text),
  savedCard: (text) => ['none', 'charge-url', 'chargeSource'].includes(text),
  mode: (text) => ['payment', 'source'].includes(text),
  header: (text) => ['theme', 'shown', 'hidden'].includes(text),
  logos: (text) => ['theme', 'invented', 'none'].includes(text),
  theme: (text) => Object.hasOwn(themes, text),
  scheme: (text) => ['auto', 'light', 'dark'].includes(text),
  accent: (text) => /^#[\da-f]{6}$/i.test(text),
  radius: (text) => /^\d{1,2}$/.test(text),
  density: (text) => Object.hasOwn(densities, text),
  frame: (text) => ['phone', 'desktop'].includes(text),
  code: (text) => ['html', 'react', 'vue', 'angular', 'svelte'].includes(text),
};

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value));

/** The settings as the part of an address: only what differs from the beginning, so that the link stays short. */
export function writeSettings(settings: Settings): string {
  const changed = Object.entries(settings).filter(
    ([name, value]) => asText(value) !== asText(defaultSettings[name as keyof Settings]),
  );
  return new URLSearchParams(changed.map(([name, value]) => [name, asText(value)])).toString();
}

/** The settings that an address holds; the beginning's for whatever it does not, or spoils. */
export function readSettings(text: string, locale = defaultSettings.locale): Settings {
  const given = new URLSearchParams(text.replace(/^#/, ''));
  const entries = Object.entries({ ...defaultSettings, locale }).map(([name, before]): [string, unknown] => {
    const value = given.get(name);
    if (value === null || (value !== '' && accepts[name as keyof Settings]?.(value) === false)) return [name, before];
    if (typeof before === 'boolean') return [name, value === 'true'];
    if (typeof before === 'number') return [name, Number(value) || before];
    return [name, Array.isArray(before) ? value.split(' ').filter(Boolean) : value];
  });
  return Object.fromEntries(entries) as unknown as Settings;
}
