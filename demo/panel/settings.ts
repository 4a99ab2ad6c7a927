import { html, render } from 'lit';
import { defaultPreferences, isTestKey, type Preferences } from '../preferences.ts';
import type { ShopPage } from '../shop-page.ts';
import type { ToolText } from '../tools/en.ts';
import { onSpeech, say, translated } from '../tools/speech.ts';

const locales = { es: 'Español', en: 'English', pt: 'Português' } as const;
const themes = { auto: 'Como el dispositivo', light: 'Claro', dark: 'Oscuro' } as const;
const orderModes = {
  'order-url': 'Una por intento (order-url)',
  fixed: 'Una fija (reference, signature)',
} as const;

/** Language, theme, key and the way that the order reaches the checkout. */
export function mountSettings(place: HTMLElement, page: ShopPage, tell: (text: string) => void): void {
  let problem: string | null = null;

  const choose = async (choices: Partial<Preferences>) => {
    try {
      await page.choose(choices);
      problem = null;
      tell(say('Ajuste aplicado'));
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    draw();
  };

  const choice = <Name extends 'locale' | 'theme' | 'orderMode'>(
    name: Name,
    label: ToolText,
    options: Record<Preferences[Name], string>,
  ) => html`
    <label class="field">
      ${say(label)}
      <select
        name=${`demo-${name}`}
        @change=${({ currentTarget }: Event) =>
          void choose({ [name]: (currentTarget as HTMLSelectElement).value as Preferences[Name] })}
      >
        ${Object.entries<string>(options).map(
          ([value, text]) => html`
            <option value=${value} .selected=${value === page.preferences[name]}>${translated(text)}</option>
          `,
        )}
      </select>
    </label>
  `;

  const takeKey = ({ currentTarget }: Event) => {
    const key = (currentTarget as HTMLInputElement).value.trim() || defaultPreferences.publicKey;
    if (isTestKey(key)) return void choose({ publicKey: key });
    problem = 'La llave de prueba empieza por pub_test_ y sigue con letras, cifras o guiones bajos.';
    draw();
  };

  const draw = () =>
    render(
      html`
        ${choice('locale', 'Idioma', locales)} ${choice('theme', 'Tema', themes)}
        ${choice('orderMode', 'De dónde sale la orden', orderModes)}
        <label class="field">
          ${say('Llave pública de prueba')}
          <input
            name="demo-publicKey"
            autocomplete="off"
            spellcheck="false"
            .value=${page.preferences.publicKey}
            @change=${takeKey}
          />
        </label>
        ${
          problem
            ? html`
                <p class="notice" role="alert">${translated(problem)}</p>
              `
            : null
        }
      `,
      place,
    );
  onSpeech(draw);
  draw();
}
