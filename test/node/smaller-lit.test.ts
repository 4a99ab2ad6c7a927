import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { smallerLit } from '../../scripts/smaller-lit.ts';
import { smallerScript } from '../../scripts/smaller-script.ts';
import { builtCode } from './built-code.ts';

const lit = fileURLToPath(import.meta.resolve('lit'));
const templates = lit.replace(/lit[\\/]index\.js$/, 'lit-html/lit-html.js');
const id = '/src/sample.ts';

const built = (source: string, given: Record<string, string> = {}): Promise<string> =>
  builtCode(id, [smallerScript(), smallerLit()], { [id]: source, ...given });

const element = `
  import { html, LitElement } from 'lit';
  import { property } from 'lit/decorators.js';
`;

describe('lit in the script-tag build', () => {
  it('is without what the checkout never uses, and keeps what holds its templates together', async () => {
    const code = await built(
      `${element} export class Sample extends LitElement { render() { return html\`<p></p>\`; } }`,
    );
    for (const gone of [
      'PolyfillSupport',
      'litDirective',
      'toAttribute',
      'ShadyCSS',
      'litNonce',
      '<math>',
      'getAttributeNames',
      'JSON.parse',
      'createProperty',
      'litElementHydrateSupport',
      'hostUpdate?.',
    ])
      assert(!code.includes(gone), gone);
    for (const kept of ['hasOwnProperty("raw")', 'createHTML', 'hostUpdated']) assert(code.includes(kept), kept);
  });

  it('is not built from a version that nobody has looked at', async () => {
    const text = await readFile(templates, 'utf8');
    const other = text.replace('invalid template strings array', 'invalid');
    assert.notEqual(other, text);
    await assert.rejects(built(`export { html } from 'lit';`, { [templates]: other }), /is not the one that was read/);
  });

  it('is not built from files that are called something else', async () => {
    await assert.rejects(built(`export { html } from 'lit-html';`), /not met under their names: reactive-element/);
  });

  it('is not built for what was left out of it', async () => {
    await assert.rejects(built(`export { repeat } from 'lit/directives/repeat.js';`), /without directives/);
    await assert.rejects(built(`${element} export const text = html\`<textarea></textarea>\`;`), /<textarea/);
    for (const options of ['{ reflect: true }', '{ type: Number }', '{ useDefault: true }', '{ converter: Number }'])
      await assert.rejects(
        built(`${element} export class Sample extends LitElement { @property(${options}) some = null; }`),
        /smaller-lit/,
      );
    for (const hook of ['firstUpdated', 'shouldUpdate', 'hostUpdate', 'static createProperty'])
      await assert.rejects(
        built(`${element} export class Sample extends LitElement { ${hook}() { return true; } }`),
        /smaller-lit/,
      );
  });
});
