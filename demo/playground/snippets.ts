import type { Framework } from './frameworks.ts';
import { markupOf } from './marks.ts';
import type { Settings } from './settings.ts';
import {
  attributesOf,
  exampleProfile,
  exampleSources,
  exampleThreeDs,
  chosenMarks,
  chosenWords,
  type Places,
} from './wiring.ts';

/** Code for a property that no attribute can hold. */
interface Property {
  name: string;
  /** With types, or for a plain script. */
  declare: (isTyped: boolean) => string;
  types?: readonly string[];
}

/** An object as people write it: names without quotes, texts in single ones. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('</', '<\\/')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value))
    return `[\n${value.map((one) => `${indent}  ${literal(one, `${indent}  `)},\n`).join('')}${indent}]`;
  const lines = Object.entries(value).map(([name, inner]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
    return `${indent}  ${key}: ${literal(inner, `${indent}  `)},\n`;
  });
  return lines.length > 0 ? `{\n${lines.join('')}${indent}}` : '{}';
}

function propertiesOf(settings: Settings): Property[] {
  const properties: Property[] = [];
  const constant = (name: string, type: string, value: unknown): void =>
    void properties.push({
      name,
      declare: (isTyped) => `const ${name}${isTyped ? `: ${type}` : ''} = ${literal(value)};`,
      types: [type],
    });
  if (settings.mode === 'payment' && settings.orders === 'createOrder')
    properties.push({
      name: 'createOrder',
      types: ['Order', 'OrderRequest'],
      declare: (isTyped) => `// Your backend answers {reference, amountInCents, currency, signature}.
async function createOrder(request${isTyped ? ': OrderRequest): Promise<Order>' : ')'} {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/order', { method: 'POST', headers, body: JSON.stringify(request) });
  return answer.json();
}`,
    });
  if (settings.resolves)
    properties.push({
      name: 'resolveReference',
      types: ['Transaction'],
      declare: (isTyped) => `// Your backend knows what became of a reference.
async function resolveReference(reference${isTyped ? ': string): Promise<Transaction | null>' : ')'} {
  const answer = await fetch(\`/api/resolve?reference=\${encodeURIComponent(reference)}\`);
  return answer.status === 200 ? answer.json() : null;
}`,
    });
  if (settings.mode === 'payment' && settings.savedCard !== 'none') {
    properties.push({
      name: 'savedSources',
      types: ['SavedSource'],
      declare: (isTyped) =>
        `// From your backend: what the payer has let you keep.\nconst savedSources${isTyped ? ': SavedSource[]' : ''} = ${literal(exampleSources)};`,
    });
    if (settings.savedCard === 'chargeSource')
      properties.push({
        name: 'chargeSource',
        types: ['SourceCharge', 'Transaction'],
        declare: (isTyped) => `// Your backend charges it once for a reference, and answers the transaction's record.
async function chargeSource(charge${isTyped ? ': SourceCharge): Promise<Transaction>' : ')'} {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/charge', { method: 'POST', headers, body: JSON.stringify(charge) });
  if (!answer.ok) throw new Error('The card was not charged, as far as anybody knows.');
  return answer.json();
}`,
      });
  }
  if (settings.externalThreeDs) constant('externalThreeDs', 'ExternalThreeDs', exampleThreeDs);
  if (settings.browserInfo) constant('profile', 'ServiceProfile', exampleProfile);
  const words = chosenWords(settings);
  if (words) constant('words', 'CheckoutWords', words);
  return properties;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('{', '&#123;');

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const indented = (code: string, by: string): string => code.replace(/^(?=.)/gm, by);

const inner = (lines: readonly string[], by: string): string => lines.map((line) => `${by}  ${line}\n`).join('');

/** The tag with each of its attributes, and of the logos in it, on a line of its own. */
const tag = (attributes: readonly string[], logos: readonly string[], end: string, by = ''): string =>
  `${by}<pay-checkout\n${inner(attributes, by)}${by}${logos.length > 0 ? `>\n${inner(logos, by)}${by}</pay-checkout>` : end}`;

const typeImport = (names: readonly string[]): string =>
  `import type { ${[...new Set(names)].toSorted().join(', ')} } from 'pay-checkout';`;

/** Types the tag in templates. */
const templateTypes = "import type {} from 'pay-checkout/jsx';";

