import { expect } from '@open-wc/testing';
import createSanitiser from 'dompurify';
import { challengeRules } from '../../src/ui/challenge/challenge-plan.ts';
import { bankFragments, hostileFragments } from './challenge-fragments.ts';

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

/** Fragments put together at random, the same ones in each run. */
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

/** Each element of a tree. A form's fields can hide its own properties, so those of the prototypes are asked. */
function elementsOf(node: Node): Element[] {
  const children = [...(Reflect.get(Node.prototype, 'childNodes', node) as NodeList)];
  return children.flatMap((child) => [...(child instanceof Element ? [child] : []), ...elementsOf(child)]);
}

const nameOf = (element: Element): string => Reflect.get(Node.prototype, 'nodeName', element);
const attributesOf = (element: Element): Attr[] => [...Reflect.get(Element.prototype, 'attributes', element)];

describe('the sanitiser under the rules of a challenge', () => {
  for (const addresses of [/^https?:\/\//i, /^https:\/\//i])
    it(`lets through forms, inputs and frames with addresses that fit ${addresses.source}, and nothing else`, () => {
      const bank = 'https://bank.example/acs';
      const fragments = [
        ...Object.values(hostileFragments(bank)),
        ...Object.values(bankFragments(bank)).map(({ html }) => html),
        ...madeUp(4000),
      ];
      const sanitiser = createSanitiser(window);
      let passed = 0;
      for (const html of fragments) {
        const tree: DocumentFragment | null = sanitiser.sanitize(html, {
          ...challengeRules,
          ALLOWED_URI_REGEXP: addresses,
        });
        // A frameset has no body, of which nothing is given back.
        if (tree === null) continue;
        for (const element of elementsOf(tree)) {
          expect(['FORM', 'INPUT', 'IFRAME'], html).to.include(nameOf(element));
          expect(element.namespaceURI, html).to.equal('http://www.w3.org/1999/xhtml');
          for (const { name, value } of attributesOf(element)) {
            expect(challengeRules.ALLOWED_ATTR, html).to.include(name);
            if ((name !== 'action' && name !== 'src') || value === '') continue;
            expect(value, html).to.match(addresses);
            passed += 1;
          }
        }
      }
      // The addresses of the bank do get through.
      expect(passed).to.be.greaterThan(500);
    });
});
