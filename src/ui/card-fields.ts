import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentDetails } from '../checkout/configuration.ts';
import type { CardToken } from '../domain/card-token.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { fill } from '../messages/catalogue.ts';
import type { Messages } from '../messages/es.ts';
import { formatExpiry, isPast, parseExpiry } from './card-expiry.ts';
import { anyNetwork, groupDigits, networkOf, passesLuhn } from './card-number.ts';
import { isLeft, renderField, type Field } from './field.ts';
import { plainMark } from './icons.ts';
import type { FieldProblem, FormContext, MethodForm } from './method-form.ts';
import { reformat } from './reformat.ts';

/** What the card fields need from around them. */
export interface CardFieldsOptions {
  /** Asks for a new rendering. */
  update: () => void;
  /** The payer has changed a control: nobody else hears of it. */
  edited?: (name: string) => void;
  /** Where the controls are to be found. */
  root: () => ParentNode;
  /** Turns the card into a single-use token (SPEC.md section 4.7). */
  tokenize: (card: Record<string, string>) => Promise<CardToken>;
}

const names = ['number', 'expiry', 'cvc', 'card_holder'] as const;
type CardFieldName = (typeof names)[number];
const secrets: readonly CardFieldName[] = ['number', 'expiry', 'cvc'];

/** The numbers of installments to choose from. */
const installments = [...Array(36).keys()].map((place) => html`<option>${place + 1}</option>`);
/** A token that is about to expire is not worth sending. */
const marginMs = 60_000;

/** The digits of a number as people type and paste it; an expiry that was copied with it is left out. */
const numberIn = (text: string): string =>
  text.replace(/(?<=(?:\d\D*){12})\D+(?:0?[1-9]|1[0-2])\s*[/-]\s*\d.*/s, '').replace(/\D/g, '');

const isField = (name: string): name is CardFieldName => (names as readonly string[]).includes(name);

/**
 * The card's fields: the one room of the house that sees the number and the security code. They live in the inputs
 * alone, are read when they are checked or tokenized, and leave as a token.
 */
export class CardFields implements MethodForm {
  readonly staysMounted = true;
  readonly #options: CardFieldsOptions;
  #network = anyNetwork;
  #problems: Partial<Record<CardFieldName, keyof Messages>> = {};
  #marks: Partial<Record<string, TemplateResult>> | undefined;
  #token: CardToken | undefined;
  /** What was typed has been emptied, and the payer has not begun again. */
  #isEmptied = false;
  /** Counts the payer's changes: a token of an earlier card is not kept. */
  #edition = 0;

  constructor(options: CardFieldsOptions) {
    this.#options = options;
  }

