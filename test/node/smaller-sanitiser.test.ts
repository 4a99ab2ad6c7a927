import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { smallerSanitiser } from '../../scripts/smaller-sanitiser.ts';
import { builtCode } from './built-code.ts';

const dompurify = fileURLToPath(import.meta.resolve('dompurify'));
const sanitiser = dompurify.replace(/purify[.\w]*$/, 'purify.es.mjs');

const built = (text: string): Promise<string> => builtCode(sanitiser, [smallerSanitiser()], { [sanitiser]: text });

describe('the sanitiser of the script-tag build', () => {
  it('is without what the rules for challenges never reach, and keeps what they hold a text against', async () => {
    const code = await built(await readFile(sanitiser, 'utf8'));
    for (const gone of [
      'blockquote',
      'stroke-dasharray',
      'feTurbulence',
      'addHook =',
      'SAFE_FOR_TEMPLATES',
      'SET_CONFIG',
      'hookEvent.',
      'color-profile',
      'mailto',
      'isSupported',
    ])
      assert(!code.includes(gone), gone);
    for (const kept of [
      '_isClobbered',
      '_isUnsafeNode',
      'ATTR_VALUE_BREAKOUT',
      'DEFAULT_FORBID_CONTENTS',
      '_checkHtmlNamespace',
      'ALLOWED_URI_REGEXP',
      'ALLOWED_ATTR',
    ])
      assert(code.includes(kept), kept);
  });

  it('is not built from a version that nobody has looked at', async () => {
    const text = await readFile(sanitiser, 'utf8');
    await assert.rejects(built(text.replace('let SAFE_FOR_XML = true', 'let SAFE_FOR_XML = false')), /Look again/);
  });
});
