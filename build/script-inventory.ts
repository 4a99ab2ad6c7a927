import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { readVersion } from '../scripts/read-version.mjs';

/** What is known about one script of the build. */
interface Script {
  /** For `integrity` attributes and import maps. */
  integrity: string;
  bytes: number;
  loaded: 'with the page' | 'on demand';
  /** Why a payment page needs it (PCI DSS 6.4.3). */
  purpose: string;
  /** Names and versions of the packages whose code is in it. */
  contains: Record<string, string>;
}

/** The package that a module belongs to: a folder of node_modules, or this repository. */
function packageOf(id: string): { name: string; version: string; description: string } {
  const [, folder = '.', name] = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id) ?? [];
  const { version, description = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    description?: string;
  };
  return { name: name ?? 'pay-checkout', version, description };
}

/** The first sentence of what a module of ours says about what it exports. */
function firstSentence(id: string): string | undefined {
  const [, comment] = /\/\*\*([^]*?)\*\/\s*export /.exec(readFileSync(id, 'utf8')) ?? [];
  const text = comment
    ?.replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text && /^.*?[.](?=\s|$)/.exec(text)?.[0];
}

/** Why a file is there: what the module says that is asked for by name, else what most of it is. */
function purposeOf(chunk: Rolldown.OutputChunk, isAskedFor: (id: string) => boolean): string {
  const size = (id: string): number => chunk.modules[id]?.renderedLength ?? 0;
  const ids = chunk.moduleIds
    .filter((id) => !id.startsWith('\0'))
    .toSorted((a, b) => Number(isAskedFor(b)) - Number(isAskedFor(a)) || size(b) - size(a));
  for (const id of ids) {
    const text = id.includes('/node_modules/') ? packageOf(id).description : firstSentence(id);
    if (text) return text.endsWith('.') ? text : `${text}.`;
  }
  return 'Joins the other files.';
}

/** By the names that the bundler gives. A file that is not here is described by its own first words. */
const purposes: Record<string, string> = {
  'pay-checkout': 'Defines the element and shows the form, with the card fields.',
  'pay-checkout.classic': 'Loads the module, for pages that cannot name one.',
  'challenge-screens':
    'Hosts the 3D Secure page of the bank, apart from the shop’s own page, and takes out of what the bank sends for it everything that could run.',
  doctor: 'Names to developers what is wrong with the page; with a live key only when something is.',
  en: 'Words in English.',
  es: 'Words in Spanish.',
  flow: 'Fetches the contracts, opens the form, and knows of a payment that is under way.',
  payment:
    'Turns a card into a token, sends a payment once and follows it to its final status; shows the screens after the form, the forms of other methods than cards, QR codes, payment numbers and the entry of one-time codes.',
  pt: 'Words in Portuguese.',
};

const markdown = (version: string, scripts: Record<string, Script>): string => {
  const rows = Object.entries(scripts).map(([name, { integrity, bytes, loaded, purpose, contains }]) => {
    const packages = Object.entries(contains).map(([part, its]) => `${part} ${its}`);
    return `| \`${name}\` | ${loaded} | ${purpose.replaceAll('|', '\\|')} | ${packages.join(', ')} | ${bytes} | \`${integrity}\` |`;
  });
  return `# Scripts of pay-checkout ${version}

Written by the build from the files beside this one.

| File | Loaded | Why a payment page needs it | Contains | Bytes | Integrity |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
};

/**
 * Writes down what the script-tag build really contains: `integrity.json` for machines, `script-inventory.md` for the
 * merchant's own inventory. Each entry also gets a name with the version in it, which never means anything else and may
 * be cached forever, as the names of the chunks.
 */
export const scriptInventory = (): Plugin => ({
  name: 'script-inventory',
  writeBundle: {
    order: 'post',
    handler({ dir = '' }, bundle) {
      const version = readVersion();
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const scripts: Record<string, Script> = {};
      const isAskedFor = (id: string): boolean => {
        const info = this.getModuleInfo(id);
        return Boolean(info && info.dynamicImporters.length > 0);
      };
      for (const chunk of chunks.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
        const content = readFileSync(join(dir, chunk.fileName));
        const packages = chunk.moduleIds.filter((id) => !id.startsWith('\0')).map(packageOf);
        const script: Script = {
          integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
          bytes: content.length,
          loaded: chunk.isEntry ? 'with the page' : 'on demand',
          purpose: purposes[chunk.name] ?? purposeOf(chunk, isAskedFor),
          contains: Object.fromEntries(
            packages.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, version: its }) => [name, its]),
          ),
        };
        scripts[chunk.fileName] = script;
        if (!chunk.isEntry) continue;
        const versioned = chunk.fileName.replace('pay-checkout', `pay-checkout-${version}`);
        copyFileSync(join(dir, chunk.fileName), join(dir, versioned));
        scripts[versioned] = script;
      }
      writeFileSync(join(dir, 'integrity.json'), `${JSON.stringify({ version, scripts }, null, 2)}\n`);
      writeFileSync(join(dir, 'script-inventory.md'), markdown(version, scripts));
    },
  },
});