  render({ words, isBusy, isSource, customer }: FormContext): TemplateResult {
    const { name, codeName, codeLengths } = this.#network;
    const digits = `${codeLengths[0]}`;
    const field = (key: CardFieldName, label: string, rest: Partial<Field>) =>
      renderField({
        name: key,
        label,
        isBusy,
        error: this.#message(key, words),
        inputMode: 'numeric',
        ...rest,
      });
    // One listener for all fields: a slow phone pays for each, when the form comes and at each key.
    return html`<div class="card" @input=${this.#handleInput} @focusout=${this.#handleLeave}>
      ${field('number', words.number, {
        autocomplete: 'cc-number',
        hint: this.#isEmptied ? words.numberAgain : undefined,
        mark: html`<span class="network">${this.#marks?.[name] ?? plainMark}<span class="unseen" role="status">${name}</span></span>`,
      })}
      ${field('expiry', words.expiry, { autocomplete: 'cc-exp', hint: words.expiryHint })}
      ${field('cvc', fill(words.cvc, { name: codeName }), {
        autocomplete: 'cc-csc',
        hint: fill(digits === '4' ? words.cvcHintFront : words.cvcHint, { count: digits }),
      })}
      ${field('card_holder', words.holder, { autocomplete: 'cc-name', inputMode: 'text', enterKeyHint: customer.email ? 'done' : 'next', maxLength: 80 })}
      ${isSource ? nothing : renderField({ name: 'installments', label: words.installments, isBusy, options: installments })}
    </div>`;
  }

  check(context: FormContext): FieldProblem[] {
    for (const name of names) this.#judge(name);
    this.#options.update();
    return this.problems(context);
  }

  problems({ words }: FormContext): FieldProblem[] {
    return names.flatMap((name) => {
      const message = this.#message(name, words);
      return message ? [{ name, message }] : [];
    });
  }

  async collect(): Promise<PaymentDetails> {
    let token = this.#token;
    if (!token || Date.parse(token.expires_at ?? '') <= Date.now() + marginMs) {
      const edition = this.#edition;
      const { month = '', year = '' } = parseExpiry(this.#value('expiry')) ?? {};
      token = await this.#options.tokenize({
        number: this.#digits('number'),
        cvc: this.#digits('cvc'),
        exp_month: month,
        exp_year: year,
        card_holder: this.#value('card_holder').trim(),
      });
      if (edition === this.#edition) this.#token = token;
    }
    return { paymentMethod: { token: token.id, installments: Number(this.#value('installments')) || 1 } };
  }

  /** Empties what nobody may find later: number, expiry and security code, and drops the token. */
  spent(): void {
    this.#isEmptied ||= this.#value('number') !== '';
    this.#clear(secrets);
  }

  refuse(error: CheckoutError): boolean {
    const refused = Object.keys(error.fields)
      .map((key) => (key.startsWith('exp_') ? 'expiry' : key))
      .filter(isField);
    if (refused.length === 0 && error.code === 'card_rejected') refused.push('number');
    const keys: Record<CardFieldName, keyof Messages> = {
      number: 'cardRefused',
      expiry: 'expiryInvalid',
      cvc: 'cvcInvalid',
      card_holder: 'holderInvalid',
    };
    for (const name of refused) this.#problems[name] = keys[name];
    this.#options.update();
    return refused.length > 0;
  }

  reset(): void {
    this.#isEmptied = false;
    this.#clear(names);
    const chosen = this.#input('installments');
    if (chosen) chosen.value = '1';
  }

  #input(name: string): HTMLInputElement | HTMLSelectElement | null {
    return this.#options.root().querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`);
  }

  #value(name: string): string {
    return this.#input(name)?.value ?? '';
  }

  #digits(name: string): string {
    return this.#value(name).replace(/\D/g, '');
  }

  #message(name: CardFieldName, words: Messages): string | undefined {
    const key = this.#problems[name];
    return key && fill(words[key], { count: this.#network.codeLengths.join('–') });
  }

  #clear(cleared: readonly CardFieldName[]): void {
    for (const name of cleared) {
      const input = this.#input(name);
      if (input) input.value = '';
      delete this.#problems[name];
    }
    this.#token = undefined;
    this.#edition++;
    this.#network = anyNetwork;
    this.#options.update();
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
        return /^(?=.*\p{L})(?!(\D*\d){13})[^@]{2,}$/u.test(this.#value(name).trim()) ? undefined : 'holderInvalid';
    }
    return name satisfies never;
  }

  #judge(name: CardFieldName): void {
    if (name === 'number') this.#network = networkOf(this.#digits(name));
    const problem = this.#problemOf(name);
    if (problem) this.#problems[name] = problem;
    else delete this.#problems[name];
  }

  async #drawMarks(): Promise<void> {
    try {
      const { networkMarks } = await import('./network-marks.ts');
      this.#marks = networkMarks;
      this.#options.update();
    } catch {
      // The plain card stays, and the network's name is there as text.
    }
  }

  readonly #handleLeave = (event: FocusEvent): void => {
    const { name } = event.target as HTMLInputElement;
    if (!isField(name) || !isLeft(event)) return;
    this.#judge(name);
    this.#options.update();
  };

  readonly #handleInput = (event: InputEvent): void => {
    const input = event.target as HTMLInputElement;
    const { name, value } = input;
    event.stopPropagation();
    this.#options.edited?.(name);
    if (!isField(name)) return;
    this.#token = undefined;
    this.#edition++;
    const isDeleting = event.inputType?.startsWith('delete') ?? false;
    const before = this.#network;
    if (name === 'number') {
      this.#network = networkOf(numberIn(value));
      reformat(input, (text) => groupDigits(numberIn(text), this.#network), event.inputType);
    } else if (name === 'expiry') reformat(input, (text) => formatExpiry(text, isDeleting));
    else if (name === 'cvc')
      reformat(input, (text) => text.replace(/\D/g, '').slice(0, this.#network.codeLengths.at(-1)));
    const isAnswered = name in this.#problems || this.#isEmptied;
    delete this.#problems[name];
    this.#isEmptied = false;
    if (isAnswered || before !== this.#network) this.#options.update();
    if (before !== this.#network && this.#network.name && !this.#marks) void this.#drawMarks();
  };
}
