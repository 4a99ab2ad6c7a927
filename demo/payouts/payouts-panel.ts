import { html, render } from 'lit';
import { sandboxOutcomes, type SandboxOutcome } from '../../src/domain/payout-batch.ts';
import { configuredPayoutValues } from '../panel/designated-values.ts';
import { mountFaults } from '../panel/faults.ts';
import { onSpeech } from '../tools/speech.ts';
import { mountSidePanel } from '../panel/side-panel.ts';
import { testValuesSection } from '../panel/test-values.ts';
import { readPreferences, storePreferences } from '../preferences.ts';
import { ShopApiError } from '../shop-api.ts';
import { payoutsApi } from './payouts-api.ts';
import { pesos, refusalOf, refusalWords, tell as words, type PayoutText } from './payout-words.ts';
import type { PayoutsPage } from './payouts-page.ts';

/** What the service is asked here. */
const payoutTargets = ['POST /v2/payouts', 'GET /accounts', 'GET /v2/breb/keys/resolve/@tienda01'];

const outcomes: Record<SandboxOutcome | '', PayoutText> = {
  '': 'Como digan las llaves',
  APPROVED: 'Todo se paga (APPROVED)',
  FAILED: 'Nada se paga (FAILED)',
};

const rechargeInCents = 500_000_000;

/** How the sandbox ends the next batch, and play money for the account. */
function mountSandbox(place: HTMLElement, page: PayoutsPage, tell: (text: string) => void): void {
  const recharge = async () => {
    try {
      await payoutsApi.recharge(page.draft.accountId, rechargeInCents);
      await page.loadAccounts();
      tell(words('Recargamos {amount}', { amount: pesos(rechargeInCents) }));
    } catch (error) {
      if (!(error instanceof ShopApiError)) throw error;
      tell(`${words('No se pudo recargar.')} ${refusalWords(refusalOf(error))}`);
    }
  };
  const draw = () =>
    render(
      html`
        <label class="field">
          ${words('Cómo termina el lote (transactionStatus)')}
          <select
            @change=${({ currentTarget }: Event) => {
              const { value } = currentTarget as HTMLSelectElement;
              page.change({ outcome: sandboxOutcomes.find((outcome) => outcome === value) ?? '' });
            }}
          >
            ${Object.entries<PayoutText>(outcomes).map(
              ([value, text]) => html`
                <option value=${value} .selected=${value === page.draft.outcome}>${words(text)}</option>
              `,
            )}
          </select>
        </label>
        <div class="actions">
          <button type="button" @click=${() => void recharge()}>${words('Recarga {amount}', { amount: pesos(rechargeInCents) })}</button>
        </div>
        <p class="hint">${words('La recarga va a la cuenta elegida. Solo existe en el sandbox.')}</p>
      `,
      place,
    );
  page.addEventListener('change', draw);
  onSpeech(draw);
  draw();
}

/** The tester's panel of the payouts page. */
export function mountPayoutsPanel(page: PayoutsPage, places: { panel: HTMLElement; toggle: HTMLElement }): void {
  const values = testValuesSection({ configured: configuredPayoutValues });
  mountSidePanel({
    ...places,
    isOpen: readPreferences().isPanelOpen,
    remember: (isPanelOpen) => storePreferences({ ...readPreferences(), isPanelOpen }),
    onShow: values.load,
    sections: [
      values.section,
      { name: 'sandbox', title: 'Sandbox', isOpen: true, mount: (place, tell) => mountSandbox(place, page, tell) },
      {
        name: 'fault-controls',
        title: 'Fallas',
        mount: (place, tell) => mountFaults(place, { targets: payoutTargets, tell }),
      },
    ],
  });
}
