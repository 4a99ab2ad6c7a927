import type { PayCheckout } from '../../src/index.ts';

/** What the preview gives to the playground around it, each time that it is loaded. */
export interface PreviewOpening {
  checkout: PayCheckout;
  page: Document;
  /** Told what the checkout says to the developer. */
  listen: (told: (text: string) => void) => void;
}

/** The event by which the window around it is told. */
export const previewOpened = 'preview-opened';
