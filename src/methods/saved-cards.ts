import { html, nothing, type TemplateResult } from 'lit';
import { cleanText } from '../domain/clean-text.ts';
import type { SavedCard } from '../domain/saved-source.ts';
import { fill } from '../messages/catalogue.ts';
import type { Messages } from '../messages/es.ts';
import { isPast } from '../ui/card-expiry.ts';
import { networkNamed } from '../ui/card-number.ts';
import { plainMark } from '../ui/icons.ts';
import { renderInstallments } from '../ui/installments.ts';
import type { FormContext } from '../ui/method-form.ts';
import type { Choice } from '../ui/method-list.ts';

/**
 * The value of a saved card's radio. It shares the name of the methods' radios: only radios of one name are one choice to
 * the keyboard and to screen readers. No type of a method has a colon, so that none is meant by it.
 */
const valueOf = ({ id }: SavedCard): string => `source:${id}`;

const isExpired = ({ expMonth: month, expYear: year }: SavedCard): boolean => isPast({ month, year }, Date.now());

/** The payer's saved cards in the list of methods, and which of them is chosen. */
export class SavedCards {
  #usable: readonly SavedCard[] = [];
  #expired: readonly SavedCard[] = [];
  #isFirst = false;
  /** The id of the chosen one, null for none of them; undefined as long as the payer has chosen nothing. */
  #chosen: string | null | undefined;
  /** In how many installments each pays, by its id, where the payer has chosen. */
  readonly #installments = new Map<string, number>();
  readonly #update: () => void;
  /** The networks' marks, which come as soon as there is a card; until then, and where they do not come, each has a plain one. */
  #marks: typeof import('../ui/network-marks.ts').networkMarks | undefined;
  #isAsked = false;

  constructor(update: () => void) {
    this.#update = update;
  }

  /** @param isFirst whether the first one is chosen as long as the payer has chosen nothing. */
  offer(sources: readonly SavedCard[], isFirst: boolean): void {
    this.#usable = sources.filter((source) => !isExpired(source));
    this.#expired = sources.filter(isExpired);
    this.#isFirst = isFirst;
    if (sources.length > 0 && !this.#isAsked) void this.#fetchMarks();
  }

  /** Whether there is one to choose. */
  get isOffered(): boolean {
    return this.#usable.length > 0;
  }

  /** The chosen one, as long as it is there: no other takes the place of one that the payer has chosen. */
  get selected(): SavedCard | undefined {
    if (this.#chosen === undefined) return this.#isFirst ? this.#usable[0] : undefined;
    return this.#usable.find(({ id }) => id === this.#chosen);
  }

  /** The value of the chosen one's radio. */
  get value(): string | undefined {
    return this.selected && valueOf(this.selected);
  }

  /** Takes over what was chosen in the list; @returns the saved card, where it is one. */
  choose(value: string): SavedCard | undefined {
    const card = this.#usable.find((source) => valueOf(source) === value);
    this.#chosen = card?.id ?? null;
    return card;
  }

  /** Something was filled in or sent: another list of cards does not lead to another choice. */
  stay(): void {
    this.#chosen = this.selected?.id ?? null;
  }

  unchoose(): void {
    this.#chosen = undefined;
  }

  /**
   * In how many installments the chosen one pays, undefined where the payer is not asked: in one where the page has left
   * fewer than the payer had chosen.
   */
  get installments(): number | undefined {
    const { id = '', maxInstallments = 1 } = this.selected ?? {};
    if (maxInstallments === 1) return undefined;
    const count = this.#installments.get(id) ?? 1;
    return count > maxInstallments ? 1 : count;
  }

  /** Forgets in how many installments the payer wanted to pay. */
  forget(): void {
    this.#installments.clear();
  }

  /** The form of the chosen one, where it can pay in installments. */
  render({ words, isBusy }: FormContext): TemplateResult | typeof nothing {
    const { selected, installments } = this;
    if (!selected || installments === undefined) return nothing;
    const { id, maxInstallments: most } = selected;
    const onInput = ({ target }: Event): void => {
      this.#installments.set(id, Number((target as HTMLSelectElement).value));
      this.#update();
    };
    return html`<div class="method-form">
      <div class="asked">${renderInstallments({ words, isBusy, most, count: `${installments}`, isSet: true, onInput })}</div>
    </div>`;
  }

  choices(words: Messages): Choice[] {
    return this.#usable.map((source) => this.#choiceOf(source, words, words.savedExpires));
  }

  /** Those that can be seen, last of all, and not chosen: whoever looks for one knows why. */
  expiredChoices(words: Messages): Choice[] {
    return this.#expired.map((source) => ({ ...this.#choiceOf(source, words, words.savedExpired), isDisabled: true }));
  }

  /** What the card that is typed is called beside these. */
  otherCard({ otherCard }: Messages): string | undefined {
    return this.isOffered ? otherCard : undefined;
  }

  #choiceOf(source: SavedCard, { savedEnding }: Messages, expiry: string): Choice {
    const { network, lastFour: digits, expMonth, expYear } = source;
    const name = networkNamed(cleanText(network));
    return {
      id: valueOf(source),
      // The mark says the long name as well.
      title: `${name === 'American Express' ? 'Amex' : name} ••••\u00a0${digits}`,
      spoken: `${name} ${fill(savedEnding, { digits })}`,
      hint: fill(expiry, { date: `${expMonth}/${expYear}` }),
      mark: this.#marks?.get(name) ?? plainMark,
      isSaved: true,
    };
  }

  async #fetchMarks(): Promise<void> {
    this.#isAsked = true;
    const file = await import('../ui/network-marks.ts').catch(() => undefined);
    if (!file) return;
    this.#marks = file.networkMarks;
    this.#update();
  }
}
