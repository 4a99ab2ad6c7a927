import { html, render } from 'lit';
import { onSpeech, say } from '../tools/speech.ts';

/** The demo's other pages. */
export function mountElsewhere(place: HTMLElement): void {
  const draw = () =>
    render(
      html`
      <ul class="elsewhere">
        <li>
          <a class="link" href="/taller">${say('Taller del checkout')}</a>
          <span class="hint">${say('Cada atributo, medio, idioma, tema y falla, con el código para copiar.')}</span>
        </li>
        <li>
          <a class="link" href="/tarjetas">${say('Guarda un medio de pago')}</a>
          <span class="hint">${say('Modo source: el servidor crea la fuente de pago y la cobra después.')}</span>
        </li>
        <li>
          <a class="link" href="/pagos">${say('Pagos a terceros')}</a>
          <span class="hint">${say('Lotes a llaves Bre-B, con las credenciales solo en el servidor.')}</span>
        </li>
      </ul>
    `,
      place,
    );
  draw();
  onSpeech(draw);
}
