import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { cleanText, digitsOf } from '../domain/clean-text.ts';
import { passesLuhn } from '../domain/passes-luhn.ts';
import type { CardToken } from '../domain/wire/card-token.ts';
import { fill } from '../messages/catalogue.ts';
import { es, type Messages } from '../messages/es.ts';
import { formatExpiry, isPast, parseExpiry } from './card-expiry.ts';
import { anyNetwork, groupDigits, networkOf } from './card-number.ts';
import { judgeLeft, reformat, renderField, type Field } from './field.ts';
import { codeMark, plainMark } from './icons.ts';
import { renderInstallments } from './installments.ts';
import { keepTyped } from './keep-typed.ts';
import type { FieldProblem } from './method-form.ts';
import { prepareTree, renderOver } from './server-rendered.ts';
import { styles } from './styles.ts';
import { UnsentToken } from './unsent-token.ts';
import { heedPresses } from './when-released.ts';

const names = ['number', 'expiry', 'cvc', 'card_holder'] as const;
type CardFieldName = (typeof names)[number];
const secrets: readonly CardFieldName[] = ['number', 'expiry', 'cvc'];

/** The digits of a number as people type and paste it; an expiry that was copied with it is left out. */
const numberIn = (text: string): string =>
  digitsOf(cleanText(text).replace(/^((?:\D*\d){12,}?)\D+(?:0?[1-9]|1[0-2])\s*[/-]\s*\d.*/, '$1'));

const isField = (name: string): name is CardFieldName => (names as readonly string[]).includes(name);

/** How many elements have a section for autofill. */
let sections = 0;

/** What happens in a field: which field, never what is in it. It is for whoever holds the element, and goes no further. */
export class CardFieldEvent extends Event {
  readonly field: string;

  constructor(type: 'field-input' | 'field-focus' | 'field-blur', field: string) {
    super(type);
    this.field = field;
  }
}

/**
 * The card's fields: the one room of the house that sees the number and the security code. They live in its inputs
 * alone, are read when they are checked or tokenized, and leave as a token. It reaches for nothing outside of its tree,
 * and nothing outside reaches into it.
 *
 * @fires {CardFieldEvent} field-input - The payer has changed a field.
 * @fires {CardFieldEvent} field-focus - A field was entered.
 * @fires {CardFieldEvent} field-blur - A field was left.
 * @fires {Event} problems-change - What is marked as wrong may be another.
 * @fires {Event} enter - The payer has pressed the key that sends a form.
 */
export class CardFields extends LitElement {
  static override readonly styles = styles;

  @property({ attribute: false }) words: Messages = es;
  /** Being sent: nothing may be changed. */
  @property({ attribute: false }) isBusy = false;
  /** The card is kept for later: nobody asks in how many installments. */
  @property({ attribute: false }) isSource = false;
  /** No field follows these. */
  @property({ attribute: false }) isLast = false;
  /** The networks whose cards are accepted, by the names that a page gives them. */
  @property({ attribute: false }) networks = '';
  @property({ attribute: false }) tokenizer: ((card: Record<string, string>) => Promise<CardToken>) | undefined;
  /** Whom the tokenizer currently asks: a token of one service, or of one merchant there, is none of another. */
  @property({ attribute: false }) service: () => unknown = () => undefined;
  /** A form of the page is around these fields. */
  @property({ attribute: false }) isInForm = false;

  /** Tells these fields from those of another checkout in the same form. */
  readonly #section = `section-pay-checkout-${(sections += 1)}`;
  #network = anyNetwork;
  /**
   * The networks' marks, which come once somebody is about to type, or with a page that names the cards it accepts: until
   * then, or without them, the plain one serves.
   */
  #marks: typeof import('./network-marks.ts') | undefined;
  /** Whether a number is being typed. */
  #isBegun = false;
  /** The chosen number of installments. */
  #installments = '1';
  #problems: Partial<Record<CardFieldName, keyof Messages>> = {};
  readonly #token = new UnsentToken();
  /** What was typed has been emptied, and no number was typed since. */
  #isEmptied = false;

  /** Checks every field, marks what is wrong in place and returns it in the order of the page. */
  check(words = this.words): FieldProblem[] {
    for (const name of names) this.#judge(name);
    this.#showProblems();
    return this.problems(words);
  }

  problems(words = this.words): FieldProblem[] {
    return names.flatMap((name) => {
      const message = this.#message(name, words);
      return message ? [{ name, message }] : [];
    });
  }

