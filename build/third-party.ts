import type { Plugin, Rolldown } from 'vite';
import { billOfMaterials, componentsIn, licenseLine, notices, unique } from './bill-of-materials.ts';

/**
 * Names whose code is in the bundle: a line in each file, and beside the files `THIRD-PARTY-NOTICES.md` with the licences
 * and `sbom.cdx.json` for scanners. Without it the package would break the licences of what it passes on, which ask for
 * their notice in every copy. It goes by what the bundler put into the files: lists of dependencies know neither what
 * is bundled from development dependencies nor what is left out.
 *
 * @param subject what the bill of materials calls the bundle.
 */
export const thirdParty = (subject: string): Plugin => ({
  name: 'third-party',
  apply: 'build',
  outputOptions: (options) => ({
    ...options,
    postBanner: (chunk: Rolldown.RenderedChunk) => licenseLine(componentsIn(chunk)),
  }),
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const components = unique(chunks.flatMap(componentsIn));
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.md', source: notices(components) });
    this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source: billOfMaterials(subject, components) });
  },
});
