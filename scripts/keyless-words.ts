import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

const separator = '|';
const words = /[\\/]src[\\/]messages[\\/](.+)\.ts$/;

/** What a catalogue says, by key: its file is `export const name = { key: 'text' }`. */
function textsIn(program: ReturnType<Rolldown.PluginContext['parse']>, path: string): Map<string, string> {
  const [declared] = program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'VariableDeclaration'
      ? node.declaration.declarations
      : [],
  );
  if (declared?.init?.type !== 'ObjectExpression') throw new Error(`${path} exports no words.`);
  return new Map(
    declared.init.properties.map((property) => {
      const { key, value } = property as { key?: { name?: string }; value?: { value?: unknown } };
      const text = value?.value;
      if (!key?.name || typeof text !== 'string' || text.includes(separator))
        throw new Error(`${path}: ${key?.name} is no plain text without ${separator}.`);
      return [key.name, text];
    }),
  );
}

/**
 * Leaves the keys out of the script-tag build's lazy words: they are the same in each language, and would weigh a third
 * of the words. The texts come in the order of the Spanish ones, whose keys stay.
 */
export function keylessWords(): Plugin {
  return {
    name: 'keyless-words',
    load: {
      filter: { id: words },
      handler(id) {
        const [, name = ''] = words.exec(id) ?? [];
        const read = (other: string): Map<string, string> => {
          const path = id.replace(`${name}.ts`, `${other}.ts`);
          return textsIn(this.parse(readFileSync(path, 'utf8'), { lang: 'ts' }), path);
        };
        const keysOf = (folder: string): string[] => [...read(`${folder}es`).keys()];
        const textsOf = (folder: string, language: string): string[] => {
          const texts = read(folder + language);
          const keys = keysOf(folder);
          const odd = [
            ...keys.filter((key) => !texts.has(key)),
            ...[...texts.keys()].filter((key) => !keys.includes(key)),
          ];
          if (odd.length > 0) this.error(`${folder}${language} and the Spanish words differ in ${odd.join(', ')}.`);
          return keys.map((key) => texts.get(key) ?? '');
        };
        const list = (texts: string[]): string => `${JSON.stringify(texts.join(separator))}.split('${separator}')`;
        const js = (code: string) => ({ code, moduleType: 'js' as const });
        if (name === 'keyed')
          return js(`import { es } from './es.ts';
export const keyed = (texts, keys = Object.keys(es)) =>
  Object.fromEntries(keys.map((key, index) => [key, texts[index]]));`);
        if (name === 'keyed-methods')
          return js(`import { keyed } from './keyed.ts';
const keys = ${list(keysOf('methods/'))};
export const keyedMethods = (texts) => keyed(texts.slice(-keys.length), keys);`);
        if (name === 'methods/es') return js(`export const methodMessages = ${list(textsOf('methods/', 'es'))};`);
        if (name !== 'en' && name !== 'pt') return null;
        const own = textsOf('', name);
        // One text for both catalogues: keys take no more texts than they are, those of the methods from the end.
        return js(`export const ${name} = ${list([...own, ...textsOf('methods/', name)])};
export { ${name} as methodMessages };`);
      },
    },
  };
}
