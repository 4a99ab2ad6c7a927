import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runNode } from '../../scripts/node-tools.mjs';

/** Runs a module in a Node of its own, whose process nothing of this test has touched. */
async function run(code: string): Promise<unknown> {
  const { code: status, output } = await runNode(['--input-type=module', '--eval', code]);
  assert.equal(status, 0, output);
  return JSON.parse(output);
}

/** A card tokenized and a payment refused: each reads a body by its schema. */
const USE = `
  const { fetch } = createSandbox();
  const ask = async (path, body) => {
    const headers = { authorization: 'Bearer pub_test_shop' };
    return (await fetch('http://sandbox.example' + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const card = { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: '39', card_holder: 'ANA' };
  const used = [await ask('/tokens/cards', card), await ask('/transactions', { taxes: [{}] })];`;

for (const entry of ['index', 'worker'])
  describe(`dist/sandbox/${entry}.js`, () => {
    const load = `const { createSandbox, serve } = await import('./dist/sandbox/${entry}.js');`;

    it('leaves the zod of its user as it is', async () => {
      const [before, after, used] = (await run(`
        import * as z from 'zod';
        const before = JSON.stringify(z.config());
        ${load} ${USE}
        console.log(JSON.stringify([before, JSON.stringify(z.config()), used]));`)) as string[];
      assert.equal(after, before);
      assert.deepEqual(used, [201, 422]);
    });

    it('makes no code of a text, which the policy of a worker may forbid', async () => {
      const [made, used] = (await run(`
        const made = [];
        const note = (make) => (target, texts) => (made.push(texts), make(target, texts));
        globalThis.Function = new Proxy(Function, {
          construct: note((target, texts) => Reflect.construct(target, texts)),
          apply: note((target, texts) => Reflect.apply(target, undefined, texts)),
        });
        globalThis.eval = note((target) => target);
        ${load} ${USE}
        console.log(JSON.stringify([made, used]));`)) as unknown[];
      assert.deepEqual(made, []);
      assert.deepEqual(used, [201, 422]);
    });

    it('serves, or says where one can', async () => {
      const said = await run(`
        ${load}
        const served = await serve({ port: 0 }).catch((error) => error);
        console.log(JSON.stringify(served.url ?? served.message));
        await served.close?.();`);
      assert.match(String(said), entry === 'index' ? /^http:/ : /^serve needs Node, Deno or Bun/);
    });
  });
