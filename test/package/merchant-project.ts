import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

interface Manifest {
  name: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  exports: Record<string, string | { types?: string; default?: string }>;
}

/** What package.json promises. */
export const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** An empty project with the package in it, as the registry would give it, and with what it depends on. */
export class MerchantProject {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'pay-checkout-user-'));
  /** The packed file. */
  readonly tarball: string;
  /** Where the package is unpacked. */
  readonly installed: string;

  /** @param others packages of this repository's node_modules that the merchant has installed too. */
  constructor(others: string[] = []) {
    const packed = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', this.folder], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    assert.equal(packed.status, 0, packed.stderr);
    const name = readdirSync(this.folder).find((file) => file.endsWith('.tgz'));
    assert(name);
    this.tarball = join(this.folder, name);
    const unpacked = spawnSync('tar', ['-xzf', name], { cwd: this.folder, encoding: 'utf8' });
    assert.equal(unpacked.status, 0, unpacked.stderr);
    this.installed = join(this.folder, 'package');
    this.#link(manifest.name, this.installed);
    for (const other of [...Object.keys(manifest.dependencies), ...others]) {
      this.#link(other, resolve('node_modules', other));
    }
    this.write('package.json', JSON.stringify({ type: 'module', private: true }));
  }

  /** The package's files, folders left out, with slashes. */
  get files(): string[] {
    return readdirSync(this.installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(this.installed.length + 1)
          .replaceAll('\\', '/'),
      )
      .toSorted();
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs Node in the project. */
  node(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    const options = { cwd: this.folder, encoding: 'utf8', timeout: 60_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    return { status, stdout, stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #link(name: string, target: string): void {
    const path = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path, 'junction');
  }
}
