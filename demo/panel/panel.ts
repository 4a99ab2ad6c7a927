import type { ShopPage } from '../shop-page.ts';
import { configuredPaymentValues, paymentValues } from './designated-values.ts';
import { mountElsewhere } from './elsewhere.ts';
import { mountEventLog } from './event-log.ts';
import { mountFaults, paymentTargets } from './faults.ts';
import { mountPurchase } from './purchase.ts';
import { mountSettings } from './settings.ts';
import { mountSidePanel } from './side-panel.ts';
import { testValuesSection } from './test-values.ts';

/** The shop's panel: what to type, what to buy, how the checkout is set, what it says and what goes wrong. */
export function mountPanel(page: ShopPage, { panel, toggle }: { panel: HTMLElement; toggle: HTMLElement }): void {
  const { checkout } = page;
  const values = testValuesSection({ fixed: paymentValues, configured: configuredPaymentValues, checkout });
  mountSidePanel({
    panel,
    toggle,
    isOpen: page.preferences.isPanelOpen,
    remember: (isPanelOpen) => void page.choose({ isPanelOpen }),
    onShow: values.load,
    sections: [
      values.section,
      { name: 'purchase', title: 'Compra', mount: (place, tell) => mountPurchase(place, page, tell) },
      { name: 'settings', title: 'Ajustes', mount: (place, tell) => mountSettings(place, page, tell) },
      { name: 'events', title: 'Eventos', mount: (place) => void mountEventLog(place, checkout) },
      {
        name: 'fault-controls',
        title: 'Fallas',
        mount: (place, tell) => void mountFaults(place, { targets: paymentTargets, checkout, tell }),
      },
      { name: 'elsewhere', title: 'Más de la demostración', mount: mountElsewhere },
    ],
  });
}
