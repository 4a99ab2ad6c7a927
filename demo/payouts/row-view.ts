import { html, nothing, type TemplateResult } from 'lit';
import type { DraftRow, RowProblems } from './draft.ts';
import type { KeyPreview } from './key-previews.ts';
import { parseAmount } from './parse-amount.ts';
import type { TypedRow } from './parse-table.ts';
import { plainKey } from './plain-key.ts';
import { figure, keyTypeWords, pesos, refusalWords, tell, type PayoutText } from './payout-words.ts';
import type { PayoutsPage } from './payouts-page.ts';

type FieldName = keyof TypedRow;

const labels: Record<FieldName, PayoutText> = { key: 'Llave Bre-B', name: 'Nombre', email: 'Correo', amount: 'Valor' };

const attributes: Record<FieldName, { inputMode: 'text' | 'email' | 'decimal'; example?: () => string }> = {
  key: { inputMode: 'text', example: () => '3001234567' },
  name: { inputMode: 'text' },
  email: { inputMode: 'email' },
  amount: { inputMode: 'decimal', example: () => pesos(15_000_000) },
};

/** Who stands behind a key, or why nobody does. */
function renderPreview(preview: KeyPreview | undefined, retry: () => void): TemplateResult | typeof nothing {
  switch (preview?.state) {
    case undefined:
    case 'malformed':
      return nothing;
    case 'looking':
      return html`
        <span class="preview looking">${tell('Buscando…')}</span>
      `;
    case 'found':
      return html`
        <span class="preview found">
          <strong>${preview.holder}</strong>
          ${preview.institution} · ${tell(keyTypeWords[preview.type])}
        </span>
      `;
    case 'refused':
      return html`
        <span class="preview refused">${refusalWords({ code: preview.code })}</span>
      `;
    case 'unknown':
      return html`
        <span class="preview unknown">
          ${tell('No pudimos consultarla ahora.')}
          <button type="button" class="text-button" @click=${retry}>${tell('Consulta de nuevo')}</button>
        </span>
      `;
  }
}

/** One transfer of the batch in the making. */
export function renderRow(page: PayoutsPage, row: DraftRow, place: number, problems: RowProblems): TemplateResult {
  const { id } = row;
  const { isSent } = page.draft;
  const field = (name: FieldName, more?: TemplateResult | typeof nothing) => {
    const isTyped = row[name].trim() !== '';
    const isMalformed = name === 'key' && page.previews.of(row.key)?.state === 'malformed';
    // Nobody is told what is wrong before they have typed anything, unless they have tried to send it.
    const problem = page.isChecked || (isMalformed && page.settled.has(id)) ? problems[name] : undefined;
    const noteId = `${name}-${id}-note`;
    const { inputMode, example } = attributes[name];
    return html`
      <div class=${`cell ${name}`}>
        <label for=${`${name}-${id}`}>
          ${tell(labels[name])}
          <span class="unseen">${tell(', fila {row}', { row: figure(place + 1) })}</span>
        </label>
        <input
          id=${`${name}-${id}`}
          data-field=${name}
          inputmode=${inputMode}
          placeholder=${example ? tell('Ej.: {example}', { example: example() }) : nothing}
          autocomplete="off"
          spellcheck="false"
          autocapitalize="off"
          maxlength="300"
          ?readonly=${isSent}
          aria-invalid=${problem ? 'true' : nothing}
          aria-describedby=${noteId}
          .value=${row[name]}
          @input=${({ currentTarget }: Event) => page.type(id, { [name]: (currentTarget as HTMLInputElement).value })}
          @blur=${() => {
            page.settle(id);
            // As it will be sent: whoever typed it sees which key that is.
            if (name === 'key' && plainKey(row.key) !== row.key) page.type(id, { key: plainKey(row.key) });
            const cents = name === 'amount' && isTyped ? parseAmount(row.amount) : undefined;
            if (cents !== undefined) page.type(id, { amount: pesos(cents) });
          }}
        />
        <span class="cell-note" id=${noteId} aria-live=${name === 'key' ? 'polite' : nothing}>
          ${
            problem
              ? html`
                  <span class="cell-problem">${tell(problem)}</span>
                `
              : more
          }
        </span>
      </div>
    `;
  };
  return html`
    <div class="row" role="group" aria-label=${tell('Fila {row}', { row: figure(place + 1) })} data-row=${id}>
      ${field(
        'key',
        renderPreview(page.previews.of(row.key), () => page.previews.retry(row.key)),
      )}
      ${field('name')} ${field('email')} ${field('amount')}
      <button
        type="button"
        class="remove-row"
        ?disabled=${isSent}
        @click=${() => page.remove(id)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="m3 3 10 10M13 3 3 13" /></svg>
        <span class="remove-word">${tell('Quita la fila {row}', { row: figure(place + 1) })}</span>
      </button>
    </div>
  `;
}
