import { expect } from '@open-wc/testing';
import createSanitiser from 'dompurify';
import { challengeRules, decodeFragment } from '../../src/ui/challenge/challenge-plan.ts';
import { bankFragments, hostileFragments } from './challenge-fragments.ts';
import { madeUpFragments } from './made-up-fragments.ts';

/** Each element of a tree. A form's fields can hide its own properties, so those of the prototypes are asked. */
function elementsOf(node: Node): Element[] {
  const children = [...(Reflect.get(Node.prototype, 'childNodes', node) as NodeList)];
  return children.flatMap((child) => [...(child instanceof Element ? [child] : []), ...elementsOf(child)]);
}

const nameOf = (element: Element): string => Reflect.get(Node.prototype, 'nodeName', element);
const attributesOf = (element: Element): Attr[] => [...Reflect.get(Element.prototype, 'attributes', element)];

/** What is too large is not given to the sanitiser. */
const isTaken = (html: string): boolean => {
  try {
    return Boolean(decodeFragment(html));
  } catch {
    return false;
  }
};

describe('the sanitiser under the rules of a challenge', () => {
  for (const addresses of [/^https?:\/\//i, /^https:\/\//i])
    it(`lets through forms, inputs and frames with addresses that fit ${addresses.source}, and nothing else`, function () {
      this.timeout(60_000);
      const bank = 'https://bank.example/acs';
      const fragments = [
        ...Object.values(hostileFragments(bank)),
        ...Object.values(bankFragments(bank)).map(({ html }) => html),
        // What is costly is marked before it comes here.
        ...madeUpFragments(1000, { bank, own: window.origin, hasCostly: false, seed: 20_261_121 }),
      ].filter(isTaken);
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
            // It takes blanks out before it looks; an address that holds some is not safe to open (the plan's rule).
            expect(value.replace(/[\s\p{Cc}]/gu, ''), html).to.match(addresses);
            passed += 1;
          }
        }
      }
      // The addresses of the bank do get through.
      expect(passed).to.be.greaterThan(500);
    });
});
