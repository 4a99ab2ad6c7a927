import { html, isServer, noChange, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../messages/es.ts';

/** One payment method as the payer chooses it. */
export interface MethodChoice {
  /** The value of its radio. */
  type: string;
  title: string;
  hint?: string | undefined;
  /** Path data in a box of 24 × 24. */
  icon: string;
}

/** What the list is rendered with. */
export interface MethodList {
  words: Messages;
  methods: readonly MethodChoice[];
  selected: string | undefined;
  isBusy: boolean;
  onSelect: (type: string) => void;
}

/** The payment methods as native radios; a server can say the choice in the attribute only. One method alone is no choice, and no list is shown. */
export function renderMethodList({
  words,
  methods,
  selected,
  isBusy,
  onSelect,
}: MethodList): TemplateResult | typeof nothing {
  if (methods.length < 2) return nothing;
  return html`<fieldset part="methods" class="methods">
    <legend>${words.methods}</legend>
    ${methods.map(
      ({ type, title, hint, icon }, place) => html`<label part="method" class="method at-${place}">
        <input
          type="radio"
          name="payment_method_type"
          .value=${type}
          ?checked=${type === selected}
          .checked=${isServer ? noChange : type === selected}
          ?disabled=${isBusy && type !== selected}
          @change=${() => onSelect(type)}
        />
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${icon} /></svg>
        <span>${title}${hint ? html`<small>${hint}</small>` : nothing}</span>
      </label>`,
    )}
  </fieldset>`;
}
