import { html, render } from 'lit';
import { findElement } from '../find-element.ts';
import type { ToolText } from '../tools/en.ts';
import { onSpeech, say } from '../tools/speech.ts';

/** One part of the tester's panel. */
export interface PanelSection {
  /** Class of its place. */
  name: string;
  title: ToolText;
  isOpen?: boolean;
  /** Draws it into its place; `tell` announces what happened. */
  mount: (place: HTMLElement, tell: (text: string) => void) => void;
}

export interface SidePanelOptions {
  panel: HTMLElement;
  toggle: HTMLElement;
  sections: readonly PanelSection[];
  isOpen: boolean;
  /** Told whenever it opens or closes. */
  remember: (isOpen: boolean) => void;
  /** Told whenever it is shown, at first too. */
  onShow?: () => void;
}

/** The tester's side panel. It stands beside the page; nothing in it is needed to use the page. */
export function mountSidePanel({ panel, toggle, sections, isOpen, remember, onShow }: SidePanelOptions): void {
  const show = (isShown: boolean) => {
    panel.hidden = !isShown;
    if (isShown) onShow?.();
    toggle.setAttribute('aria-expanded', String(isShown));
  };
  const open = () => {
    show(true);
    // Without this the page would jump to where the panel begins.
    panel.focus({ preventScroll: true });
    remember(true);
  };
  const close = () => {
    show(false);
    toggle.focus();
    remember(false);
  };

  const draw = () =>
    render(
      html`
      <div class="panel-head">
        <strong>${say('Panel de pruebas')}</strong>
        <button type="button" class="small" @click=${close}>${say('Cerrar')}</button>
        <p class="panel-status" role="status"></p>
      </div>
      ${sections.map(
        ({ name, title, isOpen: isSectionOpen = false }) => html`
          <details ?open=${isSectionOpen}>
            <summary><h2>${say(title)}</h2></summary>
            <div class=${`section ${name}`}></div>
          </details>
        `,
      )}
    `,
      panel,
    );
  draw();
  onSpeech(draw);
  const status = findElement('.panel-status', panel);
  const tell = (text: string) => {
    status.textContent = text;
  };
  for (const { name, mount } of sections) mount(findElement(`.section.${name}`, panel), tell);

  toggle.addEventListener('click', () => (panel.hidden ? open() : close()));
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  show(isOpen);
}
