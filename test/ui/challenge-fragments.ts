/**
 * What hostile scripts do here: leave a mark in every window they can reach. Without quotes, blanks and angle brackets, so
 * that it fits into any attribute.
 */
export const mark = 'for(w/**/of[self,parent,parent.parent,top])try{w.hits.push(1)}catch(e){}';
const image = `<img src=x onerror=${mark}>`;

const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** The policy of a careful shop. Its banks are on this machine, hence the plain-HTTP hosts beside `https:`. */
export const strictPolicy = [
  "default-src 'none'",
  "script-src 'nonce-shop' 'strict-dynamic'",
  "style-src 'self'",
  "connect-src 'self'",
  'frame-src https: http://127.0.0.1:* http://localhost:*',
  "form-action 'self' https: http://127.0.0.1:* http://localhost:*",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html pay-checkout',
].join('; ');

/** A fragment that holds nothing but a script, which makes frame and form itself. */
export const scriptFragment = (bank: string): string => `<div id="root"></div><script>
  var frame = document.createElement('iframe'); frame.name = 'bank'; frame.height = '500';
  var form = document.createElement('form'); form.method = 'POST'; form.action = '${bank}'; form.target = 'bank';
  var root = document.getElementById('root'); root.appendChild(frame); root.appendChild(form); form.submit();
</script>`;

