/**
 * `pay-checkout/jsx`: types of `<pay-checkout>` for the templates of React 19, Preact, Solid, Vue 3 and Svelte 5,
 * whichever is installed. `import type {} from 'pay-checkout/jsx'` once, anywhere in the project.
 *
 * @packageDocumentation
 */
/// <reference path="./jsx-absent.d.ts" preserve="true" />
import type { LitElement } from 'lit';
import type { PayCheckoutEventMap } from './events.ts';
import type { PayCheckout } from './element/pay-checkout.ts';

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

type PropertyName = Exclude<keyof PayCheckout, keyof LitElement | 'state' | 'submit' | 'reset' | 'resume'>;

/** What can also be said in an attribute. */
type AttributeOf<Name extends PropertyName> =
  NonNullable<PayCheckout[Name]> extends string | number | boolean ? Kebab<Name> : never;

/** What an attribute is written as, where its property is no text: a number in digits; a switch that is on, empty or as true. */
type Written<Value, Digits> = (number extends Value ? Digits : never) | (boolean extends Value ? '' | 'true' : never);

type EventName = keyof PayCheckoutEventMap;

/** The listener of one event of the checkout. */
export type PayCheckoutListener<Name extends EventName> = (
  event: PayCheckoutEventMap[Name] & { readonly currentTarget: PayCheckout },
) => void;

/** The element's properties, as a template may set them. */
export type PayCheckoutProperties = { [Name in PropertyName]?: PayCheckout[Name] | undefined };

/** The element's attributes. A number may be written as text, a switch without any or as true. */
export type PayCheckoutAttributes = {
  [Name in PropertyName as AttributeOf<Name>]?: PayCheckout[Name] | Written<PayCheckout[Name], string> | undefined;
};

/** Listeners as React and Preact take them: `onpay-result`, and `onpay-resultCapture` for the way down. */
export type PayCheckoutListeners = {
  [Name in EventName as `on${Name}` | `on${Name}Capture`]?: PayCheckoutListener<Name> | undefined;
};

/** Listeners as Solid takes them: `on:pay-result`, a function or an object with options. */
export type SolidPayCheckoutListeners = {
  [Name in EventName as `on:${Name}`]?:
    PayCheckoutListener<Name> | (AddEventListenerOptions & { handleEvent: PayCheckoutListener<Name> }) | undefined;
};

/** Solid's way to say that a property, and no attribute, is meant. */
type SolidProperties = { [Name in PropertyName as `prop:${Name}`]?: PayCheckout[Name] | undefined };
/** Solid's way to say that an attribute, and no property, is meant. */
type SolidAttributes = {
  [Name in PropertyName as `attr:${AttributeOf<Name>}`]?: string | number | boolean | undefined;
};

/** A number may be text: to the checker of Vue's templates an attribute and its property are the same. */
type VueSettings = {
  [Name in PropertyName]?: PayCheckout[Name] | Written<PayCheckout[Name], `${number}`> | undefined;
};
type VueListeners = { [Name in EventName as `on${Pascal<Name>}`]?: PayCheckoutListener<Name> | undefined };

/** What a template of Vue may say, and what a ref to the tag holds. */
type VuePayCheckout = new () => PayCheckout & {
  $props: Omit<import('vue').HTMLAttributes, PropertyName> &
    import('vue').PublicProps &
    VueSettings &
    VueListeners & { slot?: string | undefined };
};

type Settings = PayCheckoutProperties & PayCheckoutAttributes;
type With<Base, Own> = Omit<Base, keyof Own> & Own;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-checkout': With<
        import('react').DetailedHTMLProps<import('react').HTMLAttributes<PayCheckout>, PayCheckout>,
        Settings & PayCheckoutListeners
      >;
    }
  }
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-checkout': With<import('preact').HTMLAttributes<PayCheckout>, Settings & PayCheckoutListeners>;
    }
  }
}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-checkout': With<
        import('solid-js').JSX.HTMLAttributes<PayCheckout>,
        Settings & SolidProperties & SolidAttributes & SolidPayCheckoutListeners
      >;
    }
  }
}

declare module 'vue' {
  interface GlobalComponents {
    'pay-checkout': VuePayCheckout;
  }
}

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-checkout': With<import('svelte/elements').HTMLAttributes<PayCheckout>, Settings & PayCheckoutListeners>;
  }
}
