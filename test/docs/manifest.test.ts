import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { before, describe, it } from 'node:test';
import { packageBin, runNode } from '../../scripts/node-tools.mjs';
import { paymentMethodTypes } from '../../src/domain/payment-method-type.ts';

interface Described {
  name: string;
  description?: string;
  default?: string;
  type?: { text: string };
}

interface Declaration extends Described {
  tagName?: string;
  members?: (Described & { attribute?: string })[];
  attributes: (Described & { fieldName: string })[];
  events: Described[];
  slots: Described[];
  cssParts: Described[];
  cssProperties: Described[];
  cssStates: Described[];
}

interface Module {
  path: string;
  declarations: Declaration[];
  exports: { kind: string; name: string; declaration: { name: string; module: string } }[];
}

const readSource = (path: string): string => readFileSync(path, 'utf8');

/** All of what a payer's browser gets. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/^(?:server|sandbox)[\\/]/.test(name))
  .map((name) => readSource(join('src', name)));

const found = (pattern: RegExp, texts: string[] = sources): string[] =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].flatMap((match) => match[1] ?? [])))].toSorted();

const names = (described: Described[]): string[] => described.map(({ name }) => name).toSorted();

describe('custom-elements.json', () => {
  const committed: { modules: Module[] } = JSON.parse(readSource('custom-elements.json'));
  const declarations = committed.modules.flatMap((module) => module.declarations);
  let element: Declaration;

  before(() => {
    const declared = declarations.find(({ tagName }) => tagName === 'pay-checkout');
    assert(declared, 'it declares no <pay-checkout>');
    element = declared;
  });

  it('is what the sources say now; `npm run manifest` writes it anew', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
    try {
      const analyzer = packageBin('@custom-elements-manifest/analyzer', 'cem');
      const { code, output } = await runNode([analyzer, 'analyze', '--outdir', relative('.', folder)]);
      assert.equal(code, 0, output);
      assert.equal(readSource('custom-elements.json'), readSource(join(folder, 'custom-elements.json')));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('says where the class is, and what defines the tag', () => {
    const [own, defining] = committed.modules;
    assert.deepEqual([own?.path, defining?.path], ['dist/element.js', 'dist/index.js']);
    const definitions = defining?.exports.filter(({ kind }) => kind === 'custom-element-definition');
    assert.deepEqual(definitions, [
      {
        kind: 'custom-element-definition',
        name: 'pay-checkout',
        declaration: { name: 'PayCheckout', module: 'dist/element.js' },
      },
    ]);
  });

  it('names each attribute with its property, and each property that is no attribute', () => {
    const [text] = found(/class PayCheckout ([^]*)/g, [readSource('src/element/pay-checkout.ts')]);
    const properties = found(/@property\([^)]*\)\s+(\w+)/g, [text ?? '']);
    assert(properties.length > 20);
    const members = element.members ?? [];
    assert.deepEqual(
      properties.filter((name) => !members.some((member) => member.name === name)),
      [],
    );
    for (const { name, fieldName, type } of element.attributes) {
      assert(type, name);
      if (name === 'keep-title') continue; // read where the title is set, and not by the element
      assert.equal(members.find((member) => member.name === fieldName)?.attribute, name);
    }
    const byPropertyAlone = ['createOrder', 'resolveReference', 'externalThreeDs', 'profile', 'state'];
    for (const name of byPropertyAlone) {
      const member = members.find((candidate) => candidate.name === name);
      assert(member?.type && !member.attribute, name);
    }
  });

  it('names the public methods, and nothing that is not public', () => {
    const members = names(element.members ?? []);
    for (const name of ['submit', 'reset', 'resume', 'focus']) assert(members.includes(name), name);
    assert.deepEqual(
      members.filter((name) => /^#|^(?:render|styles|connectedCallback|willUpdate|updated)$/.test(name)),
      [],
    );
  });

  it('names each public event with its class', () => {
    const map = [...readSource('src/events.ts').matchAll(/'(pay-[a-z-]+)': (\w+);/g)];
    const declared = map.map(([, name, type]) => ({ name, type })).toSorted((a, b) => (a.name! < b.name! ? -1 : 1));
    assert(declared.length >= 14);
    assert.deepEqual(
      element.events
        .map(({ name, type }) => ({ name, type: type?.text }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      declared,
    );
    for (const { type } of declared) {
      assert(
        declarations.some(({ name }) => name === type),
        `${type} is not declared`,
      );
    }
  });

  it('names each slot, and each state', () => {
    const logos = paymentMethodTypes.map((type) => `method-${type}`);
    assert.deepEqual(names(element.slots), ['', ...found(/<slot name="([a-z-]+)"/g), ...logos].toSorted());
    const [union] = found(/export type CheckoutState =([^]*?);\n\n/g, [readSource('src/checkout/state.ts')]);
    assert.deepEqual(names(element.cssStates), found(/status: '([a-z]+)'/g, [union ?? '']));
  });

  it('names each part', () => {
    const used = new Set(found(/part="([a-z -]+)"/g).flatMap((list) => list.split(' ')));
    const documented = names(element.cssParts);
    assert.deepEqual(
      [...used].filter((name) => !documented.includes(name)),
      [],
    );
  });

  it('names each --pay-* property, with the default that it has', () => {
    assert.deepEqual(names(element.cssProperties), found(/var\((--pay-[a-z-]+)/g));
    for (const { name, default: value } of element.cssProperties) assert(value, name);
  });

  it('describes everything', () => {
    const { members = [], attributes, events, slots, cssParts, cssProperties, cssStates } = element;
    const silent = [...members, ...attributes, ...events, ...slots, ...cssParts, ...cssProperties, ...cssStates]
      .filter(({ description }) => !description?.trim())
      .map(({ name }) => name);
    assert.deepEqual(silent, []);
  });
});
