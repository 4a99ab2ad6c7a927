import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the examples look for the service. */
const usualService = 'http://127.0.0.1:5174';

/** A copy of the examples, with the package in it as the registry would give it. */
export class ExampleProject {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'pay-checkout-examples-'));

  /** Installs what the examples need, locked, and the package, packed. */
  async install(): Promise<void> {
    const left = /(?:^|[\\/])(?:node_modules|dist|\.angular)$|\.tsbuildinfo$/;
    cpSync('examples', this.folder, { recursive: true, filter: (path) => !left.test(path) });
    const flags = ['--no-audit', '--no-fund', '--prefer-offline'];
    await this.run('npm', 'ci', '--include=dev', ...flags);
    await this.run('npm', 'pack', '--ignore-scripts', '--pack-destination', this.folder, resolve('.'));
    const tarball = readdirSync(this.folder).find((name) => name.endsWith('.tgz'));
    assert(tarball);
    await this.run('npm', 'install', '--no-save', ...flags, join(this.folder, tarball));
  }

  /** Puts a service in the place of the one that the built pages name. */
  useService(url: string, built: string): void {
    const pages = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const naming = pages.filter((name) => readFileSync(join(built, name), 'utf8').includes(usualService));
    assert(naming.length > 0, `${built} names no service`);
    for (const name of naming) this.replace(join(built, name), usualService, url);
  }

  /** Changes a file of the copy. */
  replace(file: string, before: string, after: string): void {
    const path = resolve(this.folder, file);
    const text = readFileSync(path, 'utf8');
    assert(text.includes(before), `${file} does not say ${before}`);
    writeFileSync(path, text.replaceAll(before, after));
  }

  /** Runs a command in the copy. @returns what it printed @throws Error with that when it fails */
  async run(command: string, ...args: string[]): Promise<string> {
    const { code, output } = await this.outcome(command, ...args);
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
    return output;
  }

  /** Runs a command in the copy, and tells how it ended. */
  outcome(command: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(command, args, {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, CI: 'true', NG_CLI_ANALYTICS: 'false' },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    return new Promise((settle, reject) => {
      child.once('error', reject);
      child.once('close', (code) => settle({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
