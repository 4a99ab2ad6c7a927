import assert from 'node:assert/strict';
import { it } from 'node:test';
import { es } from '../../src/messages/es.ts';
import { methodMessages } from '../../src/messages/method-messages.ts';
import { readDoc } from './doc-files.ts';

it('the list of words has each key of the catalogue once, with its Spanish text', () => {
  const listed = [...readDoc('docs/words.md').matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)];
  const texts = Object.fromEntries(listed.map(([, key, text]) => [key, text]));
  assert.deepEqual(texts, { ...es, ...methodMessages });
  assert.equal(listed.length, Object.keys(texts).length);
});
