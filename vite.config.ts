import { defineConfig, type UserConfig } from 'vite';
import { backendOnly } from './build/backend-only.ts';
import { fileRegistry } from './build/file-registry.ts';
import { firstUse } from './build/first-use.ts';
import { scriptInventory } from './build/script-inventory.ts';
import { sharedPolicy } from './build/shared-policy.ts';
import { thirdParty } from './build/third-party.ts';
import { earlyLanguage } from './demo/early-language.ts';
import { readVersion } from './scripts/node-tools.mjs';

const common = { target: 'es2022', sourcemap: true, modulePreload: false } satisfies UserConfig['build'];

/** For bundlers and Node: lit, zod and dompurify stay imports, so a page has one copy and Node gets its own builds. */
const npm: UserConfig = {
  plugins: [backendOnly(), thirdParty('pay-checkout (npm)')],
  build: {
    ...common,
    emptyOutDir: false,
    minify: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        element: 'src/element.ts',
        core: 'src/core.ts',
        server: 'src/server/index.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^lit(?:\/|$)/, /^zod(?:\/|$)/, 'dompurify'],
      // Whose bundler comes after gives names with hashes itself.
      output: { chunkFileNames: 'chunks/[name].js' },
    },
  },
};

/**
 * The lazy files of the script-tag build, in the order in which a payment comes to need them, each with the modules that
 * are asked for. What several of them use is in the first: left alone, the bundler would put it into files of its own,
 * which is one more request each.
 */
const lazyFiles: Record<string, string[]> = {
  flow: ['src/element/flow.ts', 'src/ui/network-marks.ts'],
  screens: ['src/element/screens.ts'],
  challenge: ['src/element/challenge.ts'],
};

/** For a script tag: one file with all of the first form, and lazy chunks beside it. */
const cdn: UserConfig = {
  // Library builds leave this to the bundler that comes after; here none does.
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [backendOnly(), sharedPolicy(), fileRegistry(), thirdParty('pay-checkout (script tag)'), scriptInventory()],
  build: {
    ...common,
    // The maps are there for whoever looks for them; a comment in each file would be fetched by every payer.
    sourcemap: 'hidden',
    outDir: 'dist/cdn',
    lib: {
      entry: { 'pay-checkout': 'src/cdn.ts', 'pay-checkout.classic': 'src/cdn-classic.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      // Else what a lazy chunk shares with the entry becomes a second file to wait for.
      preserveEntrySignatures: 'allow-extension',
      checks: { pluginTimings: false },
      output: {
        minify: true,
        comments: false,
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: firstUse(lazyFiles) }] },
      },
    },
  },
};

/** The local service with all it is made of, so that its users install nothing for it. */
const sandbox: UserConfig = {
  ssr: { noExternal: true, target: 'node' },
  plugins: [thirdParty('pay-checkout (sandbox)')],
  build: {
    ...common,
    target: 'node20',
    sourcemap: false,
    outDir: 'dist/sandbox',
    ssr: true,
    rolldownOptions: {
      input: { index: 'src/sandbox/index.ts', worker: 'src/sandbox/worker.ts', cli: 'src/sandbox/cli.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        banner: ({ name }) => (name === 'cli' ? '#!/usr/bin/env node' : ''),
      },
    },
  },
};

/** The demo shop as static pages. */
const demo: UserConfig = {
  base: './',
  plugins: [backendOnly(), earlyLanguage(), thirdParty('pay-checkout (demo)')],
  build: {
    ...common,
    outDir: 'dist/demo',
    rolldownOptions: {
      input: [
        'index.html',
        ...['gracias', 'tarjetas', 'pagos', 'taller', 'taller-vista'].map((name) => `demo/${name}.html`),
      ],
    },
  },
};

const builds: Record<string, UserConfig> = { npm, cdn, sandbox, demo };

/** `vite` serves the demo shop; `vite build --mode npm | cdn | sandbox | demo` builds one of the four. */
export default defineConfig(async ({ command, mode }): Promise<UserConfig> => {
  const build = builds[mode] ?? demo;
  return {
    ...build,
    define: { ...build.define, __VERSION__: JSON.stringify(readVersion()) },
    plugins:
      command === 'serve'
        ? [backendOnly(), earlyLanguage(), (await import('./demo/vite-plugin.ts')).demoShop()]
        : build.plugins,
    server: { port: 5173, strictPort: true },
    preview: { port: 5173, strictPort: true },
  };
});
