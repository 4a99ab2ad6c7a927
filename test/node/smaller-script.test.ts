import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { decode } from '@jridgewell/sourcemap-codec';
import { readyTemplate } from '../../scripts/ready-template.ts';
import { sharedPolicy } from '../../scripts/shared-policy.ts';
import { smallerScript } from '../../scripts/smaller-script.ts';
import { identifierAt, terseScript } from '../../scripts/terse-script.ts';
import { builtCode } from './built-code.ts';

const source = `
  import { css, html, LitElement } from 'lit';
  import { property } from 'lit/decorators.js';
  export class Sample extends LitElement {
    static styles = css\`
      :host, .a > .b { color: red; margin: 0 calc(1px + 2px); }
      .c::before { content: 'x, y'; }
    \`;
    @property({ attribute: 'some-text' }) text = '';
    @property() title = '';
    render() {
      return html\`
        <p class="a
          b">\${this.text} and
          more</p>
        <pre>\${html\`<b>
          inner</b>\`}</pre> <i>apart</i>
        \${this.title}
        \${this.text} \${this.title}
      \`;
    }
  }
`;

describe('the script-tag build', () => {
  let code: string;

  before(async () => {
    const id = '/src/sample.ts';
    code = await builtCode(id, [sharedPolicy(), smallerScript()], { [id]: source });
  });

  it('carries no white space that only authors see', () => {
    assert(
      code.includes("(`:host,.a>.b{color:red;margin:0 calc(1px + 2px)}.c::before{content:'x, y'}`)"),
      code.slice(-2000),
    );
    assert.match(
      code,
      /<p class="a b"><\?> and more<\/p><pre><\?><\/pre> <i>apart<\/i><\?><\?> <\?><\?>\$\{this\.text\}.*`<b> inner<\/b>`/,
    );
  });

  it('declares properties in one table instead of by decorators', () => {
    assert.match(code, /\.properties = \{\s*text: \{ attribute: "some-text" \},\s*title: void 0\s*\}/);
    assert.doesNotMatch(code, /Unsupported decorator location|decorate/);
  });

  it('is refused with styles of several pieces, for styles are a text that is handed over once', async () => {
    const id = '/src/pieces.ts';
    const pieces = "import { css } from 'lit'; const one = css`a {}`; export const both = css`${one} b {}`;";
    await assert.rejects(builtCode(id, [sharedPolicy(), smallerScript()], { [id]: pieces }), /of one piece/);
  });

  it('is refused with a drawing that lit would walk into', async () => {
    const id = '/src/drawn.ts';
    const drawn = "import { svg } from 'lit'; export const drawn = svg`<path d=${'M0 0'}/>`;";
    await assert.rejects(builtCode(id, [sharedPolicy(), smallerScript()], { [id]: drawn }), /markup without a gap/);
  });

  it('says letters as they are, which an escape would say longer, and nothing that takes a page twice the memory', async () => {
    const { renderChunk } = terseScript();
    assert(renderChunk && 'handler' in renderChunk);
    const letters = String.raw`export const letters = () => ['Código\u00a0ñ', 'espera…', '\\xe1', /[áé]/u];`;
    const said: unknown = await Reflect.apply(renderChunk.handler, {}, [
      letters,
      { fileName: 'letters.js', name: 'letters' },
    ]);
    const { code: short, map } = said as { code: string; map: string };
    assert.match(short, /\["Código\\xa0ñ","espera\\u2026","\\\\xe1",\/\[áé\]\/u\]/);
    const [line = []] = decode((JSON.parse(map) as { mappings: string }).mappings);
    const [, , , column] = line.find(([at]) => at === short.indexOf('/[áé]')) ?? [];
    assert.equal(column, letters.indexOf('/[áé]'), 'the map knows of it');
  });

  it('has a name for each place, whatever the code', () => {
    const names = Array.from({ length: 54 * 65 * 2 }, (_, place) => identifierAt(place));
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      names.filter((name) => !/^[A-Za-z$_][\w$]{0,2}$/.test(name)),
      [],
    );
    // The shortest first.
    assert(names.every(({ length }, place) => length >= (names[place - 1]?.length ?? 0)));
  });

  it('makes one Trusted Types policy, which all copies share', () => {
    assert.deepEqual(code.match(/createPolicy\(["'`][^"'`]+/g), ['createPolicy("pay-checkout']);
  });
});

describe('a template that is read at the build', () => {
  it('is markup as it is, then where in it the values belong', () => {
    assert.deepEqual(
      readyTemplate([
        '<p class="a ',
        ' b ',
        '" id=',
        '><b>',
        '</b></p>',
        '<input .value=',
        ' @input=',
        ' ?hidden=',
        '/>',
      ]),
      ['<p><b><?></b></p><?><input />', 'class=a ~ b ~|id|2|1|1.value|@input|?hidden', '', '', '', '', '', '', ''],
    );
  });

  it('stays as it is without a value', () => {
    assert.deepEqual(readyTemplate(['<p>a</p>']), ['<p>a</p>']);
  });

  it('is refused where a value would be lost', () => {
    assert.throws(() => readyTemplate(['<', '></p>']), /unknown places/);
    assert.throws(() => readyTemplate(['<p>a|b', '</p>']), /unknown places/);
  });
});
