import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { listElements, parseText } from '#lib/importing/html-tree.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { decodePath } from '#lib/content/links.ts';
import {
  fileUrlOf,
  noOrigin,
  type ImportSource,
  type SourcePage,
  type TargetCollection,
} from '#lib/importing/source-page.ts';
import { isUnindexed, readMetas, unindexed } from '#lib/importing/unshown-words.ts';
import { readFrontFields, type FrontFields } from './front-fields.ts';
import { splitFields } from './split-fields.ts';
import { describeLeftOut, listSourceTexts, matches, type SourceText } from './served-files.ts';
import { liquidCondition } from './read-liquid.ts';
import { itemsOf, readSettings, valueAt, type Data } from './parse-settings.ts';
import { findLayout, languageOfFile, type LayoutRules } from './source-settings.ts';
import { placeOfText } from './text-place.ts';
import { maxFileSize, prepareText, textToHtml, titleIn } from './text-to-html.ts';

type MarkdownOptions = {
  /** The collection of texts that are no posts. */
  into: TargetCollection | undefined;
  /** The old site’s origin, if its settings do not have it. */
  site: string | undefined;
};

/** Reads a folder of Markdown: of Hugo, Jekyll, Docusaurus or Starlight, or any other. */
export function readMarkdownFolder(
  source: string,
  { into = 'handbook', site }: MarkdownOptions,
): ImportSource {
  const rules = findLayout(source);
  const origin = site ?? rules.origin ?? noOrigin;
  const { served, left, others } = listSourceTexts(source, rules);
  const authors = readAuthors(source, rules);
  const unused = new Map<string, string[]>();
  const encodings: string[] = [];
  const pages = served.flatMap((text) => {
    const { file } = text;
    if (statSync(join(source, file)).size > maxFileSize) {
      left.push({ file, reason: 'is larger than 5 MB' });
      return [];
    }
    const content = readTextFile(join(source, file), file, /\.html?$/i.test(file));
    if (content.problem !== undefined) {
      left.push({ file, reason: content.problem });
      return [];
    }
    encodings.push(...content.notes);
    const read = readFrontFields(content.text, {
      defaults: defaultsOf(file, source, rules),
      hasHeads: rules.layout === 'plain',
    });
    if (!read.hasFields && (rules.layout === 'jekyll' || /\.html?$/i.test(file))) {
      left.push({ file, reason: 'has no front matter, so it is no page of the source' });
      return [];
    }
    for (const name of read.fields.unused) unused.set(name, [...(unused.get(name) ?? []), file]);
    return [toPage({ ...read, ...text, source, rules, origin, into, authors })];
  });
  return {
    kind: 'markdown',
    pages,
    origins: [origin],
    findFile: (url) => findFile(url, source, rules),
    menus: [],
    notes: [
      `the folder was read as ${rules.layout}`,
      ...(rules.problem === undefined ? [] : [rules.problem]),
      ...encodings,
      ...describeLeftOut(left),
      ...others,
      ...[...unused].map(
        ([name, files]) =>
          `the field \`${name}\` of ${files.length > 3 ? `${files.length} pages` : files.map((file) => `\`${file}\``).join(', ')}`,
      ),
    ],
  };
}

/** The fields that settings, or files of folders, give to a file. */
function defaultsOf(file: string, source: string, rules: LayoutRules): Data {
  const { layout, settings } = rules;
  if (layout === 'hugo') return cascadeOf(file, source, rules);
  if (layout === 'plain') return folderData(file, source);
  const listed = layout === 'jekyll' ? settings['defaults'] : undefined;
  const kind = /(?:^|\/)_([^/]+)\//.exec(file)?.[1] ?? 'pages';
  const found = itemsOf(listed).filter((each) => {
    const path = valueAt(each, 'scope.path');
    const type = valueAt(each, 'scope.type');
    return (
      (typeof path !== 'string' || path === '' || matches(file, path)) &&
      (type === undefined || type === kind)
    );
  });
  return Object.assign({}, ...found.map((each) => valueAt(each, 'values'))) as Data;
}

/** The fields that Eleventy gives to `posts/a.md`: those of `posts/posts.json`, and of `posts/a.json`. */
function folderData(file: string, source: string): Data {
  const own = file.replace(/\.\w+$/, '');
  const paths = [...listAbove(file).map((folder) => `${folder}/${basename(folder)}`), own];
  const files = paths.flatMap((path) => [`${path}.json`, `${path}.11tydata.json`]);
  const texts = files.map((path) => readIfThere(join(source, path)) || '{}');
  try {
    return Object.assign({}, ...texts.map((text) => JSON.parse(text) as unknown)) as Data;
  } catch {
    return { status: 'pending, since the fields of its folder cannot be read' };
  }
}

/** Hugo’s `cascade` of the settings and of each `_index.md` above. */
function cascadeOf(file: string, source: string, { settings, folders }: LayoutRules): Data {
  const texts = listAbove(file).map((folder) => readIfThere(join(source, folder, '_index.md')));
  const found = [settings, ...texts.map((text) => splitFields(text).data)];
  const { folder = '' } = folders.find((each) => file.startsWith(`${each.folder}/`)) ?? {};
  const path = folder === '' ? file : file.slice(folder.length + 1);
  const all = found
    .flatMap((each) => itemsOf(valueAt(each, 'cascade')))
    .filter((each) => isTarget(valueAt(each, 'target') ?? valueAt(each, '_target'), path));
  const fields = Object.entries(Object.assign({}, ...all) as Data);
  return Object.fromEntries(fields.filter(([name]) => !/target$/i.test(name)));
}

/** Whether a cascade is for a text. @param path below its folder */
function isTarget(target: unknown, path: string): boolean {
  const [pattern, kind, environment] = ['path', 'kind', 'environment'].map((name) => valueAt(target, name));
  const own = path.replace(/\/?_?index\.\w+$/, '');
  const isOfPath =
    typeof pattern !== 'string' ||
    [own, own.replace(/\.\w+$/, '')].some((each) =>
      matches(each.toLowerCase(), pattern.toLowerCase().replaceAll(/(?<=[{,])\//g, '')),
    );
  const ownKind = /(?:^|\/)_index\./.test(path) ? (own === '' ? 'home' : 'section') : 'page';
  return (
    isOfPath &&
    (typeof kind !== 'string' || matches(ownKind, kind)) &&
    (typeof environment !== 'string' || matches('production', environment))
  );
}

/** Docusaurus has the names of authors in a file beside its posts, and Jekyll in its data. */
function readAuthors(source: string, { folders }: LayoutRules): Map<string, string> {
  const places = ['_data', ...folders.map(({ folder }) => folder)];
  const files = places.flatMap((folder) =>
    ['yml', 'yaml'].map((ending) => join(folder, `authors.${ending}`)),
  );
  const { settings } = readSettings(
    source,
    files.filter((file) => existsSync(join(source, file))),
  );
  return new Map(
    Object.entries(valueAt(settings, 'authors') ?? {}).flatMap(([key, author]: [string, unknown]) => {
      const name = typeof author === 'string' ? author : valueAt(author, 'name');
      return typeof name === 'string' ? [[key, name]] : [];
    }),
  );
}

/** The folders of a file, the outer ones first. */
function listAbove(file: string): string[] {
  return [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index));
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

type TextFile = SourceText & {
  fields: FrontFields;
  body: string;
  source: string;
  rules: LayoutRules;
  origin: string;
  into: TargetCollection;
  /** Names of authors by their keys. */
  authors: ReadonlyMap<string, string>;
};

function toPage(text: TextFile): SourcePage {
  const { fields, file, path, at, doubt, rules, origin, into, authors } = text;
  const nameOf = (author: string) => authors.get(author) ?? author;
  const place = placeOfText(path, { rules, at, fields });
  const collection = place.collection ?? into;
  const { html, parts } = textToHtml(text);
  const fileUrl = fileUrlOf(file, origin);
  const address = new URL(place.address, origin).href;
  const flat = place.name.replaceAll('/', '-').replace(/-index$/, '');
  const name = collection === 'handbook' ? place.name.replace(/^handbook\/(?=.)/, '') : flat;
  const picture = fields.picture === undefined ? null : (URL.parse(fields.picture, fileUrl) ?? null);
  // In Obsidian, aliases are further titles.
  const own = fields.aliases.filter((alias) => rules.layout !== 'plain' || /^(?:\/|https?:)/.test(alias));
  const aliases = own.map((alias) => (alias.startsWith('/') ? rules.base + alias : alias));
  const isHidden = html.includes('<meta ') && isUnindexed(readMetas(listElements(parseText(html))));
  const isConditional = html.includes(`data-unknown="${liquidCondition}"`);
  const doubts = [
    ...fields.doubts,
    rules.problem,
    place.doubt,
    doubt,
    isConditional ? 'readers see a part of it under a condition only' : undefined,
    isHidden ? unindexed : undefined,
  ].filter((each) => each !== undefined);
  // Hugo and Jekyll publish nothing before its date.
  const waits =
    /^(?:hugo|jekyll)$/.test(rules.layout) &&
    (valueAt(rules.settings, 'future') ?? valueAt(rules.settings, 'buildFuture')) !== true;
  return {
    id: file,
    title: fields.title ?? titleIn(html) ?? fields.name ?? place.title,
    html,
    raw: { text: text.body, format: 'markdown' },
    prepare: prepareText,
    collection,
    name,
    addresses: [address, ...aliases.flatMap((alias) => URL.parse(alias, address)?.href ?? [])],
    linkedAs: [fileUrl, new URL(place.address.slice(rules.base.length) || '/', origin).href],
    // In a text of another language, `b.md` is the one in this language.
    bases: [
      ...(languageOfFile(path, rules)?.base ? [address, fileUrl] : [fileUrl, address]),
      ...[...parts].map((part) => fileUrlOf(part, origin)),
    ],
    summary: fields.summary,
    date: place.date,
    publishAt: fields.publishAt ?? (waits ? (fields.moment ?? place.date) : undefined),
    unpublishAt: fields.unpublishAt,
    updated: fields.updated,
    order: place.order,
    isDraft: place.isDraft || doubts.length > fields.doubts.length,
    author: fields.author === undefined ? undefined : nameOf(fields.author),
    picture: picture ? { url: picture.href, alt: fields.pictureAlt ?? '' } : undefined,
    doubts: doubts.map((each) => `is a draft: ${each}`),
    notes: fields.coAuthors.length > 0 ? [`it was also by ${fields.coAuthors.map(nameOf).join(', ')}`] : [],
  };
}

/** Looks beside the text first, then in the folders that are shown at the root of the site. */
function findFile(
  url: URL,
  source: string,
  { publicFolders, folders, base }: LayoutRules,
): string | undefined {
  const whole = decodePath(url.pathname).replace(/^\/(?:@site|~)(?=\/)/, '');
  const path = base !== '' && whole.startsWith(`${base}/`) ? whole.slice(base.length) : whole;
  const places = ['', ...publicFolders, ...folders.map(({ folder }) => folder)];
  return places.map((folder) => findInFolder(join(source, folder), path)).find((file) => file !== undefined);
}
