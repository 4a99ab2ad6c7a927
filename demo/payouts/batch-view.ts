import { html, nothing, type TemplateResult } from 'lit';
import type { BatchDetails, BatchSummary, BatchTransfer } from './payouts-api.ts';
import {
  batchStatusWords,
  counted,
  figure,
  intlLocale,
  pesos,
  refusalWords,
  tell,
  transferStatusWords,
  type PayoutText,
} from './payout-words.ts';

const clock = (time: string): string =>
  new Intl.DateTimeFormat(intlLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
const seconds = (time: string): string =>
  new Intl.DateTimeFormat(intlLocale(), { timeStyle: 'medium', hour12: false }).format(new Date(time));

const tones: Record<string, string> = {
  TOTAL_PAYMENT: 'good',
  APPROVED: 'good',
  PARTIAL_PAYMENT: 'mixed',
  REJECTED: 'bad',
  FAILED: 'bad',
  refused: 'bad',
  unknown: 'mixed',
};

const chip = (status: string, words: Record<string, PayoutText>) => html`
  <span class=${`chip ${tones[status] ?? 'busy'}`}>${words[status] ? tell(words[status]) : status}</span>
`;

/** "EXC_035: …" as the service puts it; the code's own words come first. */
function reasonOf({ message }: BatchTransfer): string {
  return refusalWords({ code: /^EXC_\d+/.exec(message)?.[0], messages: message ? [message] : [] });
}

function renderTransfers({ rows, transfers }: BatchDetails): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`
    <ul class="transfers">
      ${rows.map(
        (transfer) => html`
          <li>
            <span class="transfer-who">
              <strong>${transfer.name}</strong>
              <span class="transfer-key">${transfer.key}</span>
              ${
                transfer.status === 'FAILED'
                  ? html`
                      <span class="transfer-reason">${reasonOf(transfer)}</span>
                    `
                  : nothing
              }
            </span>
            <span class="transfer-amount">${pesos(transfer.amount_in_cents)}</span>
            ${chip(transfer.status, transferStatusWords)}
          </li>
        `,
      )}
    </ul>
    ${
      rows.length < transfers
        ? html`
            <p class="fine">${tell('En los lotes grandes se muestran los pagos que fallaron.')}</p>
          `
        : nothing
    }
  `;
}

const eventNames: Record<string, PayoutText> = { 'payout.updated': 'Lote', 'transaction.updated': 'Pago' };

function renderEvents({ events }: BatchDetails): TemplateResult | typeof nothing {
  if (events.length === 0) return nothing;
  return html`
    <details class="batch-events">
      <summary>${tell('Eventos verificados del servicio ({count})', { count: figure(events.length) })}</summary>
      <ol>
        ${events.map(
          ({ event, status, time }) => html`
            <li>
              <time datetime=${time}>${seconds(time)}</time>
              <span>${eventNames[event] ? tell(eventNames[event]) : event}</span>
              <code>${event} · ${status}</code>
            </li>
          `,
        )}
      </ol>
    </details>
  `;
}

/** A batch that was sent: how far it is, and what became of each transfer. */
export function renderBatch(batch: BatchDetails, { another }: { another: () => void }): TemplateResult {
  const { status, reference, amount_in_cents, transfers, approved, failed, created_at, payout_id } = batch;
  const done = approved + failed;
  const progress = tell('{paid}, {failed} sin pagar, {open} en proceso.', {
    paid: counted(approved, '{count} pagado', '{count} pagados'),
    failed: figure(failed),
    open: figure(transfers - done),
  });
  return html`
    <section class="batch card" aria-labelledby="batch-title">
      <div class="batch-top">
        <h2 id="batch-title" tabindex="-1">${reference}</h2>
        ${chip(status, batchStatusWords)}
      </div>
      <p class="tally-total">${pesos(amount_in_cents)}</p>
      <div class="progress-block">
        <div
          class="progress"
          role="progressbar"
          aria-label=${tell('Pagos decididos')}
          aria-valuemin="0"
          aria-valuemax=${transfers}
          aria-valuenow=${done}
        >
          <svg viewBox=${`0 0 ${Math.max(1, transfers)} 1`} preserveAspectRatio="none" aria-hidden="true">
            <rect class="progress-good" width=${approved} height="1" />
            <rect class="progress-bad" x=${approved} width=${failed} height="1" />
          </svg>
        </div>
        <p role="status">${progress}</p>
      </div>
      <dl class="batch-facts">
        <div>
          <dt>${tell('Enviado')}</dt>
          <dd>${clock(created_at)}</dd>
        </div>
        <div>
          <dt>${tell('Número del servicio')}</dt>
          <dd>${payout_id ?? tell('Lo sabremos con el primer evento')}</dd>
        </div>
      </dl>
      ${renderTransfers(batch)} ${renderEvents(batch)}
      <button type="button" class="main-button another" @click=${another}>${tell('Haz otro lote')}</button>
    </section>
  `;
}

/** The batches that were sent, newest first. */
export const renderHistory = (batches: readonly BatchSummary[], open: (key: string) => void): TemplateResult => html`
  <ul class="history-list card">
    ${batches.map(
      ({ idempotency_key, reference, status, amount_in_cents, transfers, created_at }) => html`
        <li>
          <button type="button" class="history-open" @click=${() => open(idempotency_key)}>
            <strong>${reference}</strong>
            <span>${clock(created_at)} · ${counted(transfers, '{count} pago', '{count} pagos')}</span>
          </button>
          <span class="transfer-amount">${pesos(amount_in_cents)}</span>
          ${chip(status, batchStatusWords)}
        </li>
      `,
    )}
  </ul>
`;
