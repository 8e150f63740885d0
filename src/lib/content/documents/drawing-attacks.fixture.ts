const svg = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8"${attributes}>${inner}</svg>`;
const path = '<path d="M0 0h8v8z"/>';
const nested = (levels: number) =>
  Array.from(
    { length: levels },
    (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`,
  ).join('');

/** Drawings that run code, load or link files, or take browsers much time, each with the name of its attack. */
export const attackDrawings: readonly (readonly [attack: string, source: string])[] = [
  ['a script', svg('<script>steal()</script>')],
  ['a script from another site', svg('<script href="https://x.example/a.js"/>')],
  ['a script from a data URL', svg('<script xlink:href="data:text/javascript,steal()"/>')],
  ['a script with a prefix', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">steal()</x:script>')],
  [
    'a root and a script with a prefix',
    '<x:svg xmlns:x="http://www.w3.org/2000/svg" width="8" height="8"><x:script>steal()</x:script></x:svg>',
  ],
  ['an HTML script', svg('<x:script xmlns:x="http://www.w3.org/1999/xhtml">steal()</x:script>')],
  [
    'a script inside an element of another namespace',
    svg('<a:b xmlns:a="urn:a"><script>steal()</script></a:b>'),
  ],
  ['a script in a text area', svg('<title><textarea><script>steal()</script></textarea></title>')],
  [
    'a script after HTML raw text',
    svg('<title><style><![CDATA[</style><script>steal()</script>]]></style></title>'),
  ],
  ['a script in an HTML comment', svg('<title><!--></title><script>steal()</script>--></title>')],
  ['a script in metadata', svg('<metadata><script>steal()</script></metadata>')],
  ['a script from an entity', `<!DOCTYPE svg [<!ENTITY x "<script>steal()</script>">]>${svg('&x;')}`],
  [
    'an entity in an address',
    `<!DOCTYPE svg [<!ENTITY x "javascript:steal()">]>${svg('<a href="&x;">A</a>')}`,
  ],
  [
    'an entity from another file',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>${svg('<text>&x;</text>')}`,
  ],
  [
    'entities that refer to entities',
    `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg('<text>&b;</text>')}`,
  ],
  ['default attributes', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "steal()">]>${svg(path)}`],
  ['a style sheet', `<?xml-stylesheet href="https://x.example/a.css"?>${svg(path)}`],
  ['an XSL transformation', `<?xml-stylesheet type="text/xsl" href="#x"?>${svg(path)}`],
  ['an event handler', svg(path, ' onload="steal()"')],
  ['an event handler on an element', svg('<path d="M0 0h8v8z" onclick="steal()" onmouseover="steal()"/>')],
  ['an XML Events handler', svg('<handler xmlns="http://www.w3.org/2001/xml-events">steal()</handler>')],
  ['a link', svg(`<a href="javascript:steal()">${path}</a>`)],
  ['a link with an XLink address', svg(`<a xlink:href="javascript:steal()">${path}</a>`)],
  [
    'a link with another prefix for XLink',
    svg(`<a x:href="javascript:steal()" xmlns:x="http://www.w3.org/1999/xlink">${path}</a>`),
  ],
  ['an animated link', svg('<a><set attributeName="href" to="javascript:steal()"/><text>A</text></a>')],
  ['an animation', svg('<path><animate attributeName="d" onbegin="steal()" dur="1s"/></path>')],
  ['an animated copy', svg('<use><animate attributeName="href" values="data:image/svg+xml,a#b"/></use>')],
  [
    'HTML',
    svg(
      '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://x.example"/></foreignObject>',
    ),
  ],
  [
    'HTML without a foreign object',
    svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:steal()"/>'),
  ],
  [
    'a switch with HTML',
    svg(
      '<switch><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="steal()"/></foreignObject></switch>',
    ),
  ],
  ['a picture from another site', svg('<image href="https://x.example/a.png"/>')],
  ['a picture from this site', svg('<image href="/staff"/>')],
  ['a drawing in a picture', svg('<image href="data:image/svg+xml,%3Csvg onload=steal()%3E"/>')],
  [
    'an embedded photo, which may contain its location',
    svg('<image href="data:image/jpeg;base64,/9j/4AAQ"/>'),
  ],
  ['a copy from another site', svg('<use href="https://x.example/a.svg#b"/>')],
  ['a copy from a data URL', svg('<use href="data:image/svg+xml,%3Csvg id=a%3E#a"/>')],
  ['a copy from a script URL', svg('<use href=" java&#x0A;script:steal()"/>')],
  ['a filter that loads a picture', svg('<filter id="a"><feImage href="https://x.example/a.png"/></filter>')],
  ['a filter from another site', svg('<path filter="url(https://x.example/a.svg#b)"/>')],
  ['a fill from another site', svg('<path fill="url(\'https://x.example/#a\')"/>')],
  ['a fill after a fragment', svg('<path fill="url(#a) url(//x.example/a)"/>')],
  ['a cursor', svg('<path cursor="url(https://x.example/a.cur),auto"/>')],
  ['an escaped address', svg('<path fill="u\\72l(https://x.example/a)"/>')],
  ['an image set', svg('<path mask="image-set(\'https://x.example/a\' 1x)"/>')],
  ['a style with an address', svg('<path style="fill:red;mask:url(//x.example/a)"/>')],
  ['a style with a background', svg('<path style="background:url(//x.example/a)"/>')],
  ['a style with an escape', svg('<path style="fill:\\75 rl(//x.example/a)"/>')],
  ['a style with a comment', svg('<path style="fill:u/**/rl(//x.example/a)"/>')],
  ['a style with an open string', svg('<path style="font-family:\'a;fill:url(//x.example/a)"/>')],
  ['a style with a variable', svg('<path style="--a:url(//x.example/a);fill:var(--a)"/>')],
  ['an embedded style sheet', svg('<style>@import "https://x.example/a.css";</style>')],
  ['a style sheet in CDATA', svg('<style><![CDATA[path{fill:url(//x.example/a)}]]></style>')],
  ['a web font', svg('<style>@font-face{font-family:a;src:url(//x.example/a)}</style>')],
  ['a base address', svg('<use href="#a"/>', ' xml:base="https://x.example/"')],
  ['an iframe', svg('<iframe src="https://x.example"/>')],
  ['sound', svg('<audio src="https://x.example/a.mp3"/>')],
  ['a discard', svg('<discard href="#a" begin="click"/>')],
  ['copies of copies', svg(`<g id="a0">${path}</g>${nested(20)}<use href="#a20"/>`)],
  ['more than a thousand copies', svg(`<g id="a">${path}</g>${'<use href="#a"/>'.repeat(1001)}`)],
  ['a copy of itself', svg('<use href="#s"/>', ' id="s"')],
  [
    'masks of masks',
    svg(
      Array.from(
        { length: 30 },
        (_, at) => `<mask id="a${at}">${`<path mask="url(#a${at + 1})"/>`.repeat(10)}</mask>`,
      ).join(''),
    ),
  ],
  ['deep nesting', svg('<g>'.repeat(20_000) + '</g>'.repeat(20_000))],
  ['many elements', svg('<g/>'.repeat(60_000))],
  ['many attributes', svg(path, Array.from({ length: 20_000 }, (_, at) => ` a${at}=""`).join(''))],
  ['many namespaces', svg(path, Array.from({ length: 5000 }, (_, at) => ` xmlns:a${at}="b"`).join(''))],
  ['a long value', svg(`<path fill="${'a'.repeat(400_000)}("/>`)],
  ['many brackets', svg(`<path fill="${'url( '.repeat(100_000)}"/>`)],
  ['more than half a mebibyte', svg(`<desc>${'a'.repeat(600_000)}</desc>`)],
  [
    'names of object properties',
    svg('<constructor:script>steal()</constructor:script>', ' hasOwnProperty="a" __proto__="b"'),
  ],
  ['two roots', svg(path) + svg('<script>steal()</script>')],
  ['HTML after the drawing', `${svg(path)}<html><script>steal()</script></html>`],
  ['HTML before the drawing', `<html><body onload="steal()">${svg(path)}</body></html>`],
  ['no namespace', '<svg width="8" height="8"><script>steal()</script></svg>'],
  ['an element without an end tag', '<svg xmlns="http://www.w3.org/2000/svg"><script>steal()'],
  ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg('<x:script/>+ADw-script+AD4-')}`],
];

/** Patterns that must not match the text of any drawing that `readDrawing` returns. */
export const dangerous = [
  /<(?:\w+:)?(?:script|style|a|set|animate|foreignObject|image|iframe|handler|body|html|textarea|feImage|audio)\b/i,
  /\son\w+\s*=/i,
  /(?:href|src)\s*=\s*"(?!#)/i,
  /url\(\s*(?!["']?#|&quot;#)|@import|expression\(|image-set|\\|var\(/i,
  /<!|<\?|&(?!(?:amp|lt|gt|quot|#13);)/,
];
