import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetCollection } from '#lib/importing/source-page.ts';
import {
  isData,
  itemsOf,
  listIn,
  maxSettings,
  readSettings,
  valueAt,
  type Data,
  type Settings,
} from './parse-settings.ts';
import { listInCode, objectIn, textIn, withoutComments } from './settings-code.ts';
import { redirectsIn, type Redirect } from './settings-redirects.ts';

/** The kinds of sites whose folders can be read. */
export type MarkdownLayout = 'hugo' | 'jekyll' | 'docusaurus' | 'starlight' | 'plain';

/** Where a kind of site keeps its texts, and at which addresses it shows them. */
export type LayoutRules = Settings & {
  layout: MarkdownLayout;
  /** Folders of texts, below the source. Each has the address at which it is shown, and the collection of its texts. */
  folders: readonly { folder: string; base: string; collection: TargetCollection | undefined }[];
  /** Folders of files that are shown at the root of the site. */
  publicFolders: readonly string[];
  /** The public origin, and the path below which the whole site is, if the settings of the source have them. */
  origin: string | undefined;
  base: string;
  /** Patterns of files that are no pages, and after `!` of those that are, in spite of the patterns before. */
  excluded: readonly string[];
  redirects: readonly Redirect[];
  /** Whether a dollar sign starts a formula. */
  hasMath: boolean;
  /** Whether the addresses of pages end with a slash, so that relative links start below them. */
  hasSlash: boolean;
};

/** Recognises Hugo, Jekyll, Docusaurus and Starlight by their files. */
export function findLayout(source: string): LayoutRules {
  const has = (path: string) => existsSync(join(source, path));
  const find = (pattern: string) => globSync(pattern, { cwd: source }).toSorted();
  const readProgram = (pattern: string) => {
    const [file] = find(pattern);
    return file && withoutComments(readFileSync(join(source, file), 'utf8').slice(0, maxSettings));
  };
  const programs = '.config.{js,mjs,cjs,ts,mts}';
  if (has('src/content/docs')) return ofStarlight(readProgram(`astro${programs}`) ?? '');
  const docusaurus = readProgram(`docusaurus${programs}`);
  if (docusaurus !== undefined) return ofDocusaurus(docusaurus, source);
  const jekyll = find('_config.{yml,yaml,toml}').slice(-1);
  if (jekyll.length > 0 || has('_posts')) return ofJekyll(readSettings(source, jekyll));
  const hugo = find('{{config,hugo},config/_default/*}.{toml,yaml,yml,json}');
  if (hugo.length > 0 || has('archetypes') || has('content/_index.md'))
    return ofHugo(readSettings(source, hugo));
  const [site = ''] = find('{{docs/,}.{vitepress,vuepress}/config,.eleventy,eleventy.config}.*');
  const manual = find('mkdocs.{yml,yaml}');
  const usual = manual.length > 0 || site.startsWith('docs/') ? 'docs' : '';
  const ignored = find('.eleventyignore').map((file) => readFileSync(join(source, file), 'utf8'));
  return ofUnknown(readSettings(source, manual), { code: readProgram(site) ?? '', usual, ignored });
}

type Known = Partial<LayoutRules> & {
  /** Settings that are a program. */
  code?: string;
  /** The address of the site, and the path below which it is, in the form of its system. */
  url: unknown;
  path: unknown;
};

function toRules({ code = '', url, path, settings = {}, ...others }: Known): LayoutRules {
  return {
    layout: 'plain',
    folders: [{ folder: '', base: '', collection: undefined }],
    publicFolders: [''],
    excluded: [],
    problem: undefined,
    hasSlash: false,
    ...others,
    settings,
    origin: originIn(url),
    base: baseIn(path),
    redirects: redirectsIn(code, settings),
    hasMath: /katex|mathjax|remark-math|passthrough/i.test(code + JSON.stringify(settings)),
  };
}

type Unknown = { code: string; usual: string; ignored: readonly string[] };

