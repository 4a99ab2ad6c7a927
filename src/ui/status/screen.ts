/** One screen after the form, as data, and how it is drawn: the view, the live region and the page's title share its words. */
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { AllWords } from '../../messages/catalogue.ts';

/** What a status screen is about: a payment under way, done, refused, open, or to be made by the payer elsewhere. */
export type Tone = 'busy' | 'good' | 'bad' | 'open' | 'slip';

const seal = (drawing: SVGTemplateResult): TemplateResult =>
  html`<svg class="seal" viewBox="0 0 48 48" aria-hidden="true"><circle class="rim" cx="24" cy="24" r="22"></circle>${drawing}</svg>`;

/** The drawing on each screen. The words beside it say the same. */
export const seals: Record<Tone, TemplateResult> = {
  busy: seal(svg`<path class="stroke dots" d="M15 24v.1m9-.1v.1m9-.1v.1"></path>`),
  good: seal(svg`<path class="stroke" d="m15 24 6 7 12-14"></path>`),
  bad: seal(svg`<path class="stroke" d="m18 18 12 12m0-12-12 12"></path>`),
  slip: seal(svg`<path class="stroke thin" d="M16 12h16v24l-4-3-4 3-4-3-4 3zm5 8h6m-6 6h6"></path>`),
  open: seal(svg`<path class="stroke" d="M24 15v11m0 7v.1"></path>`),
};

export interface ScreenWords {
  title: string;
  /** What the title means for the payer. */
  text?: string;
  /** The result cannot be asked for just now. Only on screens whose text speaks of something else, such as a picture to scan. */
  missed?: string | undefined;
}

/** A screen: its words, and what stands around them. */
export interface Screen extends ScreenWords {
  tone: Tone;
  /** The text again, with a part of it set off. */
  markedText?: unknown;
  /** Between the text and the ways on. */
  body?: unknown;
  /** The ways on, the best one first. */
  ways?: unknown;
  /** A layout of its own, in place of the usual one. */
  layout?: TemplateResult;
}

/** The words of a screen in the order in which they are read. */
export const wordsOf = ({ title, text, missed }: ScreenWords): string[] =>
  [title, text ?? '', missed ?? ''].filter((part) => part !== '');

/** Texts as sentences that follow one another. A text may end its sentence itself. */
export const sentences = (texts: readonly string[]): string =>
  texts.map((text, place) => (place === texts.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`)).join(' ');

/** Draws a screen. The heading takes the focus and is read with its meaning, so that reading goes on from there. */
export const renderScreen = ({ tone, title, text, markedText, body, ways, layout }: Screen): TemplateResult =>
  layout ??
  html`<section part="status" class="status ${tone}">
    <div class="headline">
      ${seals[tone]}
      <h2 id="headline" tabindex="-1" aria-describedby="meaning">${title}</h2>
      <p id="meaning">${(markedText ?? text) || nothing}</p>
    </div>
    ${body}
    <div class="ways">${ways}</div>
  </section>`;

/** What the payer can ask for on a status screen. */
interface StatusHandlers {
  /** Tries again, after a payment that did not go through or a checkout that could not open. */
  retry(): void;
  otherMethod(): void;
  leave(): void;
  /** Before the shop's page is gone to; @returns whether nobody objects. */
  goBack(shopUrl: string): boolean;
  /** Sends the identical request again, or opens the form for the same reference. */
  resend(): void;
  checkAgain(): void;
}

export interface StatusContext {
  words: AllWords;
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
  /** The way to another purchase, where the payment may be of another one. */
  elseWay?: TemplateResult | undefined;
  /** Where "back to the shop" leads. Whoever gives it has checked it. */
  shopUrl?: string | undefined;
  merchantName?: string | undefined;
  /** The payer pressed here, and another tab's payment is what is shown. */
  elsewhere?: boolean | undefined;
  /** The payer had turned from it, and the page gave its order again. */
  turnedFrom?: boolean | undefined;
  /** The step under way has taken some seconds. */
  isSlow: boolean;
  /** It has taken so long that the payer is offered other ways. */
  isLong?: boolean;
  /** What is said of the page that is about to open by itself; undefined where none is. */
  opening?: string | undefined;
  /** The amount stands nowhere else. */
  isHeaderHidden?: boolean;
  /** A test key: what is called paid was paid by nobody. */
  isTest?: boolean;
  /** The method's title by its type, for the summary. */
  methodTitle?: ((type: string) => string | undefined) | undefined;
  /** The logo of a card network's authentication by the service's name of the network, once its file is there. */
  networkLogo?: ((brand: unknown) => unknown) | undefined;
  /** Fetches the screen of the bank's step, which could not be had. */
  fetchChallenge?: (() => void) | undefined;
  on: StatusHandlers;
}
