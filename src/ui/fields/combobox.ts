import { html, nothing, type TemplateResult } from 'lit';
import { cleanText, maxTextLength } from '../../domain/clean-text.ts';
import { describedBy, renderNote, type Field } from '../field.ts';
import type { FormRoot } from '../method-form.ts';
import { heedPresses, whenReleased } from '../when-released.ts';

/** A text as it is compared: without case, accents and punctuation. */
const folded = (text: string): string =>
  cleanText(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The options in which each word of the query begins a word or stands inside of one; those that begin with the query
 * come first, then those with a word that does.
 */
export function search<Option extends { label: string }>(options: readonly Option[], query: string): readonly Option[] {
  const wanted = folded(query);
  if (!wanted) return options;
  const words = wanted.split(' ');
  const rank = (text: string): number => (text.startsWith(wanted) ? 0 : ` ${text}`.includes(` ${wanted}`) ? 1 : 2);
  return options
    .map((option) => ({ option, text: folded(option.label) }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .sort((one, other) => rank(one.text) - rank(other.text))
    .map(({ option }) => option);
}

export interface ChoiceOption {
  value: string;
  label: string;
}

/** A choice among some options. */
interface Choice extends Pick<Field, 'name' | 'label' | 'hint' | 'error' | 'note'> {
  /** The chosen option's value; empty while none is. */
  value: string;
  options: readonly ChoiceOption[];
  onChange: (value: string) => void;
}

/** Native radios in a group of their own, for few options. */
export function renderRadios(choice: Choice): TemplateResult {
  const { name, label, hint, error, value, options, onChange } = choice;
  return html`<fieldset part="field" class="field ${name}">
    <legend part="label">${label}</legend>
    <div class="choices">
      ${options.map(
        (option) => html`<label class="choice">
          <input
            type="radio"
            name=${name}
            .value=${option.value}
            .checked=${option.value === value}
            @change=${() => onChange(option.value)}
          />
          <span>${option.label}</span>
        </label>`,
      )}
    </div>
    ${renderNote(name, error ?? hint, Boolean(error))}
  </fieldset>`;
}

export interface ComboboxView extends Choice {
  isBusy: boolean;
  /** Shown in the list when nothing fits, or in its place while there are no options yet; nothing is, when empty. */
  empty: string;
  /** Says how many options fit, or why there are none, for those who do not see the list. */
  count: (matches: number) => string;
  /** It was left with a text in it that is none of the options, and not for a button: that one judges by itself. */
  onLeave: () => void;
}

/**
 * A text field with a list that what is typed narrows down (the editable combobox of the ARIA Authoring Practices, with
 * list autocomplete). The first fitting option is the active one, so that a few letters and Enter are enough.
 */
export class Combobox {
  readonly #options: FormRoot;
  #view: ComboboxView | undefined;
  /** What was typed since an option was last chosen; undefined while the chosen one is shown. */
  #query: string | undefined;
  /** Since then, the payer has neither left it nor pressed Enter, and the form was not sent. */
  #isTyping = false;
  #isOpen = false;
  #isAwaited = false;
  #active = -1;

  constructor(options: FormRoot) {
    this.#options = options;
  }

  render(view: ComboboxView): TemplateResult {
    this.#view = view;
    const { name } = view;
    const matches = this.#matches;
    const isOpen = this.#isOpen && !view.isBusy;
    const isShown = isOpen && matches.length > 0;
    return html`<input
        part="input"
        class="searchable"
        id=${name}
        name=${name}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        maxlength=${maxTextLength}
        enterkeyhint="next"
        aria-autocomplete="list"
        aria-expanded=${isShown}
        aria-controls="${name}-list"
        aria-activedescendant=${isShown && matches[this.#active] ? `${name}-${this.#active}` : nothing}
        aria-required="true"
        aria-describedby=${describedBy(view)}
        aria-invalid=${view.error ? 'true' : nothing}
        .value=${this.#query ?? this.#chosen?.label ?? ''}
        ?readonly=${view.isBusy}
        @input=${this.#handleInput}
        @keydown=${this.#handleKey}
        @click=${() => this.#open()}
        @focus=${heedPresses}
        @blur=${this.#handleBlur}
      />
      <ul class="list" id="${name}-list" role="listbox" aria-label=${view.label} ?hidden=${!isShown} @pointerdown=${keepFocus}>
        ${matches.map(
          (option, place) => html`<li
            id="${name}-${place}"
            class=${place === this.#active ? 'active' : nothing}
            role="option"
            data-value=${option.value}
            aria-selected=${place === this.#active}
            @click=${() => this.#choose(option)}
          >${option.label}</li>`,
        )}
      </ul>
      ${isOpen && !isShown && view.empty ? html`<p class="list none" @pointerdown=${keepFocus}>${view.empty}</p>` : nothing}
      <span class="unseen" role="status">${isOpen || this.#isAwaited || !view.options.length ? view.count(matches.length) : nothing}</span>`;
  }

  /** Gives the focus to the field, which says what becomes of its options: they were asked for, and are on their way. */
  wait(): void {
    this.#isAwaited = true;
    this.#control()?.focus();
  }

  /** Chooses what was typed if it can only be one of the options, for the payer has done with it. */
  settle(): void {
    this.#isTyping = false;
    const meant = this.#meant;
    if (meant) this.#choose(meant);
  }

  /** The options have come. What was typed before may be a choice among them, and is made now. */
  take(options: readonly ChoiceOption[]): void {
    if (!this.#view) return;
    this.#view = { ...this.#view, options };
    if (this.#isTyping) this.#active = this.#firstFit;
    else this.settle();
  }

  reset(): void {
    this.#query = undefined;
    this.#close();
  }

  /** Whoever types a whole name, or so much that only one is left, has chosen. */
  get #meant(): ChoiceOption | undefined {
    const query = folded(this.#query ?? '');
    const matches = query ? this.#matches : [];
    return matches.find(({ label }) => folded(label) === query) ?? (matches.length === 1 ? matches[0] : undefined);
  }

  get #firstFit(): number {
    return folded(this.#query ?? '') && this.#matches.length > 0 ? 0 : -1;
  }

  get #chosen(): ChoiceOption | undefined {
    return this.#view?.options.find(({ value }) => value === this.#view?.value);
  }

  get #matches(): readonly ChoiceOption[] {
    return search(this.#view?.options ?? [], this.#query ?? '');
  }

  #control(part = ''): HTMLElement | null {
    return this.#options.root().querySelector<HTMLElement>(`#${this.#view?.name}${part}`);
  }

  #open(): void {
    if (this.#isOpen || this.#view?.isBusy) return;
    this.#isOpen = true;
    this.#active = this.#matches.findIndex(({ value }) => value === this.#view?.value);
    this.#show();
  }

  #close(): void {
    this.#isOpen = this.#isAwaited = false;
    this.#active = -1;
    this.#options.update();
  }

  #choose(option: ChoiceOption): void {
    this.#query = undefined;
    this.#view?.onChange(option.value);
    this.#close();
  }

  /** Renders, and scrolls the list alone, never the page, to its active option. */
  #show(): void {
    this.#options.update();
    globalThis.requestAnimationFrame?.(() => {
      const list = this.#control('-list');
      const item = list?.querySelector<HTMLElement>('.active');
      if (!list || !item) return;
      const below = item.offsetTop + item.offsetHeight - list.clientHeight;
      if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop;
      else if (below > list.scrollTop) list.scrollTop = below;
    });
  }

  #move(step: 1 | -1): void {
    const { length } = this.#matches;
    if (!this.#isOpen) this.#open();
    if (length === 0) return;
    const from = this.#active < 0 && step < 0 ? length : this.#active;
    this.#active = (from + step + length) % length;
    this.#show();
  }

  readonly #handleInput = (event: Event): void => {
    this.#query = (event.target as HTMLInputElement).value;
    this.#isOpen = this.#isTyping = true;
    this.#active = this.#firstFit;
    this.#view?.onChange('');
    this.#show();
  };

  readonly #handleKey = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.isComposing) return;
    const active = this.#matches[this.#active];
    if (key === 'ArrowDown' || key === 'ArrowUp') this.#move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter' && this.#isOpen) {
      if (active) this.#choose(active);
      else this.#isTyping = false; // the options may still come
    } else if (key === 'Escape' && this.#isOpen) this.#close();
    else if (key === 'Escape' && this.#query) {
      this.#query = '';
      this.#options.update();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #handleBlur = ({ relatedTarget }: FocusEvent): void => {
    this.settle();
    this.#close();
    const isFilled = folded(this.#query ?? '') && this.#view?.options.length;
    if (isFilled && !(relatedTarget as Element | null)?.matches('button')) whenReleased(() => this.#view?.onLeave());
  };
}

/** The list is no place for the focus: pressing on it leaves it in the text field. */
const keepFocus = (event: Event): void => event.preventDefault();