/** Fragments that must neither run in the shop's page nor move it, by what they try. `bank` is an address that may be opened. */
export const hostileFragments = (bank: string): Record<string, string> => {
  const form = (attributes: string, fields = '<input type="hidden" name="creq" value="1">'): string =>
    `<form method="post" ${attributes}>${fields}</form>`;
  const field = (name: string): string => `<input type="hidden" name="${name}" value="1">`;
  return {
    // Scripts.
    'a script': `<script>${mark}</script>`,
    'a script beside a form': `${form(`action="${bank}"`)}<script>${mark}</script>`,
    'a script of the shop’s own origin': '<script src="/test/fixtures/challenge/mark.js"></script>',
    'a script as data': `<script src="data:text/javascript,${encodeURIComponent(mark)}"></script>`,
    'a script with a broken end': `<script>${mark}</script foo="<form>`,
    'a script in pieces': `<scr<script>ipt>${mark}</scr</script>ipt>`,
    'a script with a null character': `<scr\0ipt>${mark}</scr\0ipt>`,
    'a script in SVG': `<svg><script>${mark}</script></svg>`,
    'a script in MathML': `<math><script>${mark}</script></math>`,
    'a module script': `<script type="module">${mark}</script>`,
    'a script in a template': `<template><script>${mark}</script></template>`,
    'a script that climbs': '<script>top.location="about:blank";parent.location="about:blank"</script>',

    // Handlers.
    'a picture that fails': image,
    'a document that loads': `<body onload="${mark}">${form(`action="${bank}"`)}</body>`,
    'a form that is sent': form(`action="${bank}" onsubmit="${mark}" onformdata="${mark}"`),
    'a field that gets the focus': form(`action="${bank}"`, `<input name="a" autofocus onfocus="${mark}">`),
    'a frame that loads': `<iframe src="${bank}" onload="${mark}"></iframe>`,
    'an SVG that loads': `<svg onload="${mark}"></svg>`,
    'an animation that begins': `<svg><animate onbegin="${mark}" attributeName=x dur=1s></svg>`,
    'details that open': `<details open ontoggle="${mark}">x</details>`,
    'media that fail': `<video><source onerror="${mark}"></video><audio src=x onerror="${mark}">`,
    'a marquee that starts': `<marquee onstart="${mark}">x</marquee>`,
    'an old input that gets the focus': `<keygen autofocus onfocus="${mark}"><isindex type=image src=1 onerror="${mark}">`,
    'frames of a frameset': `<frameset onload="${mark}"><frame src="javascript:${mark}"></frameset>`,
    'a style that ends': `<style onload="${mark}">@keyframes a{}</style><div style="animation:a" onanimationstart="${mark}">`,

    // Addresses that run.
    'a frame of javascript': `<iframe src="javascript:${mark}"></iframe>`,
    'a frame of javascript, spaced': `<iframe src=" \tjava\nscript:${mark}"></iframe>`,
    'a frame of javascript, in entities': `<iframe src="&#106;&#x61;vascript&colon;${mark}"></iframe>`,
    'a frame of data': `<iframe src="data:text/html,<script>${mark}</script>"></iframe>`,
    'a frame with a document': `<iframe srcdoc="<script>${mark}</script>"></iframe>`,
    'a frame with a document in a document': `<iframe srcdoc="&lt;iframe srcdoc='&amp;lt;script&amp;gt;${mark}&amp;lt;/script&amp;gt;'&gt;"></iframe>`,
    'a frame with an address and a document': `<iframe src="${bank}" srcdoc="<script>${mark}</script>"></iframe>`,
    'a form to javascript': form(`action="javascript:${mark}"`),
    'a form to javascript in a frame': `<iframe name="f"></iframe>${form(`target="f" action="JaVaScRiPt:${mark}"`)}`,
    'a form to data': form(`action="data:text/html,<script>${mark}</script>"`),
    'a form to a blob and to a file': `${form('action="blob:null/1"')}${form('action="file:///etc/passwd"')}`,
    'a button with an address of its own': `<form id=a></form><button form=a formaction="javascript:${mark}">x</button><input type=submit formaction="javascript:${mark}" autofocus>`,
    'a link to javascript': `<a href="javascript:${mark}" target="_top">x</a><svg><a xlink:href="javascript:${mark}"><text>x</text></a></svg>`,
    'an object and an embed': `<object data="javascript:${mark}"></object><embed src="data:text/html,<script>${mark}</script>">`,
    'a reference in SVG': `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${mark}</script></svg>#x"></use></svg>`,
    'an animated address': `<svg><a><animate attributeName=href values="javascript:${mark}"/><text>x</text></a></svg>`,

    // The document itself.
    'a base address': `<base href="${new URL(bank).origin}/">${form('action="bank/challenge"')}`,
    'a base target': `<base target="_top">${form(`action="${bank}"`)}`,
    'a refresh to javascript': `<meta http-equiv="refresh" content="0;url=javascript:${mark}">`,
    'a refresh to elsewhere': '<meta http-equiv="refresh" content="0;url=about:blank">',
    'a policy and cookies':
      '<meta http-equiv="Content-Security-Policy" content="default-src *"><meta http-equiv="set-cookie" content="a=b">',
    'a style sheet': `<link rel="stylesheet" href="data:text/css,*{display:none}"><style>*{display:none!important}</style>`,
    'a processing instruction': `<?xml-stylesheet href="javascript:${mark}"?><!DOCTYPE x [<!ENTITY y "z">]>`,
    'a shadow root': `<div><template shadowrootmode="open">${image}</template></div>`,
    'custom elements': `<challenge-shop></challenge-shop><form is="challenge-shop" action="${bank}"></form>`,

    // Markup that changes its meaning when it is parsed again.
    'a mutation in MathML': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${mark}&gt;">`,
    'a mutation in SVG': `<svg></p><style><a id="</style><img src=1 onerror=${mark}>">`,
    'a mutation of forms': `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${mark}>`,
    'a mutation in noscript': `<noscript><p title="</noscript><img src=x onerror=${mark}>"></noscript>`,
    'a mutation in a raw text element': `<xmp><p title="</xmp>${image}"></xmp><noembed><p title="</noembed>${image}">`,
    'a mutation in a text area': `<textarea><p title="</textarea>${image}"></textarea><title><p title="</title>${image}">`,
    'a mutation in a comment': `<!--><img src="--><img src=x onerror=${mark}//"><!-- --!>${image}-->`,
    'a mutation in character data': `<svg><![CDATA[><image xlink:href="]]>${image}"></svg>`,
    'a mutation in a list of choices': `<select><iframe></select><img src=x onerror=${mark}></iframe><option><style></option></select>${image}</style>`,
    'a mutation in foreign content': `<svg><foreignObject><div><p></svg><style><a title="</style>${image}">`,
    'a mutation in an annotation': `<math><annotation-xml encoding="text/html"><style>${image}</style></annotation-xml></math>`,
    'a polyglot': `jaVasCript:/*-/*\`/*\\\`/*'/*"/**/(/* */oNcliCk=${mark} )//%0D%0A//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=${mark}//>\\x3e`,
    'another character set': `+ADw-script+AD4-${mark}+ADw-/script+AD4-`,
    'a value that closes its tag': form(`action="${bank}"`, `<input type=hidden name=a value='"></form>${image}'>`),
    'entities that were escaped twice': `&lt;script&gt;${mark}&lt;/script&gt;&amp;lt;img src=x onerror=${mark}&amp;gt;`,

    // Names that hide what a form can do.
    'fields that hide attributes': form(
      `action="${bank}"`,
      many(3, (i) => field(['id', 'name', 'action'][i] ?? '')),
    ),
    'a field called submit': form(`action="${bank}"`, `${field('submit')}${field('method')}${field('target')}`),
    'a field called nodeName': form(`action="${bank}"`, field('nodeName')),
    'a field called attributes': form(`action="${bank}"`, field('attributes')),
    'a field called parentNode': form(
      `action="${bank}"`,
      `${field('parentNode')}${field('ownerDocument')}${field('remove')}`,
    ),
    'a field called getAttribute': form(
      `action="${bank}"`,
      `${field('getAttribute')}${field('querySelectorAll')}${field('children')}`,
    ),
    'a form called document': `<form id="document" name="body" action="${bank}"></form><iframe name="createElement"></iframe>`,
    'fields called after prototypes': form(
      `action="${bank}"`,
      `${field('__proto__')}${field('constructor')}${field('toString')}`,
    ),

    // Targets outside.
    ...Object.fromEntries(
      ['_top', '_parent', '_blank', '_self', '_TOP', '_unfencedTop', 'shop', 'top', 'no\nsuch<frame'].map((target) => [
        `a form to ${JSON.stringify(target)}`,
        form(`action="${bank}" target="${target}"`),
      ]),
    ),
    'a frame called _top': `<iframe name="_top"></iframe>${form(`action="${bank}" target="_top"`)}`,

    // Addresses that are not safe to open.
    ...Object.fromEntries(
      [
        'http://bank.example/',
        'https://good.example@bank.example/',
        'https:bank.example',
        String.raw`https:\\bank.example`,
        '//bank.example/',
        '/challenge',
        'ftp://bank.example/',
        `https://bank.example/${'a'.repeat(2048)}`,
        '',
      ].map((address) => [`a form to ${address.slice(0, 40)}`, form(`action="${address}"`)]),
    ),

    // Too much.
    'more than can be read': `${form(`action="${bank}"`)}${'a'.repeat(70_000)}`,
    'more tags than a challenge has': many(501, () => '<div>'),
    'tags without end': `${many(499, (index) => `<b a${index}>`)}${many(499, () => '</p>')}`,
    'attributes without end': `<form ${many(10_000, (index) => `a${index} `)}>`,
    'frames without end': many(100, (index) => `<iframe name="f${index}" src="${bank}"></iframe>`),
    'forms without end': many(100, () => form(`action="${bank}"`)),
    'megabytes of entities': '&amp;'.repeat(200_000),
    nothing: ' \n\t ',
    'words alone': 'Your bank is not available.',
  };
};

