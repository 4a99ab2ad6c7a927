import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { announcer } from '../../src/ui/status/announcer.ts';
import { until } from './challenge-shop.ts';

const plainly = (text: string): DocumentFragment =>
  document.createRange().createContextualFragment(`<div class="base"><p role="status">${text}</p></div>`);

class SpokenScreen extends LitElement {
  heading = '';
  meaning = '';
  /** What a screen says elsewhere while the result cannot be asked for. */
  missed = '';
  /** What a plain line says before the screens are there. */
  plain = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.renderRoot.append(plainly(this.plain));
    this.addController(announcer(this));
  }

  override render(): TemplateResult {
    return html`<h2 id="headline" tabindex="-1">${this.heading}</h2><p>${this.meaning}</p><p class="missed">${this.missed}</p>`;
  }
}
customElements.define('spoken-screen', SpokenScreen);

describe('the announcer', () => {
  const said: string[] = [];
  let screen: SpokenScreen;
  let watching: MutationObserver;

  const show = (heading: string, meaning = ''): void => {
    Object.assign(screen, { heading, meaning });
    screen.requestUpdate();
  };
  const heard = (...all: string[]): Promise<unknown> =>
    until(() => said.join(' | ') === all.join(' | '), all.join(' | '));

  beforeEach(async () => {
    said.length = 0;
    screen = new SpokenScreen();
    document.body.append(screen);
    await screen.updateComplete;
    const region = screen.renderRoot.querySelector('.unseen');
    watching = new MutationObserver(() => region?.textContent && said.push(region.textContent));
    if (region) watching.observe(region, { childList: true, subtree: true, characterData: true });
  });

  afterEach(() => {
    watching.disconnect();
    screen.remove();
  });

  it('ends a sentence once that ends in an ellipsis', async () => {
    show('Procesando tu pago…');
    await heard('Procesando tu pago…');
    show('Procesando tu pago…', 'Está tardando.');
    await heard('Procesando tu pago…', 'Está tardando.');
    show('Enviando…', 'Espera.');
    await heard('Procesando tu pago…', 'Está tardando.', 'Enviando… Espera.');
  });

  it('says a screen once, with what it means, however often it is rendered', async () => {
    show('Pago aprobado', 'Listo.');
    await heard('Pago aprobado. Listo.');
    show('Pago aprobado', 'Listo.');
    await screen.updateComplete;
    show('Pago anulado');
    await heard('Pago aprobado. Listo.', 'Pago anulado');
  });

  it('says too what stands elsewhere while the result cannot be asked for, and what of it is over', async () => {
    show('Paga con el código QR', 'Usa la app.');
    await heard('Paga con el código QR. Usa la app.');
    screen.missed = 'Seguimos intentando.';
    show('Paga con el código QR', 'Usa la app.');
    await heard('Paga con el código QR. Usa la app.', 'Seguimos intentando.');
  });

  it('says the last of screens that follow at once', async () => {
    show('Pago en proceso');
    await screen.updateComplete;
    show('Escribe el código');
    await heard('Escribe el código');
  });

  it('does not say again what a plain line has said before the screens were there', async () => {
    const late = new SpokenScreen();
    late.plain = 'Procesando tu pago…';
    document.body.append(late);
    const region = late.renderRoot.querySelector('.unseen');
    late.heading = late.plain;
    await late.updateComplete;
    // Rendered after it, and said after it.
    show(late.plain);
    await heard(late.plain);
    expect(region?.textContent).to.equal('');
    late.heading = 'Pago aprobado';
    late.requestUpdate();
    await until(() => region?.textContent === 'Pago aprobado', 'what followed');
    late.remove();
  });

  it('says again what the focus has read over', async () => {
    show('Estamos confirmando tu pago');
    await heard('Estamos confirmando tu pago');
    show('Procesando tu pago…');
    await screen.updateComplete;
    // Said by hand, for a page in the background is told of no focus.
    screen.shadowRoot?.querySelector('h2')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    show('Estamos confirmando tu pago');
    await heard('Estamos confirmando tu pago', 'Estamos confirmando tu pago');
  });
});
