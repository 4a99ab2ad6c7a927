import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import * as server from '../../src/server/index.ts';
import { docFiles, linkProblem, linksOf, proseOf, readDoc, snippetsOf, type Snippet } from './doc-files.ts';
import { readMarkup, styleProblems, unknownNames } from './doc-markup.ts';
import { typedLanguages, typeProblems } from './doc-program.ts';
import { publicNames } from './public-names.ts';

const {
  scripts,
  bin,
  files: packed,
  name: packageName,
  version,
  engines,
} = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  files: string[];
  version: string;
  engines: { node: string };
  scripts: Record<string, string>;
  bin: Record<string, string>;
};

/** The code of a folder, as one text. */
const codeOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readDoc(`${folder}/${name}`))
    .join('\n');

const everything = docFiles.flatMap(snippetsOf);
/** Parts of files that have checks of their own. */
const quotations = everything.filter(({ source }) => source !== undefined);
const snippets = everything.filter(({ source }) => source === undefined);
const written = (...languages: string[]): Snippet[] => snippets.filter(({ language }) => languages.includes(language));

/** What `npm` does by itself, without a script of package.json. */
const npmCommands = ['ci', 'install', 'pack', 'start', 'test', 'create', 'init', 'uninstall'];
/** Scripts of the examples, and of a project that Vite has made. */
const otherScripts = ['check', 'dev'];
/** Programs that documents may ask for beside npm's. */
const programs = ['cd', 'cp', 'curl', 'git', 'mkdir', 'node', 'openssl'];

/** What is wrong with a line for the terminal, or undefined. */
function commandProblem(line: string): string | undefined {
  const [program = '', ...words] = line.trim().split(/\s+/);
  const [first = '', second = ''] = words.filter((word) => !/^-./.test(word));
  if (program === 'npm') {
    const script = first === 'run' ? second : npmCommands.includes(first) ? undefined : first;
    if (script !== undefined && !scripts[script] && !otherScripts.includes(script))
      return `package.json has no script ${script}`;
    if ((first === 'start' || first === 'test') && !scripts[first]) return `package.json has no script ${first}`;
    if (first === 'test' && words.length > 1) return 'npm test takes no arguments';
  } else if (program === 'npx') {
    if (!bin[first] && !['vite'].includes(first)) return `the package brings no program ${first}`;
  } else if (!programs.includes(program)) return `${program} is not a program that documents may ask for`;
}

describe('the check of documents', () => {
  const snippet = (language: string, code: string, line = 7): Snippet => ({ file: 'made-up.md', line, language, code });

  it('sees what the compiler sees, in the line where it is', async () => {
    const problems = await typeProblems([
      snippet('ts', "import { PayCheckout } from 'pay-checkout';\nnew PayCheckout().amountInCents = '119.000';\n"),
      snippet('js', "checkout.addEventListener('pay-result', ({ transaction }) => transaction.state);\n", 17),
      snippet('tsx', "import type {} from 'pay-checkout/jsx';\nexport const page = <pay-checkout amount={1} />;\n", 27),
    ]);
    assert.deepEqual(problems.flatMap((problem) => /^made-up\.md:\d+: error TS\d+/.exec(problem) ?? []).toSorted(), [
      'made-up.md:17: error TS2339',
      'made-up.md:28: error TS2322',
      'made-up.md:8: error TS2322',
    ]);
  });

  it('sees attributes, values, slots, parts and style properties that do not exist', async () => {
    const { problems, inner } = await readMarkup(
      snippet(
        'html',
        `<pay-checkout amount="5" mode="subscription">
          <b slot="middle"></b>
        </pay-checkout>
        <style>pay-checkout::part(pay-buton) { --pay-acent: red }</style>`,
      ),
    );
    assert.deepEqual(problems.length, 3, problems.join('\n'));
    assert.deepEqual((await Promise.all(inner.map(styleProblems))).flat().length, 2);
  });

  it('sees commands that do not exist', () => {
    const wrong = ['npm run tset', 'npx pay-checkout-sandpit', 'yarn add pay-checkout', 'npm tset', 'npm test -- card'];
    for (const line of wrong) assert.notEqual(commandProblem(line), undefined, line);
    assert.equal(commandProblem('npm run size'), undefined);
  });
});

