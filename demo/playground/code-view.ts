import { html, nothing, render } from 'lit';
import { say } from '../tools/speech.ts';
import { highlight } from './highlight.ts';
import type { Settings } from './settings.ts';
import { frameworks, type Framework } from './frameworks.ts';
import { snippetOf } from './snippets.ts';
import { styleSheet } from './themes.ts';
import type { Places } from './wiring.ts';

export interface CodeViewOptions {
  settings: () => Settings;
  places: () => Places;
  choose: (choices: Partial<Settings>) => void;
  tell: (text: string) => void;
}

/** The code of what is set, for each framework, to copy. @returns how to draw it again. */
export function mountCodeView(place: HTMLElement, { settings, places, choose, tell }: CodeViewOptions): () => void {
  const copy = async (text: string, file: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      tell(say('Copiado: {value}', { value: file }));
    } catch {
      tell(say('No se pudo copiar. Selecciónalo con el ratón o el teclado.'));
    }
  };
  const block = (file: string, code: string) => html`<figure class="code">
    <figcaption>
      <span>${file}</span>
      <button type="button" class="small" aria-label=${say('Copiar {file}', { file })} @click=${() => void copy(code, file)}>${say('Copiar')}</button>
    </figcaption>
    <pre tabindex="0" aria-label=${file}><code>${highlight(code)}</code></pre>
  </figure>`;

  const draw = (): void => {
    const chosen = settings();
    // What a merchant writes: their own cart, backend and page to come back to.
    const own = {
      ...places(),
      cartId: 'cart-17',
      orderUrl: '/api/order',
      chargeUrl: '/api/charge',
      redirectUrl: '/gracias',
    };
    const code = snippetOf(chosen.code, chosen, own);
    const css = styleSheet(chosen);
    render(
      html`<fieldset class="switch">
          <legend class="hint">${say('Código para')}</legend>
          ${Object.entries(frameworks).map(
            ([name, { title }]) => html`<label>
              <input
                type="radio"
                name="code"
                .value=${name}
                .checked=${name === chosen.code}
                @change=${() => choose({ code: name as Framework })}
              />
              <span>${title}</span>
            </label>`,
          )}
        </fieldset>
        ${block(frameworks[chosen.code].file, code)} ${css ? block('checkout.css', css) : nothing}`,
      place,
    );
  };
  draw();
  return draw;
}
