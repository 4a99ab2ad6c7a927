import { html, nothing, type TemplateResult } from 'lit';
import type { DraftProblems } from './draft.ts';
import { counted } from './payout-words.ts';
import type { PayoutsPage } from './payouts-page.ts';

/** More lines than these nobody reads; the others are found by the filter. */
const linesShown = 12;

/** Everything that keeps the batch from being sent, each bad row a way to its first wrong field. */
export function renderProblems(
  page: PayoutsPage,
  { batch, rows }: DraftProblems,
  { focus }: { focus: (rowId: number, field: string) => void },
): TemplateResult | typeof nothing {
  if (batch.length === 0 && rows.size === 0) return nothing;
  const places = new Map(page.draft.rows.map(({ id }, index) => [id, index]));
  const bad = [...rows];
  return html`
    <div class="notice problems" role="group" aria-label="Por corregir" tabindex="-1">
      <p>
        <strong>
          ${rows.size > 0 ? `Corrige ${counted(rows.size, 'fila', 'filas')} antes de enviar:` : 'Antes de enviar:'}
        </strong>
      </p>
      <ul>
        ${batch.map(
          (text) => html`
            <li>${text}</li>
          `,
        )}
        ${bad.slice(0, linesShown).map(
          ([id, problems]) => html`
            <li>
              <button type="button" class="text-button" @click=${() => focus(id, Object.keys(problems)[0] ?? 'key')}>
                Fila ${(places.get(id) ?? 0) + 1}
              </button>
              ${Object.values(problems).join('; ')}
            </li>
          `,
        )}
      </ul>
      ${bad.length > linesShown ? html`<p>Y ${counted(bad.length - linesShown, 'fila', 'filas')} más.</p>` : nothing}
      ${
        page.draft.rows.length > bad.length && bad.length > 1
          ? html`
              <label class="filter">
                <input
                  type="checkbox"
                  .checked=${page.showsBadOnly}
                  @change=${({ currentTarget }: Event) => page.show(0, (currentTarget as HTMLInputElement).checked)}
                />
                Muestra solo las filas por corregir
              </label>
            `
          : nothing
      }
    </div>
  `;
}
