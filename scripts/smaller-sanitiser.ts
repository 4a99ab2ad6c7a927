import type { Plugin } from 'vite';
import { edited, type Edit } from './edited.ts';

/** The elements and attributes that DOMPurify lets through when it is not told which. */
const defaults = ['html$1', 'html', 'svg', 'mathMl', 'xml'];

/** For developers who give it a policy of their own, which the checkout never does. */
const longAdvice = /(['"])A configured TRUSTED_TYPES_POLICY callback [^\n]*? of the README\.\1/;

/**
 * Leaves out of the sanitiser what the checkout never uses: what it lets through by default, for the checkout always
 * names all that may stay, and without its names nothing would; a helper of its build that nothing calls,
 * and a long advice. The names
 * of SVG's and MathML's elements stay: by them it knows what stands in the wrong place.
 */
export const smallerSanitiser = (): Plugin => ({
  name: 'smaller-sanitiser',
  transform: {
    filter: { id: /[\\/]dompurify[\\/]dist[\\/]purify\.es\.mjs$/ },
    handler(code, id) {
      const { body } = this.parse(code);
      const textOf = ({ start, end }: { start: number; end: number }): string => code.slice(start, end);
      const lists = body.flatMap((node): Edit | [] => {
        const [declared] = node.type === 'VariableDeclaration' ? node.declarations : [];
        const isList = declared?.init && /^freeze\(\[[^[\]]*\]\)$/.test(textOf(declared.init));
        if (!isList || !declared.init || !defaults.includes(textOf(declared.id))) return [];
        return { start: declared.init.start, end: declared.init.end, text: 'freeze([])' };
      });
      const helper = body.filter((node) => /^AsyncGenerator\.prototype\b/.test(textOf(node)));
      const calls = code.split('AsyncGenerator(').length - 1;
      const advice = longAdvice.exec(code);
      // One is the helper's own declaration.
      if (lists.length !== defaults.length || helper.length !== 1 || calls !== 1 || !advice)
        return this.error(`${id} is no longer as it was when its lists of defaults were left out: look at it again.`);
      const said = {
        start: advice.index,
        end: advice.index + advice[0].length,
        text: "'A policy calls the sanitiser.'",
      };
      const edits = [...lists, said, ...helper.map(({ start, end }) => ({ start, end, text: '' }))];
      return { code: edited(code, edits), map: null };
    },
  },
});
