import type { Cell } from './cell.ts';
import { pageCells } from './page-cells.ts';
import { serviceCells } from './service-cells.ts';

/** Every fault at every step. */
export const cells: readonly Cell[] = [...serviceCells, ...pageCells];
