import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { serveFolder, type FolderServer } from '../e2e/folder-server.ts';
import { useHarness, type ShopOptions } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';

interface Inventory {
  version: string;
  scripts: Record<string, { integrity: string }>;
}

const { version, scripts }: Inventory = JSON.parse(readFileSync('dist/cdn/integrity.json', 'utf8'));

describe('the script-tag build beside other scripts, under a strict policy', () => {
  const harness = useHarness();
  const folder = mkdtempSync(join(tmpdir(), 'other-version-'));
  let other: FolderServer;

  // Another version has another id, which the entry and its lazy files share.
  before(async () => {
    cpSync('dist/cdn', folder, { recursive: true });
    const [, id] = /-([\da-f]{8})\.js\$/.exec(readFileSync(join(folder, 'pay-checkout.js'), 'utf8')) ?? [];
    assert(id);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.js'),
    )) {
      const path = join(folder, name);
      const changed = (text: string): string => text.replaceAll(id, '0'.repeat(8)).replaceAll(version, '0.0.9');
      writeFileSync(path, changed(readFileSync(path, 'utf8')));
      // The chunks' names hold the id, too; those of the entries stay.
      renameSync(path, join(folder, name.replace(id, '0'.repeat(8))));
    }
    other = await serveFolder(folder);
  });
  after(() => {
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const module = (src: string, more = '') => `<script type="module" nonce="{nonce}" src="${src}"${more}></script>`;
  const inline = (code: string, type = '') => `<script${type} nonce="{nonce}">${code}</script>`;

  const open = (html: ShopOptions['html'], options: ShopOptions = {}): Promise<Shop> =>
    harness.openShop({ attributes: { methods: 'CARD' }, csp: harness.strictCsp, ...(html && { html }), ...options });

  const payWithCard = async (shop: Shop): Promise<void> => {
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForState('settled');
    assert.deepEqual(
      (await shop.transactions()).map(({ status }) => status),
      ['APPROVED'],
    );
    assert.equal(shop.events('pay-result').length, 1);
  };

  it('pays where it is loaded twice', async () => {
    const again = module(`${harness.shop.scriptOrigin}/cdn/pay-checkout.js?again`);
    await payWithCard(await open(({ element, script }) => `${script}${again}${element}`));
  });

  for (const place of ['first', 'last']) {
    it(`pays where another version comes ${place}`, async () => {
      const shop = await open(({ element, script }) => {
        const foreign = module(`${other.origin}/pay-checkout.js`);
        return place === 'first' ? `${foreign}${script}${element}` : `${script}${foreign}${element}`;
      });
      await payWithCard(shop);
    });
  }

  it('S12: leaves nothing on the page by which another script has any text trusted', async () => {
    const ahead = inline(`globalThis.keysBefore = Reflect.ownKeys(globalThis);`);
    const shop = await open(({ element, script }) => `${ahead}${element}${script}`);
    await payWithCard(shop);
    const { added, made } = await shop.page.evaluate(() => {
      const page = globalThis as unknown as {
        keysBefore: PropertyKey[];
        trustedTypes: { createPolicy(name: string, rules: object): unknown };
      };
      const keys = Reflect.ownKeys(page).filter((key) => !page.keysBefore.includes(key));
      const canMake = (name: string): boolean => {
        try {
          page.trustedTypes.createPolicy(name, { createHTML: (html: string) => html });
          return true;
        } catch {
          return false;
        }
      };
      return { added: keys.map(String), made: ['pay-checkout', 'lit-html', 'dompurify'].filter(canMake) };
    });
    shop.allow(/pay-checkout|lit-html|dompurify/);
    // Besides the test's own key and the service's library: the title's keeper, versions, settings, what is known of classes.
    const harmless = [
      '$pay',
      'Symbol(pay-checkout.title)',
      '__zod_globalConfig',
      'keysBefore',
      'litPropertyMetadata',
      'reactiveElementVersions',
    ];
    assert.deepEqual(added.toSorted(), harmless);
    assert.deepEqual(made, [], 'policies that another script has made');
  });

  it('finds its payment where the page has put a storage of its own in the place of the browser’s', async () => {
    const standIn = inline(`
      const kept = new Map();
      Object.defineProperty(window, 'localStorage', { value: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, text) => void kept.set(key, String(text)),
        removeItem: (key) => void kept.delete(key),
        key: (place) => [...kept.keys()][place] ?? null,
        get length() { return kept.size; },
      } });`);
    const shop = await open(({ element, script }) => `${standIn}<main>${element}</main>${script}`, {
      attributes: { methods: 'BANKA_QR' },
      order: 'order-url',
    });
    await shop.acceptContracts();
    await shop.pay();
    await shop.part('qr');
    await shop.page.evaluate(() => {
      const [main, shown] = [document.querySelector('main'), document.querySelector('pay-checkout')];
      const again = shown?.cloneNode();
      main?.replaceChildren();
      if (again) main?.append(again);
    });
    await shop.part('qr');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('pays once where what the page has put in the place of the browser’s storage keeps nothing', async () => {
    const standIn = inline(`
      Object.defineProperty(window, 'localStorage', { value: {
        getItem: () => null, setItem: () => {}, removeItem: () => {}, key: () => null, length: 0,
      } });`);
    const shop = await open(({ element, script }) => `${standIn}<main>${element}</main>${script}`, {
      attributes: { methods: 'BANKA_QR' },
      order: 'order-url',
    });
    await shop.acceptContracts();
    await shop.pay();
    await shop.part('qr');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('pays where the page’s own library has changed what arrays are made by', async () => {
    // As Prototype and MooTools do: what is made is not changed on the way, and arrays become texts by themselves.
    const library = inline(`
      Array.from = (list) => Array.prototype.slice.call(list);
      Array.prototype.toJSON = function () { return this; };`);
    const shop = await open(({ element, script }) => `${library}${element}${script}`);
    await shop.select('installments', '36');
    await payWithCard(shop);
    const paid = JSON.stringify(await shop.transactions());
    assert.match(paid, /"installments":36\b/);
  });

  it('pays where the page has lit of its own', async () => {
    const policy = inline(`globalThis.trustedTypes?.createPolicy('lit-html', { createHTML: (html) => html });`);
    const csp = harness.bundlerCsp;
    await payWithCard(await open(({ element, script }) => `${policy}${element}${script}`, { csp }));
  });

  for (const [kind, name, type] of [
    ['module', `pay-checkout-${version}.js`, ' type="module"'],
    ['classic script', `pay-checkout-${version}.classic.js`, ''],
  ] as const) {
    it(`pays as a ${kind} under the name with the version, held to its hash`, async () => {
      const tag = `<script${type} nonce="{nonce}" crossorigin integrity="${scripts[name]?.integrity}" src="${harness.shop.scriptOrigin}/cdn/${name}"></script>`;
      const shop = await open(({ element }) => `${element}${tag}`);
      await payWithCard(shop);
      const loaded = (await shop.sent()).map(({ url }) => new URL(url).pathname);
      assert(loaded.includes(`/cdn/pay-checkout-${version}.js`) && !loaded.includes('/cdn/pay-checkout.js'));
    });
  }

  /** What a page puts before its modules so that the files that come later are held to their hashes too. */
  const importMap = (change = (hash: string, _name: string) => hash): string => {
    const entries = Object.entries(scripts).map(([name, { integrity }]) => [
      `${harness.shop.origin}/cdn/${name}`,
      change(integrity, name),
    ]);
    return inline(JSON.stringify({ integrity: Object.fromEntries(entries) }), ' type="importmap"');
  };

  it('pays with every file held to its hash', async () => {
    await payWithCard(await open(({ element, script }) => `${importMap()}${element}${script}`));
  });

  it('takes no file that is not what its hash says, and tells the merchant', async () => {
    const wrong = scripts['pay-checkout.classic.js']?.integrity ?? '';
    const map = importMap((hash, name) => (/chunks\/flow/.test(name) ? wrong : hash));
    const shop = await open(({ element, script }) => `${map}${element}${script}`);
    shop.allow(/integrity|digest|hash/i, /part of the checkout/);
    await shop.waitForState('failed');
    assert.deepEqual(
      shop.events('pay-error').map(({ error }) => (error as { code: string }).code),
      ['part_unavailable'],
    );
    assert.deepEqual(await shop.transactions(), []);
  });
});
