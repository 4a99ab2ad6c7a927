import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { litNames } from '../../scripts/lit-names.ts';
import { ownNames, partNames, shortNameOf } from '../../scripts/own-names.ts';
import { shortNames } from '../../scripts/short-names.ts';
import { builtCode } from './built-code.ts';
import { publicNames } from './public-names.ts';

/** What a module becomes, without its white space. */
const shortened = async (source: string): Promise<string> =>
  (await builtCode('/src/sample.ts', [shortNames()], { '/src/sample.ts': source })).replaceAll(/\s+/g, ' ');

const read = (path: string): string => readFileSync(path, 'utf8');
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
const fieldsIn = (code: string): string[] => [...code.matchAll(/(\w+)[?!]?[:(]/g)].map(([, name = '']) => name);
/** Of the listed names those that are among others too. */
const among = (others: Iterable<string>, names = ownNames): string[] => {
  const found = new Set(others);
  return names.filter((name) => found.has(name));
};

describe('properties that only the checkout knows', () => {
  it('get short names wherever they are read, given and taken apart', async () => {
    const code = await shortened(`
      export class Sample {
        environment = { askedId: 1, other: 2 };
        read({ environment, askedId = environment.askedId, isGone: gone }) {
          return { environment, askedId, gone, environment2: this?.environment, text: 'The environment', [askedId]: 1 };
        }
      }
    `);
    assert.doesNotMatch(code, /\.(?:environment|askedId|isGone)\b|\b(?:environment|isGone): (?!environment\b)/);
    assert.match(code, /\b\w: environment, \w{1,2}: askedId = environment\.\w{1,2}, \w{1,2}: gone/);
    assert.match(code, /return \{ \w: environment, \w{1,2}: askedId, gone, environment2: this\?\.\w, text: "The/);
    assert.match(code, /\[askedId\]: 1/);
  });

  it('are not said as texts, exported, or short already', async () => {
    const reasons: Record<string, RegExp> = {
      'export const a = (b) => b["environment"];': /"environment" may name a property/,
      'export const a = (b) => b[`environment`];': /"environment" may name a property/,
      'export const a = (b) => html`<x .environment=${b}></x>`;': /"environment" may name a property/,
      'export const environment = 1;': /environment is exported/,
      'export const a = (b) => b.$a;': /\$a is taken/,
      'export const a = (b) => b["$a"];': /\$a is taken/,
      'export const a = { "$a": 1 };': /\$a is taken/,
      'export const a = (b) => b.f;': /f is taken/,
      'export const { a } = globalThis;': /takes something apart/,
    };
    for (const [source, reason] of Object.entries(reasons)) await assert.rejects(shortened(source), reason);
  });

  it('are the names of parts, too, between those that give them and those that ask', async () => {
    const giver = await shortened('export class Payment {} export const fetchOrder = () => new Payment();');
    const [, short = ''] = /export \{.*\bPayment as (\w\w)\b/.exec(giver) ?? [];
    assert.notEqual(short, '', giver);
    const from = `from 'https://x'`;
    const askers = [
      "export const a = async () => { const { Payment } = await import('https://x'); return Payment; };",
      "export const a = async () => (await import('https://x')).Payment;",
      `import { Payment } ${from}; export const a = () => Payment;`,
      `export { Payment } ${from};`,
    ];
    for (const asker of askers) assert.match(await shortened(asker), new RegExp(`[.{ ]${short}\\b`));
    assert.doesNotMatch(await shortened(`export { fetchOrder as other } ${from};`), /fetchOrder/);
  });

  it('are no names that a page imports', () => {
    const given = ['element', 'index'].flatMap((name) => read(`src/${name}.ts`).match(/\w+/g) ?? []);
    assert.ok(given.includes('CheckoutError'));
    assert.deepEqual(among(given, partNames), []);
  });

  it('are listed once, in their order', () => {
    for (const names of [ownNames, partNames]) assert.deepEqual(names, [...new Set(names)].toSorted());
  });

  it('are told apart by their short names', () => {
    const short = [...shortNameOf.values()];
    assert.equal(new Set(short).size, ownNames.length + partNames.length);
    // What the service calls so, and languages.
    const others = ['el', 'en', 'es', 'id', 'pt'];
    assert.deepEqual(
      short.filter((name) => !/^[a-zA-Z][a-z]?$/.test(name) || others.includes(name)),
      [],
    );
  });

  it('are no names of what a page gives or is given, of the wire, or of what is stored', () => {
    const { properties, reflected, methods } = publicNames;
    const given = [...properties, ...reflected, ...methods];
    assert.deepEqual([...among(given), ...among(given, litNames)], []);
    const told = ['events', 'checkout/state', 'checkout/next-action', 'api/transaction-request'];
    const files = [
      ...told.map((name) => `src/${name}.ts`),
      ...filesIn('src/domain', '.ts'),
      ...filesIn('src/messages', '.ts'),
    ];
    assert.deepEqual(among(files.flatMap((path) => fieldsIn(read(path)))), []);
    const [stored = ''] = /entryShape = object\(\{[^]*?\n\}\)/.exec(read('src/checkout/journal.ts')) ?? [];
    assert.ok(fieldsIn(stored).includes('reference'));
    assert.deepEqual(among(fieldsIn(stored)), []);
  });

  it('are no names of the libraries', () => {
    const libraries = ['lit-html', 'lit-element', '@lit/reactive-element'].map(
      (name) => `node_modules/${name}/development`,
    );
    const files = [
      ...libraries.flatMap((folder) => filesIn(folder, '.js')),
      'node_modules/dompurify/dist/purify.es.mjs',
    ];
    const properties = files.flatMap((path) => read(path).match(/(?<=\.)\w+|\w+(?=\??[:(])/g) ?? []);
    assert.ok(properties.includes('requestUpdate'));
    assert.deepEqual(among(properties), []);
  });
});
