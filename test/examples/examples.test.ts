import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { useHarness } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';
import { ExampleProject } from './example-project.ts';

/** What the examples' own programs offer. */
interface Programs {
  examples: string[];
  builtFolder(name: string): string;
  serveShop(folder: string, options: { port: number; service: string }): Promise<{ url: string; close(): void }>;
}

/** What is put in the place of what is right, and that the types then have to refuse. */
interface Mistake {
  file: string;
  right: string;
  wrong: string;
}

/** Two mistakes in each of the pages: a property, and what an event brings. */
const mistakes: Mistake[] = [
  ...[
    { file: 'preact/main.tsx', right: 'createOrder={createOrder}', wrong: 'createOrder={12}' },
    { file: 'react/main.tsx', right: 'createOrder={createOrder}', wrong: 'createOrder={12}' },
    { file: 'solid/main.tsx', right: 'prop:createOrder={createOrder}', wrong: 'prop:createOrder={12}' },
    { file: 'vanilla/main.ts', right: '.createOrder = createOrder', wrong: '.createOrder = 12' },
    { file: 'svelte/Shop.svelte', right: '    {createOrder}\n', wrong: '    createOrder={12}\n' },
    { file: 'vue/Shop.vue', right: ':createOrder="createOrder"', wrong: ':createOrder="12"' },
  ].flatMap((mistake) => [mistake, { file: mistake.file, right: 'transaction.status', wrong: 'transaction.state' }]),
  // Angular looks at its templates only where the code beside them is right.
  { file: 'angular/main.ts', right: '[createOrder]="createOrder"', wrong: '[createOrder]="12"' },
  { file: 'angular/main.ts', right: '(pay-result)=', wrong: '(pay-error)=' },
];

/** Names that do not exist, where a template's checker asks: beside another mistake in the same tag none does. */
const strangers: Mistake[] = [
  { file: 'angular/main.ts', right: '[profile]=', wrong: '[profle]=' },
  { file: 'svelte/Shop.svelte', right: 'customerEmail=', wrong: 'custmerEmail=' },
  { file: 'vue/Shop.vue', right: 'customer-email=', wrong: 'custmer-email=' },
];

