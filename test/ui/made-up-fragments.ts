import { hostileFragments, mark } from './challenge-fragments.ts';

/** Whole numbers below a bound, the same ones in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Spellings of an address of the page's own origin: whole, repaired by a browser, relative, and in other documents. */
function ownAddresses(origin: string): string[] {
  const { host, hostname, port, protocol } = new URL(origin);
  const path = '/fragment-target';
  return [
    `${origin}${path}`,
    `${protocol.toUpperCase()}//${host.toUpperCase()}${path}`,
    `${protocol}//${hostname}.:${port}${path}`,
    `${protocol}//user:word@${host}${path}`,
    `${protocol}//127.0.0.1@${host}${path}`,
    `${protocol}${host}${path}`,
    `${protocol}/${host}${path}`,
    `${protocol}\\\\${host}${path}`,
    `${protocol}//${host}\\${path}`,
    `\t${protocol}//${host}${path}`,
    `${protocol}//${host}\n${path}`,
    `${protocol}//%6cocalhost:${port}${path}`,
    `//${host}${path}`,
    `\\\\${host}${path}`,
    path,
    'fragment-target',
    './fragment-target?a=1',
    '?fragment-target',
    '',
    `blob:${origin}/fragment-target`,
    `filesystem:${origin}${path}`,
    `view-source:${origin}${path}`,
    `data:text/html,<iframe src=${origin}${path}>`,
    `data:text/html,<meta http-equiv=refresh content=0;url=${origin}${path}>`,
    `javascript:fetch('${path}')`,
    `about:srcdoc`,
    `about:blank#${path}`,
  ];
}

/** The ways in which HTML names an address, with a hole for it. */
const places = [
  '<form method=post action="@"><input type=hidden name=a value=1></form>',
  '<form method=post enctype=text/plain action="@" target=_top></form>',
  '<form action="@" target=_parent><input type=submit autofocus></form>',
  '<form id=f></form><button form=f formaction="@" autofocus>x</button>',
  '<form id=f></form><input form=f type=image formaction="@" src="@">',
  '<iframe src="@"></iframe>',
  '<iframe name=a></iframe><form target=a action="@"></form>',
  '<iframe srcdoc="<iframe src=@></iframe>"></iframe>',
  '<iframe srcdoc="&lt;form action=@&gt;&lt;/form&gt;&lt;script&gt;document.forms[0].submit()&lt;/script&gt;"></iframe>',
  '<frameset><frame src="@"></frameset>',
  '<object data="@"></object>',
  '<object><param name=src value="@"></object>',
  '<embed src="@">',
  '<applet code="@"></applet>',
  '<portal src="@"></portal><fencedframe src="@"></fencedframe>',
  '<base href="@"><form action="fragment-target"></form><iframe src="fragment-target"></iframe>',
  '<base target=_top><form action="@"></form>',
  '<meta http-equiv=refresh content="0;url=@">',
  '<meta http-equiv="Content-Security-Policy" content="report-uri @; default-src none">',
  '<link rel=stylesheet href="@"><link rel=preload as=script href="@"><link rel=prefetch href="@">',
  '<link rel=modulepreload href="@"><link rel=icon href="@"><link rel=manifest href="@"><link rel=import href="@">',
  '<script src="@"></script>',
  '<script type=module>import "@"</script>',
  '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["@"]}]}</script>',
  '<script type=importmap>{"imports":{"a":"@"}}</script>',
  '<img src="@"><img srcset="@ 1x"><picture><source srcset="@"></picture>',
  '<video src="@" poster="@"><track src="@" default></video><audio src="@"></audio>',
  '<body background="@"><table background="@"><td background="@"></table>',
  '<style>@import "@";*{background:url(@)}</style><p style="background:url(@)">',
  '<svg><image href="@"/><use href="@#a"/><script href="@"/><feImage href="@"/></svg>',
  '<svg><a xlink:href="@" target=_top><text>x</text></a><animate attributeName=href values="@"/></svg>',
  '<svg><foreignObject><iframe src="@"></iframe></foreignObject></svg>',
  '<math><mtext href="@" xlink:href="@"><iframe src="@"></iframe></mtext></math>',
  '<a href="@" ping="@" autofocus target=_top>x</a><map><area href="@"></map>',
  '<template shadowrootmode=open><iframe src="@"></iframe><slot></slot></template>',
  '<div><template shadowrootmode=open><form action="@"></form></template></div>',
  '<noscript><iframe src="@"></iframe></noscript>',
  '<html manifest="@"><head profile="@">',
  '<blockquote cite="@"><input type=image src="@"><bgsound src="@"><isindex action="@">',
  '<xml src="@"></xml><?xml-stylesheet href="@"?>',
  '<dialog open><form method=dialog action="@"></form></dialog>',
  '<details open ontoggle="location=\'@\'">x</details>',
];

