import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultSettings, readSettings, writeSettings, type Settings } from '../../demo/playground/settings.ts';
import { highlight } from '../../demo/playground/highlight.ts';
import { frameworks, type Framework } from '../../demo/playground/frameworks.ts';
import { snippetOf } from '../../demo/playground/snippets.ts';
import { styleSheet, themes, type ThemeName } from '../../demo/playground/themes.ts';
import { attributesOf, type Places } from '../../demo/playground/wiring.ts';
import { publicNames } from '../docs/public-names.ts';
import { timesAsLong } from '../times-as-long.ts';
import { snippetsOf, type Snippet } from '../docs/doc-files.ts';
import { readMarkup, styleProblems } from '../docs/doc-markup.ts';
import { typeProblems } from '../docs/doc-program.ts';

const places: Places = {
  baseUrl: 'http://127.0.0.1:5174',
  orderUrl: '/api/order',
  chargeUrl: '/api/charge',
  redirectUrl: '/gracias',
  cartId: 'cart-17',
  order: { reference: 'TALLER-1', amount_in_cents: 11_900_000, currency: 'COP', signature: 'a'.repeat(64) },
};

/** One of each thing that a control can do, and awkward texts. */
const changes: Record<string, Partial<Settings>> = {
  'as it begins': {},
  'with functions': { orders: 'createOrder', resolves: true },
  'with a saved card': { savedCard: 'charge-url' },
  'with a saved card and a function': { savedCard: 'chargeSource' },
  'with a fixed order': { orders: 'fixed', currency: 'USD', amountInCents: 3990 },
  'with objects': {
    externalThreeDs: true,
    browserInfo: true,
    words: '{"WALLET_A": "L\'Ola {x}", "en": {"total": "</script>"}}',
  },
  'to keep a card': {
    keepTitle: true,
    header: 'hidden',
    preselect: 'none',
    fold: 'none',
    mode: 'source',
    redirect: false,
    antifraud: false,
    resolves: false,
  },
  'with awkward texts': {
    name: 'Ana "La Niña" <O’Neil> & {hijos} `x`',
    libraryGlobal: '$guard',
    methods: ['CARD', 'PCOL'],
  },
  'with a theme that has no header': { theme: 'orfebre' },
  'with a theme that has words and logos': { theme: 'plaza', words: '{"total": "Hoy", "es": {"retry": "Otra vez"}}' },
  'with half a JSON': { words: '{"total": ' },
};

const every = Object.entries(changes).flatMap(([title, change]) =>
  (Object.keys(frameworks) as Framework[]).map((framework) => {
    const settings = { ...defaultSettings, ...change };
    return { title: `${framework} ${title}`, framework, settings, code: snippetOf(framework, settings, places) };
  }),
);
const codeFor = (framework: Framework) => every.filter((one) => one.framework === framework);
const asSnippet = (file: string, language: string, code: string): Snippet => ({ file, line: 1, language, code });

