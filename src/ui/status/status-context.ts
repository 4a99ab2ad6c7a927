import type { SpokenWords } from '../../messages/catalogue.ts';
import type { ScreenWords } from './screen.ts';

/** What the payer can ask for on a status screen. */
export interface StatusHandlers {
  /** Tries again, after a payment that did not go through or a checkout that could not open. */
  retry(): void;
  /** Turns to another method. */
  otherMethod(): void;
  /** Leaves for the bank. */
  leave(): void;
  /** Sends the identical request again, or opens the form for the same reference. */
  resend(): void;
  /** Asks now where the payment stands. */
  checkAgain(): void;
}

/** What the status screens are rendered with. */
export interface StatusContext {
  words: SpokenWords;
  /** BCP 47, for Intl. */
  locale: string;
  /** The screen that is shown when it is asked, which may be another one by then; undefined for the form. */
  current: () => ScreenWords | undefined;
  /** While a payment is pending: whether the page has another order for another method, or can give one. */
  canRenew: boolean;
  /** There is no other method to turn to. */
  isAlone?: boolean;
  /** The service has given an id to the payment whose outcome is unknown: it is not sent again. */
  isCreated?: boolean;
  /** Whether anybody can say what became of an unknown outcome; default: yes. */
  canCheck?: boolean;
  /** When the payer asked for the result last, in ms; undefined where it could not be asked for. */
  askedAt?: number | undefined;
  /** Where "back to the shop" leads. Whoever gives it has checked it. */
  shopUrl?: string | undefined;
  merchantName?: string | undefined;
  /** The payer pressed here, and another tab's payment is what is shown. */
  elsewhere?: boolean | undefined;
  /** The step under way has taken some seconds. */
  isSlow: boolean;
  /** The method's title by its type, for the summary. */
  methodTitle?: ((type: string) => string | undefined) | undefined;
  /** The logo of a card network's authentication by the service's name of the network, once its file is there. */
  networkLogo?: ((brand: unknown) => unknown) | undefined;
  on: StatusHandlers;
}