/** Surroundings in which a parser reads what is inside in another way; those of raw text end where they should not. */
const surroundings = [
  ...'svg math table select template noscript option form div p tr body head html'
    .split(' ')
    .map((tag) => [`<${tag}>`, `</${tag}>`] as const),
  ...'style title textarea xmp noembed noframes script iframe plaintext'
    .split(' ')
    .map((tag) => [`<${tag}><a id="</${tag}>`, `">`] as const),
  ['<svg><foreignObject>', '</foreignObject></svg>'],
  ['<svg><desc>', '</desc></svg>'],
  ['<svg><style><!--</style>', '-->'],
  ['<math><mtext><table><mglyph><style>', '</style>'],
  ['<math><annotation-xml encoding="text/html">', '</annotation-xml></math>'],
  ['<math><mi><mglyph>', '</mi></math>'],
  ['<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style>', '">'],
  ['<!--><img src="-->', '<!-- -->'],
  ['<!--', '--!>'],
  ['<![CDATA[>', ']]>'],
  ['<select><template>', '</template></select>'],
  ['<input value="', '">'],
  ["<input value='", "'>"],
  ['<form id=attributes><input name=childNodes><input name=nodeName>', '</form>'],
  ['<p id="', '"></p>'],
] as const;

const tags = [
  ...Array.from({ length: 10 }, () => ['form', 'input', 'iframe']).flat(),
  ...'div p table tr td select option template textarea title body a font object x-y'.split(' '),
  ...'noscript noembed noframes xmp plaintext style script'.split(' '),
  ...'svg desc foreignObject use font-face image math mi mtext mglyph annotation-xml'.split(' '),
];
const pieces = tags.flatMap((tag) => [`<${tag}>`, `<${tag}>`, `</${tag}>`]);
const between = ['text', '&lt;b&gt;', '<!-- c -->', '<!--<p-->', '<?pi?>', '<![CDATA[ <x> ]]>', '\0', ' ', '>', '"'];
const splinters = [
  ['<', '>', '"', "'", '/', '=', '`', '\0', '\n', '\t', '\f', '&', ';', ' '],
  ['<!--', '-->', '--!>', '<![CDATA[', ']]>', '</p>', '</style>', '</title>', '</svg>', '</math>', '</form>', '<b>'],
  ['&lt;', '&#60;', '&colon;', '&NewLine;', '&Tab;', '\ufeff', '\u2028'],
].flat();

/** What costs a parser or a sanitiser more than its length, to be repeated. `#` becomes a number. */
const costly = [
  ['<b a#>', '<b a#><div>x', '</b>', '<a a#><p>', '<nobr>', '<font a#><table>', '<i><b a#>', '</p>', '</br>'],
  ['<!x>', '<!-->', '<?x>', '</>', '<![CDATA[', '< ', '<x', '<div>', '<table>', '<table><td>', '<select><option>'],
  ['<template>', '<svg>', '<math><mi>', '<svg><style>', '<form>', '<iframe>', '<textarea>', '<li>', '<dd><dt>'],
  ['<p a# b# c#>', ' a#', ' a#=1', ' a="#"', '"#', "'", '/', '=', '&amp;', '&notit', '&#60;', '&#', '\0', 'x', '\r'],
  ['<input name=attributes>', '<form id=a#><input name=a#>', '<iframe src=@>', '<form action=@></form>'],
  ['<object><param>', '<button>', '<h1><h2>', '<ruby><rt>', '<frameset>', '<caption>', '<colgroup><col>'],
].flat();

/** Attributes whose values an engine reads as it parses, and what may cost it more than its length. */
const costlyAttributes = [
  ['input', 'style', 'style'],
  ['source', 'srcset', 'sizes'],
  ['img', 'srcset', 'sizes'],
  ['link', 'media', 'rel'],
  ['svg', 'viewBox', 'transform'],
  ['path', 'd', 'pathLength'],
  ['polygon', 'points', 'class'],
  ['animate', 'values', 'keyTimes'],
  ['iframe', 'allow', 'sandbox'],
  ['area', 'coords', 'ping'],
  ['meta', 'content', 'http-equiv'],
  ['td', 'headers', 'class'],
  ['time', 'datetime', 'lang'],
  ['a', 'href', 'rel'],
  ['form', 'action', 'accept-charset'],
  ['input type=email multiple', 'value', 'pattern'],
  ['input type=number', 'value', 'step'],
  ['input type=color', 'value', 'list'],
  ['select', 'size', 'name'],
  ['font', 'color', 'face'],
] as const;
const costlyValues = [
  '( [ { calc( var( url( a, a; a:b; a(b) 1 1, 9e9 M0 -- /* \\ # : % @ .a >a +a ~a *'.split(' '),
  ['a ', 'a 1x, ', '(min-width:1px) 1px, ', 'allow-scripts ', 'L9 9', '0 ', 'a@b.c,', '../', '\ud83d\ude00', '&lt;'],
].flat();
/** Patterns that a field takes for ever to match, with what they are held against. */
const costlyPatterns = [
  '<input pattern="^((a+.)a)+$" value="%!">',
  '<input type=tel value="%!" PATTERN="(a+)+">',
  '<input/pattern="(a|a)*b"/value="%">',
  '<input value="%"pattern="(a|aa)+$">',
  '<input value="%!"pattern\n=\t"(a*)*b">',
  '<form action="@"><input name=a value=% pattern=(.*)*c></form>',
];

