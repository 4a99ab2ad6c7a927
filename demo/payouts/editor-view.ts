import { html, nothing, type TemplateResult } from 'lit';
import { paymentTypes, type PaymentType } from '../../src/domain/payout-batch.ts';
import { filledRows, totalInCents, type DraftProblems } from './draft.ts';
import { renderImport } from './import-view.ts';
import { counted, figure, pesos, refusalWords, tell, type PayoutText } from './payout-words.ts';
import type { PayoutsPage } from './payouts-page.ts';
import { renderProblems } from './problems-view.ts';
import { renderRow } from './row-view.ts';

const purposes: Record<PaymentType, PayoutText> = { PAYROLL: 'Nómina', PROVIDERS: 'Proveedores', OTHER: 'Otros' };

/** What the form asks the page's owner to do. */
export interface EditorActions {
  /** Shows what will be paid, to be confirmed. */
  confirm: () => void;
  /** Goes to a field. */
  focus: (rowId: number, field: string) => void;
  /** Adds a row and goes to it. */
  add: () => void;
  /** Takes a pasted table in. @returns how many rows it had */
  paste: (text: string) => number;
}

/** The batch in the making. */
export function renderEditor(page: PayoutsPage, actions: EditorActions): TemplateResult {
  const { draft, problems } = page;
  return html`
    <div class="editor">
      <div class="editor-main">
        ${renderNotice(page)} ${renderHead(page)}
        <section class="card rows-card" aria-labelledby="rows-title">
          <div class="rows-head">
            <h2 id="rows-title">${tell('A quién le pagas')}</h2>
            <p class="count">${counted(filledRows(draft).length, '{count} pago', '{count} pagos')}</p>
          </div>
          ${page.isChecked ? renderProblems(page, problems, actions) : nothing}
          <div class="rows" @paste=${(event: ClipboardEvent) => handlePaste(event, actions)}>
            ${page.shown.map((row) => renderRow(page, row, draft.rows.indexOf(row), problems.rows.get(row.id) ?? {}))}
          </div>
          ${renderPages(page)}
          <div class="rows-actions">
            <button type="button" class="plain" ?disabled=${draft.isSent} @click=${actions.add}>${tell('Agrega un pago')}</button>
          </div>
          ${renderImport(draft.isSent, actions.paste)}
        </section>
      </div>
      ${renderTally(page, problems, actions)}
    </div>
  `;
}

/** A table in the clipboard belongs into rows, wherever in them it is pasted. */
function handlePaste(event: ClipboardEvent, { paste }: EditorActions): void {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (!/\t|\n./.test(text.trim())) return;
  event.preventDefault();
  paste(text);
}

/** What to do about it, by what has happened. */
const advices: Partial<Record<NonNullable<PayoutsPage['notice']>['kind'], PayoutText>> = {
  unknown:
    'Aún no sabemos si el lote quedó. No hagas otro igual: «Consulta de nuevo» lo envía con la misma llave de idempotencia, y así solo se paga una vez.',
  forgotten: 'El servicio ya no recuerda su llave. Pregunta en soporte si se pagó antes de hacer otro igual.',
  refused: 'No se pagó nada. Corrige el lote y envíalo de nuevo.',
};

function renderNotice({ notice, isSending, draft }: PayoutsPage): TemplateResult | typeof nothing {
  if (!notice) return nothing;
  const { kind, detail } = notice;
  const advice = advices[kind];
  return html`
    <div class=${`notice notice-${kind}`} role="alert">
      <p><strong>${refusalWords(notice)}</strong></p>
      ${advice ? html`<p>${tell(advice)}</p>` : nothing}
      ${
        detail
          ? html`
              <p class="fine">${tell('Para soporte: {detail}', { detail })}</p>
            `
          : nothing
      }
      ${
        kind === 'unknown' && draft.isSent && isSending
          ? html`
              <p>${tell('Consultando…')}</p>
            `
          : nothing
      }
    </div>
  `;
}

