import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { escapeHtml } from '#lib/content/html-text.ts';
import { createRandom } from './random.ts';

/** A page of a generated export, and what must become of it. */
type GeneratedPage = {
  id: number;
  type: 'post' | 'page';
  title: string;
  status: 'publish' | 'future' | 'draft';
  /** As in the export: `https://old.example/2019/05/rain/`. */
  link: string;
  /** The words that readers saw, in order. */
  text: string;
};

type GeneratedExport = { xml: string; pages: GeneratedPage[] };

export const oldSite = 'https://old.example';

/** A PNG of one pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const vocabulary = {
  english:
    'soil water river harvest student course field mill lecture garden winter seed wool bridge timber'.split(
      ' ',
    ),
  german: 'Böden Wässer Größe Übung Straße früh Mühle Gärten Prüfung für'.split(' '),
  polish: 'źródło łąka ćwiczenie żniwa ścieżka mąka węgiel pień'.split(' '),
  greek: 'νερό γη ποτάμι μύλος χωράφι σπόρος ξύλο'.split(' '),
};

/** What Markdown and MDX would read as code, tags or marks. */
const hostile =
  String.raw`{curly}¦5 < 6¦a<b>c¦*stars*¦snake_case_name¦__init__¦[brackets]¦[sic]¦(round)¦# hash¦1. first¦\`ticks\`¦R&D¦AT&amp;T¦~~~¦---¦$math$¦| pipe |¦C:\temp¦"quoted"¦it's¦100%¦=>¦<3¦{{ mustache }}¦<!-- note¦$\{value}`
    .replaceAll(/\\(?=[\x60{])/g, '')
    .split('¦');

type Part = { html: string; text: string };

/**
 * Generates an export of WordPress: half from the block editor, half from the classic editor with unclosed tags and
 * shortcodes; with galleries, tables, links, scheduled posts, drafts and the letters of four languages.
 */
export function generateExport(count: number, seed = 1): GeneratedExport {
  const random = createRandom(seed);
  const integer = (max: number) => Math.floor(random() * max);
  const pick = <Item>(items: readonly Item[]): Item => items[integer(items.length)] as Item;
  const chance = (share: number) => random() < share;

  const word = () => {
    const language = chance(0.7) ? 'english' : pick(['german', 'polish', 'greek'] as const);
    return pick(vocabulary[language]);
  };
  const words = (min: number, max: number) =>
    Array.from({ length: min + integer(max - min) }, () => (chance(0.06) ? pick(hostile) : word())).join(' ');
  const sentence = () =>
    `${chance(0.03) ? pick(['import ', 'export ', '+ ', '- ', '1) ', '> ', '=== ']) : ''}${words(5, 18)}.`;
  const escaped = (text: string) => escapeHtml(text).replaceAll('&#39;', "'");
  const plain = (text: string): Part => ({ html: escaped(text), text });

  const pages: GeneratedPage[] = Array.from({ length: count }, (_, at) => describe(at));
  const pictures: string[] = Array.from(
    { length: Math.max(4, Math.ceil(count / 4)) },
    (_, at) => `2019/0${1 + (at % 9)}/picture-${at}.png`,
  );
  const pictureId = (at: number) => count + 10 + at;

  function describe(at: number): GeneratedPage {
    const type = chance(0.7) ? 'post' : 'page';
    const status = chance(0.03) ? 'future' : chance(0.03) ? 'draft' : 'publish';
    const slug = chance(0.1)
      ? encodeURIComponent(`${pick(vocabulary.greek)}-${at}`).toLowerCase()
      : `${pick(vocabulary.english)}-${at}`;
    const title = chance(0.08) ? words(14, 20) : words(2, 5);
    const month = String(1 + (at % 12)).padStart(2, '0');
    const path = type === 'post' ? `/2019/${month}/${slug}/` : `/${chance(0.3) ? 'about/team/' : ''}${slug}/`;
    return { id: at + 1, type, status, title, link: oldSite + path, text: '' };
  }

  function inline(text = sentence()): Part {
    const { html } = plain(text);
    const kind = integer(10);
    if (kind === 0) return { html: `<strong>${html}</strong>`, text };
    if (kind === 1) return { html: `<em>${html}</em>`, text };
    if (kind === 2) {
      const target = pick(pages);
      const href = pick([target.link, target.link.replace(oldSite, ''), `${oldSite}/?p=${target.id}`]);
      return { html: `<a href="${href}">${html}</a>`, text };
    }
    if (kind === 3)
      return { html: `<a href="${oldSite}/wp-content/uploads/2019/01/terms.pdf">${html}</a>`, text };
    if (kind === 4) return { html: `H<sub>2</sub>O ${html}`, text: `H2O ${text}` };
    if (kind === 5) return { html: `<span style="color:red" class="x">${html}</span>`, text };
    return { html, text };
  }
  function several(make: () => Part, min: number, max: number, glue = ' '): Part {
    const parts = Array.from({ length: min + integer(max - min) }, make);
    return { html: parts.map(({ html }) => html).join(glue), text: parts.map(({ text }) => text).join(' ') };
  }
  const wrap = (tag: string, part: Part, attributes = ''): Part => ({
    html: `<${tag}${attributes}>${part.html}</${tag}>`,
    text: part.text,
  });
  const block = (name: string, part: Part, json = ''): Part => ({
    html: `<!-- wp:${name}${json && ` ${json}`} -->\n${part.html}\n<!-- /wp:${name} -->\n\n`,
    text: part.text,
  });
  const heading = () => {
    const level = pick([2, 2, 3, 3, 4, 1]);
    return wrap(`h${level}`, plain(words(2, 6)), ' class="wp-block-heading"');
  };
  const list = (depth = 0): Part => {
    const item = (): Part => {
      const text = inline();
      const inner = depth < 2 && chance(0.2) ? list(depth + 1) : { html: '', text: '' };
      return { html: `<li>${text.html}${inner.html}</li>`, text: `${text.text} ${inner.text}` };
    };
    return wrap(chance(0.5) ? 'ul' : 'ol', several(item, 2, 5, '\n'));
  };
  const table = (): Part => {
    const columns = 2 + integer(3);
    const row = (tag: string) => (): Part => {
      const cells = Array.from({ length: columns }, () => inline(words(1, 4)));
      return wrap('tr', {
        html: cells.map(({ html }) => `<${tag}>${html}</${tag}>`).join(''),
        text: cells.map(({ text }) => text).join(' '),
      });
    };
    const head = wrap('thead', row('th')());
    const body = wrap('tbody', several(row('td'), 2, 5));
    const caption = plain(words(2, 5));
    return {
      html: `<figure class="wp-block-table"><table>${head.html}${body.html}</table><figcaption>${caption.html}</figcaption></figure>`,
      text: `${head.text} ${body.text} ${caption.text}`,
    };
  };
  const picture = (): { path: string; at: number } => {
    const at = integer(pictures.length);
    return { path: pictures[at] as string, at };
  };
  const image = (): Part => {
    const { path, at } = picture();
    const alt = chance(0.7) ? plain(words(2, 5)) : { html: '', text: `Picture number ${at}` };
    const caption = chance(0.5) ? plain(words(2, 6)) : undefined;
    const src = `${oldSite}/wp-content/uploads/${path.replace('.png', pick(['', '-300x200']) + '.png')}`;
    return {
      html: `<figure class="wp-block-image"><a href="${oldSite}/wp-content/uploads/${path}"><img src="${src}" alt="${alt.html}" class="wp-image-${pictureId(at)}" width="300" srcset="${src} 300w"/></a>${caption ? `<figcaption class="wp-element-caption">${caption.html}</figcaption>` : ''}</figure>`,
      text: `${alt.text} ${caption?.text ?? ''}`,
    };
  };

  /** A part in tags inside each other, the inner one first. */
  const within = (part: Part, ...tags: [name: string, attributes?: string][]): Part =>
    tags.reduce((inner, [name, attributes]) => wrap(name, inner, attributes), part);
  const withClass = (name: string) => ` class="wp-block-${name}"`;
  const paragraphs = () => block('paragraph', wrap('p', several(inline, 1, 4)));
  const makeBlock: (() => Part)[] = [
    paragraphs,
    paragraphs,
    paragraphs,
    () => block('heading', heading()),
    () => block('list', list()),
    () => block('table', table()),
    () => block('image', image(), '{"sizeSlug":"medium"}'),
    () => {
      const figure = wrap('figure', several(image, 2, 4), withClass('gallery has-nested-images'));
      return block('gallery', figure, '{"linkTo":"none"}');
    },
    () =>
      block(
        'quote',
        within(
          several(() => wrap('p', inline()), 1, 3),
          ['blockquote', withClass('quote')],
        ),
      ),
    () => {
      const code = plain(`if (a < b) {\n  return "${words(1, 3)}";\n}`);
      return block('code', within(code, ['code'], ['pre', withClass('code')]));
    },
    () => {
      const column = () => within(inline(), ['p'], ['div', withClass('column')]);
      return block('columns', wrap('div', several(column, 2, 3), withClass('columns')));
    },
    () => {
      const text = plain(words(1, 3));
      const link = `${withClass('button__link')} href="${pick(pages).link}"`;
      return block('buttons', within(text, ['a', link], ['div'], ['div', withClass('buttons')]));
    },
    () =>
      block('details', {
        html: '<details><summary>More</summary><p>Hidden words</p></details>',
        text: 'More Hidden words',
      }),
    () => ({
      html: '<!-- wp:separator -->\n<hr class="wp-block-separator"/>\n<!-- /wp:separator -->\n\n',
      text: '',
    }),
    () => ({ html: '<!-- wp:latest-posts {"postsToShow":3} /-->\n\n', text: '' }),
    () =>
      block('embed', {
        html: '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://video.example/watch?v=a_b_c\n</div></figure>',
        text: 'https://video.example/watch?v=a_b_c',
      }),
  ];

  const around = (start: string, { html, text }: Part, end: string): Part => ({
    html: start + html + end,
    text,
  });
  /** A part behind a tag that is not closed. */
  const after = (tag: string, part: Part) => around(tag, part, '');
  const makeClassic: (() => Part)[] = [
    () => several(inline, 1, 4, '\n'),
    () => several(inline, 1, 4),
    () => several(inline, 1, 4),
    () => heading(),
    () => list(),
    () => several(() => after('<p>', inline()), 1, 3, '\n'),
    () =>
      wrap(
        'ul',
        several(() => after('<li>', inline()), 2, 4, '\n'),
      ),
    () => after('<b>', plain(words(2, 5))),
    () => {
      const cell = () => after('<td>', plain(words(1, 3)));
      const rows = several(
        () => {
          const [one, two] = [cell(), cell()];
          return { html: `<tr>${one.html}${two.html}`, text: `${one.text} ${two.text}` };
        },
        2,
        4,
      );
      return wrap('table', rows, ' border=1');
    },
    () => {
      const { path, at } = picture();
      const [alt, caption] = [plain(words(2, 4)), plain(words(2, 6))];
      return {
        html: `[caption id="attachment_${pictureId(at)}" align="alignleft" width="300"]<a href="${oldSite}/wp-content/uploads/${path}"><img src="${oldSite}/wp-content/uploads/${path}" alt="${alt.html}" width="300" height="200" /></a> ${caption.html}[/caption]`,
        text: `${alt.text} ${caption.text}`,
      };
    },
    () => {
      const chosen = [picture(), picture(), picture()];
      return {
        html: `[gallery columns="2" ids="${chosen.map(({ at }) => pictureId(at)).join(',')}"]`,
        text: chosen.map(({ at }) => `Picture number ${at}`).join(' '),
      };
    },
    () => ({ html: '[contact-form-7 id="12" title="Contact"]', text: '' }),
    () => around('[box color="red"]', inline(), '[/box]'),
    () => around('[embed]', plain('https://video.example/watch?v=a_b_c'), '[/embed]'),
    () => around('<div align="center"><font color="red">', inline(), '</font></div>'),
    () => ({ html: '<!--more-->', text: '' }),
  ];

  function write(page: GeneratedPage): string {
    const isBlocks = chance(0.5);
    const parts = [
      isBlocks ? block('paragraph', wrap('p', inline())) : inline(),
      ...Array.from({ length: 2 + integer(9) }, () => pick(isBlocks ? makeBlock : makeClassic)()),
    ];
    page.text = parts.map(({ text }) => text).join(' ');
    return parts.map(({ html }) => html).join(isBlocks ? '' : '\n\n');
  }

  const items = [
    ...pages.map((page) =>
      writeItem(page, write(page), {
        author: pick(['ada', 'bo']),
        date:
          page.status === 'future'
            ? '2031-05-01 10:30:00'
            : `2019-0${1 + (page.id % 9)}-1${page.id % 10} 08:00:00`,
      }),
    ),
    ...pictures.map((path, at) => writePicture(pictureId(at), path, `Picture number ${at}`)),
    writeMenu(count + 5, pages[0]),
  ];
  return { xml: `${head}${items.join('\n')}\n</channel></rss>\n`, pages };
}

/** Writes the files of the media library. */
export function writeUploads(folder: string, xml: string): void {
  const paths = [...xml.matchAll(/<wp:attachment_url><!\[CDATA\[[^\]]*\/uploads\/([^\]]+)\]\]>/g)].map(
    ([, path = '']) => path,
  );
  for (const path of [...paths, '2019/01/terms.pdf']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), onePixel);
  }
}