  /** The token of what was typed, and in how many installments; rejects with a CheckoutError. */
  async tokenize(): Promise<{ token: string; installments: number }> {
    const { tokenizer } = this;
    const token = await this.#token.get(this.service(), async () => {
      const { month = '', year = '' } = parseExpiry(this.#value('expiry')) ?? {};
      if (!tokenizer) throw new Error('The card fields have no tokenizer.');
      return tokenizer({
        number: this.#digits('number'),
        cvc: this.#digits('cvc'),
        exp_month: month,
        exp_year: year,
        card_holder: cleanText(this.#value('card_holder')),
      });
    });
    return { token: token.id, installments: Number(this.#value('installments')) || 1 };
  }

  /** The first field that is still to be filled in. */
  firstEmpty(): string | undefined {
    return names.find((name) => !cleanText(this.#value(name)));
  }

  /** Marks the fields that the service refused; @returns whether it was any of these. */
  refuse({ fields, code }: CheckoutError): boolean {
    const refused = Object.keys(fields)
      .map((key) => (key.startsWith('exp_') ? 'expiry' : key))
      .filter(isField);
    if (refused.length === 0 && code === 'card_rejected') refused.push('number');
    const keys: Record<CardFieldName, keyof Messages> = {
      number: 'numberRefused',
      expiry: 'expiryInvalid',
      cvc: 'cvcInvalid',
      card_holder: 'holderInvalid',
    };
    for (const name of refused) this.#problems[name] = keys[name];
    this.#showProblems();
    return refused.length > 0;
  }

  /** Empties what nobody may find later: number, expiry and security code, and drops the token. */
  clear(): void {
    this.#isEmptied ||= this.#value('number') !== '';
    this.#empty(secrets);
  }

  reset(): void {
    this.#isEmptied = false;
    this.#empty(names);
    const chosen = this.#control('installments');
    if (chosen) chosen.value = '1';
    this.#takeInstallments();
  }

  override focus(options?: FocusOptions): void {
    this.#control('number')?.focus(options);
  }

  /** Gives a field the focus; @returns whether there is such a field. */
  focusField(name: string): boolean {
    const control = this.#control(name);
    control?.focus();
    return Boolean(control);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return prepareTree(this, CardFields.elementStyles, () => super.createRenderRoot());
  }

  protected override firstUpdated(): void {
    keepTyped(this.renderRoot);
    // What was typed or chosen in a form of a server's.
    this.#isBegun = this.#value('number') !== '';
    this.#takeInstallments();
    // The first rendering is the one that a server would have made, which knows of no form.
    if (this.isInForm) this.requestUpdate();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('networks') && this.networks) void this.#fetchMarks();
  }

  protected override update(changed: PropertyValues<this>): void {
    renderOver(this, () => super.update(changed));
  }

  protected override render(): TemplateResult {
    const { words, isBusy, isSource, isLast, isInForm } = this;
    const { name, codeLengths } = this.#network;
    const count = `${codeLengths[0]}`;
    const chosen = this.#installments;
    const codeOnFront = count === '4' ? fill(words.cvcHintFront, { count }) : undefined;
    const accepted = this.#isBegun ? nothing : this.#marks?.renderAccepted(this.networks);
    const field = (key: CardFieldName, label: string, rest: Partial<Field>) =>
      renderField({
        name: key,
        label,
        isBusy,
        error: this.#message(key, words),
        inputMode: 'numeric',
        ...rest,
      });
    // Where browsers fill in a card, they fill in what looks like one in the whole of the outermost form, a gift card's
    // number for one, but for the fields of another section.
    const section = isInForm && this.hasUpdated ? `${this.#section} ` : '';
    // A form of its own, so that Enter sends it and browsers fill in the whole card at once. Safari wants its button
    // rendered for that.
    return html`<form class="card" role="none" method="dialog" novalidate @submit=${this.#handleSubmit} @input=${this.#handleInput} @focusin=${this.#handleFocus} @focusout=${this.#handleBlur}>
      ${field('number', words.number, {
        autocomplete: `${section}cc-number`,
        note: this.#isEmptied ? words.numberAgain : undefined,
        aside: accepted,
        mark: html`${this.#marks?.networkMarks.get(name) ?? plainMark}<span class="unseen" role="status">${name}</span>`,
      })}
      ${field('expiry', words.expiry, { autocomplete: `${section}cc-exp`, hint: words.expiryHint })}
      ${field('cvc', words.cvc, {
        autocomplete: `${section}cc-csc`,
        hint: codeOnFront ? undefined : fill(words.cvcHint, { count }),
        note: codeOnFront,
        mark: codeOnFront ? undefined : codeMark,
      })}
      ${isSource ? nothing : renderInstallments({ words, isBusy, count: chosen, look: chosen.length > 1 ? 'count tens' : 'count' })}
      ${field('card_holder', words.holder, { autocomplete: `${section}cc-name`, inputMode: 'text', enterKeyHint: isLast ? 'done' : 'next', maxLength: 80 })}
      <button type="submit" class="unseen" tabindex="-1" aria-hidden="true"></button>
    </form>`;
  }

  /** A field: it is there as soon as the element is on the page, as it would be without a tree of its own. */
  #control(name: string): HTMLInputElement | HTMLSelectElement | null {
    if (!this.hasUpdated) this.performUpdate();
    return this.renderRoot.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`);
  }

