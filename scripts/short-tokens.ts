import type { Plugin } from 'vite';

/**
 * What the styles draw from, by one letter each: its first one, but where that is another's. A name that is not here
 * stops the build.
 */
const letters = {
  accent: 'a',
  control: 'c',
  corner: 'k',
  danger: 'd',
  field: 'f',
  gap: 'g',
  line: 'l',
  muted: 'm',
  'on-accent': 'n',
  outline: 'o',
  radius: 'r',
  // The styles have none of that name: a letter keeps the doctor from another's.
  success: 'u',
  surface: 's',
  text: 't',
  tint: 'i',
} as const satisfies Record<string, string>;

const byName = JSON.stringify(
  Object.fromEntries(Object.entries(letters).filter(([name, letter]) => name[0] !== letter)),
);
const known: Partial<Record<string, string>> = letters;

/**
 * Calls the properties that the styles keep for themselves, `--_accent` and the like, by one letter in the script-tag
 * build: each chunk with styles says them anew. Those of a page, `--pay-*`, stay.
 */
export const shortTokens = (): Plugin => ({
  name: 'short-tokens',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: '--_' },
    handler(code, id) {
      const short = code
        .replaceAll(/--_([a-z]+(?:-[a-z]+)*)/g, (_all, name: string) => {
          const letter = known[name];
          return letter ? `--_${letter}` : this.error(`--_${name} in ${id} is not in short-tokens.ts.`);
        })
        // The doctor asks for them by their names.
        .replaceAll(/--_\$\{(\w+)\}/g, (_all, name: string) => `--_\${${byName}[${name}] ?? ${name}[0]}`);
      return { code: short, map: null };
    },
  },
});
