import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortTokens } from '../../scripts/short-tokens.ts';
import { builtCode } from './built-code.ts';

const built = (source: string): Promise<string> =>
  builtCode('/src/sample.ts', [shortTokens()], { '/src/sample.ts': source });

describe('properties that the styles keep for themselves', () => {
  it('have one letter each, and those of a page stay', async () => {
    const code = await built(
      'export const a = `--_accent: var(--pay-accent); --_on-accent: var(--_surface); --_success: 1`;',
    );
    assert.match(
      code,
      /`--_a: var\(--pay-accent\); --_n: var\(--_s\); --_u: 1`|"--_a: var\(--pay-accent\); --_n: var\(--_s\); --_u: 1"/,
    );
  });

  it('are found by their names too', async () => {
    const code = await built('export const read = (name) => `var(--_${name})`;');
    const { read } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      read: (name: string) => string;
    };
    assert.deepEqual(['text', 'on-accent', 'surface', 'success'].map(read), [
      'var(--_t)',
      'var(--_n)',
      'var(--_s)',
      'var(--_u)',
    ]);
  });

  it('stop the build where one is new', async () => {
    await assert.rejects(built('export const a = "--_unheard-of";'), /--_unheard-of in .*is not in short-tokens\.ts/);
  });
});