const head = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old site</title>
<link>${oldSite}</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${oldSite}</wp:base_site_url>
<wp:base_blog_url>${oldSite}</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[ada]]></wp:author_login><wp:author_email><![CDATA[ada@old.example]]></wp:author_email><wp:author_display_name><![CDATA[Ada Wren]]></wp:author_display_name></wp:author>
<wp:author><wp:author_id>2</wp:author_id><wp:author_login><![CDATA[bo]]></wp:author_login><wp:author_display_name><![CDATA[Bo Łącki]]></wp:author_display_name></wp:author>
`;

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

export function writeItem(
  { id, type, status, title, link }: Pick<GeneratedPage, 'id' | 'type' | 'status' | 'title' | 'link'>,
  content: string,
  {
    author = 'ada',
    date = '2019-05-01 08:00:00',
    meta = '',
  }: { author?: string; date?: string; meta?: string } = {},
): string {
  const name = link.split('/').filter(Boolean).at(-1) ?? '';
  return `<item><title>${cdata(escapeHtml(title))}</title><link>${link}</link><pubDate></pubDate><dc:creator>${cdata(author)}</dc:creator><guid isPermaLink="false">${oldSite}/?p=${id}</guid><description></description>
<content:encoded>${cdata(content)}</content:encoded><excerpt:encoded>${cdata('')}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>${cdata(date)}</wp:post_date><wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt><wp:post_modified>${cdata(date)}</wp:post_modified><wp:post_name>${cdata(name)}</wp:post_name><wp:status>${cdata(status)}</wp:status><wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order><wp:post_type>${cdata(type)}</wp:post_type><wp:post_password></wp:post_password><category domain="category" nicename="news"><![CDATA[News]]></category>${meta}</item>`;
}

/** An export with one item, or with several. */
export function writeExport(items: string): string {
  return `${head}${items}\n</channel></rss>\n`;
}

function writePicture(id: number, path: string, alt: string): string {
  return `<item><title>${cdata(path)}</title><link>${oldSite}/?attachment_id=${id}</link><dc:creator>${cdata('ada')}</dc:creator><content:encoded>${cdata('')}</content:encoded><excerpt:encoded>${cdata('')}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>${cdata('2019-01-01 08:00:00')}</wp:post_date><wp:post_name>${cdata(`picture-${id}`)}</wp:post_name><wp:status>${cdata('inherit')}</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>${cdata('attachment')}</wp:post_type><wp:attachment_url>${cdata(`${oldSite}/wp-content/uploads/${path}`)}</wp:attachment_url><wp:postmeta><wp:meta_key>${cdata('_wp_attachment_image_alt')}</wp:meta_key><wp:meta_value>${cdata(alt)}</wp:meta_value></wp:postmeta></item>`;
}

function writeMenu(id: number, target: GeneratedPage | undefined): string {
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;
  return `<item><title>${cdata('Start here')}</title><link>${oldSite}/?p=${id}</link><wp:post_id>${id}</wp:post_id><wp:status>${cdata('publish')}</wp:status><wp:post_type>${cdata('nav_menu_item')}</wp:post_type><category domain="nav_menu" nicename="main"><![CDATA[Main]]></category>${meta('_menu_item_type', 'post_type')}${meta('_menu_item_object_id', String(target?.id ?? 0))}</item>`;
}
