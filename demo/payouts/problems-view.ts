import { html, nothing, type TemplateResult } from 'lit';
import { filledRows, type DraftProblems } from './draft.ts';
import { translated } from '../tools/speech.ts';
import { counted, figure, tell, type PayoutText } from './payout-words.ts';
import type { PayoutsPage } from './payouts-page.ts';

/** More lines than these nobody reads; the others are found by the filter. */
const linesShown = 12;

const rowsOf = (count: number): string => counted(count, '{count} fila', '{count} filas');

/** What is wrong with one row. One mistake is no list: whoever hears it is spared "list with one item". */
function renderRowProblems(problems: readonly PayoutText[]): TemplateResult {
  const [first, ...more] = problems.map((text) => tell(text));
  return more.length === 0
    ? html`${first}`
    : html`
        <ul class="row-problems">
          ${[first, ...more].map((text) => html`<li>${text}</li>`)}
        </ul>
      `;
}

/** Everything that keeps the batch from being sent, each bad row a way to its first wrong field. */
export function renderProblems(
  page: PayoutsPage,
  { batch, rows }: DraftProblems,
  { focus }: { focus: (rowId: number, field: string) => void },
): TemplateResult | typeof nothing {
  if (batch.length === 0 && rows.size === 0) return nothing;
  const places = new Map(page.draft.rows.map(({ id }, index) => [id, index]));
  const bad = [...rows];
  const isEmpty = filledRows(page.draft).length === 0;
  const placeOf = (id: number) => figure((places.get(id) ?? 0) + 1);
  return html`
    <div class="notice problems" role="group" aria-label=${tell('Por corregir')} tabindex="-1">
      <p>
        <strong>
          ${rows.size > 0 && !isEmpty ? tell('Corrige {rows} antes de enviar:', { rows: rowsOf(rows.size) }) : tell('Antes de enviar:')}
        </strong>
      </p>
      <ul>
        ${batch.map(
          (text) => html`
            <li>${translated(text)}</li>
          `,
        )}
        ${bad.slice(0, linesShown).map(
          ([id, problems]) => html`
            <li>
              <button type="button" class="text-button" @click=${() => focus(id, Object.keys(problems)[0] ?? 'key')}>
                ${tell(isEmpty ? 'Completa la fila {row}.' : 'Fila {row}', { row: placeOf(id) })}
              </button>${isEmpty ? nothing : html`: ${renderRowProblems(Object.values(problems))}`}
            </li>
          `,
        )}
      </ul>
      ${bad.length > linesShown ? html`<p>${tell('Y {rows} más.', { rows: rowsOf(bad.length - linesShown) })}</p>` : nothing}
      ${
        page.draft.rows.length > bad.length && bad.length > 1
          ? html`
              <label class="filter">
                <input
                  type="checkbox"
                  .checked=${page.showsBadOnly}
                  @change=${({ currentTarget }: Event) => page.show(0, (currentTarget as HTMLInputElement).checked)}
                />
                ${tell('Muestra solo las filas por corregir')}
              </label>
            `
          : nothing
      }
    </div>
  `;
}
