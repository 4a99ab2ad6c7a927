import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Script } from 'node:vm';
import { launch, type Browser } from 'puppeteer-core';
import { build, type Plugin } from 'vite';
import { fileRegistry } from '../../build/file-registry.ts';
import { chromiumLaunch } from '../../scripts/browsers.mjs';
import { listen } from '../../scripts/node-tools.mjs';

const fixtures = 'test/fixtures/file-registry';

const bundle = (outDir: string, entry: string, first: Plugin[] = []) =>
  build({
    configFile: false,
    logLevel: 'silent',
    plugins: [...first, fileRegistry()],
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      lib: { entry: { 'pay-checkout': entry, 'pay-checkout.classic': 'src/cdn-classic.ts' }, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: { minify: true },
      },
    },
  });

describe('the files of the script-tag build', () => {
  const servers: Server[] = [];
  const requests: string[] = [];
  /** What the server refuses, once each. */
  const refused = new Set<string>();
  let folder: string;
  let scripts: string;
  let browser: Browser;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'file-registry-'));
    await bundle(folder, `${fixtures}/index.ts`);
    const files = createServer((request, response) => {
      requests.push(request.url ?? '');
      const { pathname } = new URL(request.url ?? '/', 'http://any');
      if (refused.delete(pathname)) return void response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
      const type = extname(pathname) === '.js' ? 'text/javascript' : 'text/plain';
      readFile(join(folder, pathname)).then(
        (body) => response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    servers.push(files);
    scripts = await listen(files);
    browser = await launch(chromiumLaunch());
  });

  after(async () => {
    await browser?.close();
    for (const server of servers) server.close().closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a page on another origin than the scripts, has the element load the rest, and tells what happened. */
  const visit = async (tags: string) => {
    requests.length = 0;
    const shop = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<pay-fixture></pay-fixture>${tags}`);
    });
    servers.push(shop);
    const page = await browser.newPage();
    const problems: unknown[] = [];
    page.on('pageerror', (error) => problems.push(error));
    await page.goto(await listen(shop), { waitUntil: 'load' });
    await page.waitForFunction(() => customElements.get('pay-fixture'));
    const told = await page.evaluate(async () => {
      const element = document.querySelector<HTMLElement & { more(): Promise<string> }>('pay-fixture');
      const tried = async (): Promise<string | undefined> => {
        for (let tries = 1; tries < 4; tries++) {
          const more = await element?.more().catch(() => undefined);
          if (more) return more;
        }
        return undefined;
      };
      return { text: element?.textContent, more: await tried() };
    });
    await page.close();
    assert.deepEqual(problems, []);
    return { ...told, requests: requests.toSorted() };
  };

  const chunkPaths = async () =>
    (await readdir(join(folder, 'chunks'))).filter((name) => name.endsWith('.js')).map((name) => `/chunks/${name}`);
  const whole = { text: '<entry>', more: '<round badge same> <round seal>' };

  it('loads the entry once under its query, and each chunk once, for two tags', async () => {
    const tag = `<script type="module" src="${scripts}/pay-checkout.js?v=1"></script>`;
    const expected = ['/pay-checkout.js?v=1', ...(await chunkPaths())].toSorted();
    assert.equal(expected.length, 4, 'the fixture has three chunks');
    assert.deepEqual(await visit(tag + tag), { ...whole, requests: expected });
  });

  it('asks again for a chunk that did not come, and for what it needs', async () => {
    const tag = `<script type="module" src="${scripts}/pay-checkout.js"></script>`;
    const paths = await chunkPaths();
    for (const path of paths) {
      refused.add(path);
      const found = await visit(tag);
      assert.deepEqual(refused, new Set());
      assert.deepEqual(found, { ...whole, requests: ['/pay-checkout.js', ...paths, path].toSorted() }, path);
    }
  });

  it('works through the classic script, which keeps the query', async () => {
    const found = await visit(`<script src="${scripts}/pay-checkout.classic.js?v=7"></script>`);
    const expected = ['/pay-checkout.classic.js?v=7', '/pay-checkout.js?v=7', ...(await chunkPaths())];
    assert.deepEqual(found, { ...whole, requests: expected.toSorted() });
  });

  it('keeps to the first copy when one build is loaded from two addresses', async () => {
    const found = await visit(
      ['1', '2'].map((v) => `<script type="module" src="${scripts}/pay-checkout.js?v=${v}"></script>`).join(''),
    );
    const expected = ['/pay-checkout.js?v=1', '/pay-checkout.js?v=2', ...(await chunkPaths())];
    assert.deepEqual(found, { ...whole, requests: expected.toSorted() });
  });

  it('makes a classic script that is one, and leaves no global behind', async () => {
    const code = await readFile(join(folder, 'pay-checkout.classic.js'), 'utf8');
    assert.doesNotThrow(() => new Script(code));
    assert.doesNotMatch(code, /^(?:var|let|const|function|class)\b/);
    assert.ok(code.length < 300, `${code.length} bytes`);
  });

  it('names a chunk anew when another module of the build changes', async () => {
    const seals = async (place: string) =>
      (await readdir(join(place, 'chunks'))).filter((name) => /^seal-.*\.js$/.test(name));
    const change: Plugin = {
      name: 'change',
      transform: (code, id) => (id.endsWith('/index.ts') ? `${code}\nglobalThis.changed = 1;` : undefined),
    };
    await bundle(join(folder, 'changed'), `${fixtures}/index.ts`, [change]);
    const [first, second] = [await seals(folder), await seals(join(folder, 'changed'))];
    assert.equal(first.length, 1);
    assert.notDeepEqual(second, first);
  });
});
