import { html, render } from 'lit';
import { findElement } from '../find-element.ts';
import type { ShopPage } from '../shop-page.ts';
import { mountEventLog } from './event-log.ts';
import { mountFaults } from './faults.ts';
import { mountPurchase } from './purchase.ts';
import { mountSettings } from './settings.ts';
import { mountTestValues } from './test-values.ts';

const section = (name: string, title: string, isOpen = false) => html`
  <details ?open=${isOpen}>
    <summary><h2>${title}</h2></summary>
    <div class=${`section ${name}`}></div>
  </details>
`;

/**
 * The tester's side panel: what to type, what to buy, how the checkout is set, what it says and what goes wrong.
 * It stands beside the shop; nothing in it is needed to pay.
 */
export function mountPanel(page: ShopPage, { panel, toggle }: { panel: HTMLElement; toggle: HTMLElement }): void {
  const show = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    if (isOpen) testValues.load();
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  const open = () => {
    show(true);
    // Without this the page would jump to where the panel begins.
    panel.focus({ preventScroll: true });
    void page.choose({ isPanelOpen: true });
  };
  const close = () => {
    show(false);
    toggle.focus();
    void page.choose({ isPanelOpen: false });
  };

  render(
    html`
      <div class="panel-head">
        <strong>Panel de pruebas</strong>
        <button type="button" class="small" @click=${close}>Cerrar</button>
        <p class="panel-status" role="status"></p>
      </div>
      ${section('test-values', 'Datos de prueba', true)} ${section('purchase', 'Compra')}
      ${section('settings', 'Ajustes')} ${section('events', 'Eventos')} ${section('fault-controls', 'Fallas')}
    `,
    panel,
  );
  const status = findElement('.panel-status', panel);
  const tell = (text: string) => {
    status.textContent = text;
  };
  const place = (name: string) => findElement(`.section.${name}`, panel);

  const testValues = mountTestValues(place('test-values'), page.checkout, tell);
  mountPurchase(place('purchase'), page, tell);
  mountSettings(place('settings'), page, tell);
  mountEventLog(place('events'), page.checkout);
  mountFaults(place('fault-controls'), page.checkout, tell);

  toggle.addEventListener('click', () => (panel.hidden ? open() : close()));
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  show(page.preferences.isPanelOpen);
}