/** The code of the settings for a framework: it can be pasted as it is. */
export function snippetOf(framework: Framework, settings: Settings, places: Places): string {
  const attributes = Object.entries(attributesOf(settings, places));
  const properties = propertiesOf(settings);
  const logos = markupOf(chosenMarks(settings));
  const plain = attributes.map(([name, value]) => `${name}="${escaped(value)}"`);
  const declared = (isTyped: boolean): string[] => properties.map(({ declare }) => declare(isTyped));
  const types = properties.flatMap((property) => property.types ?? []);
  const handler = `function handleResult({ transaction }: PayResultEvent) {
  console.log(transaction.reference, transaction.status);
}`;
  const script = (constants: readonly string[] = []): string =>
    [
      ["import 'pay-checkout';", typeImport([...types, 'PayResultEvent']), templateTypes].join('\n'),
      ...constants,
      ...declared(true),
      handler,
    ].join('\n\n');

  if (framework === 'react') {
    const quoted = attributes.map(([name, value]) =>
      /["&\\{}<>]/.test(value) ? `${name}={${JSON.stringify(value)}}` : `${name}="${value}"`,
    );
    const lines = [...quoted, ...properties.map(({ name }) => `${name}={${name}}`), 'onpay-result={handleResult}'];
    const head = `import 'pay-checkout';\n${typeImport([...types, 'PayResultEvent'])}\n${templateTypes}`;
    return `${[head, ...declared(true), handler].join('\n\n')}

export function Checkout() {
  return (
${tag(lines, logos, '/>', '    ')}
  );
}
`;
  }
  if (framework === 'vue') {
    // vue-tsc 3.3 overlooks whatever is wrong in a tag that has `//` in one of its texts: those stand in the script.
    const named = attributes.map(([name, value]) => ({ name: camelCase(name), value, isHidden: value.includes('//') }));
    const hidden = named.filter(({ isHidden }) => isHidden);
    const lines = [
      ...plain.filter((_, index) => !named[index]?.isHidden),
      ...[...hidden, ...properties].map(({ name }) => `:${name}.prop="${name}"`),
      '@pay-result="handleResult"',
    ];
    const constants = hidden.map(({ name, value }) => `const ${name} = ${literal(value)};`).join('\n');
    return `<!-- vite.config.ts: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'pay-checkout' } } }) -->
<script setup lang="ts">
${script(constants ? [constants] : [])}
</script>

<template>
${tag(lines, logos, '/>', '  ')}
</template>
`;
  }
  if (framework === 'angular') {
    const lines = [
      ...plain.map((line) => line.replaceAll('\\', '\\\\').replaceAll('`', '\\`')),
      ...properties.map(({ name }) => `[${name}]="${name}"`),
      '(pay-result)="handleResult($event)"',
    ];
    const fields = properties.map(({ name }) => `  readonly ${name} = ${name};\n`).join('');
    const head = `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';\nimport 'pay-checkout';\n${typeImport([...types, 'PayResultEvent'])}`;
    return `${[head, ...declared(true)].join('\n\n')}

// PayCheckoutTag of the package's examples, in place of the schema, has the template checked.
@Component({
  selector: 'app-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${tag(lines, logos, '></pay-checkout>', '    ')}
  \`,
})
export class CheckoutComponent {
${fields}
  handleResult({ transaction }: PayResultEvent) {
    console.log(transaction.reference, transaction.status);
  }
}
`;
  }
  if (framework === 'svelte') {
    const lines = [...plain, ...properties.map(({ name }) => `{${name}}`), 'onpay-result={handleResult}'];
    return `<script lang="ts">
${indented(script(), '  ')}
</script>

${tag(lines, logos, '></pay-checkout>')}
`;
  }
  const set = properties.map(({ name }) => `checkout.${name} = ${name};`).join('\n');
  const listen = `checkout.addEventListener('pay-result', ({ transaction }) => {
  console.log(transaction.reference, transaction.status);
});`;
  const rest = ["const checkout = document.querySelector('pay-checkout');", ...declared(false), set, listen];
  return `<script type="module" src="https://cdn.example/pay-checkout.js"></script>

${tag(plain, logos, '></pay-checkout>')}

<script type="module">
${indented(rest.filter(Boolean).join('\n\n'), '  ')}
</script>
`;
}
