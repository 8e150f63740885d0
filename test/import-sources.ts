import {
  publicPages,
  toHtml,
  toMarkdown,
  writeTexts,
  type Dialect,
  type SourceText,
} from './import-texts.ts';
import {
  docusaurusExtras,
  hugoExtras,
  htmlExtras,
  jekyllExtras,
  mkdocsExtras,
  starlightExtras,
  wordPressExtras,
  type Extra,
} from './import-extras.ts';
import { oldSite, onePixel, writeExport, writeItem } from './wordpress-export.ts';

/** A source of one kind. `addresses` are those at which the source shows each public page. */
export type GeneratedSource = {
  texts: readonly SourceText[];
  files: Readonly<Record<string, string | Buffer>>;
  addresses: ReadonlyMap<number, readonly string[]>;
};

export const day = (at: number) =>
  `2024-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`;
const front = (fields: Readonly<Record<string, string>>) =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}---\n\n`;
const titled = ({ title }: SourceText) => JSON.stringify(title);
const htmlComment = (text: string) => `<!-- ${text} -->`;
const encode = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The title stands in the text of some pages. */
function withTitle(text: SourceText, fields: Readonly<Record<string, string>>, body: string): string {
  if (text.at % 5 !== 4) return front({ title: titled(text), ...fields }) + body;
  return `${Object.keys(fields).length > 0 ? front(fields) : ''}# ${text.title}\n\n${body}`;
}

/** The day of a post as authors write it. */
function spellDay(at: number): string {
  const date = new Date(day(at));
  const month = date.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
  const forms = [
    day(at),
    `"${month} ${date.getUTCDate()}, ${date.getUTCFullYear()}"`,
    `${day(at)}T10:00:00+02:00`,
    `"${day(at)} 10:00:00 +0200"`,
    `"${day(at)} 23:30"`,
  ];
  return forms[at % forms.length] ?? '';
}

/** The fields of a page that is not public, in another spelling for each. */
function pickField(at: number, spellings: readonly Readonly<Record<string, string>>[]) {
  return at < publicPages ? {} : (spellings[(at - publicPages) % spellings.length] ?? {});
}

type Written = {
  file: string;
  text: string | Buffer;
  addresses: readonly string[];
  /** Further files, such as those that lead to the page. */
  more?: Readonly<Record<string, string>>;
};

function collect(
  seed: number,
  extras: readonly Extra[],
  others: Readonly<Record<string, string | Buffer>>,
  write: (text: SourceText, texts: readonly SourceText[]) => Written,
): GeneratedSource {
  const texts = writeTexts(seed).map((text): SourceText => {
    const [source, shown, exact = ''] = extras[text.at % extras.length] ?? ['', ''];
    return { ...text, blocks: [...text.blocks, { kind: 'extra', source, shown, exact }] };
  });
  const written = texts.map((text) => ({ at: text.at, ...write(text, texts) }));
  return {
    texts,
    files: Object.assign(
      {},
      others,
      ...written.map(({ file, text, more }) => ({ ...more, [file]: text })),
    ) as Record<string, string | Buffer>,
    addresses: new Map(
      written.filter(({ at }) => at < publicPages).map(({ at, addresses }) => [at, addresses]),
    ),
  };
}

const site = 'https://old.example';
const nth = (at: number, parts: number, part: number) => at < publicPages && at % parts === part;

