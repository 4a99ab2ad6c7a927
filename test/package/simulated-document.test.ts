import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runNode } from '../../scripts/node-tools.mjs';

describe('a component test of a merchant', () => {
  for (const name of ['jsdom', 'happy-dom'])
    it(`B6: pays in ${name} and throws nothing`, async () => {
      const shop = 'test/fixtures/simulated-document/shop.mjs';
      const args = ['--conditions=browser', '--import', './scripts/typescript.mjs', shop, name];
      const { code, output } = await runNode(args);
      assert.equal(code, 0, output);
      assert.match(output, /^'paid' \[\]$/m);
    });
});
