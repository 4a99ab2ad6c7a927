import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { DOMPurify } from 'dompurify';
import { build, type Rolldown } from 'vite';
import { smallerSanitiser } from '../../scripts/smaller-sanitiser.ts';
import { terseScript } from '../../scripts/terse-script.ts';
import { challengeRules } from '../../src/ui/challenge/challenge-rules.ts';
import { bankFragments, hostileFragments } from '../ui/challenge-fragments.ts';
import { useHarness } from './harness.ts';
import { until } from './until.ts';

/** What a fragment may be made of: elements of all three namespaces and their ends, what the rules know most of all, */
const tags = [
  ...Array.from({ length: 10 }, () => ['form', 'input', 'iframe']).flat(),
  ...'div p table tr td select option template textarea title body a font object x-y'.split(' '),
  ...'noscript noembed noframes xmp plaintext style script'.split(' '),
  ...'svg desc foreignObject use font-face image math mi mtext mglyph annotation-xml'.split(' '),
];
const pieces = tags.flatMap((tag) => [`<${tag}>`, `<${tag}>`, `</${tag}>`]);
/** attributes good and bad, */
const given = [
  ...Array.from({ length: 8 }, () => ['action=https://bank.example/ok', 'src="https://bank.example/ok"']).flat(),
  'name="a"',
  'id=attributes',
  'name=nodeName',
  'action="https://bank.example/a"',
  'action="http://127.0.0.1/b"',
  'action=" java\nscript:a()"',
  'action=/relative',
  'src=https://bank.example/c',
  'src="data:text/html,x"',
  'SRC=//bank.example',
  'method=POST',
  'target="_top"',
  'enctype="text/plain"',
  'type=hidden',
  'value="</style><img src=x onerror=a()>"',
  'value=" kept "',
  'value="{{x}} <%y%> ${z}"',
  'onload=a()',
  'style=x',
  'is=x-y',
  'for=a',
  'patchsrc=b',
  'data-a=b',
  'aria-label=c',
  'xlink:href=https://bank.example',
  'srcdoc="<form action=https://bank.example>"',
  'shadowrootmode=open',
];
/** and what stands between. */
const between = ['text', '&lt;b&gt;', '<!-- c -->', '<!--<p-->', '<?pi?>', '<![CDATA[ <x> ]]>', '\0', ' ', '>', '"'];

/** Fragments without end, the same at each run. */
function* madeUp(count: number): Generator<string> {
  let seed = 20_261_121;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const oneOf = (list: readonly string[]): string => list[random(list.length)] ?? '';
  for (let made = 0; made < count; made++) {
    const parts = Array.from({ length: 2 + random(14) }, () => {
      const more = Array.from({ length: random(4) }, () => ` ${oneOf(given)}`).join('');
      return oneOf(pieces).replace(/(?<!<\/[\w-]*)>$/, `${more}>`) + (random(3) === 0 ? oneOf(between) : '');
    });
    yield parts.join('');
  }
}

const library = (name: string): string =>
  fileURLToPath(import.meta.resolve('dompurify')).replace(/purify[.\w]*$/, name);
const whole = readFileSync(library('purify.min.js'), 'utf8');

/** The sanitiser alone, with as much left out of it as of the one in the chunk of the challenge. */
async function smallerOne(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [smallerSanitiser(), terseScript()],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: library('purify.es.mjs'), formats: ['es'] },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  return outputs[0]?.output[0].code ?? '';
}

interface Sanitisers {
  DOMPurify: DOMPurify;
  smaller?: DOMPurify;
}

describe('the sanitiser of the script-tag build', () => {
  const harness = useHarness();

  it('lets through what the whole library lets through under the same rules, and nothing else', async () => {
    const address = `data:text/javascript;base64,${Buffer.from(await smallerOne()).toString('base64')}`;
    const { page } = await harness.openShop({
      settle: false,
      html: () => `<h1>Tienda</h1><script>${whole}</script>
        <script type="module">import create from '${address}'; window.smaller = create(window);</script>`,
    });
    await until(() => page.evaluate(() => 'smaller' in window), 'the sanitiser');
    // Nothing of it runs or is asked for: it is parsed, and thrown away.
    const bank = 'https://bank.example/acs';
    const fragments = [
      ...Object.values(hostileFragments(bank)),
      ...Object.values(bankFragments(bank)).map(({ html }) => html),
      ...madeUp(4000),
    ];
    const seen = await page.evaluate(
      (rules: object, texts: string[]) => {
        const treeOf = (node: Node): unknown[] => {
          // A form's fields hide what a node says of itself.
          const from = (owner: Node, name: string): unknown => Reflect.get(owner, name, node);
          const attributes = node instanceof Element ? (from(Element.prototype, 'attributes') as NamedNodeMap) : [];
          return [
            from(Node.prototype, 'nodeName'),
            from(Node.prototype, 'nodeValue'),
            node instanceof Element && from(Element.prototype, 'namespaceURI'),
            [...attributes].map(({ name, namespaceURI, value }) => [name, namespaceURI, value]),
            [...(from(Node.prototype, 'childNodes') as NodeList)].map(treeOf),
          ];
        };
        const readBy = (sanitiser: DOMPurify | undefined, text: string, pattern: RegExp): string => {
          const policy = { createHTML: (html: string) => html, createScriptURL: (url: string) => url };
          const options = { ...rules, ALLOWED_URI_REGEXP: pattern, TRUSTED_TYPES_POLICY: policy };
          try {
            const fragment: unknown = sanitiser?.sanitize(text, options as never);
            return fragment instanceof DocumentFragment ? JSON.stringify(treeOf(fragment)) : 'no fragment';
          } catch (error) {
            return String(error);
          }
        };
        const { DOMPurify: full, smaller } = window as unknown as Sanitisers;
        return texts.flatMap((text) =>
          [/^https?:\/\//i, /^https:\/\//i].map((pattern) => ({
            text,
            small: readBy(smaller, text, pattern),
            full: readBy(full, text, pattern),
          })),
        );
      },
      challengeRules,
      fragments,
    );
    const differing = seen.filter(({ small, full }) => small !== full);
    assert.deepEqual(differing.slice(0, 3), [], `${differing.length} of ${seen.length} differ`);
    // The comparison is worth something: much passes, and much does not.
    const passing = seen.filter(({ small }) => /"(?:action|src)"/.test(small));
    const told = `${passing.length} of ${seen.length} keep an address`;
    assert(passing.length > 500 && passing.length < seen.length / 2, told);
  });
});