  #value(name: string): string {
    return this.#control(name)?.value ?? '';
  }

  #digits(name: string): string {
    return digitsOf(this.#value(name));
  }

  #message(name: CardFieldName, words: Messages): string | undefined {
    const key = this.#problems[name];
    return key && fill(words[key], { count: this.#network.codeLengths.join('–') });
  }

  #empty(cleared: readonly CardFieldName[]): void {
    for (const name of cleared) {
      const input = this.#control(name);
      if (input) input.value = '';
      delete this.#problems[name];
    }
    this.#token.drop();
    this.#network = anyNetwork;
    this.#isBegun = false;
    this.#showProblems();
  }

  /** Shows what the number of installments that is chosen now asks for. */
  #takeInstallments(): void {
    const chosen = this.#value('installments') || '1';
    if (chosen === this.#installments) return;
    this.#installments = chosen;
    this.requestUpdate();
  }

  /** What is wrong with a field now, as a word of the catalogue. */
  #problemOf(name: CardFieldName): keyof Messages | undefined {
    const digits = this.#digits(name);
    const { lengths, codeLengths } = this.#network;
    switch (name) {
      case 'number':
        if (!digits) return 'numberMissing';
        if (digits.length < (lengths[0] ?? 0)) return 'numberShort';
        return lengths.includes(digits.length) && passesLuhn(digits) ? undefined : 'numberInvalid';
      case 'expiry': {
        const expiry = parseExpiry(this.#value(name));
        if (!expiry) return 'expiryInvalid';
        return isPast(expiry, Date.now()) ? 'expiryPast' : undefined;
      }
      case 'cvc':
        return codeLengths.includes(digits.length) ? undefined : 'cvcInvalid';
      case 'card_holder':
        return /^(?=.*\p{L})(?!(\D*\d){13})[^@]{2,}$/u.test(cleanText(this.#value(name))) ? undefined : 'holderInvalid';
    }
    return name satisfies never;
  }

  #judge(name: CardFieldName): void {
    if (name === 'number') this.#network = networkOf(this.#digits(name));
    const problem = this.#problemOf(name);
    if (problem) this.#problems[name] = problem;
    else delete this.#problems[name];
  }

  async #fetchMarks(): Promise<void> {
    const file = this.#marks ? undefined : await import('./network-marks.ts').catch(() => undefined);
    if (!file) return;
    this.#marks = file;
    this.requestUpdate();
  }

  #showProblems(): void {
    this.requestUpdate();
    this.dispatchEvent(new Event('problems-change'));
  }

  readonly #handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.dispatchEvent(new Event('enter'));
  };

  readonly #handleFocus = ({ target }: FocusEvent): void => {
    heedPresses();
    void this.#fetchMarks();
    this.dispatchEvent(new CardFieldEvent('field-focus', (target as HTMLInputElement).name));
  };

  readonly #handleBlur = (event: FocusEvent): void => {
    const { name } = event.target as HTMLInputElement;
    if (isField(name))
      judgeLeft(event, () => {
        this.#judge(name);
        this.#showProblems();
      });
    this.dispatchEvent(new CardFieldEvent('field-blur', name));
  };

  readonly #handleInput = (event: InputEvent): void => {
    const input = event.target as HTMLInputElement;
    const { name, value } = input;
    this.dispatchEvent(new CardFieldEvent('field-input', name));
    if (name === 'installments') this.#takeInstallments();
    if (!isField(name)) return;
    this.#token.drop();
    const isDeleting = event.inputType?.startsWith('delete') ?? false;
    const before = this.#network;
    const wasBegun = this.#isBegun;
    const isAnswered = name in this.#problems || (name === 'number' && this.#isEmptied);
    delete this.#problems[name];
    if (name === 'number') {
      this.#isEmptied = false;
      this.#isBegun = value !== '';
      this.#network = networkOf(numberIn(value));
      reformat(input, (text) => groupDigits(numberIn(text), this.#network), event.inputType);
    } else if (name === 'expiry') reformat(input, (text) => formatExpiry(text, isDeleting));
    else if (name === 'cvc') reformat(input, (text) => digitsOf(text).slice(0, this.#network.codeLengths.at(-1)));
    if (isAnswered || before !== this.#network) this.#showProblems();
    else if (wasBegun !== this.#isBegun) this.requestUpdate();
  };
}

/**
 * The tag of the element, which is defined when it is first asked for. A page may hold two versions of this script, each
 * of which speaks with its own fields alone: where another one has the name, this one counts on.
 */
export function cardFieldsTag(): string {
  for (let count = 1; ; count++) {
    const tag = count > 1 ? `pay-card-fields-${count}` : 'pay-card-fields';
    if (!customElements.get(tag)) customElements.define(tag, CardFields);
    if (customElements.get(tag) === CardFields) return tag;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-card-fields': CardFields;
  }
}
