import { html, noChange, nothing, type TemplateResult } from 'lit';
import { digitsOf, maxTextLength } from '../domain/clean-text.ts';
import { heedPresses, whenReleased } from './when-released.ts';

export interface Field {
  /** The control's `name`; unique among the controls that can be seen at a time. */
  name: string;
  label: string;
  /** Stands beside the label where there is room for it, and describes the control in any case. */
  hint?: string | undefined;
  /** What is wrong with it, in the payer's words. It stands below the control, as a `note` does. */
  error?: string | undefined;
  /** What has to be said about what was filled in. */
  note?: string | undefined;
  /** May stay empty. */
  isOptional?: boolean | undefined;
  isBusy?: boolean;
  type?: 'text' | 'tel' | 'email' | undefined;
  /** The autofill field name of HTML. */
  autocomplete?: string | undefined;
  inputMode?: 'numeric' | 'tel' | 'email' | 'text' | undefined;
  enterKeyHint?: 'next' | 'done' | undefined;
  maxLength?: number;
  /** What the page already knows. It is set as a property and only when it changes: what was typed stays. */
  value?: string | undefined;
  /** Makes the control a select, with these `option` elements as lit renders them. */
  options?: unknown;
  /** Of a select: what else it is for the styles. */
  look?: string | undefined;
  /** Shown inside the control, at its end. */
  mark?: TemplateResult | undefined;
  /** Shown above the control, at its end, instead of a hint. */
  aside?: TemplateResult | typeof nothing | undefined;
  onInput?: (event: InputEvent) => void;
  /** The payer has left it with something in it. */
  onLeave?: () => void;
}

/** Keeps session recorders from storing what a payer types (SECURITY.md section 3). */
const maskClasses = 'rr-mask rr-ignore fs-exclude ph-no-capture';

/**
 * Whether a control that loses the focus was filled in and left. Leaving for the pay button checks everything anyway, and
 * an error that moves the button would cost the click.
 */
const isLeft = ({ target, relatedTarget }: FocusEvent): boolean =>
  (target as HTMLInputElement).value !== '' && !(relatedTarget as Element | null)?.matches('button');

/** Judges a control that was filled in and left, once what comes of it can move nothing under a finger. */
export function judgeLeft(event: FocusEvent, judge: () => void): void {
  if (!isLeft(event)) return;
  const control = event.target as HTMLInputElement;
  // It may have been emptied meanwhile.
  whenReleased(() => control.value && judge());
}

/** The ids of what describes a control: what is said below it, else the hint beside its label. */
export const describedBy = ({ name, hint, error, note }: Omit<Field, 'label'>): string | typeof nothing =>
  error || note ? `${name}-note` : hint ? `${name}-hint` : nothing;

/** What is said below a control. It stands beside the field, over the whole width of the row. */
export const renderNote = (name: string, note: unknown, isWrong: boolean): TemplateResult | typeof nothing =>
  note ? html`<p class="note" id="${name}-note" part=${isWrong ? 'error' : nothing}>${note}</p>` : nothing;

/** A control with its label and a hint beside it, and with what is said below it. */
export const renderLabelled = (
  { name, label, hint, aside }: Pick<Field, 'name' | 'label' | 'hint' | 'aside'>,
  control: unknown,
  note: unknown,
  isWrong: boolean,
): TemplateResult =>
  html`<div part="field" class="field ${name}">
    <div class="head">
      <label part="label" for=${name}>${label}</label>
      <div class="hint">${aside ?? (hint ? html`<span id="${name}-hint">${hint}</span>` : nothing)}</div>
    </div>
    <div class="control">${control}</div>
  </div>${renderNote(name, note, isWrong)}`;

/** A labelled text field or select. */
export function renderField(field: Field): TemplateResult {
  const { name, error, isBusy = false, mark, options, onInput, onLeave } = field;
  const note = error ?? field.note;
  const described = describedBy(field);
  const invalid = error ? 'true' : nothing;
  const control = options
    ? html`<select
        part="input"
        class=${field.look ?? nothing}
        id=${name}
        name=${name}
        aria-describedby=${described}
        aria-invalid=${invalid}
        @change=${onInput}
      >${options}</select>`
    : html`<input
        part="input"
        class=${maskClasses}
        data-private
        data-sentry-mask
        data-hj-suppress
        data-clarity-mask
        data-dd-privacy="hidden"
        autocapitalize=${field.autocomplete?.includes('name') ? 'words' : 'off'}
        autocorrect="off"
        spellcheck="false"
        id=${name}
        name=${name}
        type=${field.type ?? 'text'}
        autocomplete=${field.autocomplete ?? 'off'}
        inputmode=${field.inputMode ?? 'text'}
        enterkeyhint=${field.enterKeyHint ?? 'next'}
        maxlength=${field.maxLength ?? maxTextLength}
        .value=${field.value ?? noChange}
        ?readonly=${isBusy}
        aria-required=${field.isOptional ? nothing : 'true'}
        aria-describedby=${described}
        aria-invalid=${invalid}
        @input=${onInput}
        @focus=${heedPresses}
        @blur=${onLeave && ((event: FocusEvent) => judgeLeft(event, onLeave))}
      />`;
  const atEnd = mark && html`<span class="at-end">${mark}</span>`;
  return renderLabelled(field, [control, atEnd], note, Boolean(error));
}

/** The control of a name that the payer can see, whichever form it belongs to. */
export const findControl = (root: ParentNode, name: string): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(`[name="${name}"]`)].find((control) => !control.closest('[hidden]'));

const digitsIn = (text: string): number => digitsOf(text).length;

/**
 * Rewrites what a payer types, keeping the caret between the same digits. A deleted blank takes the digit beside it
 * along, or the payer would delete for ever.
 *
 * @param inputType of the input event, to tell which side of the caret was deleted.
 */
export function reformat(input: HTMLInputElement, format: (text: string) => string, inputType = ''): void {
  let { value } = input;
  let formatted = format(value);
  if (formatted === value) return; // where the caret is would have to be laid out
  let caret = input.selectionStart ?? value.length;
  if (inputType.startsWith('delete') && formatted.length > value.length) {
    const from = inputType.endsWith('Forward') ? caret : caret - 1;
    value = value.slice(0, Math.max(from, 0)) + value.slice(from + 1);
    caret = Math.max(from, 0);
    formatted = format(value);
  }
  if (formatted === input.value) return;
  const digits = digitsIn(value.slice(0, caret));
  input.value = formatted;
  if (caret === value.length) return; // a value that is set has the caret at its end
  // Only the focused input: Safari would move the focus to the other.
  const { activeElement } = input.getRootNode() as Document | ShadowRoot;
  if (activeElement !== input) return;
  let place = 0;
  while (digitsIn(formatted.slice(0, place)) < digits && place < formatted.length) place++;
  input.setSelectionRange(place, place);
}
