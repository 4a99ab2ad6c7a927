import { _$LH } from 'lit-html/private-ssr-support.js';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterMap['childNode'];

const { boundAttributeSuffix: suffix, getTemplateHtml, marker, markerMatch } = _$LH;

/** Between the parts of a template, and where a value goes into an attribute's text: neither is in a template. */
const separator = '|';
const hole = '~';

/** An attribute with values in it, as lit marks it. */
const boundAttribute = new RegExp(
  String.raw`\s+[^\s"'>=/]+${suffix.replaceAll('$', String.raw`\$`)}=(?:"[^"]*"|[^\s>]*)`,
  'g',
);

/** Lit refuses what is no template literal. */
const asLiteral = (texts: readonly string[]): TemplateStringsArray => Object.assign([...texts], { raw: texts });

/** The nodes that lit counts: elements and comments, in the order of the document. */
const counted = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) =>
    node.nodeName === '#text' ? [] : [node, ...counted('childNodes' in node ? node.childNodes : [])],
  );

/**
 * What a template's texts become ahead of time, so that no phone has to read them for where its values go: the markup
 * that a browser parses as it is, and where in it the values belong. `smaller-lit.ts` leaves lit with what reads it.
 *
 * The first text is the markup, with `<?>` where a value is content. The second names the parts, apart by `|`: how many
 * nodes after that of the part before, and for an attribute its name as it is bound (`@click`, `.value`, `?hidden`) and
 * the text around its values, if there is any (`1class=field ~`). The other texts are empty: all values come at the end.
 *
 * @param texts the texts of one `html` literal
 */
export function readyTemplate(texts: readonly string[]): string[] {
  // Node has no Trusted Types: what would be trusted markup in a browser is a text.
  const [markup, names] = getTemplateHtml(asLiteral(texts), 1) as unknown as [string, string[]];
  const nodes = counted(parseFragment(markup).childNodes);
  const bound = names.values();
  const partsOf = (node: Node): string[] => {
    if ('data' in node) return node.data === markerMatch ? [''] : [];
    if (!('attrs' in node)) return [];
    return node.attrs
      .filter(({ name }) => name.endsWith(suffix))
      .map(({ value }) => {
        const text = value.replaceAll(marker, hole);
        return `${bound.next().value}${text === hole ? '' : `=${text}`}`;
      });
  };
  let last = 0;
  const parts = nodes.flatMap((node, index) =>
    partsOf(node).map((part) => {
      const step = index - last;
      last = index;
      return `${step || (part ? '' : 0)}${part}`;
    }),
  );
  const values = parts.reduce((sum, part) => sum + Math.max(1, part.split(hole).length - 1), 0);
  if (texts.length - 1 !== values || texts.some((text) => text.includes(hole) || text.includes(separator)))
    throw new Error(`Values in unknown places, or a ${hole} or ${separator}: ${texts.join('…')}`);
  const plain = markup.replaceAll(boundAttribute, '').replaceAll(`<${markerMatch}>`, '<?>');
  // Browsers read several at once, each in a `<template>` (scripts/lit-cuts.ts): none may reach into the next one.
  const isWhole = parseFragment(`<template>${plain}</template><i></i>`).childNodes.length === 2;
  if (plain.includes(marker) || plain.includes(suffix) || !isWhole) throw new Error(`Not ready: ${plain}`);
  return texts.map((_text, place) => (place === 0 ? plain : place === 1 ? parts.join(separator) : ''));
}
