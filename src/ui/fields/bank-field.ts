import { html, type TemplateResult } from 'lit';
import { CheckoutError } from '../../domain/checkout-error.ts';
import type { Institution } from '../../domain/wire/institution-list.ts';
import { fill, type AllWords } from '../../messages/catalogue.ts';
import { renderLabelled } from '../field.ts';
import type { FormRoot } from '../method-form.ts';
import { Combobox, type ChoiceOption, type ComboboxView } from './combobox.ts';

export interface BankFieldOptions extends FormRoot {
  institutions: () => Promise<readonly Institution[]>;
}

interface BankFieldView extends Omit<ComboboxView, 'options' | 'empty' | 'count'> {
  words: AllWords;
}

/** The payer's bank, from the service's list of dozens (SPEC.md section 4.6). It is fetched when it is first shown. */
export class BankField {
  readonly #options: BankFieldOptions;
  readonly #combobox: Combobox;
  #banks: readonly ChoiceOption[] = [];
  /** What the list says when it has nothing to show. */
  #empty: 'bankLoading' | 'bankFailed' | 'bankNone' = 'bankLoading';
  #isAsked = false;

  constructor(options: BankFieldOptions) {
    this.#options = options;
    this.#combobox = new Combobox(options);
  }

  render(view: BankFieldView): TemplateResult {
    const { words } = view;
    if (!this.#isAsked) void this.#load();
    const empty = words[this.#empty];
    const isLoading = this.#empty === 'bankLoading';
    const isFailed = this.#empty === 'bankFailed';
    const retry = html`${empty} <button type="button" class="link" @click=${() => this.#retry()}>${words.retry}</button>`;
    const error = isLoading ? undefined : view.error;
    const note = isFailed ? retry : error;
    // That they are on their way stands where the hint will, so that nothing moves.
    const described = { ...view, error, hint: isLoading ? empty : view.hint };
    const control = this.#combobox.render({
      ...described,
      note: isFailed ? empty : undefined,
      options: this.#banks,
      // The note says it, with a button that nothing may cover.
      empty: isFailed ? '' : empty,
      count: (matches) => (matches ? fill(words.bankCount, { count: `${matches}` }) : empty),
    });
    return renderLabelled(described, control, note, Boolean(note));
  }

  /** The form is being sent. */
  settle(): void {
    this.#combobox.settle();
  }

  reset(): void {
    this.#combobox.reset();
  }

  #retry(): void {
    // The button goes with the failure, and the focus would go with the button.
    this.#combobox.wait();
    void this.#load();
    this.#options.update();
  }

  async #load(): Promise<void> {
    this.#isAsked = true;
    this.#empty = 'bankLoading';
    try {
      const institutions = await this.#options.institutions();
      this.#banks = institutions.map(({ code, name }) => ({ value: code, label: name }));
      this.#combobox.take(this.#banks);
      // A list of no bank is as good as none.
      this.#empty = this.#banks[0] ? 'bankNone' : 'bankFailed';
    } catch (thrown) {
      // The form may be there before there is anybody to ask: the rendering that follows asks again.
      this.#isAsked = !(thrown instanceof CheckoutError && thrown.code === 'part_unavailable');
      if (!this.#isAsked) return;
      this.#empty = 'bankFailed';
    }
    this.#options.update();
  }
}
