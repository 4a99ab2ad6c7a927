import { html, type TemplateResult } from 'lit';

const kinds = ['comment', 'text', 'tag', 'word'] as const;
/**
 * Comments, texts, tags and keywords, in this order: the first that fits takes the place. What has no end takes the rest of
 * its line, which is not looked for again at each of its characters.
 */
const pattern =
  /(<!--.*?(?:-->|$)|\/\/.*$)|("(?:[^"\\\n]|\\.?)*(?:"|$)|'(?:[^'\\\n]|\\.?)*(?:'|$))|(<\/?[a-z][\w-]*|\/?>)|\b(import|from|export|type|const|function|async|await|return|class|readonly|new)\b/gm;

/** The code with its parts marked, as an editor shows it. Only the look: what is copied is the code itself. */
export function highlight(code: string): TemplateResult[] {
  const parts: TemplateResult[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)] ?? 'text';
    parts.push(html`${code.slice(end, match.index)}<span class="code-${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return [...parts, html`${code.slice(end)}`];
}
