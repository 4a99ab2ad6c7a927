import { html, render } from 'lit';
import { findElement } from '../find-element.ts';
import type { ToolText } from '../tools/en.ts';
import { say } from '../tools/speech.ts';
import { fillForm, scenarios, type Scenario, type ScenarioName } from './fill-form.ts';
import { previewOpened, type PreviewOpening } from './preview-opening.ts';
import type { PreviewControl } from './preview-control.ts';
import type { Settings } from './settings.ts';

const frames = { phone: 'Teléfono', desktop: 'Escritorio' } as const;

export interface StageOptions {
  settings: () => Settings;
  choose: (choices: Partial<Settings>) => void;
  preview: PreviewControl;
  /** Told of each page that is loaded into the frame. */
  onOpen: (opening: PreviewOpening) => void;
  tell: (text: string) => void;
}

/** The checkout in a frame of a phone or a desktop, and what can be done with it. @returns how to draw it again. */
export function mountStage(place: HTMLElement, { settings, choose, preview, onOpen, tell }: StageOptions): () => void {
  let status = 'loading';
  let scenario: ScenarioName = 'approved';

  const reload = (): void => {
    tell(say('Vista recargada'));
    findElement('iframe', place).src = '/taller-vista';
  };
  const fill = async (): Promise<void> => {
    const { checkout } = preview;
    if (!checkout) return;
    const { title }: Scenario = scenarios[scenario];
    const isFilled = checkout.state.status === 'ready' && (await fillForm(checkout, scenarios[scenario]));
    tell(
      isFilled
        ? say('Lleno: {title}. Falta pagar.', { title: say(title) })
        : say('No hay formulario para este medio: elígelo en los controles o recarga la vista.'),
    );
  };
  const call = (name: 'submit' | 'reset' | 'focus') => (): void => void preview.checkout?.[name]();

  const draw = (): void => {
    const { frame } = settings();
    render(
      html`<div class="stage-bar">
          <fieldset class="switch">
            <legend class="hint">${say('Pantalla')}</legend>
            ${Object.entries<ToolText>(frames).map(
              ([name, title]) => html`<label>
                <input type="radio" name="frame" .value=${name} .checked=${name === frame} @change=${() => choose({ frame: name as Settings['frame'] })} />
                <span>${say(title)}</span>
              </label>`,
            )}
          </fieldset>
          <p class="stage-state">
            <span class="hint">${say('Estado')}</span>
            <output>${status}</output>
          </p>
        </div>
        <div class="frame ${frame}">
          <div class="frame-bar" aria-hidden="true"><i></i><i></i><i></i><span>tienda.example</span></div>
          <iframe src="/taller-vista" title=${say('Vista del checkout')}></iframe>
        </div>
        <div class="stage-acts">
          <label class="field">
            <span>${say('Caso de prueba')}</span>
            <select
              name="scenario"
              @change=${({ currentTarget }: Event) => {
                scenario = (currentTarget as HTMLSelectElement).value as ScenarioName;
              }}
            >
              ${Object.entries<Scenario>(scenarios).map(([name, { title }]) => html`<option value=${name}>${say(title)}</option>`)}
            </select>
          </label>
          <button type="button" class="primary" @click=${() => void fill()}>${say('Llenar')}</button>
          <button type="button" @click=${call('submit')}><code>submit()</code></button>
          <button type="button" @click=${call('reset')}><code>reset()</code></button>
          <button type="button" @click=${call('focus')}><code>focus()</code></button>
          <button type="button" @click=${reload}>${say('Recargar')}</button>
        </div>`,
      place,
    );
  };

  window.addEventListener(previewOpened, (event) => {
    const opening = (event as CustomEvent<PreviewOpening>).detail;
    status = 'loading';
    opening.checkout.addEventListener('pay-state-change', ({ state }) => {
      status = state.status;
      draw();
    });
    onOpen(opening);
    draw();
  });
  draw();
  return draw;
}
