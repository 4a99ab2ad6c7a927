import { render } from 'lit';
import { findElement } from '../find-element.ts';
import { applyTheme, readPreferences, storePreferences } from '../preferences.ts';
import { mountLanguageChoice } from '../tools/language-choice.ts';
import { onSpeech, speak } from '../tools/speech.ts';
import { renderBatch, renderHistory } from './batch-view.ts';
import { renderConfirm } from './confirm-view.ts';
import { renderEditor, type EditorActions } from './editor-view.ts';
import { parseTable } from './parse-table.ts';
import { mountPayoutsPanel } from './payouts-panel.ts';
import { PayoutsPage } from './payouts-page.ts';

const { locale, theme } = readPreferences();
applyTheme(theme);
speak(locale, document);

const desk = findElement('.desk');
const dialog = findElement('dialog');
const history = findElement('.history');
const historyBody = findElement('.history-body');
const page = new PayoutsPage();

const fieldOf = (rowId: number, field: string) =>
  desk.querySelector<HTMLElement>(`[data-row="${rowId}"] [data-field="${field}"]`);

const actions: EditorActions = {
  confirm: () => {
    if (page.isSending || page.draft.isSent) return;
    if (!page.check()) {
      drawNow();
      desk.querySelector<HTMLElement>('.problems')?.focus();
      return;
    }
    drawConfirm();
    dialog.showModal();
  },
  focus: (rowId, field) => {
    page.showRow(rowId);
    drawNow();
    fieldOf(rowId, field)?.focus();
  },
  add: () => {
    const { id } = page.add();
    drawNow();
    fieldOf(id, 'key')?.focus();
  },
  paste: (text) => {
    const rows = parseTable(text);
    page.import(rows);
    if (!page.check()) desk.querySelector<HTMLElement>('.problems')?.focus();
    return rows.length;
  },
};

/** Drawn again while it is open: keys go on being looked up. */
function drawConfirm(): void {
  const back = () => dialog.close();
  const pay = () => {
    back();
    void page.send();
  };
  render(renderConfirm(page, { pay, back }), dialog);
}

let shown: 'editor' | 'batch' = 'editor';
let isDrawing = false;

function drawNow(): void {
  isDrawing = false;
  const { batch } = page;
  if (dialog.open) drawConfirm();
  render(batch ? renderBatch(batch, { another: () => page.close() }) : renderEditor(page, actions), desk);
  const kind = batch ? 'batch' : 'editor';
  // The heading of what came takes the focus from the button that is gone.
  if (kind !== shown) (kind === 'batch' ? findElement('#batch-title', desk) : desk).focus();
  shown = kind;
  history.hidden = page.history.length === 0;
  render(
    renderHistory(page.history, (key) => page.watch(key)),
    historyBody,
  );
}

page.addEventListener('change', () => {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(drawNow);
});

mountPayoutsPanel(page, { panel: findElement('#panel'), toggle: findElement('.panel-toggle') });
onSpeech(drawNow);
mountLanguageChoice(findElement('.bar-language'), (chosen) => {
  storePreferences({ ...readPreferences(), locale: chosen });
  speak(chosen, document);
});
drawNow();
void page.load();
