import { html, isServer, noChange, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { fill } from '../messages/catalogue.ts';
import { lineIcon } from './icons.ts';
import type { MethodFold } from './method-fold.ts';
import type { FormContext } from './method-form.ts';

/** What the payer can choose: a payment method, or a saved card. */
export interface Choice {
  /** The value of its radio: of a method the type. */
  id: string;
  title: string;
  /** What screen readers say in place of the title, where that is drawn rather than written. */
  spoken?: string;
  /** One short line; where it has no room it is not shown. */
  hint?: string | undefined;
  /** What stands before the title: an icon, or a logo. */
  mark: TemplateResult;
  /** A saved card has a row of its own. */
  isSaved?: boolean;
  /** It is shown, and cannot be chosen. */
  isDisabled?: boolean;
}

interface MethodList extends Pick<FormContext, 'words' | 'isSource'> {
  choices: readonly Choice[];
  selected: string | undefined;
  /** Which methods follow the first one is not known yet: their tiles are there, unseen, and nothing moves when they come. */
  isOpen?: boolean | undefined;
  /** A list even of one method: one that is known from the start is not shown as one. */
  isList?: boolean | undefined;
  /** Folds a long list; without one all of it is shown. */
  fold?: MethodFold | undefined;
  onSelect: (id: string) => void;
}

/** A title that is longer than this takes two lines of a narrow tile, and leaves no room for a hint. */
const longTitle = 22;

const downIcon = lineIcon('m6 9 6 6 6-6');

/** The choices as native radios, each below its tile; a server can say the choice in the attribute only. */
export function renderMethodList(list: MethodList): TemplateResult {
  const { words, isSource, choices, selected, isOpen, isList, fold, onSelect } = list;
  // Nobody is asked to choose from one; whoever drives the form finds its radio all the same.
  const isPlain = choices.length < (isList ? 1 : 2);
  const { front, rest } = fold ? fold.arrange(choices, selected) : { front: choices, rest: [] as Choice[] };
  const isUnfolded = fold?.isUnfolded ?? false;
  const isGhost = (choice: Choice): boolean => Boolean(isOpen) && choice !== front[0] && choice.id !== selected;
  const choose = ({ target }: Event): void => {
    fold?.choose(target);
    onSelect((target as HTMLInputElement).value);
  };
  const renderTile = (choice: Choice): TemplateResult => {
    const { id, title, spoken, hint, mark, isSaved, isDisabled } = choice;
    const isFolded = !isUnfolded && rest.includes(choice);
    return html`<label part="method" class="method ${isSaved ? 'saved' : ''} ${isGhost(choice) ? 'ghost' : ''} ${isFolded ? 'unseen' : ''}">
      <input
        type="radio"
        name="payment_method_type"
        .value=${id}
        ?checked=${id === selected}
        .checked=${isServer ? noChange : id === selected}
        ?disabled=${isDisabled}
      />
      <span class="logo">${mark}</span>
      <span class="name"><span>${spoken ? html`<span aria-hidden="true">${title}</span><span class="unseen">${spoken}</span>` : title}</span>${hint && (isSaved || title.length <= longTitle) ? html` <small>${hint}</small>` : nothing}</span>
    </label>`;
  };
  /** The tile of the others names as many of them as fit, short names first. */
  const renderMore = (): TemplateResult => {
    const { places = 0, handleToggle } = fold ?? {};
    const text = words[isUnfolded ? 'fewerMethods' : places > 3 ? 'moreBelow' : 'moreMethods'];
    const names = rest.filter(({ isSaved }) => !isSaved).map(({ title }) => title);
    names.sort((one, other) => one.length - other.length);
    return html`<button
      type="button"
      part="more-methods"
      class="method more ${isOpen ? 'ghost' : ''}"
      aria-expanded=${isUnfolded}
      @click=${handleToggle}
    ><span class="name"><span>${fill(text, { count: String(rest.length) })}</span>${isUnfolded || names.length === 0 ? nothing : html` <small class="names">${names.map((name, place) => html`<span>${place > 0 ? '· ' : ''}${name}</span> `)}</small>`}</span><span class="logo">${downIcon}</span></button>`;
  };
  // The tile of the others has a place of its own among them, and an id that no choice has.
  const tiles = [...front, ...(rest.length > 0 ? [undefined] : []), ...rest];
  return html`<fieldset
    part="methods"
    class=${isPlain ? '' : `methods ${choices.length < 3 ? 'few' : ''}`}
    ?hidden=${isPlain}
    @click=${fold?.handleClick}
    @change=${choose}
    @focusin=${fold?.handleFocus}
    @focusout=${fold?.handleLeave}
  >
    <legend>${words[isSource ? 'method' : 'methods']}</legend>
    ${repeat(
      tiles,
      (tile) => tile?.id ?? '',
      (tile) => (tile ? renderTile(tile) : renderMore()),
    )}
  </fieldset>`;
}