/** The tag of a template, its attributes by name, with the bindings as they are written. */
function tagIn(code: string): Map<string, string> {
  const [, body = ''] = /<pay-checkout\n([^]*?)\n\s*\/?>/.exec(code) ?? [];
  return new Map(
    body.split('\n').map((line) => {
      const [, name = line.trim(), value = ''] = /^\s*([^=]+?)=(.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

/** How each template says that an attribute is a property or a listener. */
const bindings: Record<'vue' | 'angular' | 'svelte', { property: RegExp; event: RegExp }> = {
  vue: { property: /^:(\w+)\.prop$/, event: /^@([\w-]+)$/ },
  angular: { property: /^\[(\w+)\]$/, event: /^\(([\w-]+)\)$/ },
  svelte: { property: /^\{(\w+)\}$/, event: /^on([\w-]+)$/ },
};

describe('the snippets of the playground', () => {
  it('are pages that exist and scripts that the compiler takes, as HTML', async () => {
    const pages = await Promise.all(
      codeFor('html').map(({ title, code }) => readMarkup(asSnippet(title, 'html', code))),
    );
    assert.deepEqual(
      pages.flatMap(({ problems }) => problems),
      [],
    );
    const scripts = pages.flatMap(({ inner }) => inner);
    assert.equal(scripts.length, codeFor('html').length);
    assert.deepEqual(await typeProblems(scripts), []);
  });

  it('are components that the compiler takes, in React', async () => {
    assert.deepEqual(await typeProblems(codeFor('react').map(({ title, code }) => asSnippet(title, 'tsx', code))), []);
  });

  it('have scripts that the compiler takes, in Vue, Angular and Svelte', async () => {
    const scripts = (['vue', 'angular', 'svelte'] as const).flatMap((framework) =>
      codeFor(framework).map(({ title, code }) => {
        const [, script = code] = /<script[^>]*>\n([^]*?)<\/script>/.exec(code) ?? [];
        return asSnippet(title, 'ts', framework === 'angular' ? code : script);
      }),
    );
    assert.deepEqual(await typeProblems(scripts), []);
  });

  for (const [framework, { property, event }] of Object.entries(bindings))
    it(`bind what the element has, to what the script declares (${framework})`, () => {
      for (const { title, settings, code } of codeFor(framework as Framework)) {
        const names = [...tagIn(code).keys()];
        const properties = names.flatMap((name) => property.exec(name)?.[1] ?? []);
        const events = names.flatMap((name) => (property.test(name) ? [] : (event.exec(name)?.[1] ?? [])));
        const plain = names.filter((name) => !property.test(name) && !event.test(name));
        const bound = properties.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
        const wanted = Object.keys(attributesOf(settings, places));
        const left = wanted.filter((name) => !plain.includes(name));
        assert.deepEqual([...plain, ...bound.slice(0, left.length)].toSorted(), wanted.toSorted(), title);
        if (framework !== 'vue') assert.deepEqual(left, [], title);
        assert.deepEqual(
          properties.slice(left.length).filter((name) => !publicNames.properties.includes(name)),
          [],
          title,
        );
        assert.deepEqual(events, ['pay-result'], title);
        for (const name of properties) assert.match(code, new RegExp(`(const|function) ${name}\\b`), title);
        assert.match(code, /handleResult\(\{ transaction \}: PayResultEvent\)/, title);
      }
    });

  it('name what is bought, as the settings or a merchant call it', () => {
    for (const { title, code, settings } of every)
      assert.equal(/cart-17/.test(code), settings.mode === 'payment', title);
    const named = snippetOf('html', { ...defaultSettings, cartId: 'cart-7' }, places);
    assert.match(named, /cart-id="cart-7"/);
  });

  it('keep addresses out of the tag in Vue, where its checker would overlook the rest', () => {
    for (const { title, code } of codeFor('vue')) {
      assert.doesNotMatch([...tagIn(code).values()].join('\n'), /\/\//, title);
      assert.match(code, /\nconst baseUrl = 'http:\/\/127\.0\.0\.1:5174';\n/, title);
    }
  });

  it('say nothing that a template would read as its own', () => {
    const awkward = every.filter(({ settings }) => settings.name.includes('{'));
    for (const { framework, title, code } of awkward) {
      const value = tagIn(code).get('customer-name') ?? '';
      if (framework === 'react') assert.equal(JSON.parse(value.slice(1, -1)), awkward[0]?.settings.name, title);
      else assert.match(value, /^"[^"<{]*"$/, title);
    }
  });

  it('bring a style sheet for each theme that only names what exists', async () => {
    for (const theme of Object.keys(themes) as ThemeName[]) {
      const css = styleSheet({ theme, accent: '#123456', radius: '6', density: 'roomy' });
      assert.match(
        css,
        /^pay-checkout \{\n(?=[^]*--pay-accent: #123456;)(?=[^]*--pay-radius: 6px;)(?=[^]*--pay-gap: 24px;)/,
      );
      assert.deepEqual(await styleProblems(asSnippet(theme, 'css', css)), []);
    }
    assert.equal(styleSheet({ theme: 'base', accent: '', radius: '', density: 'theme' }), '');
  });

  it('bring the style sheets that the documents show', () => {
    const shown = snippetsOf('docs/theming.md').map(({ code }) => code.replaceAll('"', "'").trim());
    for (const theme of Object.keys(themes) as ThemeName[]) {
      const css = styleSheet({ theme, accent: '', radius: '', density: 'theme' }).trim();
      assert.ok(css === '' || shown.includes(css), theme);
    }
  });
});

describe('the settings of the playground', () => {
  it('have a control for each attribute and property of the element', () => {
    const settings: Settings[] = Object.values(changes).map((change) => ({ ...defaultSettings, ...change }));
    settings.push({
      ...defaultSettings,
      transactionId: '1-2-3',
      cartId: 'cart-17',
      resolveUrl: '/api/resolve',
      networks: 'visa',
    });
    const attributes = new Set(settings.flatMap((one) => Object.keys(attributesOf(one, places))));
    assert.deepEqual(
      publicNames.attributes.filter((name) => !attributes.has(name)),
      [],
    );
    const shown = every.map(({ code }) => code).join('\n');
    const set = publicNames.properties.filter((name) => name !== 'state');
    assert.deepEqual(
      set.filter((name) => !shown.includes(`checkout.${name} = `)),
      [],
    );
  });

  it('survive an address, and whatever somebody writes into one', () => {
    for (const change of Object.values(changes)) {
      const settings = { ...defaultSettings, ...change };
      assert.deepEqual(readSettings(`#${writeSettings(settings)}`), settings);
    }
    assert.equal(writeSettings(defaultSettings), '');
    const spoilt =
      '#theme=constructor&publicKey=prv_test_1&amountInCents=-5&methods=CASH&code=php&frame=tv&accent=red&x=1';
    assert.deepEqual(readSettings(spoilt), defaultSettings);
  });
});

it('S8: a snippet is marked in no longer for what begins again and again and has no end', async () => {
  const marking = (unit: string) => () => void highlight(unit.repeat(Math.ceil(50_000 / unit.length)));
  for (const unit of ['"<!--', '\\"<!--', "'\\", '<!--', '"\\', "\\'"])
    assert.ok((await timesAsLong(marking(unit), marking('const a = "b";\n'), 10)) < 10, unit);
});