/** Fragments as banks write them, by what is particular about them. Each loads `bank` once, unless a count is given. */
export const bankFragments = (
  bank: string,
): Record<string, { html: string; loads?: number; fields?: Record<string, string> }> => ({
  'a frame, a form and the script that sends it': {
    html: `<iframe name="challengeFrame" id="challengeFrame" width="100%" height="500"></iframe>
      <form id="challengeForm" method="POST" action="${bank}" target="challengeFrame">
        <input type="hidden" name="creq" value="eyJhIjoxfQ==">
        <input type="hidden" name="threeDSSessionData" value="MTIz">
      </form><script>document.getElementById("challengeForm").submit();</script>`,
    fields: { creq: 'eyJhIjoxfQ==', threeDSSessionData: 'MTIz' },
  },
  'a form alone': {
    html: `<form method="post" action="${bank}"><input type="hidden" name="creq" value="a+b/c="></form>`,
    fields: { creq: 'a+b/c=' },
  },
  'a frame alone': { html: `<iframe src="${bank}?creq=1" width="500" height="600" allow="payment"></iframe>` },
  'many fields, some with awkward names and values': {
    html: `<form method="post" action="${bank}">${['id', 'name', 'action', 'submit', 'MD', 'TermUrl']
      .map((name) => `<input type="hidden" name="${name}" value="${name}: &quot;á&amp;ñ&quot; &lt;1&gt;">`)
      .join('')}</form>`,
    fields: Object.fromEntries(
      ['id', 'name', 'action', 'submit', 'MD', 'TermUrl'].map((name) => [name, `${name}: "á&ñ" <1>`]),
    ),
  },
  'capitals, as in 1999': {
    html: `<IFRAME NAME=ACS></IFRAME><FORM METHOD=POST ACTION='${bank}' TARGET=ACS><INPUT TYPE=HIDDEN NAME=PaReq VALUE='eJx'></FORM>`,
    fields: { PaReq: 'eJx' },
  },
  'a form with an encoding': {
    html: `<form method="post" enctype="multipart/form-data" action="${bank}"><input type="hidden" name="creq" value="1" /></form>`,
    fields: { creq: '1' },
  },
  'a form that asks with GET': {
    html: `<form method="get" action="${bank}"><input type="hidden" name="creq" value="by-get"></form>`,
    fields: { creq: 'by-get' },
  },
  'a whole document': {
    html: `<!DOCTYPE html><html><head><title>3DS</title><meta charset="utf-8"><style>iframe{border:0}</style></head>
      <body onload="document.forms[0].submit()"><noscript><input type="submit" value="Continue"></noscript>
      <form action="${bank}" method="POST"><input type="hidden" name="creq" value="1"></form></body></html>`,
    fields: { creq: '1' },
  },
  'method data ahead of the challenge': {
    html: `<iframe id="threeDSMethodIframe" name="threeDSMethodIframe" style="display:none"></iframe>
      <form id="threeDSMethodForm" action="${bank}" method="POST" target="threeDSMethodIframe">
      <input type="hidden" name="threeDSMethodData" value="eyJ0aHJlZURTIjoxfQ"></form>`,
    fields: { threeDSMethodData: 'eyJ0aHJlZURTIjoxfQ' },
  },
  'method data and the challenge, each in its frame': {
    html: `<iframe name="method"></iframe><iframe name="challenge"></iframe>
      <form method="post" action="${bank}" target="method"><input type="hidden" name="threeDSMethodData" value="1"></form>
      <form method="post" action="${bank}" target="challenge"><input type="hidden" name="creq" value="1"></form>`,
    loads: 2,
  },
  'a form for the whole window': {
    html: `<form method="post" action="${bank}" target="_top"><input type="hidden" name="creq" value="1"></form>`,
    fields: { creq: '1' },
  },
  'a form in a table, its fields pushed out of it': {
    html: `<table><form method="post" action="${bank}"><tr><td><input type="hidden" name="creq" value="1"></td></tr></form></table>`,
    fields: { creq: '1' },
  },
  'a button for those without scripts': {
    html: `<form method="post" action="${bank}"><input type="hidden" name="creq" value="1"><input type="submit" name="go" value="Continuar"></form>`,
    fields: { creq: '1' },
  },
  'an address with parameters': {
    html: `<form method="post" action="${bank}?a=1&amp;b=2#step"><input type="hidden" name="creq" value="1"></form>`,
    fields: { creq: '1' },
  },
});
