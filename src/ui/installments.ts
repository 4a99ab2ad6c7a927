/** In how many installments a card pays: the same choice for one that is typed and for a saved one. */
import { html, noChange, type TemplateResult } from 'lit';
import { mostInstallments } from '../domain/saved-source.ts';
import { fill } from '../messages/catalogue.ts';
import type { Messages } from '../messages/es.ts';
import { renderField, type Field } from './field.ts';

interface Installments extends Pick<Field, 'isBusy' | 'look' | 'onInput'> {
  words: Messages;
  /** How many are chosen. */
  count: string;
  most?: number | undefined;
  /** The select shows `count`, whatever was chosen in it before; otherwise the choice is its own. */
  isSet?: boolean;
}

export function renderInstallments({
  words,
  count,
  most = mostInstallments,
  isSet,
  ...rest
}: Installments): TemplateResult {
  const options = [...Array(most).keys()].map((place) => {
    const value = `${place + 1}`;
    const text = place ? fill(words.installmentCount, { count: value }) : words.installment;
    return html`<option value=${value} .selected=${isSet ? value === count : noChange}>${text}</option>`;
  });
  const note = count === '1' ? undefined : words.installmentsNote;
  return renderField({ name: 'installments', label: words.installments, note, options, ...rest });
}
