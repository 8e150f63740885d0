import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { TargetCollection } from '#lib/importing/source-page.ts';
import type { FrontFields } from './front-fields.ts';
import type { MarkdownLayout } from './source-dialect.ts';

/** Where a kind of site keeps its texts, and at which addresses it shows them. */
export type LayoutRules = {
  layout: MarkdownLayout;
  /** Folders of texts, below the source. Each has the address at which it is shown, and the collection of its texts. */
  folders: readonly { folder: string; base: string; collection: TargetCollection | undefined }[];
  /** Folders of files that are shown at the root of the site. */
  publicFolders: readonly string[];
  /** The public origin, if a setting of the source has it. */
  origin: string | undefined;
  /** Jekyll’s pattern for the addresses of posts. */
  permalink: string;
};

const postFolders = /^(?:_posts|_drafts|posts?|blog|news|articles)$/;

/** Recognises Hugo, Jekyll, Docusaurus and Starlight by their files. */
export function findLayout(source: string): LayoutRules {
  const has = (path: string) => existsSync(join(source, path));
  const config = (...names: string[]) => {
    const name = names.find(has);
    return name === undefined ? '' : readFileSync(join(source, name), 'utf8').slice(0, 100_000);
  };
  const common = { origin: undefined, permalink: '' };
  if (has('src/content/docs')) {
    const astro = config('astro.config.mjs', 'astro.config.ts', 'astro.config.js');
    return {
      ...common,
      layout: 'starlight',
      folders: [{ folder: 'src/content/docs', base: '', collection: undefined }],
      publicFolders: ['public', 'src'],
      origin: originIn(/\bsite:\s*["']([^"']+)["']/.exec(astro)?.[1]),
    };
  }
  const docusaurus = config('docusaurus.config.js', 'docusaurus.config.ts', 'docusaurus.config.mjs');
  if (docusaurus !== '') {
    return {
      ...common,
      layout: 'docusaurus',
      folders: [
        {
          folder: 'docs',
          base: /routeBasePath:\s*["']\/["']/.test(docusaurus) ? '' : '/docs',
          collection: undefined,
        },
        { folder: 'blog', base: '/blog', collection: 'news' },
        { folder: 'src/pages', base: '', collection: 'pages' },
      ],
      publicFolders: ['static', ''],
      origin: originIn(/\burl:\s*["']([^"']+)["']/.exec(docusaurus)?.[1]),
    };
  }
  const jekyll = config('_config.yml', '_config.yaml');
  if (jekyll !== '' || has('_posts')) {
    return {
      layout: 'jekyll',
      folders: [{ folder: '', base: '', collection: undefined }],
      publicFolders: [''],
      origin: originIn(/^url:\s*["']?([^"'\s#]+)/m.exec(jekyll)?.[1]),
      permalink: /^permalink:\s*["']?([^"'\s#]+)/m.exec(jekyll)?.[1] ?? 'date',
    };
  }
  const hugo = config('hugo.toml', 'hugo.yaml', 'config.toml', 'config.yaml', 'config/_default/hugo.toml');
  if (hugo !== '' || has('archetypes') || has('content/_index.md')) {
    return {
      ...common,
      layout: 'hugo',
      folders: [{ folder: 'content', base: '', collection: undefined }],
      publicFolders: ['static', 'assets', 'content'],
      origin: originIn(/^baseURL\s*[:=]\s*["']?([^"'\s]+)/im.exec(hugo)?.[1]),
    };
  }
  return {
    ...common,
    layout: 'plain',
    folders: [{ folder: '', base: '', collection: undefined }],
    publicFolders: [''],
  };
}

function originIn(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}

/** A text by its path below its folder, and what this path says. */
export type TextPlace = {
  /** Without extension, number and date: `leave/sick-leave`. */
  name: string;
  address: string;
  collection: TargetCollection | undefined;
  date: string | undefined;
  order: number | undefined;
  isDraft: boolean;
};

/** @param path with `/`, below `folder` */
export function placeOfText(path: string, rules: LayoutRules, at: number, fields: FrontFields): TextPlace {
  const { base = '', collection } = rules.folders[at] ?? {};
  const parts = path.replace(/\.(?:mdx?|markdown)$/i, '').split('/');
  const isPost = parts.some((part) => postFolders.test(part)) || collection === 'news';
  const file = basename(parts.at(-1) ?? '');
  const [, day, dated] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(file) ?? [];
  const isNumbered = rules.layout === 'docusaurus' && !isPost;
  const [, number, numbered] = (isNumbered && /^(\d{1,4})[-_. ]{1,9}([^-_. ].*)$/.exec(file)) || [];
  const last = isPost && dated !== undefined ? dated : (numbered ?? file);
  const folders = parts.slice(0, -1).map((part) => (isNumbered ? part.replace(/^\d{1,4}[-_. ]+/, '') : part));
  const isIndex = /^(?:_?index|readme)$/i.test(last);
  const given = fields.slug ?? (rules.layout === 'docusaurus' ? fields.id : undefined);
  const shownLast = given !== undefined && !given.includes('/') ? given : last;
  const shown = [...folders, ...(isIndex ? [] : [shownLast])];
  const date = fields.date ?? (isPost ? day : undefined);
  const address = addressOf({
    shown,
    base,
    fields,
    rules,
    isPost,
    date: isPost ? (day ?? date) : undefined,
    last,
  });
  const name = [...folders, isIndex ? 'index' : last].filter((part) => !(isPost && postFolders.test(part)));
  return {
    name: isPost && isIndex ? (folders.at(-1) ?? 'news') : isPost ? name.slice(-1).join('/') : name.join('/'),
    address,
    collection: collection ?? (isPost ? 'news' : undefined),
    date,
    order: fields.order ?? (number === undefined ? undefined : Number(number)),
    isDraft: fields.isDraft || parts[0] === '_drafts',
  };
}

type AddressParts = {
  shown: readonly string[];
  base: string;
  fields: FrontFields;
  rules: LayoutRules;
  isPost: boolean;
  date: string | undefined;
  last: string;
};

function addressOf({ shown, base, fields, rules, isPost, date, last }: AddressParts): string {
  const { layout } = rules;
  const whole = fields.address ?? (fields.slug?.startsWith('/') ? base + fields.slug : undefined);
  if (whole !== undefined) return URL.parse(whole, 'https://x.invalid/')?.pathname ?? '/';
  const [year = '', month = '', day = ''] = date?.split('-') ?? [];
  if (layout === 'jekyll' && isPost) {
    const pattern = jekyllPatterns[rules.permalink] ?? rules.permalink;
    const values: Readonly<Record<string, string>> = {
      year,
      month,
      day,
      title: fields.slug ?? last,
      slug: fields.slug ?? last,
      categories: [...shown.slice(0, -1).filter((part) => !postFolders.test(part)), ...fields.categories]
        .join('/')
        .toLowerCase(),
    };
    return pattern.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '').replaceAll(/\/{2,}/g, '/');
  }
  if (layout === 'docusaurus' && isPost && year && fields.slug === undefined)
    return `${base}/${year}/${month}/${day}/${shown.at(-1) ?? last}`;
  const parts = shown.map((part) => {
    if (layout === 'starlight') return new GithubSlugger().slug(part);
    if (layout === 'hugo') return part.toLowerCase().replaceAll(/\s+/g, '-');
    return part.replace(/^_/, '');
  });
  return (
    `${base}/${parts.join('/')}`.replace(/\/$/, '') +
      (layout === 'hugo' || layout === 'starlight' ? '/' : '') || '/'
  );
}

const jekyllPatterns: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
};
