import { html, type TemplateResult } from 'lit';
import { tell } from './payout-words.ts';

/** A place to paste a table into, or to drop a file's text; it says which columns it expects. */
export function renderImport(isSent: boolean, paste: (text: string) => number): TemplateResult {
  const take = (place: Element | null) => {
    const area = place?.querySelector('textarea');
    if (!area || area.value.trim() === '') return area?.focus();
    paste(area.value);
    area.value = '';
    place?.removeAttribute('open');
  };
  const read = async (input: HTMLInputElement) => {
    const text = await input.files?.[0]?.text();
    if (text) paste(text);
    input.value = '';
  };
  return html`
    <details class="import">
      <summary>${tell('Pega desde una hoja de cálculo')}</summary>
      <div class="import-body">
        <label class="field">
          ${tell('Copia las filas de tu hoja y pégalas aquí')}
          <textarea
            rows="5"
            spellcheck="false"
            placeholder=${[tell('Llave'), tell('Nombre'), tell('Correo'), tell('Valor')].join('\t')}
            aria-describedby="import-hint"
            ?readonly=${isSent}
          ></textarea>
        </label>
        <p id="import-hint" class="fine">
          ${tell(
            'Columnas: llave, nombre, correo y valor. Con títulos pueden ir en cualquier orden. También sirve un archivo CSV, separado por comas o por punto y coma.',
          )}
        </p>
        <div class="import-actions">
          <button
            type="button"
            class="plain"
            ?disabled=${isSent}
            @click=${({ currentTarget }: Event) => take((currentTarget as Element).closest('details'))}
          >
            ${tell('Agrega estas filas')}
          </button>
          <label class="file">
            ${tell('O elige un archivo CSV')}
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              ?disabled=${isSent}
              @change=${({ currentTarget }: Event) => void read(currentTarget as HTMLInputElement)}
            />
          </label>
        </div>
      </div>
    </details>
  `;
}
