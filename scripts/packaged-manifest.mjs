/**
 * A plugin of the manifest analyzer: turns what it found in the sources into what the package's users can import, and
 * gives each `--pay-*` property the default that the styles have, so that it is written down once.
 */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ name: string, description?: string, default?: string, type?: { text: string }, privacy?: string }} Described
 * @typedef {Described & { kind: string, static?: boolean }} Member
 * @typedef {{ kind: string, name: string, tagName?: string, members?: Member[], attributes?: Described[], cssProperties?: Described[] }} Declaration
 * @typedef {{ kind: string, name: string, declaration: { name: string, module?: string } }} Export
 * @typedef {{ kind: string, path: string, declarations: Declaration[], exports: Export[] }} Module
 */

const folder = new URL('../src/ui/styles/', import.meta.url);
const styles = [...readdirSync(folder), '../status/status-styles.ts'].map((name) => new URL(name, folder));

/** What each `--pay-*` property is when the page leaves it alone; of several declarations the last one, as in the cascade. */
function tokenDefaults() {
  /** @type {Map<string, string>} */
  const defaults = new Map();
  const text = styles.map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const { index, 0: start, 1: name = '' } of text.matchAll(/var\((--pay-[a-z-]+),\s*/g)) {
    let depth = 1;
    let end = index + start.length;
    for (; depth > 0 && end < text.length; end += 1) depth += { '(': 1, ')': -1 }[text[end] ?? ''] ?? 0;
    defaults.set(name, text.slice(index + start.length, end - 1));
  }
  return defaults;
}

/**
 * An attribute is there or it is not: what its property may hold beside text is nothing that anybody could write.
 * @param {Described} attribute
 */
const asWritten = ({ default: value, type, ...rest }) => ({
  ...rest,
  ...(type && { type: { text: type.text.replaceAll(/ \| (?:null|undefined)\b/g, '') } }),
  ...(value && { default: value.replaceAll(/^'|'$/g, '') }),
});

/** @param {Declaration} declaration */
function publicParts(declaration) {
  const { members, attributes, cssProperties, ...rest } = declaration;
  const defaults = tokenDefaults();
  return {
    ...rest,
    ...(cssProperties && {
      cssProperties: cssProperties.map((property) => ({ ...property, default: defaults.get(property.name) })),
    }),
    ...(attributes && { attributes: attributes.map(asWritten) }),
    ...(members && { members: members.filter(({ privacy, static: isStatic }) => !privacy && !isStatic) }),
  };
}

export function packagedManifest() {
  return {
    name: 'packaged-manifest',
    /** @param {{ customElementsManifest: { schemaVersion: string, modules: Module[] } }} found */
    packageLinkPhase({ customElementsManifest }) {
      customElementsManifest.schemaVersion = '2.1.0'; // the first with custom states
      const path = 'dist/element.js';
      const declarations = customElementsManifest.modules
        .flatMap((module) => module.declarations)
        .filter(({ kind, name }) => kind === 'class' && /^(?:Pay|CheckoutError$)/.test(name))
        .map(publicParts);
      const names = declarations.map(({ name }) => name);
      /** @param {string} [from] */
      const exported = (from) => (/** @type {string} */ name) => ({
        kind: 'js',
        name,
        declaration: { name, module: from ?? path },
      });
      const definitions = declarations.flatMap(({ name, tagName }) =>
        tagName ? { kind: 'custom-element-definition', name: tagName, declaration: { name, module: path } } : [],
      );
      customElementsManifest.modules = [
        { kind: 'javascript-module', path, declarations, exports: names.map(exported()) },
        {
          kind: 'javascript-module',
          path: 'dist/index.js',
          declarations: [],
          exports: [...names.map(exported()), ...definitions],
        },
      ];
    },
  };
}
