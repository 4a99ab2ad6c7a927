import { html, render } from 'lit';
import type { PayReadyEvent } from '../../src/index.ts';
import { shopApi } from '../shop-api.ts';
import { onSpeech, say, translated } from '../tools/speech.ts';
import type { DesignatedGroup } from './designated-values.ts';
import type { PanelSection } from './side-panel.ts';

async function copy(value: string, button: HTMLButtonElement, tell: (text: string) => void): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(value);
    tell(say('Copiado: {value}', { value }));
    button.textContent = say('Copiado');
  } catch {
    tell(say('No se pudo copiar {value}. Selecciónalo con el ratón o el teclado.', { value }));
    button.textContent = say('No se pudo');
  }
  setTimeout(() => {
    button.textContent = label;
  }, 2_000);
}

export interface TestValuesOptions {
  /** Known without asking. */
  fixed?: readonly DesignatedGroup[];
  /** What the sandbox's configuration adds. */
  configured: (configuration: Record<string, unknown>) => DesignatedGroup[];
  /** Says which methods' values are of use. */
  checkout?: EventTarget;
  tell: (text: string) => void;
}

/** The test values, each with a button that copies it. Nothing is filled in: typing is part of what is tried. */
export function mountTestValues(
  place: HTMLElement,
  { fixed = [], configured, checkout, tell }: TestValuesOptions,
): { load: () => void; follow: (checkout: EventTarget) => void } {
  let offered: readonly string[] = ['CARD'];
  let fromSandbox: DesignatedGroup[] = [];
  let problem: string | null = null;

  const groups = () => [...fixed, ...fromSandbox].filter(({ method }) => !method || offered.includes(method));

  const draw = () =>
    render(
      html`
        ${groups().map(
          ({ title, note, values }) => html`
            <h3>${translated(title)}</h3>
            <ul class="values">
              ${values.map(
                ({ label, value }) => html`
                  <li>
                    <span class="value-label">${translated(label)}</span>
                    <code>${value}</code>
                    <button
                      type="button"
                      class="small"
                      aria-label=${say('Copiar {value}, {label}', { value, label: translated(label) })}
                      @click=${(event: Event) => void copy(value, event.currentTarget as HTMLButtonElement, tell)}
                    >
                      ${say('Copiar')}
                    </button>
                  </li>
                `,
              )}
            </ul>
            ${
              note
                ? html`
                    <p class="hint">${translated(note)}</p>
                  `
                : null
            }
          `,
        )}
        ${
          problem
            ? html`
                <p class="notice">${translated(problem)}</p>
                <button type="button" class="small" @click=${load}>${say('Intentar de nuevo')}</button>
              `
            : null
        }
      `,
      place,
    );

  const load = async () => {
    try {
      fromSandbox = configured(await shopApi.testValues());
      problem = null;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    draw();
  };

  const follow = (followed: EventTarget): void =>
    followed.addEventListener('pay-ready', (event) => {
      offered = (event as PayReadyEvent).methods;
      draw();
    });
  if (checkout) follow(checkout);
  draw();
  onSpeech(draw);
  return { load: () => void load(), follow };
}

/** The section of a side panel that shows test values, and `load` for whenever the panel is shown. */
export function testValuesSection(options: Omit<TestValuesOptions, 'tell'>): {
  section: PanelSection;
  load: () => void;
} {
  let load = () => {};
  const mount: PanelSection['mount'] = (place, tell) => {
    load = mountTestValues(place, { ...options, tell }).load;
  };
  return { section: { name: 'test-values', title: 'Datos de prueba', isOpen: true, mount }, load: () => load() };
}
