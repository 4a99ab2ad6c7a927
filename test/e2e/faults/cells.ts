import type { Cell } from './cell.ts';
import { pageCells } from './page-cells.ts';
import { requestCells, serviceCells } from './service-cells.ts';

/** Every fault at every step. */
export const cells: readonly Cell[] = [...requestCells, ...serviceCells, ...pageCells];

/** Whether a field has to be tried each time; of those that have not, every second one is, as on a chessboard. */
export const isChosen = (cell: Cell, column: number): boolean => {
  const row = requestCells.indexOf(cell);
  return row < 0 || (row + column) % 2 === 0;
};
