import assert from 'node:assert/strict';
import { it } from 'node:test';
import { es } from '../../src/messages/es.ts';
import { methodMessages } from '../../src/messages/method-messages.ts';
import { readDoc } from './doc-files.ts';

it('the list of words has each key, in the order of the catalogue and with its Spanish text', () => {
  const listed = readDoc('docs/words.md')
    .split('\n')
    .flatMap((line) => /^\| `(\w+)` +\| (.*?) +\|$/.exec(line) ?? [])
    .filter((_, index) => index % 3 > 0);
  assert.deepEqual(listed, Object.entries({ ...es, ...methodMessages }).flat());
});
