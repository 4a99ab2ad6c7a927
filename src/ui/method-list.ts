import { html, isServer, noChange, nothing, type TemplateResult } from 'lit';
import { lineIcon } from './icons.ts';
import type { FormContext } from './method-form.ts';

/** One payment method as the payer chooses it. */
export interface MethodChoice {
  type: string;
  title: string;
  hint?: string | undefined;
  /** Path data in a box of 24 × 24. */
  icon: string;
}

interface MethodList extends Pick<FormContext, 'words' | 'isSource'> {
  methods: readonly MethodChoice[];
  selected: string | undefined;
  /** Which methods follow the first one is not known yet: their rows are there, unseen, and nothing moves when they come. */
  isOpen?: boolean | undefined;
  /** A list even of one method: one that is known from the start is not shown as one. */
  isList?: boolean | undefined;
  onSelect: (type: string) => void;
}

/** The payment methods as native radios; a server can say the choice in the attribute only. */
export function renderMethodList(list: MethodList): TemplateResult {
  const { words, isSource, methods, selected, isOpen, isList, onSelect } = list;
  // Nobody is asked to choose from one; whoever drives the form finds its radio all the same.
  const isPlain = methods.length < (isList ? 1 : 2);
  const chosen = methods.findIndex(({ type }) => type === selected);
  const choose = ({ target }: Event): void => onSelect((target as HTMLInputElement).value);
  return html`<fieldset part="methods" class=${isPlain ? '' : 'methods'} ?hidden=${isPlain} @change=${choose}>
    <legend>${words[isSource ? 'method' : 'methods']}</legend>
    ${methods.map(({ type, title, hint, icon }, place) => {
      const isGhost = isOpen && place > 0 && type !== selected;
      return html`<label part="method" class="method ${isGhost ? 'ghost' : ''} ${place > chosen ? 'later' : ''}">
        <input
          type="radio"
          name="payment_method_type"
          .value=${type}
          ?checked=${type === selected}
          .checked=${isServer ? noChange : type === selected}
        />
        ${lineIcon(icon)}
        <span>${title}<small>${hint}</small></span>
      </label>${place === chosen && methods[place + 1] ? html`<p class="other later">${words.otherMethod}</p>` : nothing}`;
    })}
  </fieldset>`;
}