export function generateHugo(): GeneratedSource {
  const place = ({ at, name, isPost }: SourceText) => {
    if (at >= publicPages + 10) return `intern/${name}.md`;
    return isPost ? `posts/${name}.md` : at % 3 === 0 ? `docs/${name}.md` : `docs/Deep/${name}/index.md`;
  };
  const addressOf = ({ at, name, isPost }: SourceText) => {
    if (nth(at, 7, 0)) return `/lab/own/${at}/`;
    if (isPost)
      return `/lab/${day(at).slice(0, 7).replace('-', '/')}/${at % 2 === 0 ? `piece-${at}` : name}/`;
    return `/lab/docs/${at % 3 === 0 ? '' : 'deep/'}${name}/`.toLowerCase();
  };
  const settings =
    'baseURL = "https://old.example/lab/"\n[permalinks]\nposts = "/:year/:month/:slugorcontentbasename/"\n';
  const others = {
    'hugo.toml': settings,
    'static/boat.png': onePixel,
    'content/intern/_index.md': '---\ntitle: Inside\ncascade:\n  draft: true\n---\n',
  };
  return collect(1, hugoExtras, others, (text, texts) => {
    const { at } = text;
    const dialect: Dialect = {
      link: (to) =>
        to % 2 === 0 ? `{{< ref "${place(pick(texts, to))}" >}}` : encode(addressOf(pick(texts, to))),
      image: '/boat.png',
      note: (title, words) => `> [!NOTE]\n> **${title}** ${words}`,
      comment: htmlComment,
    };
    const fields = {
      title: titled(text),
      ...(text.isPost && { date: spellDay(at) }),
      ...(nth(at, 7, 0) && { url: JSON.stringify(`/own/${at}/`) }),
      ...(nth(at, 7, 1) && { aliases: JSON.stringify([`/alt/${at}/`]) }),
      ...(text.isPost && at % 2 === 0 && { slug: JSON.stringify(`piece-${at}`) }),
      ...pickField(at, [
        { draft: 'true' },
        { Draft: 'True' },
        { DRAFT: '"true"' },
        { publishDate: '2031-01-01' },
        { expiryDate: '2020-01-01' },
        { date: '2031-05-01' },
        { build: '\n  render: never' },
        { _build: '\n  render: link' },
        { private: 'yes' },
        { draft: 'on' },
      ]),
    };
    const toml = Object.entries(fields)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('');
    const head = at % 4 === 0 && at < publicPages ? `+++\n${toml}+++\n\n` : front(fields);
    const addresses = [addressOf(text), ...(nth(at, 7, 1) ? [`/lab/alt/${at}/`] : [])];
    return { file: `content/${place(text)}`, text: head + toMarkdown(text, dialect), addresses };
  });
}

export function generateJekyll(): GeneratedSource {
  const hiddenPlaces = ['_drafts/', 'intern/', '_notes/', '_posts/2031-05-01-'];
  const place = ({ at, name, isPost }: SourceText) => {
    if (at >= publicPages + 8) return `${hiddenPlaces[at - publicPages - 8] ?? ''}${name}.md`;
    if (isPost) return `_posts/${day(at)}-${name}.md`;
    return at % 6 === 0 ? `_people/${name}.md` : `${at % 6 === 2 ? 'guide/' : ''}${name}.md`;
  };
  const addressOf = ({ at, name, isPost }: SourceText) => {
    if (isPost) return `/lab/${day(at).replaceAll('-', '/')}/${name}/`;
    return at % 6 === 0
      ? `/lab/leute/${name.replace('--', '-').replace('.', '-').toLowerCase()}/`
      : `/lab/${at % 6 === 2 ? 'guide/' : ''}${name}/`;
  };
  const config = `url: ${site}\nbaseurl: /lab\ntitle: The Lab\npermalink: pretty\nexclude: [README.md, intern]\ncollections:\n  people:\n    output: true\n    permalink: /leute/:name/\n  notes: {}\n`;
  const others = {
    '_config.yml': config,
    'boat.png': onePixel,
    'README.md': '# Inside\n\nhiddenREADMEsecret\n',
  };
  return collect(2, jekyllExtras, others, (text, texts) => {
    const dialect: Dialect = {
      link(to) {
        const target = place(pick(texts, to));
        const post = /^_posts\/(.*)\.md$/.exec(target)?.[1];
        return `{{ site.baseurl }}{% ${post === undefined ? `link ${target}` : `post_url ${post}`} %}`;
      },
      image: '{{ site.baseurl }}/boat.png',
      note: (title, words) => `**${title}** ${words}\n{: .notice}`,
      comment: (words) => `{% comment %}\n${words}\n{% endcomment %}`,
      code: (fenced) => `{% raw %}\n${fenced}\n{% endraw %}`,
    };
    const fields = {
      title: titled(text),
      ...(nth(text.at, 7, 1) && { redirect_from: `[/alt/${text.at}/]` }),
      ...pickField(text.at, [
        { published: 'false' },
        { Published: 'no' },
        { published: '"false"' },
        { draft: 'true' },
        { visibility: 'Private' },
        { sitemap: 'false', robots: 'noindex' },
        { hidden: 'yes' },
        { status: 'draft' },
        {},
        {},
        {},
        {},
      ]),
    };
    const addresses = [addressOf(text), ...(nth(text.at, 7, 1) ? [`/lab/alt/${text.at}/`] : [])];
    return { file: place(text), text: front(fields) + toMarkdown(text, dialect), addresses };
  });
}

/** Files of Docusaurus, Starlight and MkDocs link to each other by relative paths. */
function relative(from: string, to: string): string {
  return '../'.repeat(from.split('/').length - 1) + encode(to);
}

const mdx = {
  image: '/boat.png',
  note: (title: string, words: string) => `:::tip[${title}]\n\n${words}\n\n:::`,
  comment: (words: string) => `{/* ${words} */}`,
};
const draftFields = [
  { draft: 'true' },
  { Draft: 'yes' },
  { draft: '"true"' },
  { unlisted: 'true' },
  { hidden: 'on' },
  { published: 'false' },
  { status: 'Draft' },
  { visibility: 'private' },
];

