import { html, nothing, type TemplateResult } from 'lit';
import { CheckoutError } from '../../domain/checkout-error.ts';
import type { Institution } from '../../domain/institution.ts';
import { fill } from '../../messages/catalogue.ts';
import type { MethodMessages } from '../../messages/methods/es.ts';
import type { ChoiceOption } from './choice-field.ts';
import { Combobox } from './combobox.ts';

export interface BankFieldOptions {
  /** Holds the chosen bank's code under the control's name. */
  typed: Map<string, string>;
  update: () => void;
  root: () => ParentNode;
  institutions: () => Promise<readonly Institution[]>;
  onChange: (name: string) => void;
}

/** What the field is rendered with. */
export interface BankFieldView {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  isBusy: boolean;
  words: MethodMessages;
  /** On the button that asks for the list again. */
  retry: string;
}

const controlName = 'financial_institution_code';
/** Why the list has nothing to show. */
const emptyWords = { loading: 'bankLoading', failed: 'bankFailed', there: 'bankNone' } as const;

/** The payer's bank, from the service's list of dozens (SPEC.md section 4.6). It is fetched when it is first shown. */
export class BankField {
  readonly #options: BankFieldOptions;
  readonly #combobox: Combobox;
  #banks: readonly ChoiceOption[] = [];
  #list: 'loading' | 'failed' | 'there' = 'loading';
  #isAsked = false;

  constructor(options: BankFieldOptions) {
    this.#options = options;
    this.#combobox = new Combobox({ name: controlName, update: options.update, root: options.root });
  }

  render({ name, label, hint, error, isBusy, words, retry }: BankFieldView): TemplateResult {
    if (!this.#isAsked) void this.#load();
    const isFailed = this.#list === 'failed';
    const note = this.#list === 'loading' ? words.bankLoading : (error ?? hint);
    return html`<div part="field" class="field ${name}">
      <label part="label" for=${name}>${label}</label>
      <div class="control">
        ${this.#combobox.render({
          label,
          isBusy,
          options: this.#banks,
          value: this.#options.typed.get(name) ?? '',
          isInvalid: Boolean(error),
          describedBy: `${name}-note`,
          empty: words[emptyWords[this.#list]],
          count: (matches) =>
            matches > 1
              ? fill(words.bankCount, { count: `${matches}` })
              : words[matches ? 'bankCountOne' : emptyWords[this.#list]],
          onChange: (code) => this.#handleChange(name, code),
        })}
      </div>
      <p class="note" id="${name}-note" part=${(isFailed || error) && this.#list !== 'loading' ? 'error' : nothing}>
        ${isFailed ? html`${words.bankFailed} <button type="button" class="link" @click=${() => this.#retry()}>${retry}</button>` : note}
      </p>
    </div>`;
  }

  reset(): void {
    this.#combobox.reset();
  }

  #retry(): void {
    void this.#load();
    this.#options.update();
  }

  async #load(): Promise<void> {
    this.#isAsked = true;
    this.#list = 'loading';
    try {
      const institutions = await this.#options.institutions();
      this.#banks = institutions.map(({ code, name }) => ({ value: code, label: name }));
      this.#list = 'there';
    } catch (thrown) {
      // The form may be there before there is anybody to ask: the rendering that follows asks again.
      this.#isAsked = !(thrown instanceof CheckoutError && thrown.code === 'part_unavailable');
      if (!this.#isAsked) return;
      this.#list = 'failed';
    }
    this.#options.update();
  }

  #handleChange(name: string, code: string): void {
    this.#options.typed.set(name, code);
    this.#options.onChange(name);
    this.#options.update();
  }
}
