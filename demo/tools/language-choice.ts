import { html, render } from 'lit';
import type { ShopLocale } from '../words.ts';
import { onSpeech, spokenLocale } from './speech.ts';

const locales: readonly ShopLocale[] = ['es', 'en', 'pt'];

/**
 * The page's language, in the bar above it: whoever does not read Spanish looks for it in no panel.
 *
 * @param choose told what was chosen; it is shown once the tools speak it
 */
export function mountLanguageChoice(place: HTMLElement, choose: (locale: ShopLocale) => void): void {
  const draw = () =>
    render(
      locales.map(
        (locale) => html`
          <option value=${locale} .selected=${locale === spokenLocale()}>${locale.toUpperCase()}</option>
        `,
      ),
      place,
    );
  place.addEventListener('change', () => {
    const chosen = locales.find((locale) => locale === (place as HTMLSelectElement).value);
    if (chosen) choose(chosen);
  });
  onSpeech(draw);
  draw();
}