export function generateDocusaurus(): GeneratedSource {
  const place = ({ at, name, isPost }: SourceText) => {
    if (at >= publicPages + 8) return `docs/${at % 2 === 0 ? '_' : '_parts/'}${name}.md`;
    if (isPost) return `blog/${day(at)}-${name}.md`;
    if (nth(at, 9, 2)) return `docs/01-guide/${name}/${at % 2 === 0 ? 'README' : name}.md`;
    return `docs/01-guide/${at % 3 === 0 ? '02-' : ''}${name}.mdx`;
  };
  const addressOf = ({ at, name, isPost }: SourceText) => {
    if (nth(at, 7, 0)) return isPost ? `/manual/posts/own-${at}` : `/manual/docs/own-${at}`;
    if (isPost) return `/manual/posts/${day(at).replaceAll('-', '/')}/${name}`;
    return `/manual/docs/guide/${name}`;
  };
  const others = {
    'docusaurus.config.js': `module.exports = { url: '${site}', baseUrl: '/manual/', presets: [['classic', { blog: { routeBasePath: 'posts' } }]] };\n`,
    'static/boat.png': onePixel,
    'docs/01-guide/_rules.md': 'Keep the gate shut.\n',
  };
  return collect(3, docusaurusExtras, others, (text, texts) => {
    const { at, isPost } = text;
    const file = place(text);
    const link = (to: number) =>
      isPost || pick(texts, to).isPost
        ? encode(addressOf(pick(texts, to)))
        : relative(file, place(pick(texts, to)));
    const slug = isPost ? `own-${at}` : `/own-${at}`;
    const fields = {
      ...(nth(at, 7, 0) && { slug }),
      ...pickField(at, [...draftFields, {}, {}, {}, {}]),
    };
    return {
      file,
      text: withTitle(text, fields, toMarkdown(text, { ...mdx, link })),
      addresses: [addressOf(text)],
    };
  });
}

export function generateStarlight(): GeneratedSource {
  const place = ({ at, name }: SourceText) =>
    at >= publicPages + 8 ? `_parts/${name}.mdx` : `guides/${name}.mdx`;
  const addressOf = ({ at, name }: SourceText) =>
    nth(at, 7, 0) ? `/hand/own/${at}/` : `/hand/guides/${name.toLowerCase().replaceAll('.', '')}/`;
  const others = {
    'astro.config.mjs': `export default defineConfig({ site: '${site}', base: '/hand', integrations: [starlight({ title: 'Quay' })] });\n`,
    'public/boat.png': onePixel,
  };
  return collect(4, starlightExtras, others, (text, texts) => {
    const { at } = text;
    const link = (to: number) => encode(addressOf(pick(texts, to)));
    const fields = {
      title: titled(text),
      ...(nth(at, 7, 0) && { slug: `own/${at}` }),
      ...pickField(at, [...draftFields, {}, {}, {}, {}]),
    };
    const body = toMarkdown(text, { ...mdx, link });
    return {
      file: `src/content/docs/${place(text)}`,
      text: front(fields) + body,
      addresses: [addressOf(text)],
    };
  });
}

export function generateMkDocs(): GeneratedSource {
  const place = ({ at, name }: SourceText) => {
    if (at >= publicPages + 8) return at % 2 === 0 ? `inside/${name}.md` : `guide/${name}.md`;
    return nth(at, 9, 2) ? `guide/${name}/index.md` : `guide/${name}.md`;
  };
  const settings = `site_name: Quay\nsite_url: ${site}/lab/\nexclude_docs: |\n  /inside/\ndraft_docs: |\n  kept-back-51.md\n  /guide/kept-back-53.md\nmarkdown_extensions: [admonition, attr_list, footnotes]\n`;
  const others = { 'mkdocs.yml': settings, 'docs/boat.png': onePixel, 'README.md': 'hiddenREADMEsecret\n' };
  return collect(5, mkdocsExtras, others, (text, texts) => {
    const file = place(text);
    const dialect: Dialect = {
      link: (to) => relative(file, place(pick(texts, to))),
      image: relative(file, 'boat.png'),
      note: (title, words) => `!!! note "${title}"\n\n    ${words}`,
      comment: htmlComment,
    };
    const fields = { ...pickField(text.at, [...draftFields, {}, {}, {}, {}]) };
    const addresses = [`/lab/guide/${text.name}/`];
    return { file: `docs/${file}`, text: withTitle(text, fields, toMarkdown(text, dialect)), addresses };
  });
}

