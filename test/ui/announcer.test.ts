import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { announcer } from '../../src/ui/status/announcer.ts';
import type { ScreenWords } from '../../src/ui/status/screen.ts';
import { until } from './challenge-shop.ts';

class SpokenScreen extends LitElement {
  /** Undefined while the form is shown. */
  words: ScreenWords | undefined;
  /** What a plain line says before the screens are there. */
  plain = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.addController(announcer(this, { screen: () => this.words, heard: () => this.plain }));
  }

  override render(): TemplateResult {
    return html`<div class="base" lang="es"><h2 id="headline" tabindex="-1">${this.words?.title}</h2></div>`;
  }
}
customElements.define('spoken-screen', SpokenScreen);

describe('the announcer', () => {
  const said: string[] = [];
  let screen: SpokenScreen;
  let watching: MutationObserver;

  const show = (title: string, text = '', missed?: string): void => {
    screen.words = { title, text, missed };
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

  it('adds no full stop to a text that ends in an ellipsis', async () => {
    show('Procesando tu pago…');
    await heard('Procesando tu pago…');
    show('Procesando tu pago…', 'Está tardando.');
    await heard('Procesando tu pago…', 'Está tardando.');
    show('Enviando…', 'Espera.');
    await heard('Procesando tu pago…', 'Está tardando.', 'Enviando… Espera.');
  });

  it('says each screen once with its meaning, however often it is rendered', async () => {
    show('Pago aprobado', 'Listo.');
    await heard('Pago aprobado. Listo.');
    show('Pago aprobado', 'Listo.');
    await screen.updateComplete;
    show('Pago anulado');
    await heard('Pago aprobado. Listo.', 'Pago anulado');
  });

  it('says the note that the result cannot be asked for, and not the rest of the screen again', async () => {
    show('Paga con el código QR', 'Usa la app.');
    await heard('Paga con el código QR. Usa la app.');
    show('Paga con el código QR', 'Usa la app.', 'Seguimos intentando.');
    await heard('Paga con el código QR. Usa la app.', 'Seguimos intentando.');
  });

  it('says only the last of several screens that follow one another at once', async () => {
    show('Pago en proceso');
    await screen.updateComplete;
    show('Escribe el código');
    await heard('Escribe el código');
  });

  it('does not repeat what the plain line said before the screens were there', async () => {
    const late = new SpokenScreen();
    late.plain = 'Procesando tu pago…';
    document.body.append(late);
    const region = late.renderRoot.querySelector('.unseen');
    late.words = { title: late.plain };
    await late.updateComplete;
    // This screen is rendered later, and therefore said later.
    show(late.plain);
    await heard(late.plain);
    expect(region?.textContent).to.equal('');
    late.words = { title: 'Pago aprobado' };
    late.requestUpdate();
    await until(() => region?.textContent === 'Pago aprobado', 'what followed');
    late.remove();
  });

  it('says the language of the words, and nothing while the form is shown', async () => {
    show('Pago aprobado');
    await heard('Pago aprobado');
    const region = screen.renderRoot.querySelector<HTMLElement>('.unseen');
    expect(region?.lang).to.equal('es');
    screen.words = undefined;
    screen.requestUpdate();
    await until(() => region?.textContent === '', 'silence');
  });

  it('says the same words again after the focus has read others', async () => {
    show('Estamos confirmando tu pago');
    await heard('Estamos confirmando tu pago');
    show('Procesando tu pago…');
    await screen.updateComplete;
    // The event is made by hand: a page in the background is told of no focus.
    screen.shadowRoot?.querySelector('h2')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    show('Estamos confirmando tu pago');
    await heard('Estamos confirmando tu pago', 'Estamos confirmando tu pago');
  });
});
