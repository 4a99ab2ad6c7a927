/** In the place of `src/browser/page-storage.ts`: nothing is kept, so that neither a reload nor another tab finds it. */
import type * as Original from '../../../src/browser/page-storage.ts';

export const pageStorage: typeof Original.pageStorage = () => undefined;
