/** One screen after the form, as data, and how it is drawn: the view, the live region and the page's title share its words. */
import { html, nothing, type TemplateResult } from 'lit';
import { seals, type Tone } from './seals.ts';

/** What a screen says. */
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
