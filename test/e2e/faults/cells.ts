import type { Cell } from './cell.ts';
import { pageCells } from './page-cells.ts';
import { requestCells, serviceCells } from './service-cells.ts';

/** Every fault at every step. */
export const cells: readonly Cell[] = [...requestCells, ...serviceCells, ...pageCells];