describe('the examples', () => {
  const harness = useHarness();
  const project = new ExampleProject();
  let programs: Programs;

  before(async () => {
    await project.install();
    await project.run('npm', 'run', 'build');
    const load = (file: string) => import(pathToFileURL(join(project.folder, file)).href);
    programs = { ...(await load('build.mjs')), ...(await load('shop-server.mjs')) };
  });
  after(() => project.remove());

  /** What the element in the page was given. */
  const given = (shop: Shop) =>
    shop.page.evaluate(() => {
      const [element, ...others] = document.querySelectorAll('pay-checkout');
      return {
        alone: others.length === 0,
        amount: element?.amountInCents,
        cartId: element?.cartId,
        createOrder: typeof element?.createOrder,
        profile: element?.profile,
        publicKey: element?.publicKey,
        resolveUrl: element?.resolveUrl,
        spelled: element?.getAttributeNames().filter((name) => /order$|profile/i.test(name)),
      };
    });

  const pay = async (shop: Shop): Promise<void> => {
    await shop.waitForState('ready');
    await shop.fillCard();
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForState('settled');
  };

  const results = (shop: Shop) => shop.page.$eval('output', ({ textContent }) => textContent.trim());
  const toggle = (shop: Shop) => shop.page.click('button');
  const isGone = (shop: Shop) => shop.page.evaluate(() => document.querySelector('pay-checkout') === null);

  /** How many checkouts the page still holds, once what nobody needs is gone. */
  async function held(shop: Shop): Promise<number> {
    const session = await shop.page.createCDPSession();
    await session.send('HeapProfiler.collectGarbage');
    const prototype = await shop.page.evaluateHandle(() => customElements.get('pay-checkout')?.prototype as object);
    const instances = await shop.page.queryObjects(prototype);
    const count = await instances.evaluate((list) => list.length);
    // The list holds what it lists.
    await Promise.all([instances.dispose(), prototype.dispose(), session.detach()]);
    return count;
  }

  for (const name of ['angular', 'preact', 'react', 'solid', 'svelte', 'vanilla', 'vue'])
    it(`${name}: is given objects and functions, pays a cart once, hears of it, and goes and comes back clean`, async () => {
      const built = programs.builtFolder(name);
      project.useService(harness.sandbox.url, built);
      const server = await programs.serveShop(built, { port: 0, service: harness.sandbox.url });
      try {
        await fetch(`${harness.sandbox.url}/_sandbox/webhooks`, {
          method: 'POST',
          body: JSON.stringify({ url: `${server.url}/api/webhook` }),
        });
        const shop = await harness.openAddress(server.url);
        await shop.waitForState('ready');
        const cart = () =>
          shop.page.evaluate(async () => ((await (await fetch('/api/cart')).json()) as { id: string }).id);
        const cartId = await cart();
        assert.deepEqual(await given(shop), {
          alone: true,
          amount: 11_900_000,
          cartId,
          createOrder: 'function',
          profile: { extraFields: { bill_id: 'EXAMPLE' } },
          publicKey: 'pub_test_shop',
          resolveUrl: '/api/resolve',
          spelled: [],
        });
        await pay(shop);
        await until(async () => (await results(shop)) === 'APPROVED', 'the result in the page');
        const created = (await shop.sent()).find(({ url }) => url.endsWith('/transactions'));
        assert.equal(JSON.parse(created?.body ?? '{}').bill_id, 'EXAMPLE');

        const [first] = await shop.transactions();
        const resolve = (reference: string) =>
          shop.page.evaluate(async (asked) => {
            const response = await fetch(`/api/resolve?reference=${asked}`);
            return response.status === 200 ? ((await response.json()) as { id: string }).id : undefined;
          }, reference);
        await until(async () => (await resolve(first?.reference ?? '')) === first?.id, 'the shop to know of it');

        await toggle(shop);
        await until(() => isGone(shop), 'the checkout to go');
        await toggle(shop);
        await shop.waitForText(/Pago aprobado/);
        await shop.page.goto(`${server.url}/another`);
        await shop.waitForState('ready');
        assert.notEqual((await given(shop)).cartId, cartId);

        const exchange = async (times: number): Promise<number> => {
          for (let time = 0; time < times; time += 1) {
            await toggle(shop);
            await until(() => isGone(shop), 'the checkout to go');
            await toggle(shop);
            await shop.waitForState('ready');
          }
          return held(shop);
        };
        // A framework may hold the last one, and a timer some for a while; none holds each of them.
        const few = await exchange(2);
        await exchange(5);
        await until(async () => (await held(shop)) <= few, 'the checkouts that were taken away to be let go');

        await pay(shop);
        await until(async () => (await results(shop)) === 'APPROVED', 'the second result in the page');
        const transactions = await shop.transactions();
        assert.deepEqual(
          transactions.map(({ status }) => status),
          ['APPROVED', 'APPROVED'],
        );
        assert.equal(new Set(transactions.map(({ reference }) => reference)).size, 2);
      } finally {
        server.close();
      }
    });

  it('S4: have the licences beside them of whose code is in them', () => {
    for (const name of programs.examples) {
      const read = (file: string) =>
        readFileSync(join(programs.builtFolder(name), 'licences/pay-checkout', file), 'utf8');
      assert.match(read('LICENSE'), /MIT License/, name);
      for (const part of ['lit', 'lit-html', 'zod', 'dompurify'])
        assert.match(read('THIRD-PARTY-NOTICES.md'), new RegExp(`^## ${part} \\d`, 'm'), name);
    }
  });

  it('are all looked at', () => {
    assert.deepEqual(programs.examples, ['angular', 'preact', 'react', 'solid', 'svelte', 'vanilla', 'vue']);
  });

  it('have the right types, which tell right from wrong', async () => {
    await project.run('npm', 'run', 'check');
    /** The lines of a checker that speak of errors; one that names files from a folder of its own is told which. */
    const check = async (command: string[], folder = ''): Promise<string[]> => {
      const { output } = await project.outcome('npx', ...command);
      const lines = stripVTControlCharacters(output).split('\n');
      return lines.filter((line) => /\berror\b/i.test(line)).map((line) => line.replace(/^(.*?")?/, `$1${folder}`));
    };
    const checkAll = async (): Promise<string[]> => {
      const found = await Promise.all([
        check(['tsc', '-b', '--pretty', 'false']),
        check(['vue-tsc', '-p', 'vue', '--pretty', 'false']),
        check(['ngc', '-p', 'angular'], 'angular/'),
        check(['svelte-check', '--workspace', 'svelte', '--output', 'machine'], 'svelte/'),
      ]);
      return found.flat();
    };
    for (const wanted of [mistakes, strangers]) {
      for (const { file, right, wrong } of wanted) project.replace(file, right, wrong);
      const complaints = await checkAll();
      for (const { file } of wanted) {
        const own = complaints.filter((line) => new RegExp(`(?:^|")${file}\\b`).test(line));
        const count = wanted.filter((mistake) => mistake.file === file).length;
        assert.equal(own.length, count, `${file}:\n${complaints.join('\n')}`);
      }
      for (const { file, right, wrong } of wanted) project.replace(file, wrong, right);
    }
  });
});