function renderHead(page: PayoutsPage): TemplateResult {
  const { draft, accounts } = page;
  return html`
    <section class="card batch-head" aria-labelledby="head-title">
      <h2 id="head-title" class="unseen">${tell('Datos del lote')}</h2>
      <label class="field">
        ${tell('Cuenta de la que sale')}
        <select
          data-field="account"
          ?disabled=${draft.isSent}
          @change=${({ currentTarget }: Event) =>
            page.change({ accountId: (currentTarget as HTMLSelectElement).value })}
        >
          ${accounts.map(
            ({ id, name, is_usable }) => html`
              <option value=${id} .selected=${id === draft.accountId}>${is_usable ? name : tell('{name} (inactiva)', { name })}</option>
            `,
          )}
        </select>
      </label>
      <label class="field">
        ${tell('Para qué es')}
        <select
          ?disabled=${draft.isSent}
          @change=${({ currentTarget }: Event) =>
            page.change({ paymentType: (currentTarget as HTMLSelectElement).value as PaymentType })}
        >
          ${paymentTypes.map(
            (type) => html`
              <option value=${type} .selected=${type === draft.paymentType}>${tell(purposes[type])}</option>
            `,
          )}
        </select>
      </label>
      <label class="field">
        ${tell('Referencia')}
        <input
          autocomplete="off"
          spellcheck="false"
          maxlength="60"
          ?readonly=${draft.isSent}
          .value=${draft.reference}
          @input=${({ currentTarget }: Event) => page.change({ reference: (currentTarget as HTMLInputElement).value })}
        />
      </label>
    </section>
  `;
}

function renderPages(page: PayoutsPage): TemplateResult | typeof nothing {
  const { pages } = page;
  if (pages === 1) return nothing;
  return html`
    <nav class="pages" aria-label=${tell('Páginas del lote')}>
      <button type="button" class="plain" ?disabled=${page.page === 0} @click=${() => page.show(page.page - 1)}>
        ${tell('Anterior')}
      </button>
      <span>${tell('Página {page} de {pages}', { page: figure(page.page + 1), pages: figure(pages) })}</span>
      <button type="button" class="plain" ?disabled=${page.page === pages - 1} @click=${() => page.show(page.page + 1)}>
        ${tell('Siguiente')}
      </button>
    </nav>
  `;
}

function renderTally(page: PayoutsPage, { rows }: DraftProblems, { confirm }: EditorActions): TemplateResult {
  const { draft, accounts, isSending } = page;
  const balance = accounts.find(({ id }) => id === draft.accountId)?.balance_in_cents;
  const total = totalInCents(draft);
  const count = filledRows(draft).length;
  const isShort = typeof balance === 'number' && total > balance;
  const isOpen = draft.isSent && !isSending;
  return html`
    <aside class="tally card" aria-labelledby="tally-title">
      <h2 id="tally-title">${tell('Total del lote')}</h2>
      <p class="tally-total">${pesos(total)}</p>
      <dl>
        <div>
          <dt>${tell('Pagos')}</dt>
          <dd>${count}</dd>
        </div>
        <div>
          <dt>${tell('Saldo')}</dt>
          <dd>${typeof balance === 'number' ? pesos(balance) : '…'}</dd>
        </div>
        <div class=${isShort ? 'short' : ''}>
          <dt>${tell(isShort ? 'Te faltan' : 'Te quedan')}</dt>
          <dd>${typeof balance === 'number' ? pesos(Math.abs(balance - total)) : '…'}</dd>
        </div>
      </dl>
      <button
        type="button"
        class="main-button"
        aria-disabled=${isSending ? 'true' : 'false'}
        @click=${isOpen ? () => void page.send() : confirm}
      >
        ${tell(isSending ? 'Enviando…' : isOpen ? 'Consulta de nuevo' : 'Revisa y paga')}
      </button>
      <p class="fine" role="status">${page.isChecked && rows.size > 0 ? tell('{rows} por corregir', { rows: counted(rows.size, '{count} fila', '{count} filas') }) : nothing}</p>
    </aside>
  `;
}
