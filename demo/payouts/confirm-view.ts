import { html, nothing, type TemplateResult } from 'lit';
import { filledRows, totalInCents } from './draft.ts';
import { counted, figure, pesos, tell } from './payout-words.ts';
import type { PayoutsPage } from './payouts-page.ts';

/** No key may be called what the service has not called it. */
const warningOf = (refused: number, unregistered: number): string =>
  unregistered === refused
    ? counted(
        refused,
        '{count} llave no está registrada: ese dinero puede no llegar. Puedes volver y corregir.',
        '{count} llaves no están registradas: ese dinero puede no llegar. Puedes volver y corregir.',
      )
    : counted(
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
  const known = rows.map(({ key }) => previews.of(key));
  const found = known.filter((one) => one?.state === 'found').length;
  const refused = known.filter((one) => one?.state === 'refused');
  const hasDoubts = refused.length > 0;
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
            <p class="notice warning">${warningOf(refused.length, refused.filter(({ code }) => code === 'EXC_034').length)}</p>
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
