import { escapeHtml } from '#lib/content/html-text.ts';
import { createRandom } from './random.ts';

/** A part of a sentence: words, words with a mark, or a link to the page with a number. */
type Span = string | { mark: 'strong' | 'em' | 'code'; text: string } | { to: number; text: string };
type Spans = readonly Span[];
type Block =
  | { kind: 'p'; spans: Spans }
  | { kind: 'quote'; spans: Spans }
  | { kind: 'h'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly { spans: Spans; below: readonly string[] }[] }
  | { kind: 'table'; rows: readonly (readonly string[])[] }
  | { kind: 'code'; lines: readonly string[] }
  | { kind: 'note'; title: string; text: string }
  | { kind: 'image'; alt: string }
  | { kind: 'comment'; secret: string }
  | { kind: 'extra'; source: string; shown: string; exact: string };

/** A page of a generated source, and what must become of it. */
export type SourceText = {
  at: number;
  title: string;
  /** The file, without its folder and extension. */
  name: string;
  isPost: boolean;
  blocks: readonly Block[];
  /** A word that no reader may see: the page is not public. */
  secret: string | undefined;
};

const titles =
  `Tides|Übung am Kai|Rope & Knots|Größe der Boote|C# for crews|The lock: how it works|Żagle i wiatr|“Quoted” sails|Don't panic|1e3
  |Σημαίες|100 % wool|Winter – berths|Straße zum Hafen|Null|Yes|A title with many words about ferries, quays, cranes and sheds|Årbok|Façade|Level 2.0
  |Fees (2024)|What is new?|Ebb|Flow|Moorings|Lamps|Buoys|Charts|Sextants|Galley|Harbour watch|Oars|Pumps|Quarters|Radio|Salvage|Tackle|Uniforms
  |Varnish|Wharves|Yards|Zenith|Draft rules|Private berths`
    .split('|')
    .map((title) => title.trim());
const names =
  `tides|übung-am-kai|rope_and_knots|Boote|aux|lock-v1.2|żagle|quoted|dont-panic|1e3|σημαίες|wool|winter--berths|strasse|null|yes
  |long|a\u030arbok|façade|level-2.0|fees-2024|what-is-new`
    .split('|')
    .map((name) => name.trim());
const words =
  'soil water Böden Größe mill źródło łąka harbour νερό river quay Übung R&D snake_case_name C# it’s “said” 100 % e.g. Straße crew, lamp; rope (round) x = y + 1 5 * 3'.split(
    ' ',
  );
const codes = [
  ['if (a < b && c > d) {', '  return `<b>${"hi"}</b>`;', '}', '', '# no heading', '* no list'],
  [
    '<VirtualHost *:80>',
    '{{ page.title }}',
    '  Key = "\\value"',
    '</VirtualHost>',
    '',
    '[gallery ids="1"]',
    '<!-- stays -->',
  ],
  ['import tides from "./tides";', 'export const x = {a: 1};', '', ':::note', '- [ ] $a_1$ \\\\ | b'],
];

export const publicPages = 42;
const hiddenPages = 12;

/** The same texts for each kind: 42 that are public, and 12 that are not. */
export function writeTexts(seed: number): SourceText[] {
  const random = createRandom(seed);
  const integer = (max: number) => Math.floor(random() * max);
  const say = (count: number) =>
    Array.from({ length: count }, () => words[integer(words.length)] ?? '').join(' ');
  const sentence = (): Spans => {
    const mark = (['strong', 'em', 'code'] as const)[integer(3)] ?? 'em';
    const link = { to: integer(publicPages), text: `page ${say(1)} here` };
    return [
      `Now ${say(4)} and `,
      { mark, text: `a ${mark} word` },
      ` of ${say(3)} or `,
      link,
      ` ${say(2)} end.`,
    ];
  };
  const makers: ((at: number) => Block)[] = [
    () => ({ kind: 'quote', spans: sentence() }),
    (at) => ({
      kind: 'list',
      isOrdered: at % 2 === 0,
      items: [
        { spans: sentence(), below: [`inner ${say(2)} one`, 'inner two'] },
        { spans: sentence(), below: [] },
        { spans: ['last item'], below: at % 3 === 0 ? ['deep item'] : [] },
      ],
    }),
    () => ({
      kind: 'table',
      rows: [
        ['Sign', 'Meaning'],
        ['mast', `first ${say(2)} cell`],
        ['Größe', '7.1'],
      ],
    }),
    (at) => ({ kind: 'code', lines: codes[at % codes.length] ?? [] }),
    (at) => ({ kind: 'note', title: `Mind the step ${at}`, text: `It is wet ${say(3)} today.` }),
    (at) => ({ kind: 'image', alt: `A boat with number ${at}` }),
    (at) => ({ kind: 'comment', secret: `remark${at}secret` }),
  ];
  return Array.from({ length: publicPages + hiddenPages }, (_, at) => {
    const secret = at < publicPages ? undefined : `hidden${at}secret`;
    const some = makers.filter((_each, kind) => (kind + at) % 2 === 0 || kind === at % makers.length);
    return {
      at,
      title: at < publicPages ? (titles[at] ?? `Page ${at}`) : `Kept back ${at}`,
      name: at < publicPages ? (names[at] ?? `page-${at}`) : `kept-back-${at}`,
      isPost: at % 3 === 1,
      blocks: [
        { kind: 'p', spans: [...(secret === undefined ? [] : [`${secret} `]), ...sentence()] },
        { kind: 'h', text: `Part of ${say(2)} text` },
        ...some.map((make) => make(at)),
        { kind: 'p', spans: sentence() },
      ],
      secret,
    };
  });
}

