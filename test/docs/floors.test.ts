import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { proseOf } from './doc-files.ts';

interface Import {
  from: string;
  to: string;
  isType: boolean;
}

/** A folder of `src`, or `*.ts` for the entries beside them. */
const folderOf = (path: string): string =>
  path.split('/').length > 2 ? path.split('/').slice(0, 2).join('/') : 'src/*.ts';

const imports: readonly Import[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => posix.join('src', name.replaceAll('\\', '/')))
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /^(?:import|export) (type )?(?:[^;']*?from )?'(\.[^']+)';|(?<!typeof )\bimport\('(\.[^']+)'\)/gm,
      ),
    ].map(([, type, to = '', lazy]) => ({
      from: file,
      to: posix.join(posix.dirname(file), lazy ?? to),
      isType: Boolean(type),
    })),
  );

/** The table of the floors: the folders of each, and what they may import. */
const floors = proseOf('CONTRIBUTING.md').flatMap(({ text }) => {
  const [, name = '', folders = '', allowed = ''] =
    /^\| (\d|beside|backend) +\| ([^|]*src\/[^|]*)\| ([^|]*)\|/.exec(text) ?? [];
  return name ? [{ name, folders: [...folders.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder), allowed }] : [];
});

const floorOf = (path: string) =>
  floors.find(({ folders }) => folders.some((one) => one === path || one === folderOf(path)));

describe('the floors', () => {
  it('have a place for each folder of the sources', () => {
    const all = [...new Set(imports.map(({ from }) => folderOf(from)))];
    assert(all.length > 10);
    assert.deepEqual(
      all.filter((folder) => !floorOf(folder)),
      [],
    );
  });

  it('import downwards or beside, but for types', () => {
    const wrong = imports.filter(({ from, to, isType }) => {
      const [here, there] = [floorOf(from), floorOf(to)];
      if (here === there || isType || there?.name === 'beside') return false;
      if (here?.name === 'backend') return !here.allowed.includes(folderOf(to));
      return !(Number(there?.name) < Number(here?.name));
    });
    assert.deepEqual(wrong, []);
  });
});
