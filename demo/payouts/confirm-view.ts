import { html, nothing, type TemplateResult } from 'lit';
import { filledRows, totalInCents } from './draft.ts';
import { counted, figure, pesos, tell } from './payout-words.ts';
import type { PayoutsPage } from './payouts-page.ts';

const warningOf = (refused: number): string =>
  counted(
    refused,
    '{count} llave no está registrada o activa: ese dinero puede no llegar. Puedes volver y corregir.',
    '{count} llaves no están registradas o activas: ese dinero puede no llegar. Puedes volver y corregir.',
  );

/**
 * What is about to be paid, and what nobody could say about its keys. Each button stays where it is while keys become
 * known: nobody pays who was about to go back.
 */
export function renderConfirm(page: PayoutsPage, actions: { pay: () => void; back: () => void }): TemplateResult {
  const { draft, accounts, previews } = page;
  const rows = filledRows(draft);
  const total = totalInCents(draft);
  const count = (state: string) => rows.filter(({ key }) => previews.of(key)?.state === state).length;
  const [found, refused] = [count('found'), count('refused')];
  const hasDoubts = refused > 0;
  const account = accounts.find(({ id }) => id === draft.accountId)?.name ?? draft.accountId;
  return html`
    <h2 id="confirm-title">${tell('Paga {amount}', { amount: pesos(total) })}</h2>
    <dl>
      <div>
        <dt>${tell('Pagos')}</dt>
        <dd>${counted(rows.length, '{count} pago', '{count} pagos')}</dd>
      </div>
      <div>
        <dt>${tell('Sale de')}</dt>
        <dd>${account}</dd>
      </div>
      <div>
        <dt>${tell('Referencia')}</dt>
        <dd>${draft.reference}</dd>
      </div>
      <div>
        <dt>${tell('Llaves confirmadas')}</dt>
        <dd>${tell('{found} de {all}', { found: figure(found), all: figure(rows.length) })}</dd>
      </div>
    </dl>
    ${
      hasDoubts
        ? html`
            <p class="notice warning">${warningOf(refused)}</p>
          `
        : nothing
    }
    <div class="confirm-actions">
      <button type="button" class=${`pay-batch ${hasDoubts ? 'plain' : 'main-button'}`} @click=${actions.pay}>
        ${tell('Paga {amount}', { amount: pesos(total) })}
      </button>
      <button type="button" class=${hasDoubts ? 'main-button' : 'plain'} ?autofocus=${hasDoubts} @click=${actions.back}>
        ${tell('Vuelve al lote')}
      </button>
    </div>
  `;
}
