import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readVersion } from '../scripts/node-tools.mjs';
import { componentsIn } from './bill-of-materials.ts';

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

/** By the names of the files. */
const purposes: Record<string, string> = {
  'pay-checkout': 'Defines the element and shows the form, with the card fields.',
  'pay-checkout.classic': 'Loads the module, for pages that cannot name one.',
  challenge:
    'Hosts the 3D Secure page of the bank, apart from the shop’s own page, and takes out of what the bank sends for it everything that could run.',
  doctor: 'Names to developers what is wrong with the page; with a live key only when something is.',
  en: 'Words in English.',
  es: 'Words in Spanish.',
  flow: 'Fetches the contracts, opens the form, turns a card into a token, sends a payment once and follows it to its final status.',
  pt: 'Words in Portuguese.',
  screens:
    'Shows the screens after the form, the forms of other methods than cards, QR codes, payment numbers and the entry of one-time codes.',
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
 * merchant's own inventory. Without it a merchant could neither pin the files nor say for an audit why each is there.
 * Each entry also gets a name with the version in it, which never means anything else and may be cached forever, as the
 * names of the lazy files.
 */
export const scriptInventory = (): Plugin => ({
  name: 'script-inventory',
  apply: 'build',
  writeBundle: {
    order: 'post',
    handler({ dir = '' }, bundle) {
      const version = readVersion();
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const scripts: Record<string, Script> = {};
      for (const chunk of chunks.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
        const { fileName, name, isEntry } = chunk;
        const content = readFileSync(join(dir, fileName));
        const purpose = purposes[name];
        if (!purpose) return this.error(`${name} needs a purpose in build/script-inventory.ts.`);
        const packages = componentsIn(chunk).map((one) => [one.name, one.version]);
        scripts[fileName] = {
          integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
          bytes: content.length,
          loaded: isEntry ? 'with the page' : 'on demand',
          purpose,
          contains: { 'pay-checkout': version, ...Object.fromEntries(packages) },
        };
        if (!isEntry) continue;
        const versioned = fileName.replace('pay-checkout', `pay-checkout-${version}`);
        copyFileSync(join(dir, fileName), join(dir, versioned));
        scripts[versioned] = scripts[fileName];
      }
      writeFileSync(join(dir, 'integrity.json'), `${JSON.stringify({ version, scripts }, null, 2)}\n`);
      writeFileSync(join(dir, 'script-inventory.md'), markdown(version, scripts));
    },
  },
});
