import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentDetails } from '../../checkout/configuration.ts';
import { cleanText, maxTextLength } from '../../domain/clean-text.ts';
import { knownCustomer } from '../../domain/customer.ts';
import { cutText } from '../../domain/cut-text.ts';
import type { CheckoutError } from '../../domain/checkout-error.ts';
import { fill, languageOf, type SpokenWords } from '../../messages/catalogue.ts';
import { allWords } from '../../messages/method-words.ts';
import { reformat, renderField } from '../field.ts';
import type { FieldProblem, FormContext, MethodForm } from '../method-form.ts';
import { renderWay } from '../way.ts';
import { BankField, type BankFieldOptions } from './bank-field.ts';
import { renderRadios, type ChoiceOption } from './combobox.ts';
import type { FieldCheck, FieldDescriptor, FieldText, SourceWords, ValueOf } from './field-descriptor.ts';

export interface FieldsFormOptions extends BankFieldOptions {
  fields: readonly FieldDescriptor[];
  /** Fields of `payment_method` that have only one value, and no control. */
  fixed?: Readonly<Record<string, unknown>> | undefined;
  /** What happens after the pay button. */
  note?: FieldText | undefined;
  /** What is said otherwise in mode `source`. */
  source?: SourceWords | undefined;
  /** What was typed so far, by the name of the control: forms share it, so that nothing is asked twice. */
  typed: Map<string, string>;
}

/** Whether the payer has to accept on the phone. */
const isAwaited = ({ state }: FormContext): boolean => state?.status === 'submitting' && state.step === 'accept';

/** Between initials and what they stand for: so wide that a narrow list shows nothing of the words. */
const gap = '\u2003\u2003';

/** The form of every method whose details are plain fields. It is made from data and knows no method. */
export class FieldsForm implements MethodForm {
  readonly #options: FieldsFormOptions;
  readonly #bank: BankField;
  readonly #problems = new Map<string, FieldText>();

  constructor(options: FieldsFormOptions) {
    this.#options = options;
    this.#bank = new BankField(options);
  }

