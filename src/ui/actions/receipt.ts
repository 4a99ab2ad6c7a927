/** What a payer keeps of a payment: a sheet as a picture, or on paper. */
import { html, type TemplateResult } from 'lit';
import { cleanText } from '../../domain/clean-text.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { StatusContext } from '../status/screen.ts';
import { amountOf, receiptRows } from '../status/status-parts.ts';
import { drawSheet, fileName, handOn, printPicture } from './pictures.ts';

type Draw = () => HTMLCanvasElement;

/** Prints a sheet; where the device has no room to draw one, the page, which says the same. */
function printSheet(draw: Draw, title: string, pressed?: HTMLElement): void {
  let sheet;
  try {
    sheet = draw();
  } catch {
    return window.print?.();
  }
  printPicture(sheet, title, pressed);
}

/** Hands a sheet on as a picture; one that cannot be handed on can still be printed. */
export async function saveSheet(name: string, draw: Draw, title: string): Promise<void> {
  try {
    await handOn(name, draw());
  } catch {
    printSheet(draw, title);
  }
}

export const renderPrint = (label: string, draw: Draw, title: string): TemplateResult =>
  html`<button type="button" class="link center" @click=${({ currentTarget }: Event) => printSheet(draw, title, currentTarget as HTMLElement)}>${label}</button>`;

/** Keeps what an approved payment's screen says. A receipt of a test says so: nobody was paid. */
export function renderKeepReceipt(transaction: Transaction, context: StatusContext): TemplateResult {
  const { words, merchantName, isTest } = context;
  const title = isTest ? `${words.approved} (${words.testMode})` : words.approved;
  const draw: Draw = () =>
    drawSheet({
      title,
      rows: [
        [merchantName || words.total, amountOf(transaction, context)],
        [words.reference, cleanText(transaction.reference)],
        ...receiptRows(transaction, context).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
      ],
      large: 1,
    });
  const save = (): void => void saveSheet(fileName('receipt', transaction), draw, title);
  return html`<div class="kept">
    <button type="button" class="link" @click=${save}>${words.saveReceipt}</button>${renderPrint(words.print, draw, title)}
  </div>`;
}
