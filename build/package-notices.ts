/**
 * Writes `THIRD-PARTY-NOTICES.md` and `sbom.cdx.json` of the whole package from those that lie beside its bundles, and from
 * the dependencies that are installed with it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, installed, notices, unique } from './bill-of-materials.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

const bundles = ['dist', 'dist/cdn', 'dist/sandbox'].map(
  (folder) => read(`${folder}/sbom.cdx.json`) as { components: { name: string; copyright?: string }[] },
);
const components = unique(
  bundles.flatMap((bundle) =>
    bundle.components.map(({ name, copyright }) => ({ ...installed(name), copyright: [copyright ?? []].flat() })),
  ),
);
const { name, dependencies } = read('package.json') as { name: string; dependencies: Record<string, string> };
const beside = Object.entries(dependencies).map(([dependency, range]) => {
  const { license } = installed(dependency);
  return { name: dependency, range, license };
});

writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), notices(components));
writeFileSync(join(root, 'sbom.cdx.json'), billOfMaterials(name, components, beside));
