import { join } from 'node:path';
import type { Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');

/**
 * Names the file that a module belongs into: the first one, in the order given, that imports it without `import()`. What
 * the entry has stays there, and what none of them has is left to the bundler.
 *
 * @param entry the module that the page loads.
 * @param files names of the lazy files with their modules.
 */
export function firstUse(entry: string, files: Record<string, string[]>) {
  let places: Map<string, string | null> | undefined;

  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    if (!places) {
      const found = (places = new Map<string, string | null>());
      const visit = (module: string, name: string | null): void => {
        if (found.has(module)) return;
        found.set(module, name);
        for (const imported of context.getModuleInfo(module)?.importedIds ?? []) visit(imported, name);
      };
      visit(join(root, entry), null);
      for (const [name, modules] of Object.entries(files))
        for (const module of modules) visit(join(root, module), name);
    }
    return places.get(id) ?? null;
  };
}