describe('the documents', () => {
  it('use no language that nobody checks', () => {
    const checked = ['', 'css', 'html', 'http', 'json', 'sh', 'text', ...typedLanguages];
    const unknown = snippets.filter(({ language }) => !checked.includes(language));
    assert.deepEqual(
      unknown.map(({ file, line, language }) => `${file}:${line}: ${language}`),
      [],
    );
  });

  it('show pages with attributes, slots, parts, scripts and styles that exist; show code that the compiler takes', async () => {
    const pages = await Promise.all(written('html').map(readMarkup));
    const inner = pages.flatMap((page) => page.inner);
    const sheets = [...written('css'), ...inner.filter(({ language }) => language === 'css')];
    const code = [...snippets, ...inner].filter(({ language }) => typedLanguages.includes(language));
    assert(code.length > 40 && sheets.length > 2);
    const found = await Promise.all([typeProblems(code), ...sheets.map(styleProblems)]);
    assert.deepEqual([...pages.flatMap((page) => page.problems), ...found.flat()], []);
  });

  it('name what is bought, and say who knows what became of it, wherever orders are made for a whole checkout', () => {
    /** Tags with an address of the service, and code that makes the element, up to the end of the piece. */
    const wholes = [...everything].flatMap(({ file, line, code }) => {
      const tags = [...code.matchAll(/<pay-checkout\b(?:=>|[^>])*?base-?url[^]*?>\s*(?:<|$|\)|`)/gi)].map(
        ([tag]) => tag,
      );
      const made = /createElement\('pay-checkout'\)[^]*/.exec(code) ?? [];
      return [...tags, ...made].map((text) => ({ place: `${file}:${line}`, text }));
    });
    const ordering = wholes.filter(({ text }) => /order-?url|create-?order/i.test(text));
    assert(ordering.length > 8, String(ordering.length));
    const poor = ordering.filter(({ text }) => !/cart-?id/i.test(text) || !/resolve-?(?:url|reference)/i.test(text));
    assert.deepEqual(
      poor.map(({ place }) => place),
      [],
    );
  });

  it('ask for orders as the backend kit takes it', () => {
    const asking = written('js', 'ts', 'tsx').filter(({ code }) => code.includes("fetch('/api/order'"));
    assert(asking.length > 4);
    // Without `after` a book that has not heard of a decline gives the declined order again.
    const refused = asking.filter(({ code }) => !/(?:JSON\.stringify\(|body = )\{ method\b[^}]*\bafter\b/.test(code));
    assert.deepEqual(
      refused.map(({ file, line }) => `${file}:${line} names no method, or nothing that ended unpaid`),
      [],
    );
  });

  it('name each attribute in the table of the README', () => {
    const rows =
      readDoc('README.md')
        .match(/^\| `.*$/gm)
        ?.join('\n') ?? '';
    assert.deepEqual(
      publicNames.attributes.filter((name) => !rows.includes(`\`${name}\``)),
      [],
    );
  });

  it('sign, for the sandbox, what they show to paste', async () => {
    const secret = 'test_integrity_pay_checkout';
    const value = (code: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(code)?.[1] ?? '';
    const signed = written('html').filter(({ code }) => /^[0-9a-f]{64}$/.test(value(code, 'signature')));
    assert(signed.length > 1);
    for (const { file, line, code } of signed) {
      const amountInCents = Number(value(code, 'amount-in-cents'));
      const order = { reference: value(code, 'reference'), amountInCents, currency: 'COP', secret };
      assert.equal(value(code, 'signature'), await server.integritySignature(order), `${file}:${line}`);
    }
  });

  it('quote files as they are', () => {
    assert(quotations.length > 10);
    const lines = (text: string): string =>
      text
        .split('\n')
        .map((line) => line.trim())
        .join('\n')
        .trim();
    const wrong = quotations.filter(({ source = '', code }) => !lines(readDoc(source)).includes(lines(code)));
    assert.deepEqual(
      wrong.map(({ file, line, source }) => `${file}:${line} is not in ${source}`),
      [],
    );
  });

  it('name to Angular each property that a page can set', () => {
    const directive = readDoc('examples/angular/pay-checkout-tag.ts');
    const inputs = [...directive.matchAll(/@Input\(\) (\w+)\?: PayCheckout\['(\w+)'\]/g)];
    const settable = [...publicNames.reflected, ...publicNames.properties].filter((name) => name !== 'state');
    assert.deepEqual(inputs.map(([, name = '']) => name).toSorted(), settable.toSorted());
    for (const [line, name, type] of inputs) assert.equal(name, type, line);
  });

  it('show data that is JSON', () => {
    for (const { file, line, code } of written('json'))
      assert.doesNotThrow(() => JSON.parse(code) as unknown, `${file}:${line}`);
  });

  it('show commands that exist', () => {
    const lines = written('sh').flatMap(({ file, line, code }) =>
      code.split('\n').map((text, index) => ({ place: `${file}:${line + index}`, text: text.replace(/\s+#.*$/, '') })),
    );
    const inProse = docFiles.flatMap((file) =>
      proseOf(file).flatMap(({ line, text }) =>
        [...text.matchAll(/`(np[mx] [^`]+)`/g)].map(([, command = '']) => ({
          place: `${file}:${line}`,
          text: command,
        })),
      ),
    );
    assert(inProse.length > 10);
    const problems = [...lines, ...inProse]
      .filter(({ text }) => text.trim() && !text.trim().startsWith('#'))
      .flatMap(({ place, text }) => text.split(/\s(?:&&|\|)\s/).map((part) => [place, commandProblem(part)] as const))
      .filter(([, problem]) => problem !== undefined);
    assert.deepEqual(problems, []);
  });

  it('show the policy under which the tests drive the checkout', () => {
    const policies = written('http').flatMap(({ code }) => code.split('Content-Security-Policy: ')[1] ?? []);
    const tested = /get strictCsp[^]*?join\('; '\)/.exec(readFileSync('test/e2e/harness.ts', 'utf8'))?.[0] ?? '';
    const directives = [...tested.matchAll(/(["'`])([a-z-]+ .+)\1,\n/g)].map(([, , directive = '']) =>
      // The tests' origins stand where documents name examples.
      directive.replace(' http://127.0.0.1:*', '').replace(/\$\{\w+\}/, 'https://api.example'),
    );
    assert(directives.length > 8 && policies.length > 0);
    for (const policy of policies) {
      const documented = policy
        .replace(/'nonce-\w+'/, "'nonce-{nonce}'")
        .split(';')
        .map((directive) => directive.trim());
      assert.deepEqual(documented.toSorted(), directives.toSorted());
    }
  });

  it('give the sizes that the build is held to', () => {
    const { budgets } = JSON.parse(readFileSync('size-budgets.json', 'utf8')) as { budgets: { brotli: number }[] };
    const limits = budgets.map(({ brotli }) => `${brotli / 1024} KiB`);
    for (const file of ['README.md', 'CONTRIBUTING.md']) {
      const told = readDoc(file).match(/[\d.]+ KiB/g) ?? [];
      assert.ok(told.length > 0, file);
      assert.deepEqual(
        told.filter((size) => !limits.includes(size)),
        [],
        file,
      );
    }
  });

  it('link to what exists', () => {
    const broken = docFiles.flatMap(linksOf).flatMap((link) => {
      const problem = linkProblem(link);
      return problem ? `${link.file}:${link.line}: ${problem}` : [];
    });
    assert.deepEqual(broken, []);
  });

  it('name no event, style property, part or state that does not exist', () => {
    const known = new Set([...publicNames.events, ...publicNames.parts, packageName, ...Object.keys(bin)]);
    const wrong = docFiles.flatMap((file) =>
      proseOf(file).flatMap(({ line, text }) => {
        const quoted = [...text.matchAll(/`(pay-[a-z-]+)`/g)].map(([, name = '']) => name);
        return [...quoted.filter((name) => !known.has(name)), ...unknownNames(text)].map(
          (problem) => `${file}:${line}: ${problem}`,
        );
      }),
    );
    assert.deepEqual(wrong, []);
  });

  it('name the versions of the package and of the Node that it needs', () => {
    const named = docFiles.flatMap((file) => readDoc(file).match(/pay-checkout-\d+\.\d+\.\d+/g) ?? []);
    assert(named.length > 3);
    assert.deepEqual([...new Set(named)], [`${packageName}-${version}`]);
    const nodes = docFiles.flatMap((file) => readDoc(file).match(/(?<=Node )[\d.]+(?= or later)/g) ?? []);
    assert(nodes.length > 2);
    assert.deepEqual([...new Set(nodes)], [engines.node.replace('>=', '')]);
  });

  it('take from the package only what it brings', () => {
    const brought = new Set([...packed, 'LICENSE', 'README.md', 'package.json']);
    const wrong = docFiles.flatMap((file) =>
      [...readDoc(file).matchAll(/node_modules\/pay-checkout\/([\w.-]+)/g)].flatMap(([path, first = '']) =>
        brought.has(first) ? [] : `${file}: ${path}`,
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it('name files of the repository that exist, and what stands in them', () => {
    const prose = docFiles.flatMap((file) =>
      proseOf(file).map(({ line, text }) => ({ place: `${file}:${line}`, text })),
    );
    const files = prose.flatMap(({ place, text }) =>
      [...text.matchAll(/`((?:src|test|scripts|build|demo|docs|examples)\/[^`<>*]+)`/g)].map(([, file = '']) => ({
        place,
        file,
      })),
    );
    assert(files.length > 40);
    // "`Language`, `atHand` and `spokenLocale` in `src/…`"
    const named = prose.flatMap(({ place, text }) =>
      [...text.matchAll(/((?:`\w+`(?:, | and )?)+) in `(src\/[^`]+\.ts)`/g)].flatMap(([, names = '', file = '']) =>
        [...names.matchAll(/\w{2,}/g)].filter(([name]) => name !== 'and').map(([name]) => ({ place, file, name })),
      ),
    );
    assert(named.length > 3);
    assert.deepEqual(
      [
        ...files.filter(({ file }) => !existsSync(file)),
        ...named.filter(({ file, name }) => !new RegExp(`\\b${name}\\b`).test(readDoc(file))),
      ],
      [],
    );
  });

  it('name nothing of the machine that they were written on', () => {
    const wrong = docFiles.filter((file) => /\/work\/|\/tmp\/|\/home\//.test(readDoc(file)));
    assert.deepEqual(wrong, []);
  });
});

describe('the reference', () => {
  const file = 'docs/reference.md';
  const lines = readDoc(file).split('\n');
  const code = snippetsOf(file)
    .map((snippet) => snippet.code)
    .join('\n');

  /** Whether a heading or the first cell of a table row is about this name. */
  const isEntry = (name: string): boolean =>
    lines.some((line) => {
      const heading = /^#{2,4} (.*)$/.exec(line)?.[1] ?? /^\| ([^|]*) \|/.exec(line)?.[1];
      return heading?.includes(`\`${name}\``) || heading?.includes(`\`${name}(`);
    });

  for (const [kind, names] of Object.entries(publicNames).filter(([name]) => name !== 'reflected'))
    it(`has an entry for each of the ${kind}`, () => {
      assert(names.length > 2);
      assert.deepEqual(
        names.filter((name) => !isEntry(name)),
        [],
      );
    });

  it('names the property of each attribute', () => {
    const text = readDoc(file);
    assert.deepEqual(
      publicNames.reflected.filter((name) => !text.includes(`\`${name}\``)),
      [],
    );
  });

  it('shows each attribute, property, method, event and slot in an example', () => {
    const { attributes, properties, methods, events, slots } = publicNames;
    const isShown = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code);
    assert.deepEqual(
      [...attributes, ...properties, ...methods, ...events, ...slots].filter((name) => !isShown(name)),
      [],
    );
  });

  it('gives each error and each warning a cause, a cure and an example', () => {
    const codes = [...publicNames.errorCodes, ...publicNames.warningCodes];
    const rows = codes.map((name) => lines.find((line) => line.startsWith(`| \`${name}\` `)) ?? name);
    const poor = rows.filter((line) => {
      const cells = line.split(/(?<!\\)\|/).slice(1, -1);
      return cells.length !== 4 || cells.some((cell) => cell.trim().length < 4) || !cells[3]?.includes('`');
    });
    assert.deepEqual(poor, []);
  });
});

describe('the tables of style properties', () => {
  for (const file of ['docs/reference.md', 'docs/theming.md'])
    it(`give the defaults that the styles have: ${file}`, () => {
      const styles = codeOf('src/ui');
      const rows = [...readDoc(file).matchAll(/^\| `(--pay-[\w-]+)` +\|(.*)\|$/gm)];
      assert(rows.length > 10);
      const wrong = rows.filter(([, name = '', cells = '']) => {
        const defaults = cells.split('|').map((cell) => cell.trim().replaceAll('`', ''));
        // Of the font they say in words that it is the system's.
        return name !== '--pay-font' && !defaults.some((value) => styles.includes(`var(${name}, ${value})`));
      });
      assert.deepEqual(
        wrong.map(([row]) => row),
        [],
      );
    });
});

describe('the page about tests', () => {
  it('names test data that the sandbox has', () => {
    const sandbox = codeOf('src/sandbox');
    const named = docFiles.flatMap((file) => {
      const text = readDoc(file);
      const cards = [...text.matchAll(/\b\d{4} \d{4} \d{4} \d{4}\b/g)].map(([card]) => card.replaceAll(' ', ''));
      const wallets = text.match(/\b399\d{7}\b/g) ?? [];
      const words = text.match(/\b(?:acc_test|test_(?:integrity|events|api_key|principal))_[a-z_]+/g) ?? [];
      return [...cards, ...wallets, ...words].map((value) => ({ file, value }));
    });
    assert(named.length > 20);
    assert.deepEqual(
      named.filter(({ value }) => !sandbox.includes(`'${value}'`)),
      [],
    );
  });

  it('names each request that a fault can meet', async () => {
    const asked = new Set<string>();
    const note: typeof fetch = async (address, init) => {
      asked.add(
        `${init?.method} ${new URL(address instanceof Request ? address.url : address).pathname.replace('1-1-1', '{id}')}`,
      );
      throw new TypeError('Nobody is there.');
    };
    const place = { baseUrl: 'http://127.0.0.1:5174', publicKey: 'pub_test_shop', fetch: note };
    const page = new HttpPaymentsApi(place);
    const backend = new server.PaymentsBackend({ ...place, privateKey: 'prv_test_shop' });
    const body = {} as never;
    await Promise.allSettled([
      page.fetchMerchant(),
      page.tokenizeCard({}),
      page.createTransaction(body),
      page.fetchTransaction('1-1-1'),
      page.fetchInstitutions(),
      page.walletToken('WALLET_A', { phoneNumber: '3991111111' }),
      page.walletToken('WALLET_A', { id: '1-1-1' }),
      backend.getMerchant(),
      backend.createTransaction(body),
      backend.getTransaction('1-1-1'),
      backend.voidTransaction('1-1-1'),
      backend.createPaymentSource(body),
      backend.getPaymentSource('1-1-1'),
    ]);
    const told = [...readDoc('docs/testing.md').matchAll(/^\|.*`(?:GET|POST) \/.*$/gm)].flatMap(([row]) =>
      [...row.matchAll(/`((?:GET|POST) \/[^`]+)`/g)].map(([, request = '']) => request),
    );
    assert.deepEqual(told.toSorted(), [...asked, 'GET /libs/js/v1.js'].toSorted());
  });
});

describe('the page about the backend kit', () => {
  it('speaks of everything that the kit exports', () => {
    const text = readDoc('docs/backend.md');
    assert.deepEqual(
      Object.keys(server).filter((name) => !text.includes(name)),
      [],
    );
  });

  it('gives each refusal the status that it has', () => {
    const code = codeOf('src/server');
    const told = [...readDoc('docs/backend.md').matchAll(/\b(\d{3}) `([A-Z]+(?:_[A-Z]+)+)`/g)];
    assert(told.length > 6);
    const wrong = told.filter(
      ([, status, type]) => !code.includes(`Refusal(${status}, '${type}'`) && !code.includes(`${type}: [${status},`),
    );
    assert.deepEqual(
      wrong.map(([pair]) => pair),
      [],
    );
  });
});
