import { chmodSync, rmSync } from 'node:fs';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { earlyLanguage } from './demo/early-language.ts';
import { backendOnly } from './scripts/backend-only.ts';
import { bestMark } from './scripts/best-mark.ts';
import { entryBridge } from './scripts/entry-bridge.ts';
import { inlineRuntime } from './scripts/inline-runtime.ts';
import { lateParts } from './scripts/late-parts.ts';
import { keylessWords } from './scripts/keyless-words.ts';
import { readVersion } from './scripts/read-version.mjs';
import { sameNames } from './scripts/same-names.ts';
import { scriptInventory } from './scripts/script-inventory.ts';
import { sharedPolicy } from './scripts/shared-policy.ts';
import { smallerLit } from './scripts/smaller-lit.ts';
import { smallerSanitiser } from './scripts/smaller-sanitiser.ts';
import { smallerScript } from './scripts/smaller-script.ts';
import { shortClasses } from './scripts/short-classes.ts';
import { shortNames } from './scripts/short-names.ts';
import { shortTokens } from './scripts/short-tokens.ts';
import { terseScript } from './scripts/terse-script.ts';

const common = { target: 'es2022', sourcemap: true, modulePreload: false } satisfies UserConfig['build'];
/** Six characters tell two versions of a file apart; nothing compresses them, and the files name one another. */
const chunkFileNames = 'chunks/[name]-[hash:6].js';

/** `dist` holds the other builds too, so vite must not empty it; what this build left there earlier has to go. */
const clearChunks = (): Plugin => ({
  name: 'clear-chunks',
  generateBundle: () => rmSync('dist/chunks', { recursive: true, force: true }),
});

/** For bundlers and Node: lit, zod and dompurify stay imports, so a page has one copy and Node gets its own builds. */
const npm: UserConfig = {
  plugins: [backendOnly(), clearChunks()],
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
      output: { chunkFileNames },
    },
  },
};

/**
 * What is wanted together is one file: apart, the bundler would spread what they share over still more files, and each
 * file is compressed without the words of the others.
 */
const groups = [
  {
    // What opens the form.
    name: 'flow',
    test: /src\/(?:session-flow|page-settings|browser\/(?!is-return|order-endpoint|storage-keys|trusted-types)|api\/(?:contracts-api|ending-with|hide-secrets|service-client)|checkout\/(?:acceptance|check-attributes|checkout|journal|late-payment|opening|shop-mistakes|stage|state|stopwatch|within)\.|domain\/(?:merchant|order|present|shape|transaction-id))/,
  },
  {
    // What comes once somebody is there: what pays, with the screens and the marks of the networks, and the forms of the
    // other methods with their Spanish words, which nearly every payer reads. A request costs more than any of them.
    name: 'payment',
    test: /src\/(?:payment-part|screen-context|action-screens|api\/(?:http|parse|payments|refused|wallet)|browser\/order-endpoint|domain\/(?:card-token|institution|open-shape|parse-order|transaction(?!-id)|wallet-token)|checkout\/|ui\/(?:actions\/|adopt-styles|fields\/|status\/(?!status-line)|error-words|network-marks)|methods\/(?:create-form|known-fields|source-words)|messages\/(?:method-words|keyed-methods|methods\/es))/,
  },
];

/** For a script tag: one file with all of the first form, and lazy chunks beside it. */
const cdn: UserConfig = {
  // Library builds leave this to the bundler that comes after; here none does.
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [
    backendOnly(),
    // Reads lit as it was published, so ahead of what changes it.
    smallerLit(),
    sharedPolicy(),
    keylessWords(),
    shortClasses(),
    shortTokens(),
    smallerScript(),
    shortNames(),
    smallerSanitiser(),
    inlineRuntime(),
    lateParts(),
    entryBridge(),
    terseScript(),
    sameNames(),
    bestMark(),
    scriptInventory(),
  ],
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
        minify: false, // terseScript does
        // Most of these two runs before the form can be used. Compiled on first call, each function would be parsed twice
        // and on the main thread; this way Chromium compiles a file while it comes, beside it. What runs of the other
        // files does not make up for the memory that the rest of them would take.
        postBanner: ({ name }) => (/^(?:pay-checkout|flow)$/.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: { includeDependenciesRecursively: false, groups },
      },
    },
  },
};

const makeExecutable = (path: string): Plugin => ({
  name: 'make-executable',
  writeBundle: () => chmodSync(path, 0o755),
});

/** The local service with all it is made of, so that its users install nothing for it. */
const sandbox: UserConfig = {
  ssr: { noExternal: true, target: 'node' },
  plugins: [makeExecutable('dist/sandbox/cli.js')],
  build: {
    ...common,
    target: 'node20',
    outDir: 'dist/sandbox',
    ssr: true,
    rolldownOptions: {
      input: { index: 'src/sandbox/index.ts', worker: 'src/sandbox/worker.ts', cli: 'src/sandbox/cli.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames,
        banner: ({ name }) => (name === 'cli' ? '#!/usr/bin/env node' : ''),
      },
    },
  },
};

/** The demo shop as static pages. */
const demo: UserConfig = {
  base: './',
  plugins: [backendOnly(), earlyLanguage()],
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
