import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { it } from 'node:test';
import { build, type Rolldown } from 'vite';

it('S4: the pages of the demo, wherever they are put, name whose code is in them', async () => {
  const built = (await build({
    configFile: resolve('vite.config.ts'),
    mode: 'demo',
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const lines = built.output.flatMap((file) =>
    file.type === 'chunk' ? [/^\/\*! pay-checkout .+\*\/$/m.exec(file.code)?.[0] ?? `none in ${file.fileName}`] : [],
  );
  assert.deepEqual(
    lines.filter((line) => line.startsWith('none')),
    [],
  );
  const notices = built.output.find(({ fileName }) => fileName === 'THIRD-PARTY-NOTICES.md');
  assert(notices?.type === 'asset');
  for (const name of ['lit', 'lit-html', 'lit-element', '@lit/reactive-element', 'dompurify', 'zod']) {
    assert.ok(
      lines.some((line) => line.includes(` ${name} `)),
      name,
    );
    assert.match(String(notices.source), new RegExp(`^## ${name} \\d`, 'm'));
  }
});
