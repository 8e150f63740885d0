import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetCollection } from '#lib/importing/source-page.ts';
import {
  isData,
  itemsOf,
  maxSettings,
  readSettings,
  valueAt,
  type Data,
  type Settings,
} from './parse-settings.ts';

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
  /** Patterns of files that are no pages. */
  excluded: readonly string[];
  /** Whether a dollar sign starts a formula. */
  hasMath: boolean;
};

/** Recognises Hugo, Jekyll, Docusaurus and Starlight by their files. */
export function findLayout(source: string): LayoutRules {
  const has = (path: string) => existsSync(join(source, path));
  const find = (pattern: string) => globSync(pattern, { cwd: source }).toSorted();
  const readProgram = (name: string) => {
    const [file] = find(`${name}.config.{js,mjs,cjs,ts,mts}`);
    return file && withoutComments(readFileSync(join(source, file), 'utf8').slice(0, maxSettings));
  };
  if (has('src/content/docs')) return starlight(readProgram('astro') ?? '');
  const docusaurus = readProgram('docusaurus');
  if (docusaurus !== undefined) return ofDocusaurus(docusaurus, source);
  const jekyll = find('_config.{yml,yaml,toml}').slice(-1);
  if (jekyll.length > 0 || has('_posts')) return ofJekyll(readSettings(source, jekyll));
  const hugo = [
    ...find('{config,hugo}.{toml,yaml,yml,json}'),
    ...find('config/_default/*.{toml,yaml,yml,json}'),
  ];
  if (hugo.length > 0 || has('archetypes') || has('content/_index.md'))
    return ofHugo(readSettings(source, hugo));
  return ofUnknown(find, source);
}

/** MkDocs, VitePress, VuePress and Eleventy keep their texts in a folder whose name is not part of the addresses. */
function ofUnknown(find: (pattern: string) => string[], source: string): LayoutRules {
  const manual = find('mkdocs.{yml,yaml}');
  const { settings, problem } = readSettings(source, manual);
  const [config] = find('{{docs/,}.{vitepress,vuepress}/config,.eleventy,eleventy.config}.*');
  const code = config === undefined ? '' : withoutComments(readFileSync(join(source, config), 'utf8'));
  const usual = manual.length > 0 || config?.startsWith('docs/') === true ? 'docs' : '';
  const named = textIn(code, 'input') ?? textIn(code, 'srcDir') ?? valueAt(settings, 'mkdocs.docs_dir');
  const folder = typeof named === 'string' ? named.replace(/^\.?\/?/, '').replace(/\/$/, '') : usual;
  const url = valueAt(settings, 'mkdocs.site_url');
  return {
    ...common,
    folders: [{ folder, base: '', collection: undefined }],
    origin: originIn(url),
    base: baseIn(url ?? textIn(code, 'base') ?? textIn(code, 'pathPrefix')),
    problem,
  };
}

const common: LayoutRules = {
  layout: 'plain',
  folders: [],
  publicFolders: [''],
  origin: undefined,
  base: '',
  settings: {},
  excluded: [],
  hasMath: false,
  problem: undefined,
};

function starlight(code: string): LayoutRules {
  return {
    ...common,
    layout: 'starlight',
    folders: [{ folder: 'src/content/docs', base: '', collection: undefined }],
    publicFolders: ['public', 'src'],
    origin: originIn(textIn(code, 'site')),
    base: baseIn(textIn(code, 'base')),
    hasMath: /katex|mathjax|remark-math/i.test(code),
  };
}

/** Readers see the first version of a list, and not the texts of the next one. */
function ofDocusaurus(code: string, source: string): LayoutRules {
  const list = join(source, 'versions.json');
  const versions = existsSync(list) ? readFileSync(list, 'utf8') : '';
  const version = /"([^"]+)"/.exec(versions)?.[1];
  const last = textIn(code, 'lastVersion') ?? version;
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
    const current = (textIn(own, 'path') ?? usual).replace(/^\.?\//, '').replace(/\/$/, '');
    const folder = (name === 'docs' && versioned) || current;
    return [{ folder, base: baseIn(textIn(own, 'routeBasePath') ?? route), collection, own }];
  });
  return {
    ...common,
    layout: 'docusaurus',
    folders,
    publicFolders: ['static', ''],
    origin: originIn(textIn(code, 'url')),
    base: baseIn(textIn(code, 'baseUrl')),
    excluded: folders.flatMap(({ own }) =>
      [...(/\bexclude\s*:\s*\[([^\]]*)\]/.exec(own)?.[1] ?? '').matchAll(/["'`]([^"'`\n]+)["'`]/g)].map(
        ([, pattern = '']) => pattern,
      ),
    ),
    hasMath: /katex|mathjax|remark-math/i.test(code),
  };
}

function ofJekyll({ settings, problem }: Settings): LayoutRules {
  return {
    ...common,
    layout: 'jekyll',
    folders: [{ folder: '', base: '', collection: undefined }],
    origin: originIn(settings['url']),
    base: baseIn(settings['baseurl']),
    settings,
    hasMath: /katex|mathjax/i.test(JSON.stringify(settings)),
    problem,
  };
}

function ofHugo({ settings, problem }: Settings): LayoutRules {
  const usual = valueAt(settings, 'contentDir') ?? 'content';
  const languages = valueAt(settings, 'languages');
  // A language with texts of its own has its name in the addresses.
  const own = Object.entries(isData(languages) ? languages : {}).flatMap(([language, each]) => {
    const folder = valueAt(each, 'contentDir');
    const { base } = languageOf(language, settings);
    return typeof folder === 'string' ? [{ folder, base, collection: undefined }] : [];
  });
  const folder = typeof usual === 'string' ? usual : 'content';
  return {
    ...common,
    layout: 'hugo',
    folders: own.length > 0 ? own : [{ folder, base: '', collection: undefined }],
    publicFolders: ['static', 'assets', 'content'],
    origin: originIn(valueAt(settings, 'baseURL')),
    base: baseIn(valueAt(settings, 'baseURL')),
    settings,
    hasMath: /katex|mathjax|passthrough/i.test(JSON.stringify(settings)),
    problem,
  };
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

const stringOrComment =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*/g;

function withoutComments(code: string): string {
  return code.replaceAll(stringOrComment, (_, text: string | undefined) => text ?? '');
}

/** The first text after `name:` in settings that are a program. */
function textIn(code: string, name: string): string | undefined {
  return new RegExp(`\\b${name}\\s*:\\s*[^\\n'"\`,]{0,200}["'\`]([^"'\`\\n]*)["'\`]`).exec(code)?.[1];
}

/** The text of `name: { … }` in settings that are a program; false if it is switched off. */
function objectIn(code: string, name: string): string | false {
  const found = [...code.matchAll(new RegExp(`\\b${name}\\s*:\\s*(\\{|false\\b)`, 'g'))];
  const texts = found.map(({ 0: all, 1: start, index }) =>
    start === 'false' ? false : balanced(code.slice(index + all.length)),
  );
  const isOwn = (text: string | false) =>
    text === false || /\b(?:path|routeBasePath|sidebarPath|exclude)\b/.test(text);
  return texts.find(isOwn) ?? texts[0] ?? '';
}

function balanced(code: string): string {
  let depth = 1;
  for (const { 0: brace, index } of code.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth === 0) return code.slice(0, index);
  }
  return code;
}
