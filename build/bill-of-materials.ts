import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { readVersion } from '../scripts/node-tools.mjs';
import { helperId, needsHelper } from './bundler-helper.ts';

/** A published package whose code is in a bundle. */
export interface Component {
  name: string;
  version: string;
  /** By its SPDX identifier. */
  license: string;
  /** The licence as the package brings it. */
  text: string;
  /** What the files that are in the bundle say of whose they are: some hold code of others, whom the licence does not name. */
  copyright: readonly string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Who brings the helpers that have no file, under its own licence, by how their ids begin. */
const bringers: readonly (readonly [beginning: string, name: string])[] = [
  ['\0vite/', 'vite'],
  ['\0rolldown/', 'rolldown'],
  // Part of the bundler, which is where they are taken from.
  ['\0@oxc-project+runtime@', 'rolldown'],
];

/** The folder of the package that a module belongs to, or undefined for a module of this repository. */
function packageFolder(id: string): string | undefined {
  if (id.startsWith('\0')) {
    const name = bringers.find(([beginning]) => id.startsWith(beginning))?.[1];
    if (!name) throw new Error(`${id.slice(1)} is in a bundle: say in build/bill-of-materials.ts who brings it.`);
    return join(root, 'node_modules', name);
  }
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
}

/** The comments of these files that a copy has to keep, each once. */
function copyrightIn(files: readonly string[]): string[] {
  const comments = files.flatMap((file) => readFileSync(file, 'utf8').match(/\/\*[^]*?\*\//g) ?? []);
  const kept = comments.filter((one) => /^\/\*!|@licen[cs]e|@preserve/i.test(one) && /copyright|\(c\)/i.test(one));
  const texts = kept.map((one) =>
    one
      .replace(/^\/\*[*!]*|\*\/$/g, '')
      .replace(/^[ \t]*\*[ \t]?/gm, '')
      .trim(),
  );
  return [...new Set(texts)].toSorted();
}

/** @param files of the package, which are in a bundle. */
function readComponent(folder: string, files: readonly string[]): Component {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Component;
  const file = readdirSync(folder)
    .toSorted()
    .find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} ${version} is in a bundle, but brings no licence.`);
  // Vite's file goes on with the licences of what it is made of, which is in no bundle.
  const [text = ''] = readFileSync(join(folder, file), 'utf8').split('\n# Licenses of bundled dependencies');
  return { name, version, license, text: text.trim(), copyright: copyrightIn(files) };
}

const purlOf = ({ name, version }: { name: string; version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Each component once, with what all of them say, in order of name. */
export function unique(components: Iterable<Component>): Component[] {
  const byName = new Map<string, Component>();
  for (const one of components) {
    const name = purlOf(one);
    const said = new Set([...(byName.get(name)?.copyright ?? []), ...one.copyright]);
    byName.set(name, { ...one, copyright: [...said].toSorted() });
  }
  return [...byName.values()].toSorted((one, other) => (purlOf(one) < purlOf(other) ? -1 : 1));
}

/** The packages that the modules of a bundle belong to. */
export function componentsOf(moduleIds: Iterable<string>): Component[] {
  const files = new Map<string, string[]>();
  for (const id of moduleIds) {
    const folder = packageFolder(id);
    if (!folder) continue;
    const known = files.get(folder) ?? [];
    // Helpers have no file.
    files.set(folder, id.startsWith('\0') ? known : [...known, id.replace(/\?.*/, '')]);
  }
  return unique([...files].map(([folder, its]) => readComponent(folder, its)));
}

/** The packages whose code is in a file: also that of the bundler's helper, which `file-registry` puts into it. */
export const componentsIn = (chunk: Pick<Rolldown.RenderedChunk, 'moduleIds' | 'imports'>): Component[] =>
  componentsOf(needsHelper(chunk) ? [...chunk.moduleIds, helperId] : chunk.moduleIds);

/** A package of `node_modules` by its name. */
export const installed = (name: string): Component =>
  readComponent(dirname(join(root, 'node_modules', name, 'package.json')), []);

/** The line in each file that says whose code is in it. */
export function licenseLine(components: readonly Component[]): string {
  const parts = components.map(
    ({ name, version, license }) => `${name} ${version} (${license.replace(/^\((.*)\)$/, '$1')})`,
  );
  const contains = parts.length > 0 ? `; contains ${parts.join(', ')}: see THIRD-PARTY-NOTICES.md` : '';
  return `/*! pay-checkout ${readVersion()} (MIT)${contains} */`;
}

/** `THIRD-PARTY-NOTICES.md`: the licences of all components. */
export function notices(components: readonly Component[]): string {
  const quoted = (text: string): string => `\`\`\`\`text\n${text}\n\`\`\`\`\n`;
  const sections = components.map(
    ({ name, version, license, text, copyright }) =>
      `## ${name} ${version}\n\n${license}\n\n${quoted(text)}${copyright.length > 0 ? `\nIts files say:\n\n${quoted(copyright.join('\n\n'))}` : ''}`,
  );
  return `# Third-party notices of pay-checkout ${readVersion()}\n\nWritten by the build. The files beside this one hold code of these packages.\n\n${sections.join('\n')}`;
}

/** The commit that is built, and when it was made; without git nothing. */
function readCommit(): { id: string; time: string } | undefined {
  try {
    const options = { cwd: root, encoding: 'utf8' as const, stdio: 'pipe' as const };
    const [id = '', time = ''] = execFileSync('git', ['log', '-1', '--format=%H %cI'], options).trim().split(' ');
    return { id, time: new Date(time).toISOString() };
  } catch {
    return undefined;
  }
}

/** A UUID that follows from a text: two builds of one commit are the same. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/**
 * The bill of materials (SBOM) as CycloneDX 1.6.
 *
 * @param subject what it is about: the package, or one of its bundles.
 * @param components whose code is inside.
 * @param dependencies packages that are installed beside it, with the version range that package.json asks for.
 */
export function billOfMaterials(
  subject: string,
  components: readonly Component[],
  dependencies: readonly { name: string; range: string; license: string }[] = [],
): string {
  const version = readVersion();
  const commit = readCommit();
  const own = { type: 'library', 'bom-ref': subject, name: subject, version, licenses: [{ license: { id: 'MIT' } }] };
  const inside = components.map(({ name, version: its, license, copyright }) => ({
    type: 'library',
    'bom-ref': purlOf({ name, version: its }),
    name,
    version: its,
    scope: 'required',
    licenses: [{ expression: license }],
    ...(copyright.length > 0 && { copyright: copyright.join('\n\n') }),
    purl: purlOf({ name, version: its }),
  }));
  const beside = dependencies.map(({ name, range, license }) => ({
    type: 'library',
    'bom-ref': `${name}@${range}`,
    name,
    version: range,
    scope: 'required',
    licenses: [{ expression: license }],
    properties: [{ name: 'pay-checkout:installed', value: 'with the package, by this version range' }],
  }));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(`${subject} ${version} ${commit?.id ?? ''}`)}`,
    version: 1,
    metadata: { ...(commit && { timestamp: commit.time }), component: own },
    components: [...inside, ...beside],
    dependencies: [{ ref: subject, dependsOn: [...inside, ...beside].map((one) => one['bom-ref']) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
