import { isPaymentMethodType } from '../domain/payment-method-type.ts';
import { gapsIn, type CheckoutWords } from '../messages/catalogue.ts';
import { es } from '../messages/es.ts';
import { MethodWords } from '../messages/method-words.ts';

/** The names to fill in. The gaps of the two consents hold the text of the link instead, which may be any. */
const namesIn = (text: string): string =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([name]) => name)
    .sort()
    .join(' ');

function problemOf(key: string, text: unknown, known: Readonly<Record<string, string>>): string | undefined {
  const replaced = known[key];
  if (typeof text !== 'string' || text === '')
    return 'is not a text, or an empty one: the checkout says its own text instead';
  if (isPaymentMethodType(key)) return;
  if (replaced === undefined) return 'is not a key of the words: nobody will read it';
  if (gapsIn(text) !== gapsIn(replaced) || namesIn(text) !== namesIn(replaced))
    return `needs the gaps of "${replaced}": with others the checkout says its own text instead`;
}

/** Says which of the page's own words nobody will read, and why. */
export async function checkWords(
  { es: spanish, en, pt, ...all }: CheckoutWords,
  say: (text: string) => void,
): Promise<void> {
  const known = { ...es, ...(await MethodWords.load('es')).in('es', es, () => undefined) };
  for (const [place, own] of Object.entries({ words: all, 'words.es': spanish, 'words.en': en, 'words.pt': pt }))
    for (const [key, text] of Object.entries(own ?? {})) {
      const problem = problemOf(key, text, known);
      if (problem) say(`${place}.${key} ${problem}.`);
    }
}
