import { html, nothing, type TemplateResult } from 'lit';

/** One thing to choose, in the payer's words. */
export interface ChoiceOption {
  value: string;
  label: string;
}

/** A choice among few that are all seen. */
export interface Choice {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string;
  options: readonly ChoiceOption[];
  onChange: (value: string) => void;
}

/** Native radios in a group of their own. */
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
    <p class="note" id="${name}-note" part=${error ? 'error' : nothing}>${error ?? hint}</p>
  </fieldset>`;
}
