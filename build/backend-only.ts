import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['src/server', 'src/sandbox', 'demo/backend', 'dist/sandbox'].map(
  (folder) => root + folder.replaceAll('/', sep) + sep,
);
const files = ['demo/vite-plugin.ts', 'dist/server.js'].map((file) => root + file.replaceAll('/', sep));

/** Whether a module is written for machines of the merchant, where secrets are. */
const isBackend = (id: string): boolean => {
  const path = id.replace(/[?#].*$/, '').replaceAll('/', sep);
  return folders.some((folder) => path.startsWith(folder)) || files.includes(path);
};

/**
 * Fails the build when code for the browser imports code for the backend, however it says so: by path, by the package's
 * name, or only when it runs. Without it a page can import what takes a private key, and sooner or later somebody puts
 * one there.
 * The backend's own entries, and what they import, pass.
 */
export const backendOnly = (): Plugin => ({
  name: 'backend-only',
  enforce: 'pre',
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      if (importer === undefined || isBackend(importer)) return;
      const isEntryPoint = /^pay-checkout\/(?:server|sandbox)$/.test(source);
      const resolved = isEntryPoint ? null : await this.resolve(source, importer, { ...options, skipSelf: true });
      if (isEntryPoint || (resolved && isBackend(resolved.id)))
        this.error(
          `${importer.replace(root, '')} imports ${source}, which is for the merchant's backend: secrets live there, and this runs in the browser.`,
        );
      return resolved;
    },
  },
});