export interface FragmentKinds {
  /** An address that may be opened. */
  bank: string;
  /** The page's own origin. */
  own: string;
  /** Vectors of others. */
  vectors?: readonly string[];
  /** Whether some are made to keep an engine busy; default: they are. */
  hasCostly?: boolean;
  seed?: number;
}

/** Fragments put together at random, the same ones in each run: of vectors, of what a parser trips over, and costly ones. */
export function* madeUpFragments(
  count: number,
  { bank, own, vectors = [], hasCostly = true, seed = 42 }: FragmentKinds,
): Generator<string> {
  const random = randomFrom(seed);
  const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const addresses = [...ownAddresses(own), ...Array.from({ length: 9 }, () => bank), `javascript:${mark}`];
  const hostile = [...Object.values(hostileFragments(bank)).filter((html) => html.length < 3000), ...vectors];
  const attributes = [
    ['src', 'action', 'href', 'formaction', 'data', 'xlink:href', 'srcdoc', 'SRC', 'Action', 'poster'],
    ['onload', 'onerror', 'onfocus autofocus ontoggle', 'style', 'is', 'for', 'target', 'method', 'enctype'],
    ['type', 'value', 'name', 'id', 'shadowrootmode', 'http-equiv', 'data-a', 'aria-label', 'patchsrc'],
  ].flat();
  const values = [mark, 'attributes', 'nodeName', 'POST', '_top', 'text/plain', 'hidden', 'refresh', 'open', '"><b>'];

  const benign = (): string =>
    `<form method="post" action="${bank}"><input type="hidden" name="creq" value="${random(20)}"></form>`;
  const placed = (): string => oneOf(places).replaceAll('@', () => oneOf(addresses));
  const given = (): string => ` ${oneOf(attributes)}="${oneOf(random(3) ? values : addresses)}"`;
  const pieced = (): string =>
    Array.from({ length: 2 + random(14) }, () => {
      const more = Array.from({ length: random(4) }, given).join('');
      return oneOf(pieces).replace(/(?<!<\/[\w-]*)>$/, () => `${more}>`) + (random(3) ? '' : oneOf(between));
    }).join('');
  const valued = (): string => {
    const [tag, ...names] = oneOf(costlyAttributes);
    const part = oneOf(costlyValues);
    const value = part.repeat(oneOf([10, 100, 1000, 20_000 / part.length]));
    return random(8) ? `<${tag} ${oneOf(names)}="${value}">` : `<style>${value}</style>`;
  };
  const patterned = (): string =>
    oneOf(costlyPatterns)
      .replaceAll('@', bank)
      .replaceAll('%', 'a'.repeat(20 + random(40)));
  const dear = (): string => oneOf([repeated, repeated, valued, patterned])();
  const repeated = (): string =>
    Array.from({ length: 1 + random(3) }, () => {
      const part = oneOf(costly).replaceAll('@', bank);
      const times = oneOf([10, 20, 30, 50, 90, 200, 1000, 30_000 / part.length]);
      return Array.from({ length: times }, (_, index) => part.replaceAll('#', `${index}`)).join('');
    }).join('');
  const around = (html: string): string => {
    const [before, after] = oneOf(surroundings);
    return before + html + after;
  };
  /** The same with a small fault in it, as a parser repairs it. */
  const broken = (html: string): string => {
    const at = random(html.length + 1);
    const [start, end] = [html.slice(0, at), html.slice(at)];
    switch (random(6)) {
      case 0:
        return start + oneOf(splinters) + end;
      case 1:
        return start + end.slice(1 + random(8));
      case 2:
        return start + end.slice(0, random(20)) + end;
      case 3:
        return start + end.slice(0, 20).toUpperCase() + end.slice(20);
      case 4:
        return `${start}&#${end.codePointAt(0) ?? 60};${end.slice(1)}`;
      default:
        return random(2) ? html.replaceAll('"', "'") : html.replaceAll('"', '');
    }
  };

  for (let made = 0; made < count; made++) {
    const parts = Array.from({ length: 1 + random(3) }, () => oneOf([placed, placed, pieced, () => oneOf(hostile)])());
    let html = random(8) || !hasCostly ? parts.join('') : dear();
    for (let times = random(3); times > 0; times--) html = around(html);
    for (let times = random(4); times > 0; times--) html = broken(html);
    yield [html, benign() + html, html + benign()][random(3)] ?? html;
  }
}
