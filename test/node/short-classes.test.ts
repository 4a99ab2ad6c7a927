import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortClasses } from '../../scripts/short-classes.ts';
import { builtCode } from './built-code.ts';

const built = (source: string): Promise<string> =>
  builtCode('/src/sample.ts', [shortClasses()], { '/src/sample.ts': source });

describe('classes that styles and markup alone know of', () => {
  it('are called the same in styles, in markup and in selectors', async () => {
    const code = await built(`
      export const styles = css\`.fine > .form:not(.status) { color: red }\`;
      export const markup = html\`<p class="fine status">\${1}</p><b class=\${a ? 'form' : ''}></b><i class="pay \${a ? 'fine' : nothing} \${b ? 'form' : ''}">\`;
      export const plain = '<b class="form">';
      root.querySelector('.form :focus');
      region.className = 'fine';
    `);
    const [, fine = '', form = ''] = /`\.(\w+) > \.(\w+):not\(\.status\) \{/.exec(code) ?? [];
    assert(/^\w{1,2}$/.test(fine) && /^\w{1,2}$/.test(form) && fine !== form, code);
    for (const short of [
      `<p class="${fine} status">`,
      'class="pay ${',
      String.raw`<b class=\"${form}\">`,
      `querySelector(".${form} :focus")`,
      `className = "${fine}"`,
      `a ? "${form}" : ""`,
      `? "${fine}" : nothing`,
      `b ? "${form}" : ""`,
    ])
      assert(code.includes(short), `${short}: ${code}`);
  });

  it('leave what only looks like them', async () => {
    const code = await built(`
      export const said = 'Fill in the form. See error.code.';
      export const type = 'card', code = error.code, kind = { form: 1 };
      export const part = html\`<div part="form" id="form">.form</div>\`;
    `);
    for (const same of ['See error.code.', '"card"', 'error.code', 'form: 1', 'part="form" id="form">.form<'])
      assert(code.includes(same), `${same}: ${code}`);
  });
});
