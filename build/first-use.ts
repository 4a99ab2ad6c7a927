import { join } from 'node:path';
import type { Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');

/**
 * Names the file that a module belongs into: the first one, in the order given, that imports it without `import()`. What
 * an entry has stays there, and what none of them has is left to the bundler.
 *
 * @param files names of the lazy files with their modules.
 */
export function firstUse(files: Record<string, string[]>) {
  const lazy = Object.entries(files).map(([name, modules]) => ({
    name,
    paths: modules.map((path) => join(root, path)),
  }));

  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    /** The module, and all that import it, near or far. It grows as it is walked. */
    const above = new Set([id]);
    for (const module of above)
      for (const importer of context.getModuleInfo(module)?.importers ?? []) above.add(importer);
    if ([...above].some((module) => context.getModuleInfo(module)?.isEntry)) return null;
    return lazy.find(({ paths }) => paths.some((path) => above.has(path)))?.name ?? null;
  };
}
