import { html, render } from 'lit';

/** The demo's other pages. */
export function mountElsewhere(place: HTMLElement): void {
  render(
    html`
      <ul class="elsewhere">
        <li>
          <a class="link" href="/taller">Taller del checkout</a>
          <span class="hint">Cada atributo, medio, idioma, tema y falla, con el código para copiar.</span>
        </li>
        <li>
          <a class="link" href="/tarjetas">Guarda un medio de pago</a>
          <span class="hint">Modo source: el servidor crea la fuente de pago y la cobra después.</span>
        </li>
        <li>
          <a class="link" href="/pagos">Pagos a terceros</a>
          <span class="hint">Lotes a llaves Bre-B, con las credenciales solo en el servidor.</span>
        </li>
      </ul>
    `,
    place,
  );
}