export function generateHtml(): GeneratedSource {
  const endings = ['.html', '.htm', '.xhtml', '/index.html', '.php'];
  const place = ({ at, name, isPost }: SourceText) =>
    `${isPost ? 'news' : 'Guide/deep'}/${name}${endings[at % 5] ?? ''}`;
  const robots = ['noindex', 'NoIndex, follow', 'none', 'noarchive,noindex', 'NONE'];
  return collect(6, htmlExtras, { 'boat.png': onePixel }, (text, texts) => {
    const { at } = text;
    const file = place(text);
    const dialect: Dialect = {
      link: (to) => relative(file, place(pick(texts, to))),
      image: relative(file, 'boat.png'),
      note: () => '',
      comment: (words) =>
        at % 2 === 0
          ? htmlComment(words)
          : `<div style="DISPLAY : none">${words}</div><p hidden>${words}</p>`,
    };
    const isProgram = at >= publicPages && at % 2 === 0;
    const meta =
      at < publicPages || isProgram
        ? ''
        : `<META content="${robots[at % robots.length] ?? ''}" NAME="Robots">`;
    const title = text.title.replaceAll('&', '&amp;');
    const body = `<h1>${title}</h1>\n${toHtml(text, dialect)}${isProgram ? '<?php echo 1; ?>' : ''}`;
    const content = at % 2 === 0 ? `<main>${body}</main>` : `<div class="page">${body}</div>`;
    const page = `<!doctype html><html><head><meta charset="utf-8"><title>${title} | Quay</title>${meta}</head><body><nav><a href="/">All of Quay</a></nav>${content}<footer>Quay House</footer></body></html>`;
    const isLatin = at % 6 === 1;
    const old = `old-${at}.html`;
    const path = `/${file}`;
    return {
      file,
      text: isLatin ? toLatin(page) : page,
      addresses: [path, path.replace(/index\.html$/, ''), ...(nth(at, 7, 1) ? [`/${old}`] : [])],
      more: nth(at, 7, 1)
        ? { [old]: `<title>Moved</title><meta http-equiv="Refresh" content="0; URL=${encode(file)}">Moved` }
        : {},
    };
  });
}

/** The bytes of a page in Windows 1252, with references for other letters. */
function toLatin(page: string): Buffer {
  const text = page.replaceAll(/[^\0-\u00ff]/gu, (letter) => `&#${letter.codePointAt(0) ?? 0};`);
  return Buffer.from(text.replace('charset="utf-8"', 'charset=windows-1252'), 'latin1');
}

export function generateWordPress(): GeneratedSource {
  const addressOf = ({ at, name, isPost }: SourceText) =>
    `/${isPost ? day(at).replaceAll('-', '/') : 'about'}/${encodeURIComponent(name).toLowerCase()}/`;
  const states =
    'draft pending private auto-draft trash future publish Draft inherit unknown private draft'.split(' ');
  const items: string[] = [];
  const source = collect(7, wordPressExtras, {}, (text, texts) => {
    const { at, isPost } = text;
    const isClassic = at % 2 === 1;
    const html = toHtml(text, {
      link: (to) => (to % 2 === 0 ? `${oldSite}/?p=${to + 1}` : oldSite + addressOf(pick(texts, to))),
      image: `${oldSite}/wp-content/uploads/boat.png`,
      note: () => '',
      comment: htmlComment,
    });
    const blocks = html.replaceAll(
      /^<p>.*<\/p>$/gm,
      (p) => `<!-- wp:paragraph -->\n${p}\n<!-- /wp:paragraph -->`,
    );
    const status = at < publicPages ? 'publish' : (states[at - publicPages] ?? '');
    const item = writeItem(
      {
        id: at + 1,
        type: isPost ? 'post' : 'page',
        status: status as 'publish',
        title: text.title,
        link: oldSite + addressOf(text),
      },
      isClassic ? html.replaceAll(/^<p>(.*)<\/p>$/gm, '$1') : blocks,
      { date: `${status === 'future' ? '2031-05-01' : day(at)} 10:00:00` },
    );
    const isLocked = at >= publicPages && status === 'publish';
    items.push(isLocked ? item.replace('<wp:post_password>', '<wp:post_password>open') : item);
    return { file: `${at}`, text: '', addresses: [addressOf(text)] };
  });
  return { ...source, files: { 'export.xml': writeExport(items.join('\n')), 'uploads/boat.png': onePixel } };
}

function pick(texts: readonly SourceText[], at: number): SourceText {
  const text = texts[at];
  if (text === undefined) throw new Error(`no text ${at}`);
  return text;
}
