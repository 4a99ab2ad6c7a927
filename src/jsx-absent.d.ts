/**
 * What `pay-checkout/jsx` names of frameworks that are not installed. Each pattern has a star in the middle of one name:
 * the compiler turns to patterns only for what it cannot find, so that the real types win where there are any.
 */
declare module 're*act' {
  export type DetailedHTMLProps<Attributes, Target> = Attributes & { ref?: Target };
  export interface HTMLAttributes<Target> {
    ref?: Target;
  }
}

declare module 'pre*act' {
  export interface HTMLAttributes<Target> {
    ref?: Target;
  }
}

declare module 'solid-*js' {
  export namespace JSX {
    interface HTMLAttributes<Target> {
      ref?: Target;
    }
  }
}

declare module 'vu*e' {
  export interface HTMLAttributes {
    class?: unknown;
  }
  export interface PublicProps {
    ref?: unknown;
  }
  export interface GlobalComponents {
    [name: string]: unknown;
  }
}

declare module 'svelte/*elements' {
  export interface HTMLAttributes<Target extends EventTarget> {
    currentTarget?: Target;
  }
  export interface SvelteHTMLElements {
    [name: string]: unknown;
  }
}