/** The words of a text that readers see, in order. */
export function shownText({ blocks }: SourceText): string {
  const of = (spans: Spans) => spans.map((span) => (typeof span === 'string' ? span : span.text)).join('');
  return blocks
    .map((block) => {
      if (block.kind === 'p' || block.kind === 'quote') return of(block.spans);
      if (block.kind === 'h') return block.text;
      if (block.kind === 'list')
        return block.items.map(({ spans, below }) => [of(spans), ...below].join(' ')).join(' ');
      if (block.kind === 'table') return block.rows.flat().join(' ');
      if (block.kind === 'code') return block.lines.join('\n');
      if (block.kind === 'note') return `${block.title} ${block.text}`;
      if (block.kind === 'extra') return block.shown;
      return block.kind === 'image' ? block.alt : '';
    })
    .join(' ');
}

export function linksOf({ blocks }: SourceText): number[] {
  const spans = blocks.flatMap((block) =>
    block.kind === 'list' ? block.items.flatMap((item) => item.spans) : 'spans' in block ? block.spans : [],
  );
  return spans.flatMap((span) => (typeof span === 'object' && 'to' in span ? [span.to] : []));
}

/** How a kind of source writes what Markdown has no common form for. */
export type Dialect = {
  link: (to: number, from: number) => string;
  image: string;
  note: (title: string, text: string) => string;
  comment: (text: string) => string;
  /** What the source would read as its own in a text, such as `{` in MDX. */
  escape?: (text: string) => string;
  code?: (fenced: string) => string;
};

export function toMarkdown({ at, blocks }: SourceText, dialect: Dialect): string {
  const { link, image, note, comment, escape = (text) => text, code = (text) => text } = dialect;
  const signs = { strong: '**', em: '*', code: '`' };
  const inline = (spans: Spans) =>
    spans
      .map((span) => {
        if (typeof span === 'string') return escape(span);
        if ('to' in span) return `[${escape(span.text)}](${link(span.to, at)})`;
        return signs[span.mark] + span.text + signs[span.mark];
      })
      .join('');
  const write = (block: Block): string => {
    if (block.kind === 'p') return inline(block.spans);
    if (block.kind === 'quote') return `> ${inline(block.spans)}`;
    if (block.kind === 'h') return `## ${escape(block.text)}`;
    if (block.kind === 'code') return code(['```js', ...block.lines, '```'].join('\n'));
    if (block.kind === 'note') return note(block.title, escape(block.text));
    if (block.kind === 'image') return `![${block.alt}](${image})`;
    if (block.kind === 'comment') return comment(block.secret);
    if (block.kind === 'extra') return block.source;
    if (block.kind === 'table')
      return block.rows
        .map((row, number) => `| ${row.map(escape).join(' | ')} |${number === 0 ? '\n| --- | --- |' : ''}`)
        .join('\n');
    const sign = block.isOrdered ? '1.' : '-';
    return block.items
      .flatMap(({ spans, below }) => [
        `${sign} ${inline(spans)}`,
        ...below.map((text) => `    - ${escape(text)}`),
      ])
      .join('\n');
  };
  return blocks.map(write).join('\n\n');
}

export function toHtml({ at, blocks }: SourceText, { link, image, comment }: Dialect): string {
  const escape = (text: string) => escapeHtml(text);
  const inline = (spans: Spans) =>
    spans
      .map((span) => {
        if (typeof span === 'string') return escape(span);
        if ('to' in span) return `<a href="${link(span.to, at)}">${escape(span.text)}</a>`;
        return `<${span.mark}>${escape(span.text)}</${span.mark}>`;
      })
      .join('');
  const list = (tag: string, items: readonly string[]) =>
    `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`;
  const write = (block: Block): string => {
    if (block.kind === 'p') return `<p>${inline(block.spans)}</p>`;
    if (block.kind === 'quote') return `<blockquote><p>${inline(block.spans)}</p></blockquote>`;
    if (block.kind === 'h') return `<h2>${escape(block.text)}</h2>`;
    if (block.kind === 'code') return `<pre><code>${escape(block.lines.join('\n'))}</code></pre>`;
    if (block.kind === 'note') return `<p><b>${escape(block.title)}</b> ${escape(block.text)}</p>`;
    if (block.kind === 'image') return `<img src="${image}" alt="${escape(block.alt)}">`;
    if (block.kind === 'comment') return comment(block.secret);
    if (block.kind === 'extra') return block.source;
    if (block.kind === 'table')
      return `<table>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
    const items = block.items.map(
      ({ spans, below }) => inline(spans) + (below.length > 0 ? list('ul', below.map(escape)) : ''),
    );
    return list(block.isOrdered ? 'ol' : 'ul', items);
  };
  return blocks.map(write).join('\n\n');
}
