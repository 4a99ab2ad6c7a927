import type { Plugin } from 'vite';
import { edited, type Edit } from './edited.ts';
import { readyTemplate } from './ready-template.ts';

/** A decorated property, as the compiler writes it: `_decorate([property(options)], Name.prototype, "key", void 0);`. */
const decorated = /^_decorate\(\[property\((.*)\)\], (\w+)\.prototype, "(\w+)", void 0\);$/s;

/** Of an element's life, what is left out of lit. */
const leftOut =
  /\b(?:addInitializer|changed\.get|createProperty|enableUpdating|finalizeStyles|firstUpdated|getPropertyDescriptor|getPropertyOptions|getUpdateComplete|hostUpdate|removeController|shouldUpdate)\b/;

/** Styles without the white space that is there to be read; what is quoted stays. */
const denseStyles = (text: string): string =>
  text
    .replaceAll(
      /('[^']*'|"[^"]*")|\s*([{};,>~!])\s*|(:)\s+|\s+/g,
      (_all, quoted?: string, mark?: string, colon?: string) => quoted ?? mark ?? colon ?? ' ',
    )
    .replaceAll(';}', '}');

/**
 * Markup without its indentation: between tags and values a line's end says nothing, as in JSX, and a blank that is to
 * be seen stands within a line. Elsewhere it is the blank that it is for a browser.
 */
function denseMarkup(text: string): string {
  const [odd] = /<(?:!--|math|script|style|textarea|title)/i.exec(text) ?? [];
  if (odd) throw new Error(`${odd} in a template: values in it are left out of lit (smaller-lit.ts).`);
  if (text.includes('\\')) throw new Error(`A backslash in a template: ${text}`);
  return text.replaceAll(/(?<=^|>)\s*\n\s*(?=<|$)/g, '').replaceAll(/\s*\n\s*/g, ' ');
}

/** The changes to all template literals in a program: styles get shorter, and markup is read ahead of time. */
function denserTemplates(node: unknown): Edit[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(denserTemplates);
  const { type, tag, quasi } = node as {
    type?: string;
    tag?: { name?: string };
    quasi?: { start: number; end: number; quasis: { start: number; end: number; value: { raw: string } }[] };
  };
  if (type !== 'TaggedTemplateExpression' || !quasi) return inner;
  const isStyle = tag?.name === 'css';
  if (tag?.name === 'svg') throw new Error('Drawings are markup without a gap: `still` (src/ui/still.ts).');
  if (!isStyle && tag?.name !== 'html') return inner;
  const raw = quasi.quasis.map(({ value }) => value.raw);
  if (isStyle) {
    if (raw.length > 1) throw new Error('Styles are of one piece: `css` is called with a text (lit-cuts.ts).');
    return [{ start: quasi.start, end: quasi.end, text: `(\`${denseStyles(raw.join('')).trim()}\`)` }];
  }
  const shorter = readyTemplate(raw.map(denseMarkup));
  return [...inner, ...quasi.quasis.map(({ start, end }, place) => ({ start, end, text: shorter[place] ?? '' }))];
}

/** Decorated properties as one table, which lit reads as well as decorators and which is a quarter of their length. */
function propertyTable(code: string, statements: readonly { start: number; end: number }[]): Edit[] {
  const found = statements.flatMap(({ start, end }) => {
    const [all, options = '', owner = '', key = ''] = decorated.exec(code.slice(start, end)) ?? [];
    const [odd] =
      /\b(?:Array|fromAttribute|hasChanged|noAccessor|Number|Object|reflect|state|useDefault)\b/.exec(options) ?? [];
    if (odd) throw new Error(`${key} is a property with ${odd}, which is left out of lit (smaller-lit.ts).`);
    const [, converter] = /\bconverter: *(\w+)/.exec(options) ?? [];
    if (converter && !new RegExp(`\\bconst ${converter} = \\(`).test(code))
      throw new Error(`The converter of ${key} has to be a function of the same file (smaller-lit.ts).`);
    return all ? { start, end, owner, entry: `${key}: ${options || 'void 0'}` } : [];
  });
  const owners = new Set(found.map(({ owner }) => owner));
  if (owners.size > 1) throw new Error(`More than one class with properties in a file: ${[...owners].join(', ')}.`);
  const table = `${[...owners].join('')}.properties = { ${found.map(({ entry }) => entry).join(', ')} };`;
  return found.map(({ start, end }, place) => ({ start, end, text: place === 0 ? table : '' }));
}

/**
 * Says shorter in the script-tag build what costs a payer bytes and says nothing more: decorators, and the white space
 * of templates, which no minifier of scripts touches.
 */
export const smallerScript = (): Plugin => ({
  name: 'smaller-script',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: [/\b(?:css|html|svg)`|_decorate\(|lit\/decorators/, leftOut] },
    handler(code) {
      const [odd] = leftOut.exec(code) ?? [];
      if (odd) return this.error(`${odd} is left out of lit (smaller-lit.ts).`);
      const program = this.parse(code);
      const table = propertyTable(code, program.body);
      const short = edited(code, [...denserTemplates(program), ...table]);
      if (short.includes('_decorate(') || (table.length === 0 && code.includes('lit/decorators')))
        return this.error('Properties are not decorated in the known way.');
      return { code: short, map: null };
    },
  },
});
