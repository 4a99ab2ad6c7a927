import { html, nothing, type TemplateResult } from 'lit';

/** One thing to choose, in the payer's words. */
export interface ChoiceOption {
  value: string;
  label: string;
}

/** A choice among few: as a select, or as radios where seeing all of them helps. */
export interface Choice {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  isBusy: boolean;
  value: string;
  options: readonly ChoiceOption[];
  onChange: (value: string) => void;
}

const renderNote = ({ name, hint, error }: Choice): TemplateResult | typeof nothing =>
  error || hint
    ? html`<p class="note" id="${name}-note" part=${error ? 'error' : nothing}>${error ?? hint}</p>`
    : nothing;

/** A native select. */
export function renderSelect(choice: Choice): TemplateResult {
  const { name, label, hint, error, isBusy, value, options, onChange } = choice;
  return html`<div part="field" class="field ${name}">
    <label part="label" for=${name}>${label}</label>
    <div class="control">
      <select
        part="input"
        id=${name}
        name=${name}
        ?disabled=${isBusy}
        aria-describedby=${error || hint ? `${name}-note` : nothing}
        aria-invalid=${error ? 'true' : nothing}
        @change=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}
      >${options.map((option) => html`<option value=${option.value} .selected=${option.value === value}>${option.label}</option>`)}</select>
    </div>
    ${renderNote(choice)}
  </div>`;
}

/** Native radios in a group of their own. */
export function renderRadios(choice: Choice): TemplateResult {
  const { name, label, isBusy, value, options, onChange } = choice;
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
            ?disabled=${isBusy && option.value !== value}
            @change=${() => onChange(option.value)}
          />
          <span>${option.label}</span>
        </label>`,
      )}
    </div>
    ${renderNote(choice)}
  </fieldset>`;
}
