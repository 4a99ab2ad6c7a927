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

/** A `--pay-*` property where it is read, with its default, which may hold the brackets of one function in another. */
const token = /var\((--pay-[a-z-]+),\s*((?:[^()]|\([^()]*\))+)\)/g;

/** What each `--pay-*` property is when the page leaves it alone; of several declarations the last one, as in the cascade. */
const tokenDefaults = new Map(
  styles.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(token)].map(([, name, value]) => [name, value])),
);

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
  return {
    ...rest,
    ...(cssProperties && {
      cssProperties: cssProperties.map((property) => ({ ...property, default: tokenDefaults.get(property.name) })),
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