  render(context: FormContext): TemplateResult {
    const { source } = this.#options;
    const note = (context.isSource && source?.note) || this.#options.note;
    return html`<div class="asked">
      ${this.#fields(context).map((field) => this.#renderOne(field, context))}
      ${note ? html`<p class="fine">${this.#say(note, context)}</p>` : nothing}
    </div>`;
  }

  renderWayBack(context: FormContext): TemplateResult | undefined {
    const { source } = this.#options;
    if (!source || !isAwaited(context)) return;
    return renderWay(this.#say(source.giveUp, context), () => context.giveUp?.());
  }

  speak(words: SpokenWords, context: FormContext): SpokenWords {
    const { source } = this.#options;
    if (!context.isSource || !source) return words;
    const own = Object.entries(source.words).map(([key, text]) => [key, this.#say(text, context)]);
    const { push: stepDetails, pushText: slow } = allWords(words);
    return { ...words, ...Object.fromEntries(own), ...(isAwaited(context) ? { stepDetails, slow } : {}) };
  }

  check(context: FormContext): FieldProblem[] {
    this.#bank.settle();
    for (const field of this.#fields(context)) this.#judge(field, context);
    this.#options.update();
    return this.problems(context);
  }

  problems(context: FormContext): FieldProblem[] {
    return this.#fields(context).flatMap((field) => {
      const message = this.#message(field, context);
      return message ? [{ name: field.name, message }] : [];
    });
  }

  firstEmpty(context: FormContext): string | undefined {
    return this.#fields(context).find((field) => !field.optional && !cleanText(this.#text(field, context)))?.name;
  }

  collect(context: FormContext): Promise<PaymentDetails> {
    const details: Required<PaymentDetails> = { paymentMethod: { ...this.#options.fixed }, customer: {} };
    for (const field of this.#fields(context)) {
      const value = this.#value(field, context);
      if (value === '') continue;
      const written = field.write?.(value) ?? value;
      if (field.to) details.customer[field.to] = typeof written === 'string' ? written : value;
      else details.paymentMethod[field.name] = written;
    }
    return Promise.resolve(details);
  }

  spent(): void {
    // Nothing here is used up: what was typed serves the next attempt.
  }

  refuse({ fields }: CheckoutError, context: FormContext): boolean {
    const refused = new Set(Object.keys(fields).map((path) => path.slice(path.lastIndexOf('.') + 1)));
    const known = this.#fields(context).filter(({ name }) => refused.has(name));
    for (const { name } of known) this.#problems.set(name, 'refused');
    this.#options.update();
    return known.length > 0;
  }

  reset(): void {
    this.#options.typed.clear();
    this.#problems.clear();
    this.#bank.reset();
  }

  /** The fields that the payer has to see: sandbox fields with a test key, customer fields that the page has not given. */
  #fields({ isTest, given = {} }: FormContext): readonly FieldDescriptor[] {
    const known = knownCustomer(given);
    return this.#options.fields.filter(({ testOnly, to }) => (isTest || !testOnly) && !(to && known[to]));
  }

  #say(text: FieldText, context: FormContext, values: Record<string, string> = {}): string {
    return fill(typeof text === 'string' ? allWords(context.words)[text] : text[languageOf(context.locale)], values);
  }

  #label({ label }: FieldDescriptor, context: FormContext): string {
    return this.#say(typeof label === 'function' ? label(this.#valueOf(context)) : label, context);
  }

  #message(field: FieldDescriptor, context: FormContext): string | undefined {
    const problem = this.#problems.get(field.name);
    if (!problem) return;
    const count = `${field.count?.(this.#valueOf(context)) ?? field.maxLength}`;
    return this.#say(problem, context, { count, label: this.#label(field, context) });
  }

  #choices(field: FieldDescriptor, context: FormContext): ChoiceOption[] | undefined {
    const { options } = field;
    const given = typeof options === 'function' ? options(this.#valueOf(context)) : options;
    return given?.map(({ value, label, initials }) => {
      const text = this.#say(label, context);
      return { value, label: initials ? initials + gap + text : text };
    });
  }

  /** The text that the control shows. */
  #text(field: FieldDescriptor, context: FormContext): string {
    const typed = this.#options.typed.get(field.name) ?? this.#initial(field, context);
    const choices = this.#choices(field, context);
    if (!choices || choices.some(({ value }) => value === typed)) return typed;
    return choices[0]?.value ?? '';
  }

  #initial({ initial, maxLength }: FieldDescriptor, context: FormContext): string {
    const text = initial?.(context, (key, values) => this.#say(key, context, values)) ?? '';
    return cutText(text, maxLength ?? maxTextLength);
  }

  #value(field: FieldDescriptor, context: FormContext): string {
    const text = cleanText(this.#text(field, context));
    return field.read ? field.read(text, this.#valueOf(context)) : text;
  }

  #valueOf(context: FormContext): ValueOf {
    return (name) => {
      const field = this.#fields(context).find((one) => one.name === name);
      return field ? this.#value(field, context) : '';
    };
  }

  #judge(field: FieldDescriptor, context: FormContext): void {
    const problem = this.#problemOf(field, context);
    if (problem) this.#problems.set(field.name, problem);
    else this.#problems.delete(field.name);
  }

  #problemOf(field: FieldDescriptor, context: FormContext): FieldCheck {
    const { optional, check, maxLength = Infinity, invalid } = field;
    const value = this.#value(field, context);
    if (!value) return !optional && (invalid ?? 'missing');
    if (value.length > maxLength) return 'tooLong';
    return check && !check(value, this.#valueOf(context)) && (invalid ?? 'refused');
  }

  #renderOne(field: FieldDescriptor, context: FormContext): TemplateResult {
    const { name, kind, autocomplete, inputMode } = field;
    if (this.#isUnasked(field, context))
      return html`<input type="hidden" name=${name} .value=${this.#text(field, context)} />`;
    const valueOf = this.#valueOf(context);
    const hint = typeof field.hint === 'function' ? field.hint(valueOf) : field.hint;
    const options = this.#choices(field, context);
    const common = {
      name,
      label: this.#label(field, context),
      hint: hint && this.#say(hint, context, { count: field.count?.(valueOf) ?? '' }),
      error: this.#message(field, context),
      isBusy: context.isBusy,
      isOptional: field.optional,
      value: this.#text(field, context),
      onChange: (chosen: string): void => this.#change(field, chosen, context),
      onLeave: (): void => {
        this.#judge(field, context);
        this.#options.update();
      },
    };
    if (kind === 'bank') return this.#bank.render({ ...common, words: allWords(context.words) });
    if (options && kind === 'radio') return renderRadios({ ...common, options });
    return renderField({
      ...common,
      options: options?.map(
        ({ value, label }) => html`<option value=${value} .selected=${value === common.value}>${label}</option>`,
      ),
      type: kind === 'tel' ? kind : undefined,
      autocomplete,
      inputMode,
      enterKeyHint: this.#isLast(field, context) ? 'done' : undefined,
      onInput: ({ target, inputType }) => {
        const input = target as HTMLInputElement;
        if (field.format) reformat(input, field.format, inputType);
        common.onChange(input.value);
      },
    });
  }

  /** Whether nobody is asked for it. What the service refuses has to be seen, also while it is corrected. */
  #isUnasked({ name, isUnasked }: FieldDescriptor, context: FormContext): boolean {
    return Boolean(isUnasked?.(context)) && !this.#problems.has(name) && !this.#options.typed.has(name);
  }

  /** Whether nothing is typed after it: what follows is pressed, and the keyboard of a phone would be in its way. */
  #isLast({ name }: FieldDescriptor, context: FormContext): boolean {
    const typed = this.#fields(context).filter(
      (field) => !field.options && field.kind !== 'bank' && !this.#isUnasked(field, context),
    );
    return Boolean(context.email) && typed.at(-1)?.name === name;
  }

  #change({ name }: FieldDescriptor, text: string, context: FormContext): void {
    this.#options.typed.set(name, text);
    this.#problems.delete(name);
    // What another field asks may depend on this one: its old complaint may be wrong now, but for the service's.
    for (const other of this.#fields(context)) {
      const problem = this.#problems.get(other.name);
      if (problem && problem !== 'refused' && other.kind !== 'bank') this.#judge(other, context);
    }
    this.#options.update();
  }
}
