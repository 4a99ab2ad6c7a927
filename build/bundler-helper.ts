/**
 * The bundler's own helper for lazy files with several modules. The bundler puts it into a file that comes ahead of all,
 * and `file-registry` from there into each file that imports it.
 */
import type { Rolldown } from 'vite';

export const helperId = '\0rolldown/runtime.js';

/** Its code, where a file holds it on its own. */
export const helperOf = (chunk: Rolldown.RenderedChunk | Rolldown.OutputChunk | undefined): string | null | undefined =>
  chunk?.modules[helperId]?.code;

/** Whether a file imports it, or did so before it was put in. */
export const needsHelper = ({ imports }: Pick<Rolldown.RenderedChunk, 'imports'>): boolean =>
  imports.some((file) => /\brolldown-runtime\b/.test(file));
