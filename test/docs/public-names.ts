import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Described {
  name: string;
  attribute?: string;
  kind?: string;
}

interface ManifestElement {
  tagName?: string;
  attributes: Described[];
  members: Described[];
  events: Described[];
  slots: Described[];
  cssParts: Described[];
  cssProperties: Described[];
  cssStates: Described[];
}

const read = (path: string): string => readFileSync(path, 'utf8');

const manifest: { modules: { declarations: ManifestElement[] }[] } = JSON.parse(read('custom-elements.json'));
const element = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'pay-checkout');
if (!element) throw new Error('custom-elements.json declares no <pay-checkout>.');

const names = (described: readonly Described[]): string[] => described.map(({ name }) => name);

/** The members of a union of texts, such as `export type Code = 'a' | 'b'`. */
function unionIn(path: string, type: string): string[] {
  const [, union = ''] = new RegExp(`export type ${type} =([^;]*);`).exec(read(path)) ?? [];
  const members = [...union.matchAll(/'([a-z_]+)'/g)].map(([, name = '']) => name);
  if (members.length === 0) throw new Error(`${path} has no union called ${type}.`);
  return members;
}

/** Warnings of the flow, and those that the element gives by itself. */
const warnings = new Set([
  ...unionIn('src/checkout/stage.ts', 'CheckoutWarning'),
  ...readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...read(join('src', name)).matchAll(/new PayWarningEvent\('([a-z_]+)'\)/g)])
    .map(([, code = '']) => code),
]);

/** What the package may not rename without a note in the changelog, by what it is. */
export const publicNames = {
  attributes: names(element.attributes),
  /** Properties that no attribute speaks for. */
  properties: names(element.members.filter(({ kind, attribute }) => kind === 'field' && !attribute)),
  /** Properties that an attribute speaks for too. */
  reflected: names(element.members.filter(({ attribute }) => attribute !== undefined)),
  methods: names(element.members.filter(({ kind }) => kind === 'method')),
  events: names(element.events),
  /** The default one has no name. */
  slots: names(element.slots).filter((name) => name !== ''),
  parts: names(element.cssParts),
  cssProperties: names(element.cssProperties),
  states: names(element.cssStates),
  errorCodes: unionIn('src/domain/checkout-error.ts', 'CheckoutErrorCode'),
  warningCodes: [...warnings],
} satisfies Record<string, string[]>;
