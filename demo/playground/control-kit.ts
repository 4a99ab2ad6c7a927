import { html } from 'lit';
import { paymentMethods } from '../../src/methods/registry.ts';
import { parseAmount } from '../payouts/parse-amount.ts';
import type { ToolText } from '../tools/en.ts';
import { say, spokenLocale, translated } from '../tools/speech.ts';
import { isAmountSetting, type Settings } from './settings.ts';
import { wordsOf } from './wiring.ts';

const amountProblem = (): string => say('Escribe un monto mayor que cero, por ejemplo 119.000.');
const anything = (_text: string): boolean => true;

type NameOf<Value> = { [Name in keyof Settings]: Settings[Name] extends Value ? Name : never }[keyof Settings];

/** Makes controls that show a setting and change it. */
export class ControlKit {
  readonly settings: Settings;
  readonly #choose: (choices: Partial<Settings>) => void;

  constructor(settings: Settings, choose: (choices: Partial<Settings>) => void) {
    this.settings = settings;
    this.#choose = choose;
  }

  text(
    name: NameOf<string>,
    label: ToolText,
    { attribute = '', type = 'text', accepts = anything, problem = '' } = {},
  ) {
    const take = ({ currentTarget }: Event): void => {
      const input = currentTarget as HTMLInputElement;
      const value = input.value.trim();
      input.setCustomValidity(accepts(value) ? '' : translated(problem));
      if (input.reportValidity()) this.#choose({ [name]: value });
    };
    return html`<label class="field">
      <span>${say(label)} ${attributeName(attribute)}</span>
      <input name=${name} type=${type} autocomplete="off" spellcheck="false" .value=${this.settings[name]} @change=${take} />
    </label>`;
  }

  choice(name: NameOf<string>, label: ToolText, options: Readonly<Record<string, string>>, attribute = '') {
    const take = ({ currentTarget }: Event): void =>
      this.#choose({ [name]: (currentTarget as HTMLSelectElement).value });
    return html`<label class="field">
      <span>${say(label)} ${attributeName(attribute)}</span>
      <select name=${name} @change=${take}>
        ${Object.entries<string>(options).map(
          ([value, text]) =>
            html`<option value=${value} .selected=${value === this.settings[name]}>${translated(text)}</option>`,
        )}
      </select>
    </label>`;
  }

  check(name: NameOf<boolean>, label: ToolText, attribute = '') {
    return html`<label class="check">
      <input
        type="checkbox"
        name=${name}
        .checked=${this.settings[name]}
        @change=${({ currentTarget }: Event) => this.#choose({ [name]: (currentTarget as HTMLInputElement).checked })}
      />
      <span>${say(label)} ${attributeName(attribute)}</span>
    </label>`;
  }

  amount() {
    const { amountInCents, currency } = this.settings;
    const take = ({ currentTarget }: Event): void => {
      const input = currentTarget as HTMLInputElement;
      const amount = parseAmount(input.value);
      const isAmount = amount !== undefined && isAmountSetting(String(amount));
      input.setCustomValidity(isAmount ? '' : amountProblem());
      if (input.reportValidity() && isAmount) this.#choose({ amountInCents: amount });
    };
    return html`<label class="field">
      <span>${say(currency === 'USD' ? 'Monto en dólares' : 'Monto en pesos')} ${attributeName(`amount-in-cents="${amountInCents}"`)}</span>
      <input name="amount" inputmode="decimal" autocomplete="off" .value=${String(amountInCents / 100)} @change=${take} />
      <small class="problem">${amountProblem()}</small>
    </label>`;
  }

  methods() {
    const { methods } = this.settings;
    const toggle = (type: string): void => {
      const chosen = paymentMethods
        .map((method) => method.type)
        .filter((one) => (one === type) !== methods.includes(one as never));
      this.#choose({ methods: chosen as unknown as Settings['methods'] });
    };
    return html`<fieldset class="group">
      <legend>${say('Medios')} ${attributeName('methods')}</legend>
      <p class="hint">${methods.length === 0 ? say('Ninguno elegido: los que acepta el comercio.') : say('{count} elegidos.', { count: `${methods.length}` })}</p>
      ${paymentMethods.map(
        ({ type, title }) => html`<label class="check">
          <input type="checkbox" name="methods" .value=${type} .checked=${methods.includes(type as never)} @change=${() => toggle(type)} />
          <span>${title[spokenLocale()]} <code>${type}</code></span>
        </label>`,
      )}
    </fieldset>`;
  }

  words() {
    const { words } = this.settings;
    const take = ({ currentTarget }: Event): void => {
      const area = currentTarget as HTMLTextAreaElement;
      area.setCustomValidity(wordsProblem(area.value));
      this.#choose({ words: area.value });
    };
    const problem = wordsProblem(words);
    return html`<label class="field">
        <span>${say('Palabras propias')} ${attributeName('words')}</span>
        <textarea
          name="words"
          rows="5"
          spellcheck="false"
          placeholder='{"WALLET_A": "Colibrí", "WALLET_A.hint": "En tu celular", "en": {"total": "Due today"}}'
          aria-invalid=${problem ? 'true' : 'false'}
          aria-describedby="words-note"
          .value=${words}
          @input=${take}
        ></textarea>
      </label>
      <p class="hint" id="words-note" role="status">${problem || say('JSON: por clave, por tipo de medio, o por idioma.')}</p>`;
  }

  accent() {
    const { accent } = this.settings;
    const take = ({ currentTarget }: Event): void =>
      this.#choose({ accent: (currentTarget as HTMLInputElement).value });
    return html`<div class="pair">
      <label class="field">
        <span>${say('Color')} <code>--pay-accent</code></span>
        <input name="accent" type="color" .value=${accent || '#0d5768'} @input=${take} />
      </label>
      <button type="button" class="small" ?disabled=${!accent} @click=${() => this.#choose({ accent: '' })}>${say('El del tema')}</button>
    </div>`;
  }
}

const attributeName = (name: string) => (name ? html`<code>${name}</code>` : null);

function wordsProblem(text: string): string {
  try {
    wordsOf(text);
    return '';
  } catch (error) {
    return say('Esto aún no es JSON: {reason}', { reason: error instanceof Error ? error.message : String(error) });
  }
}
