import type { Plugin } from 'vite';
import { edited, type Edit } from './edited.ts';

const decorators = '\0legacy-decorators';

/** Styles without the white space that is there to be read; what is quoted stays, and a blank beside what is put in. */
const denseStyles = (text: string): string =>
  text
    .replaceAll(
      /('[^']*'|"[^"]*")|\s*([{};,])\s*|(:)\s+|\s+/g,
      (_all, quoted?: string, mark?: string, colon?: string) => quoted ?? mark ?? colon ?? ' ',
    )
    .replaceAll(';}', '}');

/** Markup with the same white space where there is some, and no more of it than a browser shows. */
const denseMarkup = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

/** The changes to all template literals in a program. */
function denserTemplates(node: unknown): Edit[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(denserTemplates);
  const { type, tag, quasi } = node as {
    type?: string;
    tag?: { name?: string };
    quasi?: { quasis: { start: number; end: number; value: { raw: string } }[] };
  };
  if (type !== 'TaggedTemplateExpression' || !quasi) return inner;
  const isStyle = tag?.name === 'css';
  if (!isStyle && tag?.name !== 'html' && tag?.name !== 'svg') return inner;
  const dense = isStyle ? denseStyles : denseMarkup;
  const edits = quasi.quasis.map(({ start, end, value }) => ({ start, end, text: dense(value.raw) }));
  const [first, last] = [edits[0], edits.at(-1)];
  if (isStyle && first && last) {
    first.text = first.text.trimStart();
    last.text = last.text.trimEnd();
  }
  return [...inner, ...edits];
}

/**
 * Leaves out of the script-tag build what it never uses: the half of lit's `property` that serves the other kind of
 * decorators, and the white space of templates, which no minifier of scripts touches.
 */
export const smallerScript = (): Plugin => ({
  name: 'smaller-script',
  resolveId: {
    order: 'pre',
    handler: (id) => (id === 'lit/decorators.js' ? decorators : null),
  },
  load: (id) =>
    id === decorators
      ? 'export const property = (options) => (target, name) => target.constructor.createProperty(name, options);'
      : null,
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: /\b(?:css|html|svg)`/ },
    handler(code) {
      return { code: edited(code, denserTemplates(this.parse(code))), map: null };
    },
  },
});