/** MkDocs, VitePress, VuePress and Eleventy keep their texts in a folder whose name is not part of the addresses. */
function ofUnknown({ settings, problem }: Settings, { code, usual, ignored }: Unknown): LayoutRules {
  const named = textIn(code, 'input') ?? textIn(code, 'srcDir') ?? valueAt(settings, 'mkdocs.docs_dir');
  const url = valueAt(settings, 'mkdocs.site_url');
  const path = url ?? textIn(code, 'base') ?? textIn(code, 'pathPrefix');
  const { folder, ...others } = folderAt(named ?? usual);
  const lists = [
    // MkDocs serves no templates.
    settings['mkdocs'] === undefined ? undefined : '/templates/',
    valueAt(settings, 'mkdocs.exclude_docs'),
    valueAt(settings, 'mkdocs.draft_docs'),
    ...ignored,
  ];
  const excluded = [
    ...lists.flatMap((list) => (typeof list === 'string' ? list.split('\n') : [])).flatMap(readIgnored),
    ...listInCode(code, 'srcExclude'),
    ...listInCode(code, 'pagePatterns').flatMap((pattern) =>
      pattern.startsWith('!') ? pattern.slice(1) : [],
    ),
    ...[...code.matchAll(/\bignores\.add\(\s*["'`]([^"'`\n]+)["'`]/g)].map(([, pattern = '']) => pattern),
  ].map((pattern) => pattern.replace(`${folder}/`, ''));
  const isManual = settings['mkdocs'] !== undefined;
  const hasSlash = isManual
    ? valueAt(settings, 'mkdocs.use_directory_urls') !== false
    : /eleventy|addPassthroughCopy/.test(code);
  return toRules({ url, path, settings, problem, hasSlash, folders: [{ folder, ...others }], excluded });
}

/** A line of a list such as `.gitignore`: a pattern without a slash fits in each folder. */
function readIgnored(line: string): string[] {
  const pattern = line.trim();
  if (pattern === '' || pattern.startsWith('#')) return [];
  const [, sign = '', name = ''] = /^(!?)(.*)$/.exec(pattern) ?? [];
  return [`${sign}${/\/./.test(name) ? name.replace(/^\//, '') : `**/${name}`}`];
}

function folderAt(path: unknown) {
  const folder = typeof path === 'string' ? path.replace(/^\.?\/?/, '').replace(/\/$/, '') : '';
  return { folder, base: '', collection: undefined };
}

function ofStarlight(code: string): LayoutRules {
  const folders = [folderAt('src/content/docs')];
  const [url, path] = [textIn(code, 'site'), textIn(code, 'base')];
  return toRules({
    layout: 'starlight',
    hasSlash: true,
    code,
    url,
    path,
    folders,
    publicFolders: ['public', 'src'],
  });
}

/** Readers see the first version of a list, and not the texts of the next one. */
function ofDocusaurus(code: string, source: string): LayoutRules {
  const list = join(source, 'versions.json');
  const versions = existsSync(list) ? readFileSync(list, 'utf8') : '';
  const last = textIn(code, 'lastVersion') ?? /"([^"]+)"/.exec(versions)?.[1];
  const versioned = last === undefined || last === 'current' ? undefined : `versioned_docs/version-${last}`;
  const folders = (
    [
      ['docs', 'docs', 'docs', undefined],
      ['blog', 'blog', 'blog', 'news'],
      ['pages', 'src/pages', '', 'pages'],
    ] as const
  ).flatMap(([name, usual, route, collection]) => {
    const own = objectIn(code, name);
    if (own === false) return [];
    const { folder } = folderAt((name === 'docs' && versioned) || (textIn(own, 'path') ?? usual));
    return [{ folder, base: baseIn(textIn(own, 'routeBasePath') ?? route), collection, own }];
  });
  const excluded = folders.flatMap(({ own }) => listInCode(own, 'exclude'));
  const [url, path] = [textIn(code, 'url'), textIn(code, 'baseUrl')];
  const hasSlash = /\btrailingSlash\s*:\s*true/.test(code);
  return toRules({
    layout: 'docusaurus',
    code,
    url,
    path,
    folders,
    publicFolders: ['static', ''],
    excluded,
    hasSlash,
  });
}

function ofJekyll({ settings, problem }: Settings): LayoutRules {
  const hasSlash = /^pretty$|\/$/.test(listIn(settings['permalink'])[0] ?? '');
  const [url, path] = [settings['url'], settings['baseurl']];
  return toRules({ layout: 'jekyll', url, path, settings, problem, hasSlash });
}

function ofHugo({ settings, problem }: Settings): LayoutRules {
  const languages = valueAt(settings, 'languages');
  // A language with texts of its own has its name in the addresses.
  const own = Object.entries(isData(languages) ? languages : {}).flatMap(([language, each]) => {
    const folder = valueAt(each, 'contentDir');
    return typeof folder === 'string'
      ? [{ ...folderAt(folder), base: languageOf(language, settings).base }]
      : [];
  });
  const url = valueAt(settings, 'baseURL');
  return toRules({
    layout: 'hugo',
    hasSlash: valueAt(settings, 'uglyURLs') !== true,
    url,
    path: url,
    folders: own.length > 0 ? own : [folderAt(valueAt(settings, 'contentDir') ?? 'content')],
    publicFolders: ['static', 'assets', 'content'],
    settings,
    problem,
  });
}

/** The language of a file of Hugo such as `rain.de.md`. @returns undefined if the settings have no such language */
export function languageOfFile(path: string, { layout, settings }: LayoutRules) {
  const [, name] = (layout === 'hugo' && /\.([\w-]+)\.\w+$/.exec(path)) || [];
  const isKnown = name !== undefined && isData(valueAt(settings, `languages.${name}`));
  return isKnown ? languageOf(name, settings) : undefined;
}

function languageOf(name: string, settings: Data) {
  const main = valueAt(settings, 'defaultContentLanguage') ?? 'en';
  const isBelow = valueAt(settings, 'defaultContentLanguageInSubdir') === true;
  const isOff =
    valueAt(settings, `languages.${name}.disabled`) === true ||
    itemsOf(valueAt(settings, 'disableLanguages')).includes(name);
  return { base: name === main && !isBelow ? '' : `/${name.toLowerCase()}`, isOff };
}

function originIn(url: unknown): string | undefined {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}

/** `/manual` of `/manual/`, `manual` or `https://old.example/manual/`. */
function baseIn(value: unknown): string {
  const path = typeof value === 'string' ? (URL.parse(value, 'https://x.invalid/')?.pathname ?? '') : '';
  return path.replace(/\/+$/, '');
}
